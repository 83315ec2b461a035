// The system calls of the simulation's program, those of the C++ library among them: a program's own function goes
// before the C library's. The sanitizers' are behind them, too; nothing is asserted about what they would find there.

#include "tests/simulation/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <ctime>
#include <stdexcept>

#include "tests/simulation/clock.h"

namespace simulation {
namespace {

std::atomic<Disk*> disk = nullptr;

/// Past this file, so that nothing is counted.
std::string bytes_of(const std::string& path) {
  const int fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd < 0) return {};
  std::string bytes;
  char chunk[1 << 14];
  long count = 0;
  while ((count = ::syscall(SYS_read, fd, chunk, sizeof chunk)) > 0)
    bytes.append(chunk, static_cast<std::size_t>(count));
  ::syscall(SYS_close, fd);
  return bytes;
}

void set_bytes(const std::string& path, std::string_view bytes) {
  const int fd =
      static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (fd < 0 || ::syscall(SYS_write, fd, bytes.data(), bytes.size()) != static_cast<long>(bytes.size()))
    throw std::runtime_error("cannot write " + path);
  ::syscall(SYS_close, fd);
}

bool is_there(const std::string& path) { return ::syscall(SYS_access, path.c_str(), F_OK) == 0; }

/// Of a file or folder while there is a disk, else nothing: then it allocates nothing, as a signal's handler needs.
std::string path_of(int fd) {
  struct stat info = {};
  if (disk.load() == nullptr || ::fstat(fd, &info) != 0 || !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))) return {};
  char path[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const long length = ::syscall(SYS_readlink, link.c_str(), path, sizeof path);
  return length < 0 ? std::string() : std::string(path, static_cast<std::size_t>(length));
}

}  // namespace

/// One call, from its begin to its end.
class DiskCall {
 public:
  DiskCall(const std::string& path, Disk::Call call) {
    Disk* const active = disk;
    if (active == nullptr || !active->owns(path)) return;
    lock_ = std::unique_lock(active->mutex_);
    disk_ = active;
    path_ = path;
    if (disk_->killed_) {
      verdict_ = Verdict::fail;
      error_ = EIO;
      return;
    }
    const bool writes = call == Disk::Call::write;
    if (writes && disk_->full_) {
      verdict_ = Verdict::fail;
      error_ = ENOSPC;
    }
    const long number = disk_->calls_++;
    if (disk_->strike_at_ < 0 || number < disk_->strike_at_ || disk_->struck_ || !befalls(disk_->fault_, call)) return;
    disk_->struck_ = call;
    strike(disk_->fault_, call);
  }

  /// Nothing is to be done, and the call fails; errno is set.
  bool fails() const {
    if (verdict_ != Verdict::fail) return false;
    errno = error_;
    return true;
  }
  /// Half of the bytes are to be moved first.
  bool is_partial() const { return half_; }
  /// After half of the bytes: the call fails.
  bool fails_then() const {
    if (!half_ || error_ == 0) return false;
    errno = error_;
    return true;
  }
  bool is(DiskFault fault) const { return lie_ == fault; }

  void synced() {
    if (disk_ != nullptr && !disk_->killed_) disk_->note_synced(path_);
  }
  /// The folder of renames was synced.
  void folder_synced() {
    if (disk_ == nullptr || disk_->killed_) return;
    std::erase_if(disk_->unsure_, [&](const auto& one) {
      return std::filesystem::path(one.first).parent_path() == std::filesystem::path(path_);
    });
  }
  /// Before a rename to `path` or its removal.
  void will_change(const std::string& path) {
    if (disk_ != nullptr) disk_->unsure_.try_emplace(path, Disk::Synced{is_there(path), bytes_of(path)});
  }
  void renamed(const std::string& from, const std::string& to) {
    if (disk_ == nullptr) return;
    disk_->synced_[to] = std::exchange(disk_->synced_[from], {});
  }
  void removed(const std::string& path) {
    if (disk_ != nullptr) disk_->synced_.erase(path);
  }

