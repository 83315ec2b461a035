#include "arena/bots/sandbox/cgroup.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <fstream>
#include <iterator>
#include <set>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/kept_group.h"
#include "arena/bots/sandbox/kernel_files.h"
#include "arena/bots/sandbox/reaper.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// The processes in the bot's group that are not its own: the launcher.
constexpr int kOwnTasksInGroup = 1;
/// The most memory of the group that the launcher uses.
constexpr long long kOwnBytes = 4LL << 20;

/// Whether a list of words, separated by commas, has that word.
bool has_word(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

/// Returns the folder of this process's own group in the hierarchy of the controller, or in that of version 2 if it is
/// empty. Returns an empty path if the hierarchy is not mounted here. proc(5): /proc/self/mountinfo, /proc/self/cgroup.
fs::path own_folder(const std::string& controller) {
  fs::path mounted_at;
  fs::path shown;  // the part of the hierarchy that the mount shows
  fs::path own;
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::vector<std::string_view> words = words_of(line);
    const auto dash = std::ranges::find(words, "-");
    if (dash - words.begin() < 5 || words.end() - dash < 3) continue;
    const bool wanted = controller.empty() ? dash[1] == "cgroup2"
                                           : dash[1] == "cgroup" && has_word(std::string(words.back()), controller);
    if (!wanted) continue;
    mounted_at = words[4];
    shown = words[3];
  }
  if (mounted_at.empty()) return {};
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool wanted = controller.empty() ? controllers.empty() : has_word(controllers, controller);
    if (wanted) own = line.substr(second + 1);
  }
  const fs::path inside = own.lexically_relative(shown);
  if (inside.empty() || *inside.begin() == "..") return mounted_at;
  return (mounted_at / inside).lexically_normal();
}

constexpr long long kNoMemoryLimit = 1LL << 60;

/// Returns the smallest value that `value` makes of a limit of this process's group or of a group around it. Returns
/// nothing if none of them has that limit. The limit's file has a different name in each version.
template <class Value>
std::optional<long long> least_around(const char* controller, const char* limit1, const char* limit2,
                                      const Value& value) {
  fs::path group = own_folder(controller);
  const bool version2 = group.empty();
  if (version2) group = own_folder({});
  std::optional<long long> least;
  for (; !group.empty() && group.has_relative_path(); group = group.parent_path()) {
    long long number = 0;
    // The word "max" is not a number: there is no limit.
    if (std::ifstream(group / (version2 ? limit2 : limit1)) >> number) {
      least = std::min(least.value_or(LLONG_MAX), value(group, number));
    } else if (!fs::exists(group / "cgroup.procs")) {
      break;  // above the hierarchy
    }
  }
  return least;
}

/// The same for limits of memory, in MB. If there is no limit, version 1 gives a number larger than any memory.
template <class Value>
std::optional<long> least_memory_mb(const Value& value) {
  const auto least = least_around("memory", "memory.limit_in_bytes", "memory.max", value);
  if (!least || *least >= kNoMemoryLimit) return std::nullopt;
  return static_cast<long>(*least >> 20);
}

bool make_folder(const fs::path& folder) { return ::mkdir(folder.c_str(), 0755) == 0; }

constexpr std::string_view kGroupPrefix = "hearts-arena-";
constexpr int kGroupTriesMax = 10;

std::string folder_name() {
  static std::atomic<int> made = 0;
  return std::string(kGroupPrefix) + std::to_string(::getpid()) + "-" + std::to_string(++made);
}

/// Locks a folder for this arena. Returns nothing (-1) if another one has locked it, or if it no longer exists.
OwnedFd lock_folder(const fs::path& folder) {
  OwnedFd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (lock.get() < 0 || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 || !fs::exists(folder)) return {};
  return lock;
}

/// Removes a folder with the empty groups in it. A group in which something still runs stays.
void remove_folder(const fs::path& folder) {
  std::error_code error;
  std::error_code ignored;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_directory(ignored)) ::rmdir(at->path().c_str());
  }
  ::rmdir(folder.c_str());
}

/// Removes the groups of arenas that were killed together with their reapers.
void sweep_groups(const fs::path& base) {
  std::vector<fs::path> stale;
  std::error_code error;
  for (fs::directory_iterator at(base, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().native().starts_with(kGroupPrefix)) stale.push_back(at->path());
  }
  for (const fs::path& folder : stale) {
    if (const OwnedFd lock = lock_folder(folder); lock.get() >= 0) remove_folder(folder);
  }
}

constexpr std::string_view kBothControllers = "+memory +pids";

/// The least weight of all bots together. A bot runs as soon as it is asked only while the bots have used less than
/// their share. Bots need far more time than the arena, so on a machine with few processors a share by processors would
/// make each of them wait.
constexpr long kBotsWeighMin = 8;

/// Sets the weight of all bots together against the arena and other programs. `standard` is the weight of a group for
/// which nobody has set one, and `most` is the largest weight. Returns false if the weight cannot be set.
bool weigh(const fs::path& file, long standard, long most) {
  const long programs = std::max(kBotsWeighMin, ::sysconf(_SC_NPROCESSORS_ONLN));
  return write_kernel_file(file, std::to_string(std::min(most, standard * programs)));
}

