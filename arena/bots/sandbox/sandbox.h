#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/bots/sandbox/cgroup.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

class Staging;

/// One bot to start: its folder and the command, run with the folder as working directory.
struct BotCommand {
  std::filesystem::path folder;    ///< absolute; read-only inside the sandbox
  std::vector<std::string> words;  ///< program and arguments; relative paths are relative to the folder
  Resources resources{};
  std::vector<std::string> environment{};  ///< NAME=value beside bot_environment()
  /// It builds a bot: it may execute what it writes to /tmp. At Isolation::confined, which has no /tmp, it may write to
  /// its folder.
  bool is_build = false;
  bool operator==(const BotCommand&) const = default;
};

/// Most bytes of a bot's command, with a pointer a word. Linux starts any program that is given 128 KiB (execve(2)), the
/// launcher's own words among them.
inline constexpr std::size_t kCommandBytesMax = 96 << 10;

/// A command of more bytes is not run: the launcher is given its first word only and reports E2BIG.
bool is_too_long(const BotCommand& bot);

/// Where the programs that start bots are.
struct SandboxPrograms {
  std::filesystem::path launcher;  ///< arena-launcher
  std::filesystem::path canary;    ///< arena-canary
  std::filesystem::path root;      ///< of each sandbox, as make_sandbox_root() gives it; may be empty
};

/// The sandbox that bots of a run are put in.
struct Sandbox {
  Isolation isolation = Isolation::none;
  SandboxPrograms programs;
  /// Where each bot process gets a group of its own: at Isolation::full. Must outlast them.
  CgroupParent* cgroups = nullptr;
};

/// Finds arena-launcher and arena-canary (see program_file), and makes the root of sandboxes where the strongest
/// isolation that is wanted has one. As root the arena starts bots as another user: then the launcher is a copy that this
/// one can reach. `staging` must outlast the bots. Throws std::runtime_error when the launcher is missing,
/// std::system_error naming what cannot be copied.
SandboxPrograms find_sandbox_programs(const Staging& staging, Isolation strongest = Isolation::full);

/// Where the bot finds its own folder.
std::filesystem::path folder_for_bot(const Sandbox& sandbox, const BotCommand& bot);

/// The command line that starts the bot: the launcher and its words, the bot's. `control`: the launcher's socket.
std::vector<std::string> sandbox_command(const Sandbox& sandbox, const BotCommand& bot, int control);

/// The first message to the launcher: a LaunchOrder and what follows it but the last byte.
std::string launch_message(const Sandbox& sandbox, const BotCommand& bot);

/// Whether a SIGKILL that ended this bot may have been its own doing. By the filter, a bot of one process can neither send
/// it nor have the kernel send it for the time that it used; what is left is memory, which its group accounts for.
bool may_kill_itself(const Sandbox& sandbox, const BotCommand& bot);

/// The PATH of bots: the machine's folders of programs.
inline constexpr const char* kBotPath = "/usr/local/bin:/usr/bin:/bin";

/// The environment of every bot, NAME=value: nothing of the arena's own.
const std::vector<std::string>& bot_environment();

}  // namespace arena
