#include "arena/replay/recorded_channel.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "arena/process/processless_channel.h"
#include "arena/protocol/bot_line.h"
#include "arena/text/words.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// Of the last line, which is an ask.
int id_of_ask(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
  cut_word(text);
  const std::string_view digits = cut_word(text);
  int id = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), id);
  return id;
}

class RecordedChannel final : public ProcesslessChannel {
 public:
  RecordedChannel(const SeatScript& script, RecordedSeat& heard) : script_(script), heard_(heard) {}

  asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override;
  std::size_t push(std::string_view text) override;
  asio::awaitable<ProcessEnd> ended(Duration wait) override;
  asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  void begin_game(std::string_view) override { heard_ = {}; }
  void mark(int question) override { question_ = question; }
  TimePoint now() const override { return now_; }

 private:
  Incoming say(std::string line);
  Incoming go_away();
  bool next_late(int ask, bool open);

  const SeatScript& script_;
  RecordedSeat& heard_;
  std::string line_;
  TimePoint now_{std::chrono::hours(1)};
  std::size_t late_told_ = 0;
  int question_ = 0;
  bool greeted_ = false;
  bool answered_ = false;  // the ask under way
  bool gone_ = false;
};

std::size_t RecordedChannel::push(std::string_view text) {
  heard_.bytes += text;
  return text.size();
}

asio::awaitable<Sent> RecordedChannel::send(std::string_view text, TimePoint) {
  push(text);
  if (greeted_) {
    HeardAsk ask;
    ask.id = id_of_ask(text);
    ask.end = heard_.bytes.size();
    if (heard_.asks.size() < script_.asks.size()) {
      ask.asked = script_.asks[heard_.asks.size()];
    } else {
      // More is asked than was: the times were guessed.
      ask.asked.question = question_;
      ask.asked.outcome = ScriptedAsk::Outcome::silent;
    }
    heard_.asks.push_back(std::move(ask));
    answered_ = false;
  }
  co_return Sent{Sent::Kind::done, now_, text.size()};
}

Incoming RecordedChannel::say(std::string line) {
  line_ = std::move(line);
  return {Incoming::Kind::line, line_, now_};
}

Incoming RecordedChannel::go_away() {
  gone_ = true;
  return {Incoming::Kind::closed, {}, now_};
}

/// The next late answer came there.
bool RecordedChannel::next_late(int ask, bool open) {
  if (late_told_ == script_.input.late.size()) return false;
  const SeatInput::Late& late = script_.input.late[late_told_];
  return late.ask == ask && late.open == open;
}

asio::awaitable<Incoming> RecordedChannel::receive(TimePoint deadline) {
  if (!greeted_) {
    greeted_ = true;
    co_return say("ready");
  }
  if (next_late(static_cast<int>(heard_.asks.size()), true))
    co_return say(std::to_string(script_.input.late[late_told_++].id));
  if (heard_.asks.empty() || answered_) co_return go_away();
  answered_ = true;
  const ScriptedAsk& ask = heard_.asks.back().asked;
  if (ask.outcome == ScriptedAsk::Outcome::silent && !ask.lost) {
    now_ = std::max(now_, deadline);
    co_return Incoming{Incoming::Kind::timeout, {}, now_};
  }
  now_ = std::min(now_ + ask.charged, deadline);
  if (ask.lost || ask.outcome == ScriptedAsk::Outcome::gone) co_return go_away();
  // The words of a refused try do not matter: what the bot was told of it is recorded.
  const bool refused = ask.outcome == ScriptedAsk::Outcome::refused;
  if (refused && ask.why == Fault::garbage) co_return say(script_.input.bad.empty() ? ask.line : "?");
  co_return say(std::to_string(heard_.asks.back().id) + " " + (refused && !script_.input.bad.empty() ? "?" : ask.line));
}

std::optional<Incoming> RecordedChannel::poll() {
  if (next_late(static_cast<int>(heard_.asks.size()) + 1, false)) {
    return say(std::to_string(script_.input.late[late_told_++].id));
  }
  if (script_.lost_before > 0 && question_ == script_.lost_before) return go_away();
  return std::nullopt;
}

asio::awaitable<ProcessEnd> RecordedChannel::ended(Duration) {
  ProcessEnd end;
  if (gone_) end.kind = ProcessEnd::Kind::exited;
  co_return end;
}

/// What it is told last is not a part of what it heard.
asio::awaitable<ProcessEnd> RecordedChannel::stop(std::string_view, Duration) {
  gone_ = true;
  return ended({});
}

}  // namespace

std::unique_ptr<BotChannel> make_recorded_channel(const SeatScript& script, RecordedSeat& heard) {
  return std::make_unique<RecordedChannel>(script, heard);
}

}  // namespace arena
