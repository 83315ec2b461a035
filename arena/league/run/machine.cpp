#include "arena/league/run/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "arena/bots/sandbox/cgroup.h"
#include "arena/bots/sandbox/kept_group.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/records/manifest.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr int kProcessesMin = hearts::kSeatsMax;  // one table
constexpr int kProcessesMax = 4096;
constexpr long long kThreadsOfBot = 20;  // for a bot with a large runtime system
constexpr long kMbOfBot = 32;            // for a bot while memory is short
// Three pipes, socket, two pidfds, schedstat, threads, log, the claim of its user id, and those of its control group.
constexpr long long kDescriptorsOfBot = 10 + kDescriptorsOfGroup;
constexpr long long kDescriptorsOfLogs = 2;    // its /tmp and the file of its stderr, where they are kept
constexpr long long kDescriptorsOfWorker = 8;  // its event loop, and its ends of the pipes of a starting bot
constexpr long long kDescriptorsKept = 64;

constexpr long kShareKept = 4;  ///< a quarter of the memory is left for bots that are at tables and grow

long physical_memory_mb() { return ::sysconf(_SC_PHYS_PAGES) / 1024 * ::sysconf(_SC_PAGESIZE) / 1024; }

bool memory_is_short() {
  const auto is_short = [](std::optional<long> free, std::optional<long> all) {
    return free && all && *free < *all / kShareKept;
  };
  return is_short(free_memory_mb_of_machine(), physical_memory_mb()) ||
         is_short(free_memory_mb_of_own_group(), memory_mb_of_own_group());
}

/// The argument of sched_setattr(2). The header that defines it cannot be included together with <sched.h>.
struct SchedulingAttributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime;  ///< in nanoseconds; the length of a slice from Linux 6.12 on
  std::uint64_t deadline;
  std::uint64_t period;
};

constexpr std::uint64_t kResetOnFork = 1;
/// Linux gives at most 3 ms by default. Threads with the longest slices have to wait longest.
constexpr std::uint64_t kSliceNs = 10'000'000;

/// Makes the calling thread use a processor in long slices; what it starts does not inherit this. The kernel then lets
/// threads that become ready go first, such as a bot that was sent a question, so its answer is there when the write of
/// the question returns. This is only a hint: a policy or priority other than the default is left alone, and Linux
/// before 6.12 has no such slices.
void request_long_slices() {
  SchedulingAttributes attributes = {};
  const bool is_known = ::syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == 0;
  if (!is_known || attributes.policy != SCHED_OTHER || attributes.nice < 0) return;
  attributes.flags = kResetOnFork;
  attributes.runtime = kSliceNs;
  ::syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/// Returns how many descriptors this process may open.
std::optional<long long> descriptors_at_most() {
  rlimit files = {};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return std::nullopt;
  return static_cast<long long>(std::min<rlim_t>(files.rlim_cur, 1 << 20));
}

/// Returns the number of tables that play at the same time: no more than there are games, if their number is known.
int tables_of(const Manifest& manifest, int workers) {
  return manifest.games > 0 ? std::min(workers, manifest.games) : workers;
}

/// Returns how much the bots of all tables together may want if those that want most sit at them.
template <class Want>
long most_wanted(const Manifest& manifest, int workers, const Want& want) {
  int seats = 0;
  for (const ManifestVariant& variant : manifest.variants) seats = std::max(seats, variant.seats);
  std::vector<long> wants;
  for (const BotEntry& bot : manifest.bots) wants.push_back(want(bot.command.resources));
  std::ranges::sort(wants, std::greater<>());
  long table = 0;
  for (int seat = 0; seat < seats; ++seat) table += wants[hearts::at(seat) % wants.size()];
  return table * tables_of(manifest, workers);
}

long long descriptors_of_bot(bool keeps_logs) { return kDescriptorsOfBot + (keeps_logs ? kDescriptorsOfLogs : 0); }

}  // namespace

std::vector<int> usable_cores() {
  cpu_set_t allowed;
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  }
  return cores;
}

