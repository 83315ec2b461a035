#include "arena/bots/sandbox/sandbox.h"

#include <fcntl.h>
#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "arena/base/text/system_failure.h"
#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/mounts.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/bots/sandbox/syscall_filter.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMegabyte = 1 << 20;

/// The processes of the sandbox that are not the bot's: the launcher.
constexpr int kOwnTasks = 1;

void add_rule(std::string& rules, char rule, std::string_view path) {
  rules += rule;
  rules += path;
  rules += '\0';
}

/// The files of /proc/self that runtimes read about their own process. Nothing else of /proc and /sys is allowed: it
/// reveals what the machine does, or which pages others map, and thus what other bots do.
constexpr const char* kOwnProcess[] = {"auxv", "cgroup",    "cmdline", "comm", "environ", "limits",
                                       "maps", "mountinfo", "mounts",  "stat", "statm",   "status"};
constexpr const char* kOwnLists[] = {"fd", "task"};

/// GHC's list of its own libraries.
constexpr const char* kGhcLibraries = "/var/lib/ghc/package.conf.d";

/// The entries of a sandbox's root through which all system_entries() are reached. Its /etc has copies only, and a link
/// leads into another entry. Each rule costs time at each start.
const std::vector<std::string>& entries_of_root() {
  static const std::vector<std::string> entries = [] {
    std::vector<std::string> all = {"/etc", kGhcLibraries};
    for (const Mount& mount : kMounts) {
      std::error_code ignored;
      const bool is_system = mount.source == kMachineFolder || mount.source == kSystemFolder;
      if (is_system && !std::string_view(mount.target).starts_with("/etc/") &&
          fs::is_directory(fs::symlink_status(mount.target, ignored)))
        all.emplace_back(mount.target);
    }
    return all;
  }();
  return entries;
}

/// Returns the path rules. The bot's own process opens the paths, so /proc/self is its own.
std::string path_rules(const Sandbox& sandbox, const BotCommand& bot) {
  std::string rules;
  const bool has_tmp = sandbox.isolation >= Isolation::user;
  for (const std::string& entry : has_tmp ? entries_of_root() : system_entries()) add_rule(rules, kReadPath, entry);
  add_rule(rules, bot.is_build && !has_tmp ? kBuildPath : kReadPath, folder_for_bot(sandbox, bot).native());
  for (const char* entry : kOwnProcess) add_rule(rules, kReadPath, std::string("/proc/self/") + entry);
  for (const char* entry : kOwnLists) add_rule(rules, kListPath, std::string("/proc/self/") + entry);
  for (const char* device : {"/dev/random", "/dev/urandom"}) add_rule(rules, kReadPath, device);
  for (const char* device : {"/dev/null", "/dev/full"}) add_rule(rules, kDevicePath, device);
  // The compilers that a build starts are processes of their own: Mono reads /proc/self/maps. A build knows no secret
  // of a game, and only its own processes are there.
  if (has_tmp && bot.is_build) add_rule(rules, kReadPath, "/proc");
  if (has_tmp) add_rule(rules, bot.is_build ? kBuildPath : kWritePath, "/tmp");
  return rules;
}

constexpr unsigned kRoomMin = 4096;
constexpr unsigned kRoomMax = 16384;

/// Returns the most processes and threads that the user of the bots may have, including the bots. It is for bots that
/// share a user at levels without namespaces, where the kernel counts by user only. It is what the user has now and a
/// part of the numbers that the machine has for processes, so that no bot can use them all up. Calculated once.
unsigned task_room() {
  static const unsigned room = [] {
    unsigned numbers = 32768;
    std::ifstream("/proc/sys/kernel/pid_max") >> numbers;
    return tasks_of(user_of_bots()) + std::clamp(numbers / 4, kRoomMin, kRoomMax);
  }();
  return room;
}

/// The settings of languages and the dynamic linker, which are copied. Patterns as in glob(7).
constexpr const char* kSettings[] = {"/etc/ld.so.cache",     "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime",
                                     "/etc/ssl/openssl.cnf", "/etc/java-*",     "/etc/mono/config",  "/etc/perl",
                                     "/etc/python3*",        kGhcLibraries};

/// The links in /dev to the streams of the process that opens them.
constexpr std::pair<const char*, const char*> kStreams[] = {{"fd", "/proc/self/fd"},
                                                            {"stdin", "/proc/self/fd/0"},
                                                            {"stdout", "/proc/self/fd/1"},
                                                            {"stderr", "/proc/self/fd/2"}};

