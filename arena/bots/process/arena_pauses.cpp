#include "arena/bots/process/arena_pauses.h"

#include <fcntl.h>

#include <atomic>
#include <csignal>

#include "arena/bots/process/live_process.h"

namespace arena {
namespace {

// Global because a signal has no other way to tell.
std::atomic<Duration::rep> continued{0};
static_assert(std::atomic<Duration::rep>::is_always_lock_free);

extern "C" void note_continued(int) {
  continued.store(std::chrono::steady_clock::now().time_since_epoch().count(), std::memory_order_relaxed);
}

bool watch_continuing() {
  struct sigaction action = {};
  action.sa_handler = note_continued;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  return ::sigaction(SIGCONT, &action, nullptr) == 0;
}

}  // namespace

ArenaPauses& ArenaPauses::of_this_thread() {
  thread_local ArenaPauses pauses;
  return pauses;
}

ArenaPauses::ArenaPauses() : schedstat_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {
  [[maybe_unused]] static const bool watching = watch_continuing();
}

Duration ArenaPauses::starved() const { return read_run_delay(schedstat_.get()); }

TimePoint ArenaPauses::continued_at() const { return TimePoint(Duration(continued.load(std::memory_order_relaxed))); }

}  // namespace arena
