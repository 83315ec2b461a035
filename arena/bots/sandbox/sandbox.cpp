#include "arena/bots/sandbox/sandbox.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>

#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/mounts.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/bots/sandbox/sandbox_root.h"
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

/// What runtimes ask of their own process, in /proc/self. Nothing else of /proc and /sys: it tells what the machine
/// does, or which pages others map, and so what other bots do.
constexpr const char* kOwnProcess[] = {"auxv", "cgroup",    "cmdline", "comm", "environ", "limits",
                                       "maps", "mountinfo", "mounts",  "stat", "statm",   "status"};
constexpr const char* kOwnLists[] = {"fd", "task"};

/// The rules are opened by the bot's own process: /proc/self is its own, and no other's.
std::string path_rules(const Sandbox& sandbox, const BotCommand& bot) {
  std::string rules;
  for (const std::string& entry : system_entries()) add_rule(rules, kReadPath, entry);
  const bool has_tmp = sandbox.isolation >= Isolation::user;
  add_rule(rules, bot.is_build && !has_tmp ? kBuildPath : kReadPath, folder_for_bot(sandbox, bot).native());
  for (const char* entry : kOwnProcess) add_rule(rules, kReadPath, std::string("/proc/self/") + entry);
  for (const char* entry : kOwnLists) add_rule(rules, kListPath, std::string("/proc/self/") + entry);
  for (const char* device : {"/dev/random", "/dev/urandom"}) add_rule(rules, kReadPath, device);
  for (const char* device : {"/dev/null", "/dev/full"}) add_rule(rules, kDevicePath, device);
  if (has_tmp) add_rule(rules, bot.is_build ? kBuildPath : kWritePath, "/tmp");
  return rules;
}

constexpr unsigned kRoomMin = 4096;
constexpr unsigned kRoomMax = 16384;

/// The most processes and threads that the user whom bots run as may have, bots included: for levels without
/// namespaces, where the kernel counts by user only. It is what the user has now and a part of what the machine can
/// number, so that no bot can take all of it. Found out once.
unsigned task_room() {
  static const unsigned room = [] {
    unsigned numbers = 32768;
    std::ifstream("/proc/sys/kernel/pid_max") >> numbers;
    return tasks_of(user_of_bots()) + std::clamp(numbers / 4, kRoomMin, kRoomMax);
  }();
  return room;
}

}  // namespace

fs::path program_file(std::string_view name) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path built = folder / name;
  const fs::path installed = (folder / HEARTS_LIBEXEC_FROM_PROGRAM / name).lexically_normal();
  std::error_code ignored;
  return !fs::exists(built, ignored) && fs::exists(installed, ignored) ? installed : built;
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

bool is_too_long(const BotCommand& bot) {
  std::size_t bytes = 0;
  for (const std::string& word : bot.words) bytes += word.size() + 1 + sizeof(char*);
  return bytes > kCommandBytesMax;
}

fs::path folder_for_bot(const Sandbox& sandbox, const BotCommand& bot) {
  return sandbox.isolation >= Isolation::user ? fs::path(kBotInSandbox) : bot.folder;
}

bool may_kill_itself(const Sandbox& sandbox, const BotCommand& bot) {
  return sandbox.isolation < Isolation::confined || bot.resources.processes > 1;
}

std::vector<std::string> sandbox_command(const Sandbox& sandbox, const BotCommand& bot, int control) {
  std::vector<std::string> words = {sandbox.programs.launcher.string(), std::to_string(control),
                                    folder_for_bot(sandbox, bot).string()};
  const auto end = is_too_long(bot) ? bot.words.begin() + 1 : bot.words.end();
  words.insert(words.end(), bot.words.begin(), end);
  return words;
}

std::string launch_message(const Sandbox& sandbox, const BotCommand& bot) {
  const Resources& may = bot.resources;
  const bool namespaces = sandbox.isolation >= Isolation::user;
  LaunchOrder order = {};
  order.refused = is_too_long(bot) ? E2BIG : 0;
  // The cgroup counts what is used. A limit of what is asked for would come first and hide the true cause.
  order.data_bytes = sandbox.isolation == Isolation::full ? 0 : static_cast<std::uint64_t>(may.memory_mb) * kMegabyte;
  order.memory_bytes = static_cast<std::uint64_t>(may.memory_mb) * kMegabyte;
  // A full /tmp is told by ENOSPC; the signal of a file that is too large would come first.
  order.file_bytes = static_cast<std::uint64_t>(may.tmp_mb + 1) * kMegabyte;
  order.files = static_cast<std::uint32_t>(may.files);
  // Outside a user namespace all processes of the user count.
  order.tasks = namespaces ? static_cast<std::uint32_t>(may.threads + may.processes - 1 + kOwnTasks) : task_room();
  order.several = may_kill_itself(sandbox, bot) ? 1 : 0;
  order.confined = sandbox.isolation >= Isolation::confined ? 1 : 0;
  std::string tail;
  if (order.confined != 0) {
    // The launcher can be seen, and Landlock does not keep signals from it everywhere.
    const bool own_others = may.processes > 1 && (namespaces || landlock_version() >= kLandlockScopes);
    const std::vector<sock_filter>& filter = syscall_filter({.processes = may.processes > 1,
                                                             .signal_others = own_others,
                                                             .change_files = namespaces,
                                                             .lock_files = bot.is_build});
    const std::string rules = path_rules(sandbox, bot);
    order.filter_length = static_cast<std::uint32_t>(filter.size());
    order.path_bytes = static_cast<std::uint32_t>(rules.size());
    tail.assign(reinterpret_cast<const char*>(filter.data()), filter.size() * sizeof(sock_filter));
    tail += rules;
  }
  if (namespaces) {
    const std::string paths = sandbox.programs.root.native() + '\0' + bot.folder.native() + '\0';
    order.inside_id = kUnprivilegedId;
    order.mount_bytes = static_cast<std::uint32_t>(paths.size());
    order.tmp_bytes = static_cast<std::uint64_t>(may.tmp_mb) * kMegabyte;
    tail += paths;
  }
  if (tail.size() > kOrderBytesMax) throw std::runtime_error("the launcher's order is too long");
  return std::string(reinterpret_cast<const char*>(&order), sizeof order) + tail;
}

const std::vector<std::string>& bot_environment() {
  static const std::vector<std::string> environment = {"PATH=" + std::string(kBotPath), "HOME=/tmp", "TMPDIR=/tmp",
                                                       "LANG=C.UTF-8"};
  return environment;
}

}  // namespace arena
