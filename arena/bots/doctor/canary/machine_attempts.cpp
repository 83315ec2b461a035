// What the machine does and has: bots that can see what others cause there can talk by it.

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "arena/bots/doctor/canary/attempt.h"

namespace arena::attempts {

/// Whether one of the files can be opened. There are spaces between them.
static Tried reads_one(std::string_view paths) {
  Tried tried = denied_by_errno(ENOENT);
  while (!paths.empty()) {
    const std::string path(paths.substr(0, paths.find(' ')));
    paths.remove_prefix(std::min(path.size() + 1, paths.size()));
    const Tried one = by_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (one.allowed) return one;
    if (one.error != ENOENT) tried = one;
  }
  return tried;
}

Tried machine_figures(const Decoys&) {
  return reads_one(
      "/proc/loadavg /proc/stat /proc/meminfo /proc/vmstat /proc/cpuinfo /proc/uptime /proc/interrupts "
      "/proc/schedstat /proc/slabinfo /proc/zoneinfo /proc/buddyinfo /proc/diskstats /proc/pressure/cpu "
      "/proc/pressure/memory /proc/sys/fs/file-nr /proc/sys/fs/inode-nr /proc/sys/fs/dentry-state "
      "/proc/sys/kernel/random/entropy_avail /proc/sys/kernel/ns_last_pid /proc/net/dev /proc/self/net/sockstat "
      "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq /sys/kernel/mm/transparent_hugepage/enabled");
}

Tried list_machine_figures(const Decoys&) {
  for (const char* folder : {"/proc", "/proc/sys", "/sys"}) {
    if (DIR* listed = ::opendir(folder)) {
      ::closedir(listed);
      return allowed();
    }
  }
  return denied_by_errno();
}

Tried page_map(const Decoys&) {
  return reads_one(
      "/proc/self/pagemap /proc/self/smaps /proc/self/smaps_rollup /proc/self/numa_maps /proc/self/map_files "
      "/proc/thread-self/pagemap /proc/thread-self/smaps");
}

constexpr std::size_t kPageBytes = 4096;

struct UnmapPage {
  void operator()(void* page) const { ::munmap(page, kPageBytes); }
};

/// The first page of its own program, as every process that runs it may map it; null with errno.
static std::unique_ptr<void, UnmapPage> program_page() {
  const OwnedFd file(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return nullptr;
  void* page = ::mmap(nullptr, kPageBytes, PROT_READ, MAP_PRIVATE, file.get(), 0);
  return std::unique_ptr<void, UnmapPage>(page == MAP_FAILED ? nullptr : page);
}

Tried pages_in_memory(const Decoys&) {
  const auto page = program_page();
  if (!page) return denied_by_errno();
  unsigned char resident = 0;
  return by_result(::mincore(page.get(), kPageBytes, &resident));
}

/// One thread waits on a page of a file, and another wakes it through a second mapping of that page, as another process
/// would do. Only the kernel can connect the two addresses.
Tried wake_by_file(const Decoys&) {
  const auto waiting = program_page();
  const auto waking = program_page();
  if (!waiting || !waking) return denied_by_errno();
  std::atomic<bool> is_over = false;
  std::thread waiter([&] {
    const timespec most = {0, 20'000'000};
    const auto found = *static_cast<const std::uint32_t*>(waiting.get());
    ::syscall(SYS_futex, waiting.get(), FUTEX_WAIT, found, &most, nullptr, 0);
    is_over = true;
  });
  long woken = 0;
  int error = 0;
  while (woken == 0 && !is_over) {
    woken = ::syscall(SYS_futex, waking.get(), FUTEX_WAKE, 1, nullptr, nullptr, 0);
    error = errno;
    std::this_thread::yield();
  }
  waiter.join();
  if (woken < 0) return denied_by_errno(error);
  return woken > 0 ? allowed() : denied("not_found");
}

Tried file_systems(const Decoys&) {
  struct statfs figures = {};
  return by_result(::statfs("/usr", &figures));
}

/// The launcher answers instead of the machine.
Tried machine_memory(const Decoys& decoys) {
  struct sysinfo figures = {};
  if (::sysinfo(&figures) != 0) return denied_by_errno();
  const std::uint64_t bytes = std::uint64_t{figures.totalram} * figures.mem_unit;
  const bool made_up = bytes == static_cast<std::uint64_t>(decoys.resources.memory_mb) << 20 &&
                       figures.freeram == figures.totalram && figures.procs == 1;
  return made_up ? denied("made_up") : allowed();
}

Tried socket_numbers(const Decoys&) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return denied_by_errno();
  const OwnedFd there(ends[0]);
  const OwnedFd here(ends[1]);
  std::uint64_t number = 0;
  socklen_t size = sizeof number;
  return by_result(::getsockopt(here.get(), SOL_SOCKET, SO_COOKIE, &number, &size));
}

}  // namespace arena::attempts
