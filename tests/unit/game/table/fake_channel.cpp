#include "tests/unit/game/table/fake_channel.h"

#include <algorithm>
#include <utility>

#include "arena/base/text/words.h"

namespace arena::test {

namespace asio = boost::asio;

void FakeClock::advance(TimePoint to) {
  now = std::max(now, to);
  for (const Pause& one : pauses) {
    if (now >= one.from) now = std::max(now, one.from + one.length);
  }
}

Duration FakeClock::paused(Pause::Kind kind) const {
  Duration sum{};
  for (const Pause& one : pauses) {
    if (one.kind == kind && one.from + one.length <= now) sum += one.length;
  }
  return sum;
}

FakeChannel::FakeChannel(FakeClock& clock, FakeBot& bot, FakeScript script)
    : clock_(&clock), bot_(bot), script_(std::move(script)) {
  bot_.clock_ = &clock;
}

void FakeChannel::change_clock(FakeClock& clock) {
  for (FakeBot::Event& event : bot_.queue_) event.at += clock.now - detached_at_;
  clock_ = bot_.clock_ = &clock;
}

std::size_t FakeChannel::push(std::string_view text) {
  if (bot_.input_closed_) return 0;
  std::size_t taken = text.size();
  if (bot_.room_) {
    taken = std::min(taken, *bot_.room_);
    *bot_.room_ -= taken;
  }
  bot_.sent_ += text.substr(0, taken);
  if (bot_.room_) {
    bot_.unread_ += text.substr(0, taken);
    return taken;
  }
  const std::string unread = std::exchange(bot_.unread_, {}) + std::string(text);
  std::string_view rest = unread;
  while (rest.find('\n') != std::string_view::npos) script_(bot_, cut_line(rest));
  bot_.unread_ = rest;
  return taken;
}

asio::awaitable<Sent> FakeChannel::send(std::string_view text, TimePoint deadline) {
  Sent sent;
  bot_.frozen_ = false;
  sent.bytes = push(text);
  if (bot_.input_closed_ && sent.bytes < text.size()) {
    sent.kind = Sent::Kind::closed;
  } else if (sent.bytes < text.size()) {
    clock_->advance(deadline);
    sent.kind = Sent::Kind::timeout;
  }
  sent.at = clock_->now;
  co_return sent;
}

std::optional<Incoming> FakeChannel::poll() {
  if (bot_.queue_.empty() || bot_.queue_.front().at > clock_->now) return std::nullopt;
  if (bot_.queue_.front().end) {
    bot_.state_ = bot_.ending_;
    return Incoming{Incoming::Kind::closed, {}, clock_->now};
  }
  line_ = bot_.queue_.front().line;
  bot_.queue_.pop_front();
  return Incoming{line_.size() > kLineBytesMax ? Incoming::Kind::flood : Incoming::Kind::line, line_, clock_->now};
}

asio::awaitable<Incoming> FakeChannel::receive(TimePoint deadline) {
  std::stable_sort(bot_.queue_.begin(), bot_.queue_.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  if (bot_.queue_.empty() || bot_.queue_.front().at > clock_->now) {
    const bool in_time = !bot_.queue_.empty() && bot_.queue_.front().at <= deadline;
    clock_->advance(in_time ? bot_.queue_.front().at : deadline);
    if (!in_time || clock_->now > deadline) co_return Incoming{Incoming::Kind::timeout, {}, clock_->now};
  }
  co_return *poll();
}

void FakeChannel::freeze() {
  bot_.frozen_ = true;
  ++bot_.times_frozen_;
}

TimePoint FakeChannel::continued_at() const {
  TimePoint last{};
  for (const FakeClock::Pause& one : clock_->pauses) {
    const TimePoint end = one.from + one.length;
    if (one.kind == FakeClock::Pause::Kind::stopped && end <= clock_->now) last = std::max(last, end);
  }
  return last;
}

void FakeChannel::close_input() {
  if (!std::exchange(bot_.input_closed_, true)) bot_.at_end_of_input(bot_);
}

/// One that runs on lets the time go by.
asio::awaitable<ProcessEnd> FakeChannel::ended(Duration wait) {
  const TimePoint until = clock_->now + wait;
  const auto end = std::ranges::find_if(bot_.queue_, [](const FakeBot::Event& event) { return event.end; });
  const bool ends = end != bot_.queue_.end() && end->at <= until;
  if (bot_.state_.kind == ProcessEnd::Kind::running) clock_->advance(ends ? end->at : until);
  if (ends) bot_.state_ = bot_.ending_;
  co_return bot_.state_;
}

asio::awaitable<ProcessEnd> FakeChannel::stop(std::string_view farewell, Duration) {
  bot_.frozen_ = false;
  push(farewell);
  if (bot_.state_.kind == ProcessEnd::Kind::running) bot_.state_.kind = ProcessEnd::Kind::exited;
  co_return bot_.state_;
}

std::optional<Ask> parse_ask(std::string_view line) {
  if (cut_word(line) != "ask") return std::nullopt;
  Ask ask;
  ask.id = static_cast<int>(leading_number(cut_word(line)));
  ask.kind = cut_word(line);
  ask.count = static_cast<int>(leading_number(cut_word(line)));
  ask.move = leading_number(cut_word(line));
  ask.bank = leading_number(cut_word(line));
  while (!line.empty() && cut_word(line) != ":") continue;
  for (std::string_view word = cut_word(line); !word.empty(); word = cut_word(line)) ask.words.emplace_back(word);
  return ask;
}

std::string first_words(const Ask& ask) {
  std::string answer = std::to_string(ask.id);
  for (int i = 0; i < ask.count; ++i) answer += " " + ask.words[static_cast<std::size_t>(i)];
  return answer;
}

FakeScript answering_script(std::function<void(FakeBot&, const Ask&, int number)> answer) {
  return [answer = std::move(answer), number = 0](FakeBot& bot, std::string_view line) mutable {
    if (line.starts_with("hello ")) bot.say("ready");
    if (const auto ask = parse_ask(line)) answer(bot, *ask, ++number);
  };
}

FakeScript honest_script() {
  return answering_script([](FakeBot& bot, const Ask& ask, int) { bot.say(first_words(ask)); });
}

}  // namespace arena::test
