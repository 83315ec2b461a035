#include "arena/game/table/turn_timer.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "engine/typed_text.h"

namespace arena {
namespace {

/// Less is not looked into, so that a quick answer costs no system call.
constexpr Duration kPauseMin = std::chrono::milliseconds(10);

/// How old a mark of a bot's waits for a processor may be when a question begins: as long as it takes so many times to
/// look at the bot's threads, within these bounds.
constexpr int kLooksShare = 500;
constexpr Duration kMarkAgeMax = std::chrono::milliseconds(50);

/// A table does not wait for ever for a bot that gets no processor: so many times what an answer may take.
constexpr int kWaitsMax = 10;
/// A start may wait at least so long: it holds up a table once.
constexpr Duration kStartWaitsMax = std::chrono::minutes(1);

constexpr std::size_t kSlowestKept = 5;

/// How many processors a bot could use at once. It may leave the one that it was bound to.
long processors() {
  static const long count = std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
  return count;
}

}  // namespace

void CpuUse::begin_process(ProcessMeters& meters, TimePoint at) {
  *this = CpuUse();
  last_ = meters.cpu_time();
  read_at_ = changed_at_ = at;
}

void CpuUse::begin_game(ProcessMeters& meters, TimePoint at) {
  const std::chrono::nanoseconds before = std::exchange(last_, meters.cpu_time());
  between_games_ = std::max(last_ - before, std::chrono::nanoseconds(0));
  total_ = out_of_turn_ = {};
  read_at_ = changed_at_ = at;
  turns_ = waits_ = {};
  in_turn_ = false;
}

void CpuUse::read(ProcessMeters& meters, TimePoint at) {
  pass_time(at);
  const std::chrono::nanoseconds before = std::exchange(last_, std::max(last_, meters.cpu_time()));
  const std::chrono::nanoseconds used = last_ - before;
  total_ += used;
  const Duration beyond_turns = std::max<Duration>(used - turns_, Duration::zero());
  out_of_turn_ += std::min<Duration>(beyond_turns, waits_ * processors());
  turns_ = waits_ = {};
  read_at_ = at;
}

void TurnTimer::set_limits(const Limits& limits) {
  full_clock_ = Clock(limits);
  full_law_clock_ = Clock::of_laws(limits);
  longest_wait_ = limits.move + limits.grace;
  forgiven_max_ = kWaitsMax * longest_wait_;
}

void TurnTimer::begin_process(ProcessMeters& meters, WaitClock& wait_clock) {
  meters_ = &meters;
  wait_clock_ = &wait_clock;
  cpu_ = CpuUse();
  asked_at_ = wait_clock_->now();
  unexplained_ = {};
  forgiven_max_ = std::max(kWaitsMax * startup_, kStartWaitsMax);
  cpu_seen_ = {};
  idle_since_ = asked_at_;
  timing_.asks.clear();
  starved_before_ = wait_clock_->starved_before(asked_at_);
  mark_delay();
}

void TurnTimer::end_start() {
  cpu_.begin_process(*meters_, wait_clock_->now());
  forgiven_max_ = kWaitsMax * longest_wait_;
}

void TurnTimer::begin_game(bool alive) {
  clock_ = full_clock_;
  law_clock_ = full_law_clock_;
  of_law_ = false;
  timing_ = {};
  if (!alive) return;
  cpu_.begin_game(*meters_, wait_clock_->now());
  begin_game_again();
}

void TurnTimer::begin_game_again() {
  cpu_charged_ = {};
  delay_before_ = meters_->run_delay();
}

void TurnTimer::begin_question(bool of_law) {
  of_law_ = of_law;
  clock().start_question();
  note_clock();
  bank_was_short_ = !of_law && bank_left_ < move_left_;
}

void TurnTimer::begin_turn(bool again) {
  asked_at_ = wait_clock_->now();
  unexplained_ = {};
  cpu_seen_ = {};
  idle_since_ = asked_at_;
  cpu_.begin_turn(*meters_, asked_at_);
  if (again) cpu_.read(*meters_, asked_at_);
  starved_before_ = wait_clock_->starved_before(asked_at_);
  if (asked_at_ >= next_mark_at_) mark_delay();
}

/// From here on the bot's waits for a processor count. Costs system calls: not done for each question.
void TurnTimer::mark_delay() {
  delay_marked_ = meters_->threads_delay();
  const Duration took = wait_clock_->now() - asked_at_;
  next_mark_at_ = asked_at_ + std::clamp<Duration>(kLooksShare * took, kPauseMin, kMarkAgeMax);
}

/// As a fault that happens now has it in the ledger.
void TurnTimer::note_clock() {
  move_left_ = clock().move_left();
  bank_left_ = clock().bank_left();
}

/// How long the arena's thread, or those of the bot, have waited for a processor since the question was written.
Duration TurnTimer::waited() const {
  return (wait_clock_->starved() - starved_before_) + (meters_->threads_delay() - delay_marked_);
}

/// Time in which the arena's thread or those of the bot waited for a processor is not the bot's, unless the bot itself
/// was using one: nobody gains time by starving the arena, or takes time from others by keeping the processors busy.
/// Where it is not known what a bot's other processes use, one that may have them pays for all.
Duration TurnTimer::own_time(TimePoint at) const {
  const TimePoint from = std::max(asked_at_ + unexplained_, wait_clock_->continued_at());
  const Duration all = std::max(at - from, Duration::zero());
  if (all < kPauseMin || !meters_->counts_all()) return all;
  const Duration waited = std::min(this->waited(), forgiven_max_);
  if (waited <= Duration::zero()) return all;
  return std::clamp(all - waited, std::min(cpu_since_question(), all), all);
}

std::optional<TimePoint> TurnTimer::write_deadline(TimePoint at, Duration allowance) const {
  const Duration left = allowance - own_time(at);
  if (left <= Duration::zero()) return std::nullopt;
  return at + left;
}

/// The bot is ready to run and has not had a processor for as long as it may take: it waits, or has waited and is told
/// so too late. How long is known only of threads that live, when they have run.
bool TurnTimer::waits_still(TimePoint at, Duration allowance) const {
  return meters_->counts_all() && at - asked_at_ <= forgiven_max_ && meters_->wants_processor() &&
         cpu_since_question() < allowance;
}

bool TurnTimer::extend(Wait& wait, TimePoint at) {
  if (const Duration cpu = cpu_since_question(); cpu != cpu_seen_) {
    cpu_seen_ = cpu;
    idle_since_ = at;
  }
  const Duration left = wait.allowance - own_time(at);
  if (left > Duration::zero()) {
    wait.deadline = at + left;
    return true;
  }
  if (unexplained_ == Duration::zero() && meters_->counts_all() && at - wait.deadline > kPauseMin &&
      cpu_since_question() < wait.allowance) {
    // The arena is late, and not by the bot's doing. What held it up may be known in a moment, and an answer be there.
    unexplained_ = at - wait.deadline;
  } else if (!waits_still(at, wait.allowance)) {
    return false;
  }
  wait.deadline = at + kPauseMin;
  return true;
}

std::string TurnTimer::tell_bank_spent() const {
  const int before = timing_.questions - 1;
  if (!bank_was_short_ || before < 1) return {};
  const auto used = std::accumulate(timing_.asks.begin(), std::prev(timing_.asks.end()), std::chrono::microseconds{});
  return " (" + hearts::counted(before, "question") + ", " + std::to_string(to_ms(used / before).count()) + " ms each)";
}

std::string TurnTimer::tell_starved(TimePoint at, Duration allowance) const {
  const Duration all = at - asked_at_;
  if (!meters_->counts_all() || all <= forgiven_max_ || cpu_since_question() >= allowance) return {};
  // A wait that is not over is in no figure yet. One that wakes for each look uses some processor time in between.
  const bool goes_on = meters_->wants_processor() && cpu_since_question() == cpu_seen_;
  const Duration unfinished = goes_on ? at - idle_since_ : Duration::zero();
  if (all - waited() - unfinished >= allowance) return {};
  return "got " + std::to_string(to_ms(cpu_since_question()).count()) + " ms of processor time in " +
         std::to_string(to_ms(all).count()) + " ms: the machine was too busy";
}

void TurnTimer::charge(Duration time) {
  const auto charged = to_us(time);
  clock().use(charged);
  timing_.asks.push_back(charged);
}

void TurnTimer::settle(TimePoint at, int question) {
  note_clock();
  cpu_.end_turn(*meters_, at);
  const auto time = to_us(clock().used());
  ++timing_.questions;
  timing_.total += time;
  auto& slowest = timing_.slowest;
  if (slowest.size() < kSlowestKept || time > slowest.back().time) {
    if (slowest.size() == kSlowestKept) slowest.pop_back();
    const auto place = std::find_if(slowest.begin(), slowest.end(), [&](const auto& slow) { return slow.time < time; });
    slowest.insert(place, {question, time});
  }
  clock().settle();
}

std::string TurnTimer::tell_idle_cpu() {
  const std::chrono::milliseconds allowed(meters_->resources().idle_cpu_ms);
  const auto used = cpu_.out_of_turn() - cpu_charged_;
  if (allowed.count() <= 0 || used <= allowed) return {};
  cpu_charged_ = cpu_.out_of_turn();
  return std::to_string(to_ms(used).count()) + " ms of processor time while it was not its turn; " +
         std::to_string(allowed.count()) + " ms are allowed";
}

void TurnTimer::take_figures() {
  cpu_.read(*meters_, wait_clock_->now());
  timing_.cpu = to_us(cpu_.total());
  timing_.idle_cpu = to_us(cpu_.out_of_turn());
  timing_.between_games_cpu = to_us(cpu_.between_games());
  timing_.run_delay = to_us(meters_->run_delay() - delay_before_);
}

}  // namespace arena