/// The file of a group that names the controllers of the groups in it.
constexpr const char* kPassedOn = "cgroup.subtree_control";

/// The group to which this process and its children move, so that the group around it has no processes.
constexpr const char* kOwnLeaf = "hearts-arena";

/// Moves all processes of the group to a leaf of it. Returns false if there are others than this one and its children,
/// which are the reaper and fork servers.
bool move_to_leaf(const fs::path& group) {
  std::vector<pid_t> own;
  std::ifstream processes(group / "cgroup.procs");
  for (pid_t pid = 0; processes >> pid; own.push_back(pid)) {
    const fs::path status = fs::path("/proc") / std::to_string(pid) / "status";
    if (pid != ::getpid() && find_number(status, "PPid:") != ::getpid()) return false;
  }
  const fs::path leaf = group / kOwnLeaf;
  if (!make_folder(leaf) && errno != EEXIST) return false;
  return std::all_of(own.begin(), own.end(),
                     [&](pid_t pid) { return write_kernel_file(leaf / "cgroup.procs", std::to_string(pid)); });
}

/// Makes a group pass the controllers on to the groups in it. Version 2 limits only such groups, and a group that
/// passes them on must not have processes itself.
bool pass_on_controllers(const fs::path& group) {
  const fs::path passed_on = group / kPassedOn;
  if (write_kernel_file(passed_on, kBothControllers)) return true;
  return errno == EBUSY && move_to_leaf(group) && write_kernel_file(passed_on, kBothControllers);
}

std::string no_group_in(const fs::path& base) { return "no control group can be made in " + base.string(); }

/// Appends the meaning of errno to the text.
std::string because(const std::string& text) { return text + ": " + std::generic_category().message(errno); }

}  // namespace

Cgroup::Cgroup(std::unique_ptr<KeptGroup> group, CgroupParent* parent) : group_(std::move(group)), parent_(parent) {
  // Where the kernel cannot reset the peak, the group is new.
  [[maybe_unused]] const bool is_reset = group_->reset_peak();
  peak_before_ = group_->peak_bytes();
  cpu_before_ = group_->cpu_time();
}

Cgroup::Cgroup(std::vector<fs::path> folders, bool version2)
    : Cgroup(std::make_unique<KeptGroup>(std::move(folders), version2), nullptr) {}

Cgroup::~Cgroup() {
  if (parent_ != nullptr) parent_->give_back(std::move(group_));
}

const std::vector<int>& Cgroup::procs() const { return group_->procs(); }
bool Cgroup::killed_for_memory() const { return group_->killed_for_memory(); }
bool Cgroup::reached_limit() const { return group_->reached_limit(); }
long Cgroup::peak_kb() const { return static_cast<long>(std::max(group_->peak_bytes() - peak_before_, 0LL) >> 10); }
std::chrono::nanoseconds Cgroup::cpu_time() const { return group_->cpu_time() - cpu_before_; }

std::optional<long> memory_mb_of_own_group() {
  return least_memory_mb([](const fs::path&, long long limit) { return limit; });
}

std::optional<long> free_memory_mb_of_own_group() {
  return least_memory_mb([](const fs::path& group, long long limit) {
    const bool version2 = fs::exists(group / "memory.current");
    const long long used = read_number(group / (version2 ? "memory.current" : "memory.usage_in_bytes")).value_or(0);
    long long cached = 0;
    for (const char* word : {"inactive_file", "active_file", "slab_reclaimable"}) {
      cached += find_number(group / "memory.stat", (version2 ? "" : "total_") + std::string(word)).value_or(0);
    }
    return limit >= kNoMemoryLimit ? limit : std::max(limit - std::max(used - cached, 0LL), 0LL);
  });
}

std::optional<long> free_memory_mb_of_machine() {
  const auto kb = find_number("/proc/meminfo", "MemAvailable:");
  if (!kb) return std::nullopt;
  return static_cast<long>(*kb >> 10);
}

std::optional<long long> free_tasks_of_own_group() {
  return least_around("pids", "pids.max", "pids.max", [](const fs::path& group, long long limit) {
    return std::max(limit - read_number(group / "pids.current").value_or(0), 0LL);
  });
}

std::optional<long long> processes_killed_for_memory() { return find_number("/proc/vmstat", "oom_kill"); }

CgroupParent::CgroupParent() = default;
CgroupParent::~CgroupParent() { remove_all(); }

void CgroupParent::remove_all() {
  free_.clear();
  for (const fs::path& folder : folders_) remove_folder(folder);
  folders_.clear();
  locks_.clear();
}

/// Makes a folder for the groups of this arena in `base`. Returns false with errno if that fails.
bool CgroupParent::add(const fs::path& base, const Reaper* reaper) {
  sweep_groups(base);
  // It is not locked in the moment it is made: another arena may take it for a stale one and remove it.
  for (int tries = 0; tries < kGroupTriesMax; ++tries) {
    const fs::path folder = base / folder_name();
    // The reaper is notified before the folder exists, since the arena may be killed in between.
    if (reaper != nullptr) reaper->watch_group(folder);
    if (!make_folder(folder)) return false;
    OwnedFd lock = lock_folder(folder);
    if (lock.get() < 0) {
      ::rmdir(folder.c_str());
      continue;
    }
    folders_.push_back(folder);
    locks_.push_back(std::move(lock));
    return true;
  }
  errno = EBUSY;
  return false;
}

