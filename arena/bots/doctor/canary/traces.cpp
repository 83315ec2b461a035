#include "arena/bots/doctor/canary/traces.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBits = 64;
constexpr std::size_t kFilesMax = 4000;  ///< seen in a folder
constexpr off_t kLargeMin = 1 << 20;
constexpr std::size_t kLookups = 16;  ///< for a bit, since a single one is measured badly
constexpr std::size_t kFilesOfBit = 4;
constexpr std::int64_t kDay = 24 * 3600;

using Bits = std::array<bool, kBits>;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

Bits bits_of(std::uint64_t seed) {
  Bits bits = {};
  for (std::size_t i = 0; i < kBits; i += 2) bits[i] = true;
  for (std::size_t i = kBits - 1; i > 0; --i) std::swap(bits[i], bits[next_random(seed) % (i + 1)]);
  return bits;
}

/// Returns regular files below the folder, in the order of their names. Reads folders only, and no inode of a file.
std::vector<std::string> files_below(const char* folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && at != end && files.size() < kFilesMax;
       at.increment(error)) {
    std::error_code ignored;
    if (!at->is_symlink(ignored) && at->is_regular_file(ignored)) files.push_back(at->path().native());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Returns `count` of the files, spread over all of them since neighbours are read from the disk together. Returns
/// nothing if there are too few.
std::vector<std::string> spread(const std::vector<std::string>& files, std::size_t count) {
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < count && files.size() >= count; ++i) chosen.push_back(files[i * files.size() / count]);
  return chosen;
}

/// One way to leave bits. `leave` leaves a 1; `look` returns a number that is greater for a 1 than for a 0. For most
/// ways these are the same act: to look for a page or a name brings it into memory.
struct Way {
  const char* name;
  double (*leave)(const Way&, std::size_t bit);
  double (*look)(const Way&, std::size_t bit);
  std::vector<std::string> files;
  std::int64_t since = 0;  ///< when the first canary started
};

double nanoseconds_of_stat(const std::string& path) {
  struct stat what;
  const auto start = std::chrono::steady_clock::now();
  [[maybe_unused]] const int result = ::stat(path.c_str(), &what);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// Pages of a large file: a page that is in memory is no major fault.

struct MappedFile {
  explicit MappedFile(const std::string& path) {
    const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat what = {};
    if (file.get() < 0 || ::fstat(file.get(), &what) != 0) return;
    size = static_cast<std::size_t>(what.st_size);
    void* map = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (map == MAP_FAILED) return;
    ::madvise(map, size, MADV_RANDOM);  // no page is read ahead
    bytes = static_cast<const volatile unsigned char*>(map);
  }
  ~MappedFile() {
    if (bytes != nullptr) ::munmap(const_cast<unsigned char*>(bytes), size);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  void touch(std::size_t bit) const { [[maybe_unused]] const unsigned char byte = bytes[size / kBits * bit]; }

  std::size_t size = 0;
  const volatile unsigned char* bytes = nullptr;
};

double look_at_page(const Way& way, std::size_t bit) {
  const MappedFile file(way.files.front());
  if (file.bytes == nullptr) return 0;
  rusage before = {};
  rusage after = {};
  ::getrusage(RUSAGE_SELF, &before);
  file.touch(bit);
  ::getrusage(RUSAGE_SELF, &after);
  return static_cast<double>(before.ru_majflt - after.ru_majflt);
}

// Names of files that do not exist, and inodes of files that do: the kernel remembers both. A bit has every 64th file.

double look_up(const Way& way, std::size_t bit) {
  double time = 0;
  for (std::size_t i = bit; i < way.files.size(); i += kBits) time -= nanoseconds_of_stat(way.files[i]);
  return time;
}

std::vector<std::string> missing_names(std::uint64_t seed) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kBits * kLookups; ++i)
    names.push_back("/usr/lib/.arena-canary-" + std::to_string(seed) + "-" + std::to_string(i));
  return names;
}

// Access times, which change at most once a day.

double leave_access_time(const Way& way, std::size_t bit) {
  const OwnedFd file(::open(way.files[bit].c_str(), O_RDONLY | O_CLOEXEC));
  char byte = 0;
  return static_cast<double>(::read(file.get(), &byte, 1));
}

