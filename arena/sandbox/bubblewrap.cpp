#include "arena/sandbox/bubblewrap.h"

#include <unistd.h>

#include <stdexcept>

#include "arena/sandbox/confinement.h"
#include "arena/sandbox/program_files.h"
#include "arena/sandbox/sandbox_root.h"
#include "arena/sandbox/staging.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

const fs::path kBotInSandbox = "/bot";
void append(std::vector<std::string>& words, std::initializer_list<std::string_view> more) {
  words.insert(words.end(), more.begin(), more.end());
}

std::vector<std::string> bubblewrap_words(const Sandbox& sandbox, const BotCommand& bot) {
  std::vector<std::string> words = {sandbox.programs.bubblewrap.string()};
  append(words, {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                 "--unshare-cgroup-try", "--disable-userns", "--uid", "65534", "--gid", "65534", "--hostname", "bot",
                 "--die-with-parent", "--new-session", "--as-pid-1"});
  append(words, {"--ro-bind", sandbox.programs.root.string(), "/", "--ro-bind", "/usr", "/usr"});
  for (const std::string& folder : separate_system_folders()) append(words, {"--ro-bind", folder, folder});
  // Without Landlock nothing in /proc can be hidden.
  append(words, {landlock_version() > 0 ? "--proc" : "--tmpfs", "/proc"});
  // Not bubblewrap's own /dev: a shared map of its /dev/zero is memory that no limit counts.
  append(words, {"--size", "65536", "--tmpfs", "/dev"});
  for (const char* device : {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"})
    append(words, {"--dev-bind", device, device});
  append(words, {"--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/proc/self/fd/0", "/dev/stdin", "--symlink",
                 "/proc/self/fd/1", "/dev/stdout", "--symlink", "/proc/self/fd/2", "/dev/stderr"});
  append(words, {"--size", std::to_string(static_cast<long long>(bot.resources.tmp_mb) << 20), "--tmpfs", "/tmp"});
  append(words, {"--ro-bind", bot.folder.string(), kBotInSandbox.native()});
  // /proc too: a bot that root has started could write the machine's settings in /proc/sys.
  append(words, {"--remount-ro", "/proc", "--remount-ro", "/dev", "--"});
  return words;
}

}  // namespace

SandboxPrograms find_sandbox_programs(const Staging& staging, Isolation strongest) {
  SandboxPrograms programs;
  programs.launcher = program_file("arena-launcher");
  if (::access(programs.launcher.c_str(), X_OK) != 0) {
    throw std::runtime_error("the launcher is missing: " + programs.launcher.string() + "; build the whole project");
  }
  programs.canary = program_file("arena-canary");
  for (const char* place : {"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"}) {
    if (::access(place, X_OK) == 0) {
      programs.bubblewrap = place;
      break;
    }
  }
  if (staging.for_others()) programs.launcher = staging.add_program(programs.launcher);
  if (strongest >= Isolation::user && !programs.bubblewrap.empty())
    programs.root = make_sandbox_root(staging, programs.launcher);
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

const std::vector<std::string>& bot_environment() {
  static const std::vector<std::string> environment = {"PATH=" + std::string(kBotPath), "HOME=/tmp", "TMPDIR=/tmp",
                                                       "LANG=C.UTF-8"};
  return environment;
}

}  // namespace arena
