#include "arena/admission/check/hear_out.h"

#include <algorithm>

#include "arena/bots/protocol/decode.h"

namespace arena {
namespace {

/// More lines than a bot may write beside an answer.
constexpr int kLinesMax = 250;

BotLine::Kind kind_of(const Incoming& incoming) { return decode_bot_line(incoming.text).kind; }

/// Where a wait goes on for a bot that lacks a processor, it is seen so often whether it still does.
constexpr Duration kLookAgain = std::chrono::milliseconds(100);

bool is_line(const Incoming& incoming) { return incoming.kind == Incoming::Kind::line; }

}  // namespace

bool is_ready(const Incoming& incoming) { return is_line(incoming) && kind_of(incoming) == BotLine::Kind::ready; }

bool is_ready_or_answer(const Incoming& incoming) {
  return is_ready(incoming) || (is_line(incoming) && kind_of(incoming) == BotLine::Kind::answer);
}

boost::asio::awaitable<bool> hear_out(BotChannel& bot, std::optional<TimePoint> until,
                                      std::function<bool(const Incoming&)> is_wanted) {
  for (int lines = 0; lines < kLinesMax; ++lines) {
    std::optional<Incoming> incoming;
    if (until) incoming = co_await bot.receive(*until);
    // A line may have come in time, and the arena have been late.
    if (!incoming || incoming->kind == Incoming::Kind::timeout) incoming = bot.poll();
    if (!incoming || !is_line(*incoming)) break;
    if (is_wanted(*incoming)) co_return true;
  }
  co_return false;
}

TurnTimer own_time_of(BotChannel& bot, Duration most) {
  Limits limits;
  limits.startup = to_ms(most);
  TurnTimer timer(limits);
  timer.begin_process(bot.meters(), bot.clock());
  timer.begin_turn(true);  // what it has used of the processor before is no part of it
  return timer;
}

boost::asio::awaitable<bool> hear_out_for(BotChannel& bot, Duration own_time, Duration cpu_most,
                                          std::function<bool(const Incoming&)> is_wanted) {
  TurnTimer timer = own_time_of(bot, own_time);
  TurnTimer::Wait wait = timer.begin_wait(own_time);
  while (true) {
    if (co_await hear_out(bot, wait.deadline, is_wanted)) co_return true;
    const TimePoint now = bot.clock().now();
    const bool may_wait_on = now >= wait.deadline && bot.meters().cpu_time() < cpu_most;
    if (!may_wait_on || !timer.extend(wait, now)) co_return false;
    wait.deadline = std::min(wait.deadline, now + kLookAgain);
  }
}

boost::asio::awaitable<bool> ends_within(BotChannel& bot, Duration own_time) {
  TurnTimer timer = own_time_of(bot, own_time);
  TurnTimer::Wait wait = timer.begin_wait(own_time);
  TimePoint now = bot.clock().now();
  do {
    const ProcessEnd end = co_await bot.ended(wait.deadline - now);
    if (end.kind != ProcessEnd::Kind::running) co_return true;
    now = bot.clock().now();
  } while (now >= wait.deadline && timer.extend(wait, now));
  co_return false;
}

}  // namespace arena
