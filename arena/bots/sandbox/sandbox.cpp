#include "arena/bots/sandbox/sandbox.h"

#include <unistd.h>

#include <stdexcept>

#include "arena/bots/sandbox/mounts.h"
#include "arena/bots/sandbox/program_files.h"
#include "arena/bots/sandbox/sandbox_root.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

namespace fs = std::filesystem;

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

const std::vector<std::string>& bot_environment() {
  static const std::vector<std::string> environment = {"PATH=" + std::string(kBotPath), "HOME=/tmp", "TMPDIR=/tmp",
                                                       "LANG=C.UTF-8"};
  return environment;
}

}  // namespace arena