std::vector<std::string> settings() {
  std::vector<std::string> paths;
  for (const char* pattern : kSettings) {
    ::glob_t found = {};
    if (::glob(pattern, 0, nullptr, &found) == 0)
      paths.insert(paths.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
  }
  return paths;
}

void require(const std::error_code& error, const fs::path& path) {
  if (error) throw_unwritten(path, error.value());
}

/// Makes a folder with these rights, whatever the umask is.
void add_folder(const fs::path& path, fs::perms rights = fs::perms(0755)) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) fs::permissions(path, rights | fs::perms::owner_all, error);
  require(error, path);
}

/// Makes an empty file, for another to be mounted on.
void add_empty_file(const fs::path& path) {
  const OwnedFd file(::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  if (file.get() < 0) throw_unwritten(path);
}

/// Copies a file or folder with all that is in it. Links stay links; in the sandbox they lead only where bots may go.
void copy_entry(const fs::path& from, const fs::path& to) {
  std::error_code error;
  const fs::file_status what = fs::symlink_status(from, error);
  if (fs::is_symlink(what)) {
    fs::copy_symlink(from, to, error);
  } else if (fs::is_regular_file(what)) {
    const int unread = copy_file(from, to, static_cast<unsigned>(what.permissions()));
    error = {unread, std::generic_category()};
  } else if (fs::is_directory(what)) {
    fs::directory_iterator at(from, error);
    if (!error) add_folder(to, what.permissions());
    for (const fs::directory_iterator end; !error && at != end; at.increment(error)) {
      copy_entry(at->path(), to / at->path().filename());
    }
  }
  if (error.value() != EACCES && error.value() != ENOENT) require(error, to);
}

/// Makes the mount point. If the machine has a link in this place, nothing is mounted, and the link is copied.
void add_mount_point(const fs::path& root, const Mount& mount) {
  const fs::path inside = root / fs::path(mount.target).relative_path();
  if (mount.source == kSandboxRoot) return;
  if (mount.source == kDevice) return add_empty_file(inside);
  std::error_code ignored;
  if (mount.source == kSystemFolder && !fs::is_directory(fs::symlink_status(mount.target, ignored))) {
    if (fs::is_symlink(mount.target, ignored)) copy_entry(mount.target, inside);
    return;
  }
  add_folder(inside);
}

}  // namespace

fs::path program_file(std::string_view name) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path built = folder / name;
  const fs::path installed = (folder / HEARTS_LIBEXEC_FROM_PROGRAM / name).lexically_normal();
  std::error_code ignored;
  return !fs::exists(built, ignored) && fs::exists(installed, ignored) ? installed : built;
}

const std::vector<std::string>& system_entries() {
  static const std::vector<std::string> entries = [] {
    std::vector<std::string> all = settings();
    for (const Mount& mount : kMounts) {
      if (mount.source == kMachineFolder || mount.source == kSystemFolder) all.emplace_back(mount.target);
    }
    return all;
  }();
  return entries;
}

fs::path make_sandbox_root(const Staging& staging) {
  fs::path root = staging.make_folder() / kRootInFolder;
  add_folder(root);
  add_folder(root / "dev");
  for (const Mount& mount : kMounts) add_mount_point(root, mount);
  for (const std::string& entry : settings()) {
    std::error_code error;
    const fs::path inside = root / fs::path(entry).relative_path();
    add_folder(inside.parent_path());
    const fs::path true_place = fs::canonical(entry, error);
    if (!error) copy_entry(true_place, inside);
  }
  for (const auto& [name, target] : kStreams) {
    std::error_code error;
    fs::create_symlink(target, root / "dev" / name, error);
    require(error, root / "dev" / name);
  }
  return root;
}

SandboxPrograms find_sandbox_programs(const Staging& staging, Isolation strongest) {
  SandboxPrograms programs;
  programs.launcher = program_file("arena-launcher");
  if (::access(programs.launcher.c_str(), X_OK) != 0) {
    throw std::runtime_error("the launcher is missing: " + programs.launcher.string() + "; build the whole project");
  }
  programs.canary = program_file("arena-canary");
  if (staging.for_others()) programs.launcher = staging.add_program(programs.launcher);
  if (strongest >= Isolation::user) programs.root = make_sandbox_root(staging);
  return programs;
}

std::unique_ptr<ForkServer> start_fork_server(const SandboxPrograms& programs, Isolation isolation,
                                              const UserIds* users) {
  return std::make_unique<ForkServer>(programs.launcher, isolation >= Isolation::user ? programs.root : fs::path(),
                                      users);
}

bool is_too_long(const BotCommand& bot) {
  std::size_t bytes = 0;
  for (const std::string& word : bot.words) bytes += word.size() + 1 + sizeof(char*);
  return bytes > kCommandBytesMax;
}

