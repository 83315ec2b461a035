#pragma once

// The mounts that a bot sees at Isolation::user and full. At weaker levels it sees the machine's own mounts. The arena
// makes the mount points once a run (sandbox.cpp), and the launcher makes the mounts (launcher/namespaces.c). Both use
// this table, so it must compile as C, too.

#ifdef __cplusplus
namespace arena {
#endif

/// What is mounted. The first four are the same for all bots of a run; the last three are made at each start.
enum MountSource {
  kSandboxRoot,    ///< the folder that make_sandbox_root() returns
  kMachineFolder,  ///< the machine's folder of the same path
  kSystemFolder,   ///< the same; if the machine has a link there, the link is copied; if it has nothing, neither
  kDevice,         ///< the machine's device of the same path
  kBotFolder,      ///< the folder of the bot's command
  kProc,           ///< a new proc, which shows the bot's own processes only
  kTmpfs,          ///< a new tmpfs of resources.tmp_mb; it counts as the bot's memory
};

/// One mount of the view.
struct Mount {
  const char* target;  ///< where the bot sees it
  enum MountSource source;
  unsigned attributes;  ///< they also apply to all that is mounted beneath a folder
};

/// Attributes that restrict what a bot can do with a mount. The numbers are those of mount(2) and mount_setattr(2).
enum { kReadOnly = 1, kNoSetuid = 2, kNoDevices = 4, kNoPrograms = 8 };

static const char kBotInSandbox[] = "/bot";

/// The name of the root in a folder that has nothing else (make_sandbox_root()).
static const char kRootInFolder[] = "root";

/// In the order in which they are made.
static const struct Mount kMounts[] = {
    {"/", kSandboxRoot, kReadOnly | kNoSetuid | kNoDevices},
    {"/usr", kMachineFolder, kReadOnly | kNoSetuid | kNoDevices},
    {"/bin", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    {"/sbin", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    {"/lib", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    {"/lib32", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    {"/lib64", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    {"/libx32", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    // Says which program /usr/bin/java or /usr/bin/awk is. A copy of hundreds of links takes longer than a game.
    {"/etc/alternatives", kSystemFolder, kReadOnly | kNoSetuid | kNoDevices},
    // No others: a shared map of /dev/zero is memory that no limit counts. A bot can write to these, but cannot change
    // their times for others to see.
    {"/dev/null", kDevice, kReadOnly | kNoSetuid | kNoPrograms},
    {"/dev/full", kDevice, kReadOnly | kNoSetuid | kNoPrograms},
    {"/dev/random", kDevice, kReadOnly | kNoSetuid | kNoPrograms},
    {"/dev/urandom", kDevice, kReadOnly | kNoSetuid | kNoPrograms},
    // Read-only: a bot that root has started could write the machine's settings in /proc/sys. Without Landlock nothing
    // in /proc could be hidden: then nothing is mounted, and the folder stays empty.
    {"/proc", kProc, kReadOnly | kNoSetuid | kNoDevices | kNoPrograms},
    {"/tmp", kTmpfs, kNoSetuid | kNoDevices},
    {kBotInSandbox, kBotFolder, kReadOnly | kNoSetuid | kNoDevices},
};

#ifdef __cplusplus
}  // namespace arena
#endif
