#include <algorithm>

#include "arena/table/bot_seat.h"

// How long a bot has taken: its own time, not that in which it or the arena could not run.

namespace arena {
namespace {

namespace asio = boost::asio;

/// Less is not looked into, so that a quick answer costs no system call.
constexpr Duration kPauseMin = std::chrono::milliseconds(10);

/// A table does not wait for ever for a bot that gets no processor: so many times what a move may take.
constexpr int kWaitsMax = 10;

}  // namespace

/// What of the time since the question was written is the bot's. Time in which the arena's thread or the bot's first one
/// waited for a processor is not, unless the bot itself was using one: nobody gains time by starving the arena, or takes
/// time from others by keeping the processors busy. What a bot's other processes use is not known: one that may have
/// them pays for all.
Duration BotSeat::own_time(TimePoint at) {
  const TimePoint from = std::max(asked_at_ + unexplained_, channel_->continued_at());
  const Duration all = std::max(at - from, Duration::zero());
  if (all < kPauseMin || channel_->resources().processes > 1) return all;
  const Duration most = kWaitsMax * Duration(limits_.move + limits_.grace);
  const Duration waited = std::min(channel_->starved() + (channel_->run_delay() - delay_marked_), most);
  if (waited <= Duration::zero()) return all;
  return std::clamp(all - waited, std::min(cpu_since_question(), all), all);
}

Duration BotSeat::cpu_since_question() const { return channel_->cpu_time() - cpu_.last(); }

/// A question is to be written now, the first time or once more.
void BotSeat::begin_turn() {
  asked_at_ = channel_->now();
  unexplained_ = {};
  cpu_.begin_turn(*channel_, asked_at_);
  if (tries_used_ > 0) cpu_.read(*channel_, asked_at_);
  channel_->begin_wait(asked_at_);
  if (asked_at_ - delay_marked_at_ >= kPauseMin) mark_delay();
}

/// From here on the bot's waits for a processor count. Costs a system call: not done for each question.
void BotSeat::mark_delay() {
  delay_marked_ = channel_->run_delay();
  delay_marked_at_ = asked_at_;
}

/// Goes on after a write that ended in time for the clock on the wall: a pause of the arena is not the bot's.
asio::awaitable<Sent> BotSeat::send_on(Sent sent, Duration allowance) {
  while (sent.kind == Sent::Kind::timeout) {
    const Duration left = allowance - own_time(sent.at);
    if (left <= Duration::zero()) break;
    const std::size_t before = sent.bytes;
    sent = co_await channel_->send(std::string_view(outbox_).substr(before), sent.at + left);
    sent.bytes += before;
  }
  co_return sent;
}

/// The bot is ready to run and gets no processor: how long it has waited is known only when it has run. `cpu` is what it
/// had used at the last look. One that runs on at its deadline is found out by the second look.
bool BotSeat::waits_still(TimePoint at, std::optional<Duration>& cpu) {
  if (channel_->resources().processes > 1 || at - asked_at_ > kWaitsMax * Duration(limits_.move + limits_.grace) ||
      !channel_->wants_processor()) {
    return false;
  }
  const Duration now = cpu_since_question();
  const bool ran = cpu && now - *cpu > kPauseMin / 4;
  cpu = now;
  return !ran;
}

/// Goes on after a wait that ended by the clock on the wall. A pause of the arena moves the end; nothing that a bot does
/// moves it.
asio::awaitable<Incoming> BotSeat::hear_on(Incoming incoming, Duration allowance) {
  TimePoint deadline = asked_at_ + allowance;
  std::optional<Duration> cpu;  // at the last look
  while (incoming.kind == Incoming::Kind::timeout) {
    const Duration left = allowance - own_time(incoming.at);
    if (left > Duration::zero()) {
      deadline = incoming.at + left;
    } else if (unexplained_ == Duration::zero() && channel_->resources().processes == 1 &&
               incoming.at - deadline > kPauseMin && cpu_since_question() < allowance) {
      // The arena comes late to its own deadline, and not by the bot's doing. What held it up may be known in a moment,
      // and an answer be there.
      unexplained_ = incoming.at - deadline;
      deadline = incoming.at + kPauseMin;
    } else if (waits_still(incoming.at, cpu)) {
      deadline = incoming.at + kPauseMin;
    } else {
      break;
    }
    incoming = co_await channel_->receive(deadline);
  }
  co_return incoming;
}

}  // namespace arena
