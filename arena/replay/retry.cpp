#include "arena/replay/retry.h"

#include <algorithm>
#include <set>
#include <vector>

#include "arena/protocol/ask_line.h"
#include "arena/protocol/bot_line.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"

namespace arena {
namespace {

using Outcome = ScriptedAsk::Outcome;

/// Lines beside an answer. A debugger writes more of them than the protocol allows.
constexpr int kLinesMax = 10000;

/// In an order of their own: of a pass the cards may come in any order.
std::vector<std::string_view> sorted(std::vector<std::string_view> words) {
  std::sort(words.begin(), words.end());
  return words;
}

class Retry {
 public:
  Retry(OpenProcess& bot, const ProcessInput& input, const RetryEvents& events)
      : bot_(bot), input_(input), events_(events) {}

  std::optional<RetriedAnswer> run() {
    if (!greet()) return std::nullopt;
    std::size_t sent = input_.hello_end;
    for (const ProcessInput::Ask& ask : input_.asks) {
      const bool last = &ask == &input_.asks.back();
      const std::string_view bytes = std::string_view(input_.bytes).substr(sent, ask.heard.end - sent);
      sent = ask.heard.end;
      bot_.send(bytes);  // one that reads no more may still answer
      if (!last && ask.heard.asked.outcome == Outcome::silent) {
        unawaited_.insert(ask.heard.id);
        continue;
      }
      const RetriedAnswer answer = hear(ask, bytes, last);
      if (last) return answer;
      if (!answer.same) events_.differs(ask, answer);
      if (gone_) break;
    }
    return std::nullopt;
  }

 private:
  bool greet() {
    bot_.send(std::string_view(input_.bytes).substr(0, input_.hello_end));
    for (int lines = 0; lines < kLinesMax; ++lines) {
      const Incoming incoming = bot_.receive();
      if (incoming.kind != Incoming::Kind::line) break;
      if (decode_bot_line(incoming.text).kind == BotLine::Kind::ready) return true;
      events_.line(incoming.text, 0);
    }
    const RetriedAnswer none{"ready", "ended without 'ready'", false, true};
    events_.differs({input_.game, {}}, none);
    return false;
  }

  /// Waits for the answer to an ask, the last line of `bytes`.
  RetriedAnswer hear(const ProcessInput::Ask& ask, std::string_view bytes, bool last) {
    const ScriptedAsk& asked = ask.heard.asked;
    const bool garbage = asked.outcome == Outcome::refused && asked.why == Fault::garbage;
    RetriedAnswer answer;
    answer.recorded = recorded_text(asked);
    answer.now = "more than " + std::to_string(kLinesMax) + " lines without an answer";
    for (int lines = 0; lines < kLinesMax; ++lines) {
      const Incoming incoming = bot_.receive();
      if (incoming.kind != Incoming::Kind::line) {
        const bool flood = incoming.kind == Incoming::Kind::flood;
        answer.now =
            flood ? "a line of more than " + std::to_string(kLineBytesMax) + " bytes" : "ended without an answer";
        break;
      }
      const BotLine line = decode_bot_line(incoming.text);
      if (line.kind == BotLine::Kind::answer && line.id == ask.heard.id) {
        compare(answer, asked, line.rest, bytes);
        return answer;
      }
      const bool late = line.kind == BotLine::Kind::answer && unawaited_.contains(line.id);
      if (garbage && !line.is_remark() && !late) {
        answer.now = printable(incoming.text);
        answer.same = answer.now == asked.line;
        return answer;
      }
      if (!late && (last || !line.is_remark())) events_.line(incoming.text, line.is_remark() ? 0 : ask.heard.id);
    }
    gone_ = answer.gone = true;
    answer.same = asked.outcome == Outcome::gone;
    return answer;
  }

  static std::string recorded_text(const ScriptedAsk& asked) {
    switch (asked.outcome) {
      case Outcome::answered:
        return asked.line;
      case Outcome::refused:
        return asked.line + " (" + std::string(fault_name(asked.why)) + ")";
      case Outcome::silent:
        return "no answer in time";
      case Outcome::gone:
        break;
    }
    return "no answer (" + std::string(fault_name(asked.why)) + ")";
  }

  static void compare(RetriedAnswer& answer, const ScriptedAsk& asked, std::string_view words, std::string_view bytes) {
    const std::vector<std::string_view> chosen = sorted(words_of(words));
    answer.now = printable(words);
    if (asked.outcome == Outcome::answered) {
      answer.same = chosen == sorted(words_of(asked.line));
    } else if (asked.outcome == Outcome::refused) {
      answer.same = answer.now == asked.line;
    }
    if (answer.same) {
      answer.now = answer.recorded;
      return;
    }
    const std::vector<std::string_view> offered = sorted(decode_ask(bytes).value_or(AskLine()).words);
    const bool known = std::includes(offered.begin(), offered.end(), chosen.begin(), chosen.end());
    if (!known) answer.now += " (not offered)";
  }

  OpenProcess& bot_;
  const ProcessInput& input_;
  const RetryEvents& events_;
  std::set<std::int64_t> unawaited_;  // ids of asks whose answers nobody waits for
  bool gone_ = false;
};

}  // namespace

std::optional<RetriedAnswer> retry(OpenProcess& bot, const ProcessInput& input, const RetryEvents& events) {
  return Retry(bot, input, events).run();
}

}  // namespace arena
