#include "arena/admission/check/await_line.h"

#include <algorithm>

#include "arena/bots/protocol/decode.h"

namespace arena {
namespace {

/// More lines than a bot may write beside an answer.
constexpr int kLinesMax = 250;

BotLine::Kind kind_of(const Incoming& incoming) { return decode_bot_line(incoming.text).kind; }

/// How often a longer wait checks whether the bot still lacks a processor.
constexpr Duration kLookAgain = std::chrono::milliseconds(100);

bool is_line(const Incoming& incoming) { return incoming.kind == Incoming::Kind::line; }

}  // namespace

bool is_ready(const Incoming& incoming) { return is_line(incoming) && kind_of(incoming) == BotLine::Kind::ready; }

bool is_ready_or_answer(const Incoming& incoming) {
  return is_ready(incoming) || (is_line(incoming) && kind_of(incoming) == BotLine::Kind::answer);
}

boost::asio::awaitable<bool> await_line(BotChannel& bot, std::optional<TimePoint> until,
                                        std::function<bool(const Incoming&)> is_wanted) {
  for (int lines = 0; lines < kLinesMax; ++lines) {
    std::optional<Incoming> incoming;
    if (until) incoming = co_await bot.receive(*until);
    // The line may have come in time while the arena was late.
    if (!incoming || incoming->kind == Incoming::Kind::timeout) incoming = bot.poll();
    if (!incoming || !is_line(*incoming)) break;
    if (is_wanted(*incoming)) co_return true;
  }
  co_return false;
}

OwnTime own_time_of(BotChannel& bot, Duration most) { return {bot.meters(), bot.clock(), most}; }

boost::asio::awaitable<bool> await_line_for(BotChannel& bot, Duration own_time, Duration cpu_most,
                                            std::function<bool(const Incoming&)> is_wanted) {
  OwnTime time = own_time_of(bot, own_time);
  TimePoint deadline = time.asked_at() + own_time;
  while (true) {
    if (co_await await_line(bot, deadline, is_wanted)) co_return true;
    const TimePoint now = bot.clock().now();
    const bool may_wait_on = now >= deadline && bot.meters().cpu_time() < cpu_most;
    if (!may_wait_on || !time.extend(deadline, now, own_time)) co_return false;
    deadline = std::min(deadline, now + kLookAgain);
  }
}

boost::asio::awaitable<bool> ends_within(BotChannel& bot, Duration own_time) {
  OwnTime time = own_time_of(bot, own_time);
  TimePoint deadline = time.asked_at() + own_time;
  TimePoint now = bot.clock().now();
  do {
    const ProcessEnd end = co_await bot.ended(deadline - now);
    if (end.kind != ProcessEnd::Kind::running) co_return true;
    now = bot.clock().now();
  } while (now >= deadline && time.extend(deadline, now, own_time));
  co_return false;
}

}  // namespace arena
