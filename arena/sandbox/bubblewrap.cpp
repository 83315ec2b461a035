#include "arena/sandbox/bubblewrap.h"

#include <glob.h>
#include <unistd.h>

#include <stdexcept>

#include "arena/sandbox/confinement.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLauncherInSandbox = "/.launcher";
const fs::path kBotInSandbox = "/bot";
constexpr const char* kSystemFolders[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

void append(std::vector<std::string>& words, std::initializer_list<std::string_view> more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// /bin, /lib and friends: links into /usr on a merged system, folders elsewhere.
void add_system_folder(std::vector<std::string>& words, const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_symlink(folder, ignored)) {
    append(words, {"--symlink", fs::read_symlink(folder).string(), folder.string()});
  } else if (fs::is_directory(folder, ignored)) {
    append(words, {"--ro-bind", folder.string(), folder.string()});
  }
}

/// What languages and the dynamic linker keep in /etc; patterns as in glob(7).
std::vector<std::string> settings() {
  std::vector<std::string> paths;
  for (const char* pattern : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
                              "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/java-*", "/etc/perl", "/etc/python3*"}) {
    ::glob_t found = {};
    if (::glob(pattern, 0, nullptr, &found) == 0)
      paths.insert(paths.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
  }
  return paths;
}

std::vector<std::string> bubblewrap_words(const Sandbox& sandbox, const BotCommand& bot) {
  std::vector<std::string> words = {sandbox.programs.bubblewrap.string()};
  append(words, {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                 "--unshare-cgroup-try", "--disable-userns", "--uid", "65534", "--gid", "65534", "--hostname", "bot",
                 "--die-with-parent", "--new-session", "--as-pid-1"});
  append(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* folder : kSystemFolders) add_system_folder(words, folder);
  static const std::vector<std::string> etc = settings();
  for (const std::string& entry : etc) append(words, {"--ro-bind-try", entry, entry});
  // Without Landlock nothing in /proc can be hidden.
  append(words, {landlock_version() > 0 ? "--proc" : "--tmpfs", "/proc"});
  // Not bubblewrap's own /dev: a shared map of its /dev/zero is memory that no limit counts.
  append(words, {"--size", "65536", "--tmpfs", "/dev"});
  for (const char* device : {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"})
    append(words, {"--dev-bind", device, device});
  append(words, {"--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/proc/self/fd/0", "/dev/stdin", "--symlink",
                 "/proc/self/fd/1", "/dev/stdout", "--symlink", "/proc/self/fd/2", "/dev/stderr"});
  append(words, {"--size", std::to_string(static_cast<long long>(bot.resources.tmp_mb) << 20), "--tmpfs", "/tmp"});
  append(words, {"--ro-bind", sandbox.programs.launcher.string(), kLauncherInSandbox});
  append(words, {"--ro-bind", bot.folder.string(), kBotInSandbox.native()});
  // /proc too: a bot that root has started could write the machine's settings in /proc/sys.
  append(words, {"--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--"});
  return words;
}

}  // namespace

SandboxPrograms find_sandbox_programs() {
  SandboxPrograms programs;
  programs.launcher = fs::read_symlink("/proc/self/exe").parent_path() / "arena-launcher";
  if (::access(programs.launcher.c_str(), X_OK) != 0) {
    throw std::runtime_error("the launcher is missing: " + programs.launcher.string() + "; build the whole project");
  }
  programs.canary = programs.launcher.parent_path() / "arena-canary";
  for (const char* place : {"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"}) {
    if (::access(place, X_OK) == 0) {
      programs.bubblewrap = place;
      break;
    }
  }
  return programs;
}

bool is_too_long(const BotCommand& bot) {
  std::size_t bytes = 0;
  for (const std::string& word : bot.words) bytes += word.size() + 1 + sizeof(char*);
  return bytes > kCommandBytesMax;
}

fs::path folder_for_bot(const Sandbox& sandbox, const BotCommand& bot) {
  return sandbox.isolation >= Isolation::user ? kBotInSandbox : bot.folder;
}

std::vector<std::string> sandbox_command(const Sandbox& sandbox, const BotCommand& bot, int control) {
  std::vector<std::string> words;
  const bool sandboxed = sandbox.isolation >= Isolation::user;
  if (sandboxed) words = bubblewrap_words(sandbox, bot);
  words.push_back(sandboxed ? std::string(kLauncherInSandbox) : sandbox.programs.launcher.string());
  words.push_back(std::to_string(control));
  words.push_back(folder_for_bot(sandbox, bot).string());
  const auto end = is_too_long(bot) ? bot.words.begin() + 1 : bot.words.end();
  words.insert(words.end(), bot.words.begin(), end);
  return words;
}

const std::vector<std::string>& system_entries() {
  static const std::vector<std::string> entries = [] {
    std::vector<std::string> all = settings();
    all.emplace_back("/usr");
    all.insert(all.end(), std::begin(kSystemFolders), std::end(kSystemFolders));
    return all;
  }();
  return entries;
}

const std::vector<std::string>& bot_environment() {
  static const std::vector<std::string> environment = {"PATH=" + std::string(kBotPath), "HOME=/tmp", "TMPDIR=/tmp",
                                                       "LANG=C.UTF-8"};
  return environment;
}

}  // namespace arena