bool pin_to_one_core(int number) {
  static const int first = ::sched_getcpu();
  const std::vector<int> cores = usable_cores();
  if (cores.empty()) return false;
  const auto from = static_cast<std::size_t>(std::ranges::lower_bound(cores, first) - cores.begin());
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cores[(from + static_cast<std::size_t>(number)) % cores.size()], &one);
  if (::sched_setaffinity(0, sizeof one, &one) != 0) return false;
  request_long_slices();
  return true;
}

ProcessBounds bearable_processes(bool keeps_logs) {
  const auto bounded = [](long long number) {
    return static_cast<int>(std::clamp<long long>(number, kProcessesMin, kProcessesMax));
  };
  long long bearable = kProcessesMax;
  if (const auto free = free_tasks()) bearable = *free / (kProcessesOfBot + kThreadsOfBot);
  if (const auto most = descriptors_at_most()) {
    bearable = std::min(bearable, (*most - kDescriptorsKept - kDescriptorsOfWorker) / descriptors_of_bot(keeps_logs));
  }
  return {bounded(bearable), bounded(machine_memory_mb() / kShareKept / kMbOfBot), memory_is_short};
}

std::optional<std::string> too_few_descriptors(int workers, bool keeps_logs) {
  const long long needed =
      kDescriptorsKept +
      workers * (kDescriptorsOfWorker + descriptors_of_bot(keeps_logs) * static_cast<long long>(hearts::kSeatsMax));
  const auto most = descriptors_at_most();
  if (!most || *most >= needed) return {};
  return fmt::format(
      "the hard limit on file descriptors is {}, but {} at the same time need{} {}; raise it with ulimit -Hn {}{}",
      *most, hearts::counted(workers, "game"), workers == 1 ? "s" : "", needed, needed,
      workers > 1 ? ", or lower --concurrency" : "");
}

std::optional<std::string> memory_warning(const Manifest& manifest, int workers, long machine_mb) {
  const long all = most_wanted(manifest, workers, [](const Resources& may) { return may.memory_mb; });
  if (all <= machine_mb) return {};
  return fmt::format(
      "bots may use {} MB together, but this machine has {} MB; if memory runs out, blocks become void. To avoid this, "
      "give bots less memory or lower --concurrency",
      all, machine_mb);
}

std::optional<std::string> tasks_warning(const Manifest& manifest, int workers, std::optional<long long> free) {
  const auto of_bot = [](const Resources& may) { return may.threads + may.processes - 1 + kProcessesOfBot; };
  const long all = most_wanted(manifest, workers, of_bot) + kProcessesOfBots;
  if (!free || all <= *free) return {};
  return fmt::format(
      "bots may have {} threads and processes together, but this machine allows only {} more (ulimit -Hu, or pids.max "
      "of the control group); a bot that gets none may fail. To avoid this, give bots fewer threads or lower "
      "--concurrency",
      all, *free);
}

bool shares_processors(int workers) {
  const int processors = static_cast<int>(usable_cores().size());
  return processors > 0 && workers > processors;
}

std::optional<std::string> processors_warning(const Manifest& manifest, int workers) {
  const int tables = tables_of(manifest, workers);
  if (!shares_processors(tables)) return {};
  const std::size_t processors = usable_cores().size();
  return fmt::format(
      "{} at the same time share {}, so bots wait for one another and can compute less in the same time. To give each "
      "game a processor of its own: --concurrency {}",
      hearts::counted(tables, "game"), hearts::counted(processors, "processor"), processors);
}

std::optional<std::string> too_few_tasks(const Manifest& manifest, int workers, std::optional<long long> free) {
  const auto of_bot = [](const Resources&) { return kProcessesOfBot; };
  const long least = most_wanted(manifest, workers, of_bot) + kProcessesOfBots;
  if (!free || least <= *free) return {};
  return fmt::format(
      "bots at {} need at least {} processes, but this machine allows only {} more; raise ulimit -Hu or pids.max of "
      "the control group{}",
      hearts::counted(tables_of(manifest, workers), "table"), least, *free,
      workers > 1 ? ", or lower --concurrency" : "");
}

std::optional<std::uint64_t> free_disk_bytes(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error) return std::nullopt;
  return space.available;
}

long machine_memory_mb() {
  const long all = physical_memory_mb();
  return std::min(all, memory_mb_of_own_group().value_or(all));
}

}  // namespace arena
