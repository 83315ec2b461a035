#include "arena/check/altered_channel.h"

#include <algorithm>

#include "arena/protocol/ask_line.h"
#include "arena/protocol/bot_line.h"
#include "arena/text/words.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// How much longer a silent bot is listened to while its input is open, and after that was closed.
constexpr Duration kPatience = std::chrono::seconds(2);
constexpr Duration kLastWords = std::chrono::seconds(1);
/// More lines than a bot may write beside an answer.
constexpr int kLastLinesMax = 250;

/// The number, then the words in the order of the alphabet: a bot may give them in any.
std::string in_order(const BotLine& answer) {
  std::vector<std::string_view> words = words_of(answer.rest);
  std::sort(words.begin(), words.end());
  std::string text = std::to_string(answer.id);
  for (const std::string_view word : words) text.append(" ").append(word);
  return text;
}

/// A line that is waited for: `ready` or an answer.
bool is_awaited(const Incoming& incoming) {
  if (incoming.kind != Incoming::Kind::line) return false;
  const BotLine::Kind kind = decode_bot_line(incoming.text).kind;
  return kind == BotLine::Kind::answer || kind == BotLine::Kind::ready;
}

/// The last line asks for a card of several.
bool asks_choice(std::string_view lines) {
  const std::optional<AskLine> ask = decode_ask(lines);
  return ask && ask->kind == "play" && ask->words.size() > 1;
}

}  // namespace

AlteredChannel::AlteredChannel(std::unique_ptr<BotChannel> inner, Alteration alteration, Overheard& overheard)
    : inner_(std::move(inner)), alteration_(std::move(alteration)), overheard_(overheard) {}

/// What the pipe does not take is kept here, so that to the seat a text is sent whole or not at all.
asio::awaitable<Sent> AlteredChannel::send(std::string_view text, TimePoint deadline) {
  asked_choice_ = alteration_.late_once && !overheard_.kept_one && asks_choice(text);
  unsent_ += alteration_.text ? alteration_.text(text) : std::string(text);
  Sent sent = co_await inner_->send(unsent_, deadline);
  unsent_.erase(0, sent.bytes);
  sent.bytes = text.size();
  co_return sent;
}

std::size_t AlteredChannel::push(std::string_view text) {
  unsent_ += alteration_.text ? alteration_.text(text) : std::string(text);
  unsent_.erase(0, inner_->push(unsent_));
  return text.size();
}

asio::awaitable<Incoming> AlteredChannel::receive(TimePoint deadline) {
  if (keeps_) co_return Incoming{Incoming::Kind::timeout, {}, deadline};
  const Incoming incoming = co_await inner_->receive(deadline);
  silent_ = incoming.kind == Incoming::Kind::timeout;
  hear(incoming);
  if (!asked_choice_ || !is_awaited(incoming)) co_return incoming;
  asked_choice_ = false;
  late_ = incoming.text;
  keeps_ = overheard_.kept_one = true;
  co_return Incoming{Incoming::Kind::timeout, {}, deadline};
}

std::optional<Incoming> AlteredChannel::poll() {
  if (keeps_) {
    keeps_ = false;
    return Incoming{Incoming::Kind::line, late_, clock().now()};
  }
  const std::optional<Incoming> incoming = inner_->poll();
  if (incoming) hear(*incoming);
  return incoming;
}

asio::awaitable<ProcessEnd> AlteredChannel::stop(std::string_view farewell, Duration grace) {
  if (silent_) {
    const TimePoint until = clock().now() + kPatience;
    for (int lines = 0; lines < kLastLinesMax && !overheard_.came_late; ++lines) {
      const Incoming incoming = co_await inner_->receive(until);
      overheard_.came_late = is_awaited(incoming);
      if (incoming.kind != Incoming::Kind::line) break;
    }
  }
  const bool listens = silent_ && !overheard_.came_late;
  const std::string last_text = alteration_.text ? alteration_.text(farewell) : std::string(farewell);
  overheard_.peak_kb = std::max(overheard_.peak_kb, meters().peak_kb());
  const ProcessEnd end = co_await inner_->stop(last_text, listens ? std::max(grace, kLastWords) : grace);
  overheard_.peak_kb = std::max(overheard_.peak_kb, end.peak_kb);
  for (int lines = 0; listens && lines < kLastLinesMax; ++lines) {
    const std::optional<Incoming> incoming = inner_->poll();
    if (!incoming || incoming->kind != Incoming::Kind::line) break;
    overheard_.came_at_close = overheard_.came_at_close || is_awaited(*incoming);
  }
  co_return end;
}

void AlteredChannel::begin_game(std::string_view id) {
  overheard_.answers.clear();
  inner_->begin_game(id);
}

void AlteredChannel::hear(const Incoming& incoming) {
  if (incoming.kind != Incoming::Kind::line || overheard_.answers.size() == kAnswersKept) return;
  const BotLine line = decode_bot_line(incoming.text);
  if (line.kind == BotLine::Kind::answer) overheard_.answers.push_back(in_order(line));
}

}  // namespace arena