double look_at_access_time(const Way& way, std::size_t bit) {
  struct stat what = {};
  return ::stat(way.files[bit].c_str(), &what) == 0 && what.st_atim.tv_sec >= way.since ? 1 : 0;
}

/// Finds the largest file, and up to kBits files whose access times change when they are read, or have changed since
/// the first canary started.
struct SeenFiles {
  SeenFiles(const std::vector<std::string>& files, std::int64_t since) {
    off_t most = kLargeMin;
    for (const std::string& path : files) {
      struct stat what = {};
      if (::stat(path.c_str(), &what) != 0) continue;
      if (what.st_size > most) {
        most = what.st_size;
        largest = path;
      }
      const std::int64_t read = what.st_atim.tv_sec;
      const bool changes = read >= since || read < since - kDay || read <= what.st_mtim.tv_sec;
      if (what.st_size > 0 && changes && not_read_today.size() < kBits) not_read_today.push_back(path);
    }
  }

  std::string largest;
  std::vector<std::string> not_read_today;
};

/// Returns the ways that this machine's files allow. To find the files of one way leaves the others alone: for inodes
/// only the folders of /usr/share are read, and no file's own inode.
std::vector<Way> ways(std::uint64_t seed, std::int64_t since) {
  std::vector<Way> all = {{"names", look_up, look_up, missing_names(seed)}};
  if (std::vector<std::string> some = spread(files_below("/usr/share"), kBits * kFilesOfBit); !some.empty())
    all.push_back({"inodes", look_up, look_up, std::move(some)});
  SeenFiles seen(files_below("/usr/lib"), since);
  if (!seen.largest.empty()) all.push_back({"pages", look_at_page, look_at_page, {seen.largest}});
  if (seen.not_read_today.size() == kBits)
    all.push_back({"access_times", leave_access_time, look_at_access_time, std::move(seen.not_read_today), since});
  return all;
}

/// Queues a signal for this process, which blocks it. Returns false if the user may have no more.
bool queue_signal() {
  sigset_t queued;
  ::sigemptyset(&queued);
  ::sigaddset(&queued, SIGRTMIN);
  ::sigprocmask(SIG_BLOCK, &queued, nullptr);
  return ::sigqueue(::getpid(), SIGRTMIN, {}) == 0;
}

/// Uses up what the kernel counts by user. Whether anything of that is left is a single bit.
void use_quotas() {
  int ends[2];
  while (::pipe2(ends, O_CLOEXEC) == 0) continue;
  while (queue_signal()) continue;
}

bool has_quotas() {
  constexpr int kPipeBytes = 1 << 16;  // pipe(7): smaller if the user has too many
  int ends[2];
  return ::pipe2(ends, O_CLOEXEC) == 0 && ::fcntl(ends[0], F_GETPIPE_SZ) >= kPipeBytes && queue_signal();
}

bool write_result(const char* name, std::size_t right, std::size_t bits) {
  const std::string line = std::string(name) + " " + std::to_string(right) + " " + std::to_string(bits) + "\n";
  return ::write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

}  // namespace

void leave_traces(std::uint64_t seed, std::int64_t since) {
  const Bits bits = bits_of(seed);
  for (const Way& way : ways(seed, since)) {
    for (std::size_t i = 0; i < kBits; ++i) {
      if (bits[i]) way.leave(way, i);
    }
  }
  use_quotas();
}

bool find_traces(std::uint64_t seed, std::int64_t since) {
  const Bits bits = bits_of(seed);
  if (!write_result("quotas", has_quotas() ? 0 : 1, 1)) return false;
  for (const Way& way : ways(seed, since)) {
    std::vector<double> seen;
    for (std::size_t i = 0; i < kBits; ++i) seen.push_back(way.look(way, i));
    // Half of the bits are 1, so these are the greater half of what was seen.
    std::vector<double> sorted = seen;
    std::nth_element(sorted.begin(), sorted.begin() + kBits / 2, sorted.end());
    std::size_t right = 0;
    for (std::size_t i = 0; i < kBits; ++i) right += (seen[i] >= sorted[kBits / 2]) == bits[i] ? 1 : 0;
    if (!write_result(way.name, right, kBits)) return false;
  }
  return true;
}

}  // namespace arena
