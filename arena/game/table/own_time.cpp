#include "arena/game/table/own_time.h"

#include <algorithm>

namespace arena {
namespace {

/// Shorter times are charged as they are, so that a quick answer costs no system call.
constexpr Duration kPauseMin = std::chrono::milliseconds(10);

/// How old waited_before_ may be at the start of a question: kLooksShare times as long as reading it takes, but at
/// least kPauseMin and at most kMarkAgeMax.
constexpr int kLooksShare = 500;
constexpr Duration kMarkAgeMax = std::chrono::milliseconds(50);

/// A table waits at most this many times as long as an answer may take; at a start, at least a minute.
constexpr int kWaitsMax = 10;
constexpr Duration kStartWaitsMax = std::chrono::minutes(1);

}  // namespace

OwnTime::OwnTime(ProcessMeters& meters, WaitClock& clock, Duration startup)
    : meters_(&meters), clock_(&clock), forgiven_max_(std::max(kWaitsMax * startup, kStartWaitsMax)) {
  begin(clock.now(), meters.cpu_time());
}

void OwnTime::end_start(Duration longest) { forgiven_max_ = kWaitsMax * longest; }

void OwnTime::change_clock(WaitClock& clock) {
  clock_ = &clock;
  next_mark_at_ = {};
}

void OwnTime::begin(TimePoint at, Duration cpu_before) {
  asked_at_ = idle_since_ = at;
  cpu_before_ = cpu_before;
  cpu_seen_ = {};
  if (at < next_mark_at_) return;
  waited_before_ += waited();
  next_mark_at_ = at + std::clamp<Duration>(kLooksShare * (clock_->now() - at), kPauseMin, kMarkAgeMax);
}

Duration OwnTime::until(TimePoint at) const {
  const Duration all = std::max(at - std::max(asked_at_, clock_->continued_at()), Duration::zero());
  if (all < kPauseMin || !meters_->counts_all()) return all;
  return std::clamp(all - std::min(waited(), forgiven_max_), std::min(cpu(), all), all);
}

bool OwnTime::extend(TimePoint& deadline, TimePoint at, Duration allowance) {
  if (const Duration used = cpu(); used != cpu_seen_) {
    cpu_seen_ = used;
    idle_since_ = at;
  }
  Duration left = allowance - until(at);
  if (left <= Duration::zero()) {
    // The kernel counts a wait only once it is over, and may show in a moment what has delayed the arena: look again.
    const bool may_wait = meters_->counts_all() && cpu_seen_ < allowance && at - asked_at_ <= forgiven_max_ &&
                          (at - deadline > kPauseMin || meters_->wants_processor());
    if (!may_wait) return false;
    left = kPauseMin;
  }
  deadline = at + left;
  return true;
}

std::optional<std::string> OwnTime::describe_starved(TimePoint at, Duration allowance) const {
  const Duration all = at - asked_at_;
  const Duration used = cpu();
  if (!meters_->counts_all() || all <= forgiven_max_ || used >= allowance) return std::nullopt;
  // A bot that wakes up between two calls of extend() has used some processor time: it is not waiting.
  const bool still_waits = used == cpu_seen_ && meters_->wants_processor();
  const Duration unfinished = still_waits ? at - idle_since_ : Duration::zero();
  if (all - waited() - unfinished >= allowance) return std::nullopt;
  return "got " + std::to_string(to_ms(used).count()) + " ms of processor time in " +
         std::to_string(to_ms(all).count()) + " ms: no processor was free for it";
}

}  // namespace arena