fs::path folder_for_bot(const Sandbox& sandbox, const BotCommand& bot) {
  return sandbox.isolation >= Isolation::user ? fs::path(kBotInSandbox) : bot.folder;
}

bool has_own_user(const Sandbox& sandbox, const BotCommand& bot) {
  return sandbox.users != nullptr && (!bot.is_build || sandbox.isolation >= Isolation::user);
}

bool may_kill_itself(const Sandbox& sandbox, const BotCommand& bot) {
  return sandbox.isolation < Isolation::confined || bot.resources.processes > 1;
}

bool is_stopped_by_launcher(int processes, bool may_kill_itself) {
  static const bool groups = can_signal_groups();
  return processes > 1 || (may_kill_itself && !groups);
}

std::string launch_message(const Sandbox& sandbox, const BotCommand& bot, bool wants_tmp) {
  const Resources& may = bot.resources;
  const bool namespaces = sandbox.isolation >= Isolation::user;
  LaunchOrder order = {};
  std::string command = folder_for_bot(sandbox, bot).native() + '\0';
  std::string environment;
  order.refused = is_too_long(bot) ? E2BIG : 0;
  const auto end = order.refused != 0 ? bot.words.begin() + 1 : bot.words.end();
  for (auto word = bot.words.begin(); word != end; ++word) command += *word + '\0';
  for (const std::vector<std::string>* variables : {&bot_environment(), &bot.environment}) {
    for (const std::string& variable : *variables) environment += variable + '\0';
  }
  order.command_bytes = static_cast<std::uint32_t>(command.size());
  order.environment_bytes = static_cast<std::uint32_t>(environment.size());
  // The cgroup counts memory that is used. A limit on memory that is asked for would strike first and hide the true
  // cause.
  order.data_bytes = sandbox.isolation == Isolation::full ? 0 : static_cast<std::uint64_t>(may.memory_mb) * kMegabyte;
  order.memory_bytes = static_cast<std::uint64_t>(may.memory_mb) * kMegabyte;
  // A full /tmp gives ENOSPC. A lower limit on the size of files would strike first, with a signal.
  order.file_bytes = static_cast<std::uint64_t>(may.tmp_mb + 1) * kMegabyte;
  order.files = static_cast<std::uint32_t>(may.files);
  // Outside a user namespace all processes of the user count.
  order.tasks = namespaces || has_own_user(sandbox, bot)
                    ? static_cast<std::uint32_t>(may.threads + may.processes - 1 + kOwnTasks)
                    : task_room();
  order.several = is_stopped_by_launcher(may.processes, may_kill_itself(sandbox, bot)) ? 1 : 0;
  order.confined = sandbox.isolation >= Isolation::confined ? 1 : 0;
  std::string tail;
  if (order.confined != 0) {
    // The launcher is visible to the bot, and not every version of Landlock protects it from signals.
    const bool own_others = may.processes > 1 && (namespaces || landlock_version() >= kLandlockScopes);
    // Scripts of builds use chmod, touch, cp -p and install. Without namespaces these change every file that the bots'
    // user owns. If root has started the arena, that user is nobody, who owns nothing else; otherwise it is the
    // organiser, whose files must stay as they are.
    const bool owns_copy_only = user_of_bots() != ::getuid();
    const std::vector<sock_filter>& filter = syscall_filter({.processes = may.processes > 1,
                                                             .signal_others = own_others,
                                                             .change_files = namespaces,
                                                             .change_modes = bot.is_build && owns_copy_only,
                                                             .lock_files = bot.is_build});
    const std::string rules = path_rules(sandbox, bot);
    order.filter_length = static_cast<std::uint32_t>(filter.size());
    order.path_bytes = static_cast<std::uint32_t>(rules.size());
    tail.assign(reinterpret_cast<const char*>(filter.data()), filter.size() * sizeof(sock_filter));
    tail += rules;
  }
  if (namespaces) {
    order.inside_id = kUnprivilegedId;
    order.tmp_bytes = static_cast<std::uint64_t>(may.tmp_mb) * kMegabyte;
    order.sends_tmp = wants_tmp ? 1 : 0;
  }
  tail += command + environment;
  if (tail.size() > kOrderBytesMax) throw std::runtime_error("the launcher's order is too long");
  return std::string(reinterpret_cast<const char*>(&order), sizeof order) + tail;
}

const std::vector<std::string>& bot_environment() {
  static const std::vector<std::string> environment = {"PATH=" + std::string(kBotPath), "HOME=/tmp", "TMPDIR=/tmp",
                                                       "LANG=C.UTF-8"};
  return environment;
}

}  // namespace arena