/// Makes the groups for weights and for counting processor time in version 1. Often one hierarchy has both.
void CgroupParent::add_processors(const Reaper* reaper) {
  const fs::path weights = own_folder("cpu");
  const fs::path usage = own_folder("cpuacct");
  if (!weights.empty() && add(weights, reaper)) has_weights_ = weigh(folders_.back() / "cpu.shares", 1024, 262144);
  std::error_code ignored;
  if (!usage.empty() && !(has_weights_ && fs::equivalent(usage, weights, ignored))) add(usage, reaper);
}

/// Makes the groups in the hierarchy of version 2. Returns false if that fails. A cause that `reason` has already
/// stays.
bool CgroupParent::add_version2(std::string& reason, const Reaper* reaper) {
  const auto blame = [&](std::string cause) {
    if (reason.empty()) reason = std::move(cause);
  };
  fs::path own = own_folder({});
  if (own.empty()) {
    blame("the control group of this process cannot be found");
    return false;
  }
  if (own.filename() == kOwnLeaf) own = own.parent_path();  // moved there before
  fs::path top = own;
  while (fs::exists(top.parent_path() / "cgroup.controllers")) top = top.parent_path();
  for (const fs::path& base : {own, top}) {
    std::ifstream file(base / "cgroup.controllers");
    const std::set<std::string> controllers(std::istream_iterator<std::string>(file), {});
    if (!controllers.contains("memory") || !controllers.contains("pids")) {
      blame("the control group " + base.string() + " lacks the controllers memory and pids, or one of them");
    } else if (!pass_on_controllers(base)) {
      blame(because((base / kPassedOn).string()));
    } else if (!add(base, reaper)) {
      blame(because(no_group_in(base)));
    } else if (!pass_on_controllers(folders_.back())) {
      blame(because((folders_.back() / kPassedOn).string()));
    } else {
      // Without the controller cpu, which the kernel or the owner of the machine may withhold, there are no weights.
      has_weights_ = controllers.contains("cpu") && write_kernel_file(base / kPassedOn, "+cpu") &&
                     write_kernel_file(folders_.back() / kPassedOn, "+cpu") &&
                     weigh(folders_.back() / "cpu.weight", 100, 10000);
      return true;
    }
    remove_all();
  }
  return false;
}

std::unique_ptr<CgroupParent> CgroupParent::open(std::string& reason, const Reaper* reaper) {
  std::unique_ptr<CgroupParent> parent(new CgroupParent);
  for (const char* controller : {"memory", "pids"}) {
    const fs::path own = own_folder(controller);
    if (own.empty()) break;
    if (!parent->add(own, reaper)) {
      reason = because(no_group_in(own));
      break;
    }
  }
  if (parent->folders_.size() == 2 && reason.empty()) {
    parent->add_processors(reaper);
    return parent;
  }
  parent->remove_all();
  parent->version2_ = true;
  if (!parent->add_version2(reason, reaper)) return nullptr;
  reason.clear();
  return parent;
}

/// Returns null if no group is free.
std::unique_ptr<KeptGroup> CgroupParent::find_free() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return nullptr;
  // The group that has been free for longest: the kernel frees some memory late.
  std::unique_ptr<KeptGroup> group = std::move(free_.front());
  free_.erase(free_.begin());
  return group;
}

std::unique_ptr<KeptGroup> CgroupParent::make_group() {
  const std::string name = folder_name();
  std::vector<fs::path> folders;
  for (const fs::path& parent : folders_) {
    if (!make_folder(parent / name)) {
      const int error = errno;
      for (const fs::path& made : folders) ::rmdir(made.c_str());
      throw_errno((parent / name).string(), error);
    }
    folders.push_back(parent / name);
  }
  return std::make_unique<KeptGroup>(std::move(folders), version2_);
}

void CgroupParent::give_back(std::unique_ptr<KeptGroup> group) {
  if (!group->is_unmarked()) return;  // its destructor removes it
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(group));
}

std::unique_ptr<Cgroup> CgroupParent::lease(const Resources& resources) {
  const GroupLimits limits = {(static_cast<long long>(resources.memory_mb) << 20) + kOwnBytes,
                              resources.threads + resources.processes - 1 + kOwnTasksInGroup};
  std::unique_ptr<KeptGroup> group = find_free();
  if (group != nullptr && !group->is_empty()) give_back(std::move(group));  // the launcher has not been reaped yet
  if (group == nullptr || !group->has_little_left() || group->set_limits(limits)) {
    group.reset();
    group = make_group();
    if (const auto refused = group->set_limits(limits)) throw_errno(refused->string());
  }
  return std::unique_ptr<Cgroup>(new Cgroup(std::move(group), this));
}

}  // namespace arena