 private:
  enum class Verdict { pass, fail };

  static bool befalls(DiskFault fault, Disk::Call call) {
    using Call = Disk::Call;
    switch (fault) {
      case DiskFault::interrupted:
      case DiskFault::partial:
        return call == Call::write || call == Call::read;
      case DiskFault::fails:
        return call != Call::remove;
      case DiskFault::full:
      case DiskFault::lost:
      case DiskFault::doubled:
      case DiskFault::altered:
        return call == Call::write;
      case DiskFault::killed:
        return call != Call::read;
    }
    return false;
  }

  void strike(DiskFault fault, Disk::Call call) {
    const bool writes = call == Disk::Call::write;
    switch (fault) {
      case DiskFault::interrupted:
        verdict_ = Verdict::fail;
        error_ = EINTR;
        break;
      case DiskFault::partial:
        half_ = true;
        break;
      case DiskFault::fails:
        verdict_ = Verdict::fail;
        error_ = EIO;
        break;
      case DiskFault::full:
        disk_->full_ = half_ = true;
        error_ = ENOSPC;
        break;
      case DiskFault::killed:
        disk_->killed_ = true;
        error_ = EIO;
        if (writes) {
          half_ = true;
        } else {
          verdict_ = Verdict::fail;
        }
        break;
      case DiskFault::lost:
      case DiskFault::doubled:
      case DiskFault::altered:
        lie_ = fault;
        break;
    }
  }

  std::unique_lock<std::mutex> lock_;
  Disk* disk_ = nullptr;
  std::string path_;
  Verdict verdict_ = Verdict::pass;
  bool half_ = false;
  int error_ = 0;
  std::optional<DiskFault> lie_;
};

Disk::Disk(std::filesystem::path folder) : folder_(std::move(folder).string()) {
  if (disk.exchange(this) != nullptr) throw std::logic_error("there is another simulated disk");
}

Disk::~Disk() { disk = nullptr; }

void Disk::strike(long call, DiskFault fault) {
  const std::lock_guard lock(mutex_);
  calls_ = 0;
  strike_at_ = call;
  fault_ = fault;
  struck_.reset();
}

std::optional<Disk::Call> Disk::struck() const {
  const std::lock_guard lock(mutex_);
  return struck_;
}

void Disk::heal() {
  const std::lock_guard lock(mutex_);
  killed_ = full_ = false;
  strike_at_ = -1;
  calls_ = 0;
  struck_.reset();
}

void Disk::note_synced(const std::string& path) { synced_[path] = {true, bytes_of(path)}; }

void Disk::cut_power(hearts::Random& random) {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, before] : unsure_) {
    if (random.below(2) == 0) continue;
    if (before.exists) {
      set_bytes(path, before.bytes);
      synced_[path] = before;
    } else {
      ::syscall(SYS_unlink, path.c_str());
      synced_.erase(path);
    }
  }
  unsure_.clear();
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string path = entry.path().string();
    const std::string now = bytes_of(path);
    const std::string safe = synced_[path].bytes;
    std::string left = safe;
    if (now.starts_with(safe)) {
      const auto more = static_cast<std::uint32_t>(now.size() - safe.size());
      left += now.substr(safe.size(), random.below(more + 1));
      if (more > 0 && random.below(4) == 0) left += std::string(random.below(more) + 1, '\0');
    } else if (random.below(2) == 0) {
      left = now;
    }
    set_bytes(path, left);
    synced_[path] = {true, left};
  }
}

