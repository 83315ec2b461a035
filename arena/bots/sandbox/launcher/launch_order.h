#pragma once

// The messages between the arena and arena-launcher. The arena is C++ and the launcher is C; both include this header,
// so that their fields always agree. The two programs are built together, and versions are never mixed.

#include <stdint.h>

#ifdef __cplusplus
namespace arena {
#endif

/// The first message on the control socket, which the arena sends before the bot starts. Four things
/// follow it: `filter_length` instructions of BPF, `path_bytes` of path rules, `mount_bytes` of paths, and one byte
/// that brings the bot's stdin and stdout.
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
  uint32_t mount_bytes;    ///< two paths that end in NUL: the sandbox's root, the bot's folder. 0: no namespaces
  uint32_t inside_id;      ///< the bot's user and group inside its namespaces
  uint32_t refused;        ///< an errno: the command cannot be run, and this is reported. 0: run it
  uint32_t several;        ///< 1: the launcher stops and continues the bot, which may have several processes
};

/// Most bytes that may follow a LaunchOrder, the last byte aside.
enum { kOrderBytesMax = 64 << 10 };

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
