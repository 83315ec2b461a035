#include "arena/check/hear_out.h"

#include "arena/protocol/decode.h"

namespace arena {
namespace {

/// More lines than a bot may write beside an answer.
constexpr int kLinesMax = 250;

BotLine::Kind kind_of(const Incoming& incoming) { return decode_bot_line(incoming.text).kind; }

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
    if (until) {
      incoming = co_await bot.receive(*until);
    } else {
      incoming = bot.poll();
    }
    if (!incoming || !is_line(*incoming)) break;
    if (is_wanted(*incoming)) co_return true;
  }
  co_return false;
}

}  // namespace arena