namespace {

/// Written as if the disk were sound, all of it.
long write_through(int fd, const char* data, std::size_t size) { return ::syscall(SYS_write, fd, data, size); }

long simulated_write(int fd, const char* data, std::size_t size) {
  const std::string path = path_of(fd);
  DiskCall call(path, Disk::Call::write);
  if (call.fails()) return -1;
  if (call.is_partial()) {
    const long written = size < 2 ? 0 : write_through(fd, data, size / 2);
    if (call.fails_then()) return -1;
    if (written > 0) return written;
  }
  if (call.is(DiskFault::lost)) return static_cast<long>(size);
  if (call.is(DiskFault::doubled)) write_through(fd, data, size);
  if (call.is(DiskFault::altered)) {
    std::string other(data, size);
    const auto digit = std::find_if(other.begin(), other.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (digit != other.end()) *digit = *digit == '7' ? '8' : '7';
    return write_through(fd, other.data(), other.size());
  }
  return write_through(fd, data, size);
}

long simulated_read(int fd, char* data, std::size_t size, off_t at, bool moves) {
  const std::string path = path_of(fd);
  DiskCall call(path, Disk::Call::read);
  if (moves && call.fails()) return -1;
  if (!moves && call.fails() && errno != EINTR) return -1;
  if (moves && call.is_partial()) size = (size + 1) / 2;
  return moves ? ::syscall(SYS_read, fd, data, size) : ::syscall(SYS_pread64, fd, data, size, at);
}

int simulated_open(const char* path, int flags, mode_t mode) {
  DiskCall call(path, Disk::Call::open);
  if (call.fails()) return -1;
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int simulated_sync(int fd) {
  const std::string path = path_of(fd);
  DiskCall call(path, Disk::Call::sync);
  if (call.fails()) return -1;
  struct stat info = {};
  if (::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    call.folder_synced();
  } else {
    call.synced();
  }
  return 0;  // a test's files need not outlast the machine
}

int simulated_cut(int fd, off_t size) {
  const std::string path = path_of(fd);
  const DiskCall call(path, Disk::Call::cut);
  if (call.fails()) return -1;
  return static_cast<int>(::syscall(SYS_ftruncate, fd, size));
}

int simulated_rename(const char* from, const char* to) {
  DiskCall call(to, Disk::Call::rename);
  if (call.fails()) return -1;
  call.will_change(to);
  const int result = static_cast<int>(::syscall(SYS_rename, from, to));
  if (result == 0) call.renamed(from, to);
  return result;
}

int simulated_remove(const char* path) {
  DiskCall call(path, Disk::Call::remove);
  if (call.fails()) return -1;
  call.will_change(path);
  const int result = static_cast<int>(::syscall(SYS_unlink, path));
  if (result == 0) call.removed(path);
  return result;
}

}  // namespace
}  // namespace simulation

// The C library's names. Nothing else in this program may have them.
extern "C" {

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  return simulation::simulated_open(path, flags, mode);
}

ssize_t read(int fd, void* data, size_t size) {
  return simulation::simulated_read(fd, static_cast<char*>(data), size, 0, true);
}

ssize_t pread(int fd, void* data, size_t size, off_t at) {
  return simulation::simulated_read(fd, static_cast<char*>(data), size, at, false);
}

ssize_t write(int fd, const void* data, size_t size) {
  return simulation::simulated_write(fd, static_cast<const char*>(data), size);
}

int fsync(int fd) { return simulation::simulated_sync(fd); }
int fdatasync(int fd) { return simulation::simulated_sync(fd); }
int ftruncate(int fd, off_t size) noexcept { return simulation::simulated_cut(fd, size); }
int rename(const char* from, const char* to) noexcept { return simulation::simulated_rename(from, to); }
int unlink(const char* path) noexcept { return simulation::simulated_remove(path); }

int clock_gettime(clockid_t clock, struct timespec* time) noexcept {
  const auto now = clock == CLOCK_MONOTONIC ? simulation::simulated_now() : std::nullopt;
  if (!now) return static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  time->tv_sec = std::chrono::duration_cast<std::chrono::seconds>(*now).count();
  time->tv_nsec = (*now % std::chrono::seconds(1)).count();
  return 0;
}

}  // extern "C"
