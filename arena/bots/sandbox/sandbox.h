#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/sandbox/cgroup.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/resources.h"
#include "arena/bots/sandbox/user_ids.h"

namespace arena {

class ForkServer;
class Staging;

/// One bot process to start: its folder and its command, which runs with the folder as working directory. A value.
struct BotCommand {
  std::filesystem::path folder;    ///< absolute; read-only inside the sandbox
  std::vector<std::string> words;  ///< program and arguments; relative paths are relative to the folder
  Resources resources{};
  std::vector<std::string> environment{};  ///< NAME=value, added to bot_environment()
  /// The command builds a bot, so it may execute what it writes to /tmp. At Isolation::confined, which has no /tmp, it
  /// may write to its folder.
  bool is_build = false;
  bool operator==(const BotCommand&) const = default;
};

/// Most bytes of a bot's command, a pointer for each word included. Linux starts every program whose words need at most
/// 128 KiB (execve(2)); the rest is for the environment.
inline constexpr std::size_t kCommandBytesMax = 96 << 10;

/// Whether the command has more bytes. Such a command is not run: the launcher reports E2BIG.
[[nodiscard]] bool is_too_long(const BotCommand& bot);

/// Returns the path of a program or folder that belongs to the running program, such as arena-launcher. It is beside
/// the running program, where the build puts it, or else in the libexec folder of the same installation. If it is in
/// neither place, the path in the build is returned. Throws std::filesystem_error where /proc is missing.
[[nodiscard]] std::filesystem::path program_file(std::string_view name);

/// The files that bots are started with.
struct SandboxPrograms {
  std::filesystem::path launcher;  ///< arena-launcher
  std::filesystem::path canary;    ///< arena-canary
  std::filesystem::path root;      ///< what make_sandbox_root() gave; empty below Isolation::user, which has no root
};

/// The sandbox that the bots of a run are started in: a value that any thread may read. What is in it is made once a
/// run; launch_message() says what the launcher makes of it at each start.
struct Sandbox {
  Isolation isolation = Isolation::none;
  SandboxPrograms programs;
  /// Makes a group for each bot process, at Isolation::full; otherwise null. Not owned: it must outlast the bots.
  CgroupParent* cgroups = nullptr;
  /// Gives each bot process a user id of its own, where root starts the arena; otherwise null. Not owned, as above.
  UserIds* users = nullptr;
  /// Starts the launchers of the bots. Not owned, as above; it is never null where bots are started.
  ForkServer* server = nullptr;
};

/// Returns a fork server for bots at this isolation. `users` may be null. Throws as ForkServer does.
[[nodiscard]] std::unique_ptr<ForkServer> start_fork_server(const SandboxPrograms& programs, Isolation isolation,
                                                            const UserIds* users);

/// The paths of the machine that every bot may read, beside its own files: programs, libraries, their settings. Not
/// every machine has each of them. Found once; any thread may call this.
const std::vector<std::string>& system_entries();

/// Makes the folder that all bots of a run see as "/". It is alone in a new folder of `staging`, which removes both. It
/// has copies of the settings that languages and the dynamic linker keep in /etc, links into /usr, the links of /dev,
/// and the mount points of mounts.h; the mounts are the launcher's (launcher/namespaces.h). What the user of this
/// process may not read is left out, since no bot could read it. Throws std::system_error that names what could not be
/// made.
[[nodiscard]] std::filesystem::path make_sandbox_root(const Staging& staging);

/// Finds arena-launcher and arena-canary (see program_file). Makes the root of the sandboxes in `staging` if the
/// strongest isolation that is wanted has one. If other users run what is in `staging`, as when root starts the arena,
/// the launcher is copied there too, where they can reach it. `staging` must outlast the bots. Throws
/// std::runtime_error when the launcher is missing, and std::system_error that names what cannot be copied.
[[nodiscard]] SandboxPrograms find_sandbox_programs(const Staging& staging, Isolation strongest = Isolation::full);

/// Returns the path at which the bot finds its own folder.
[[nodiscard]] std::filesystem::path folder_for_bot(const Sandbox& sandbox, const BotCommand& bot);

/// Whether the bot gets a user id of its own. A build that writes to its folder does not, since the folder belongs to
/// the user nobody.
[[nodiscard]] bool has_own_user(const Sandbox& sandbox, const BotCommand& bot);

/// Returns the first message to the launcher of this bot (launcher/launch_order.h), all but its last byte: the command,
/// the limits, the filter, and the paths that the bot may use. `wants_tmp` has the launcher send a descriptor of the
/// bot's /tmp, if the bot has one. Throws std::runtime_error when the message is too long or libseccomp cannot make the
/// filter. Any thread may call this.
[[nodiscard]] std::string launch_message(const Sandbox& sandbox, const BotCommand& bot, bool wants_tmp = false);

/// Whether a SIGKILL that ended this bot may have been its own doing. The system-call filter keeps a bot of one process
/// from sending SIGKILL, and from having the kernel send it for processor time. That leaves memory, and the bot's
/// control group says whether it ran out.
[[nodiscard]] bool may_kill_itself(const Sandbox& sandbox, const BotCommand& bot);

/// Whether the launcher stops and continues the bot, because it may have several processes. Otherwise the arena does it
/// with one signal to the bot's process group, which costs much less. At Isolation::none nothing keeps a bot that is
/// granted one process from starting others. Those that leave its group are not stopped, unless Linux is older than
/// 6.9: then the launcher stops them all.
[[nodiscard]] bool is_stopped_by_launcher(int processes, bool may_kill_itself);

/// The PATH of bots: the machine's folders of programs.
inline constexpr const char* kBotPath = "/usr/local/bin:/usr/bin:/bin";

/// The environment of every bot, as NAME=value. Nothing of the arena's own environment is in it.
const std::vector<std::string>& bot_environment();

}  // namespace arena
