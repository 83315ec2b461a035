#include "arena/game/table/turn_timer.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr std::size_t kSlowestKept = 5;

/// Returns how many processors a bot could use at the same time. It may leave the one that it was bound to.
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
  limits_ = limits;
  own_time_.end_start(longest_wait());
}

void TurnTimer::begin_process(ProcessMeters& meters, WaitClock& wait_clock) {
  meters_ = &meters;
  cpu_ = CpuUse();
  timing_.asks.clear();
  own_time_ = OwnTime(meters, wait_clock, limits_.startup);
}

void TurnTimer::end_start() {
  cpu_.begin_process(*meters_, own_time_.now());
  own_time_.end_start(longest_wait());
}

void TurnTimer::begin_game(bool alive) {
  clock_ = Clock(limits_);
  law_clock_ = Clock(limits_, true);
  of_law_ = false;
  timing_ = {};
  if (!alive) return;
  cpu_.begin_game(*meters_, own_time_.now());
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
  const TimePoint at = own_time_.now();
  cpu_.begin_turn(*meters_, at);
  if (again) cpu_.read(*meters_, at);
  own_time_.begin(at, cpu_.last());
}

/// Notes the clock for a fault that happens now.
void TurnTimer::note_clock() {
  move_left_ = clock().move_left();
  bank_left_ = clock().bank_left();
}

std::optional<std::string> TurnTimer::describe_spent_bank() const {
  const int before = timing_.questions - 1;
  if (!bank_was_short_ || before < 1) return std::nullopt;
  const auto used = timing_.total - timing_.asks.back();
  return " (" + hearts::counted(before, "question") + ", " + std::to_string(to_ms(used / before).count()) + " ms each)";
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
  clock_.end_setup();
  law_clock_.end_setup();
}

std::optional<std::string> TurnTimer::report_idle_cpu() {
  const std::chrono::milliseconds allowed(meters_->resources().idle_cpu_ms);
  const auto used = cpu_.out_of_turn() - cpu_charged_;
  if (allowed.count() <= 0 || used <= allowed) return std::nullopt;
  cpu_charged_ = cpu_.out_of_turn();
  return std::to_string(to_ms(used).count()) + " ms of processor time while it was not its turn; " +
         std::to_string(allowed.count()) + " ms are allowed";
}

void TurnTimer::read_meters() {
  cpu_.read(*meters_, own_time_.now());
  timing_.cpu = to_us(cpu_.total());
  timing_.idle_cpu = to_us(cpu_.out_of_turn());
  timing_.between_games_cpu = to_us(cpu_.between_games());
  timing_.run_delay = to_us(meters_->run_delay() - delay_before_);
}

}  // namespace arena
