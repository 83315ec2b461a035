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

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

#include "arena/bots/doctor/canary/attempt.h"

namespace arena::attempts {

/// Whether one of the files can be opened.
template <std::size_t N>
Tried reads_one(const std::array<const char*, N>& paths) {
  Tried tried = denied_by_errno(ENOENT);
  for (const char* path : paths) {
    const Tried one = by_descriptor(::open(path, O_RDONLY | O_CLOEXEC));
    if (one.allowed) return one;
    if (one.error != ENOENT) tried = one;
  }
  return tried;
}

Tried machine_figures(const Decoys&) {
  return reads_one(std::to_array<const char*>({"/proc/loadavg",
                                               "/proc/stat",
                                               "/proc/meminfo",
                                               "/proc/vmstat",
                                               "/proc/cpuinfo",
                                               "/proc/uptime",
                                               "/proc/interrupts",
                                               "/proc/schedstat",
                                               "/proc/slabinfo",
                                               "/proc/zoneinfo",
                                               "/proc/buddyinfo",
                                               "/proc/diskstats",
                                               "/proc/pressure/cpu",
                                               "/proc/pressure/memory",
                                               "/proc/sys/fs/file-nr",
                                               "/proc/sys/fs/inode-nr",
                                               "/proc/sys/fs/dentry-state",
                                               "/proc/sys/kernel/random/entropy_avail",
                                               "/proc/sys/kernel/ns_last_pid",
                                               "/proc/net/dev",
                                               "/proc/self/net/sockstat",
                                               "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
                                               "/sys/kernel/mm/transparent_hugepage/enabled"}));
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
  return reads_one(std::to_array<const char*>({"/proc/self/pagemap", "/proc/self/smaps", "/proc/self/smaps_rollup",
                                               "/proc/self/numa_maps", "/proc/self/map_files",
                                               "/proc/thread-self/pagemap", "/proc/thread-self/smaps"}));
}

/// The first page of its own program, as every process that runs it may map it.
class ProgramPage {
 public:
  ProgramPage() {
    const OwnedFd file(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    if (file.get() >= 0) page_ = ::mmap(nullptr, kBytes, PROT_READ, MAP_PRIVATE, file.get(), 0);
  }
  ~ProgramPage() {
    if (page_ != MAP_FAILED) ::munmap(page_, kBytes);
  }
  ProgramPage(const ProgramPage&) = delete;
  ProgramPage& operator=(const ProgramPage&) = delete;
  bool is_there() const { return page_ != MAP_FAILED; }
  void* get() const { return page_; }
  static constexpr std::size_t kBytes = 4096;

 private:
  void* page_ = MAP_FAILED;
};

Tried pages_in_memory(const Decoys&) {
  const ProgramPage page;
  if (!page.is_there()) return denied_by_errno();
  unsigned char resident = 0;
  return by_result(::mincore(page.get(), ProgramPage::kBytes, &resident));
}

/// One thread waits on a page of a file, and another wakes it through a second mapping of that page, as another process
/// would do. Only the kernel can connect the two addresses.
Tried wake_by_file(const Decoys&) {
  const ProgramPage waiting;
  const ProgramPage waking;
  if (!waiting.is_there() || !waking.is_there()) return denied_by_errno();
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
