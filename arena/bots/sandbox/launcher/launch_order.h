#pragma once

// The messages between the arena, its fork server and the launchers of bots. The arena is C++ and the others are C; all
// include this header, so that their fields always agree. The programs are built together, and versions are never
// mixed.

#include <stdint.h>

#ifdef __cplusplus
namespace arena {
#endif

/// Asks the fork server to start the launcher of one bot: one packet, with the path of the bot's folder after it. It
/// brings descriptors in this order: the launcher's end of its control socket, its stderr, and the files cgroup.procs
/// of the bot's control group, if it has one.
struct StartRequest {
  uint32_t user;             ///< the bot's user and group, outside its namespaces
  uint32_t processor_bytes;  ///< of `processors` that are used; 0: the bot may use those of the fork server
  uint8_t processors[128];   ///< a set of processors as in sched_setaffinity(2)
};

/// Most descriptors that a StartRequest brings. In version 1 a control group has at most four folders.
enum { kStartDescriptorsMax = 6 };

/// Most bytes of the path that follows a StartRequest, with its NUL.
enum { kStartPathMax = 4096 };

// At its start the fork server writes these to its socket, one byte each: its user namespace waits for the arena to map
// users and groups, which the arena answers with the same byte; and it can start launchers.
static const char kNeedsMaps = 'm';
static const char kReady = 'r';

/// The first message on the control socket, which the arena sends before the launcher starts. Five things follow it:
/// `filter_length` instructions of BPF, `path_bytes` of path rules, `command_bytes` and `environment_bytes` of words,
/// and one byte that brings the bot's stdin and stdout.
struct LaunchOrder {
  uint64_t data_bytes;     ///< most private writable memory of a process; 0 for no bound
  uint64_t file_bytes;     ///< most bytes of one file
  uint64_t memory_bytes;   ///< the memory of the machine that sysinfo(2) reports to the bot
  uint64_t tmp_bytes;      ///< the size of the bot's /tmp, where it has namespaces
  uint32_t files;          ///< most open descriptors of a process
  uint32_t tasks;          ///< most processes and threads: in the sandbox if it has namespaces, else of the whole user
  uint32_t confined;       ///< 1: impose Landlock and the system-call filter
  uint32_t filter_length;  ///< instructions of the system-call filter
  uint32_t path_bytes;     ///< rules, each of them a kind (kReadPath and so on) and a path that ends in NUL
  uint32_t command_bytes;  ///< words that end in NUL: the working directory as the bot sees it, the program, arguments
  uint32_t environment_bytes;  ///< words that end in NUL: the bot's environment
  uint32_t inside_id;          ///< the bot's user and group inside its namespaces
  uint32_t refused;            ///< an errno: the command cannot be run, and this is reported. 0: run it
  uint32_t several;            ///< 1: the launcher stops and continues the bot, which may have several processes
  uint32_t sends_tmp;          ///< 1: the report that the bot runs brings a descriptor of its /tmp, too
};

/// Most bytes that may follow a LaunchOrder, the last byte aside.
enum { kOrderBytesMax = 256 << 10 };

// What a path rule allows beneath its path. Landlock denies everything else.
static const char kReadPath = 'r';    ///< read, list, execute
static const char kListPath = 'l';    ///< list a folder
static const char kDevicePath = 'd';  ///< read and write a file
static const char kWritePath = 'w';   ///< everything but devices and execution
static const char kBuildPath = 'b';   ///< everything but devices

/// The filter has this number where the bot's own pid belongs, which nobody knows before the fork.
static const uint32_t kOwnPid = 0x7EA57B07;

/// Most bytes of a bot's stack. Memory limits do not count a growing stack.
static const uint64_t kStackMax = 64 << 20;

// Later messages of the arena are one byte each: stop or continue every process of the bot.
static const char kStopAll = 's';
static const char kContinueAll = 'c';

#ifdef __cplusplus
}  // namespace arena
#endif
