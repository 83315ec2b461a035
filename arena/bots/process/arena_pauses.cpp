#include "arena/bots/process/arena_pauses.h"

#include <fcntl.h>

#include <atomic>
#include <csignal>

#include "arena/bots/process/live_process.h"

namespace arena {
namespace {

// Global, since a signal handler has no other way to report.
std::atomic<Duration::rep> continued{0};
static_assert(std::atomic<Duration::rep>::is_always_lock_free);

extern "C" void note_continued(int) {
  continued.store(std::chrono::steady_clock::now().time_since_epoch().count(), std::memory_order_relaxed);
}

class ArenaPauses final : public WaitClock {
 public:
  ArenaPauses() : schedstat_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {
    [[maybe_unused]] static const auto before = ::signal(SIGCONT, note_continued);
  }
  TimePoint continued_at() const override { return TimePoint(Duration(continued.load(std::memory_order_relaxed))); }
  Duration starved() const override { return read_run_delay(schedstat_.get()); }

 private:
  OwnedFd schedstat_;
};

}  // namespace

WaitClock& pauses_of_this_thread() {
  thread_local ArenaPauses pauses;
  return pauses;
}

}  // namespace arena
