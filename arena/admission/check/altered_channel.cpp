#include "arena/admission/check/altered_channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "arena/admission/check/await_line.h"
#include "arena/admission/check/telling_line.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/protocol/decode.h"

namespace arena {
namespace {

namespace asio = boost::asio;

// The long times, and those after the end of the input, are in the bot's own time: on a busy machine the clock shows
// more. A rest is measured by the clock: the bot neither ran nor waited for a processor meanwhile.

// How much longer the check listens to a silent bot while its input is open: until the bot has rested so long, before
// `ready` and in a game.
constexpr Duration kStartPatience = std::chrono::seconds(2);
constexpr Duration kGamePatience = std::chrono::milliseconds(500);
// The same for a bot that may still start or answer.
constexpr Duration kLongStart = std::chrono::seconds(30);
constexpr Duration kLongAnswer = std::chrono::seconds(10);
/// The same, from its greeting on, for a bot that only computes.
constexpr Duration kLongComputing = std::chrono::seconds(12);
/// A bot that has computed so long beyond its time loops, or thinks far too long.
constexpr Duration kLongThought = std::chrono::milliseconds(900);
// How long the check listens after another line, and after the input was closed.
constexpr Duration kOtherLine = std::chrono::milliseconds(150);
constexpr Duration kLongOtherLine = std::chrono::seconds(3);
constexpr Duration kLastWords = std::chrono::seconds(1);
/// A line that comes later than this does not come because the input has ended.
constexpr Duration kAtOnce = std::chrono::milliseconds(500);

/// If the bot has not read a piece by then, it is sent the next one.
constexpr Duration kWaitForPiece = std::chrono::milliseconds(2);
constexpr int kWaitsForPiece = 100;

/// The number, then the words in alphabetical order: a bot may give them in any order.
std::string in_order(const BotLine& answer) {
  std::vector<std::string_view> words = words_of(answer.rest);
  std::sort(words.begin(), words.end());
  std::string text = std::to_string(answer.id);
  for (const std::string_view word : words) text.append(" ").append(word);
  return text;
}

/// Whether the last line asks for one of several cards.
bool asks_choice(std::string_view lines) {
  const std::optional<AskLine> ask = decode_ask(lines);
  return ask && ask->kind == "play" && ask->words.size() > 1;
}

/// The meters of the bot. While its answer is held back, all time counts as the bot's own, so that its time runs out.
class KeptMeters final : public ProcessMeters {
 public:
  KeptMeters(ProcessMeters& bot, const bool& keeps) : bot_(bot), keeps_(keeps) {}

  const Resources& resources() const override { return bot_.resources(); }
  std::chrono::nanoseconds cpu_time() override { return bot_.cpu_time(); }
  std::chrono::nanoseconds run_delay() override { return bot_.run_delay(); }
  std::chrono::nanoseconds threads_delay() override { return bot_.threads_delay(); }
  bool wants_processor() override { return bot_.wants_processor(); }
  WaitsFor waits_for() override { return bot_.waits_for(); }
  std::uint64_t progress() override { return bot_.progress(); }
  bool stopped() override { return bot_.stopped(); }
  bool counts_all() override { return !keeps_ && bot_.counts_all(); }
  long peak_kb() override { return bot_.peak_kb(); }
  std::uint64_t stderr_bytes() const override { return bot_.stderr_bytes(); }
  std::vector<StderrChunk> stderr_tail() const override {
    return frozen_stderr_ ? *frozen_stderr_ : bot_.stderr_tail();
  }

  /// From here on the experiments of the check cause what comes on stderr, so it is not reported.
  void end_stderr() { frozen_stderr_ = bot_.stderr_tail(); }
  /// Reports stderr again.
  void resume_stderr() { frozen_stderr_.reset(); }

 private:
  ProcessMeters& bot_;
  const bool& keeps_;
  std::optional<std::vector<StderrChunk>> frozen_stderr_;
};

class AlteredChannel final : public BotChannel {
 public:
  AlteredChannel(std::unique_ptr<BotChannel> inner, Alteration alteration, Overheard& overheard)
      : inner_(std::move(inner)),
        alteration_(std::move(alteration)),
        overheard_(overheard),
        meters_(inner_->meters(), keeps_) {}

  /// Keeps what the pipe does not take, so that for the seat a text is sent whole or not at all.
  asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override {
    since_asked_ = own_time_of(*this, in_game_ ? kLongAnswer : kLongStart);
    cpu_when_asked_ = meters().cpu_time();
    ready_when_asked_ = time_ready();
    asked_choice_ = alteration_.late_once && !overheard_.kept_one && asks_choice(text);
    last_line_ = last_line(text);
    unsent_ += altered(text);
    overheard_.asked = last_line(unsent_);
    if (alteration_.in_pieces) {
      co_await send_piece(unsent_.find('\n') / 2);
      co_await send_piece((unsent_.rfind('\n', unsent_.size() - 2) + unsent_.size()) / 2);
    }
    Sent sent = co_await inner_->send(unsent_, deadline);
    unsent_.erase(0, sent.bytes);
    sent.bytes = text.size();
    co_return sent;
  }

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    if (keeps_) co_return Incoming{Incoming::Kind::timeout, {}, deadline};
    const Incoming incoming = co_await inner_->receive(deadline);
    silent_ = incoming.kind == Incoming::Kind::timeout;
    if (silent_) own_when_silent_ = own_since_asked();
    note_answer(incoming);
    if (!asked_choice_ || !is_ready_or_answer(incoming)) co_return incoming;
    asked_choice_ = false;
    late_ = incoming.text;
    keeps_ = overheard_.kept_one = true;
    co_return Incoming{Incoming::Kind::timeout, {}, deadline};
  }

  std::optional<Incoming> poll() override {
    if (keeps_) {
      keeps_ = false;
      return Incoming{Incoming::Kind::line, late_, clock().now()};
    }
    const std::optional<Incoming> incoming = inner_->poll();
    if (incoming) note_answer(*incoming);
    return incoming;
  }

  std::size_t push(std::string_view text) override {
    unsent_ += altered(text);
    unsent_.erase(0, inner_->push(unsent_));
    return text.size();
  }

  void close_input() override { inner_->close_input(); }

  asio::awaitable<ProcessEnd> ended(Duration wait) override { return inner_->ended(wait); }

  asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override {
    overheard_.given_up = true;
    const bool is_asked_why = silent_ && !alteration_.is_brief;
    if (is_asked_why) {
      co_await listen_longer();
      note_time();
      overheard_.reads_no_more = in_game_ && overheard_.unread;
      const bool may_be_stuck = in_game_ || !(overheard_.computes || has_ended_output_);
      if (may_be_stuck && overheard_.arrival == Arrival::never && !overheard_.unread) co_await try_more_lines();
      if (!in_game_ && overheard_.reads_no_more && overheard_.arrival == Arrival::never) {
        meters_.resume_stderr();
        co_await listen_longer();  // it may have begun to load when it had read its greeting
        note_time();
        overheard_.reads_no_more = overheard_.unread;
      }
    }
    // A bot that does not read another line does not see the end of the input either.
    const bool is_deaf = silent_ && (alteration_.is_brief || overheard_.reads_no_more);
    if (is_deaf) grace = Duration::zero();
    overheard_.peak_kb = std::max(overheard_.peak_kb, meters().peak_kb());
    const bool listens = is_asked_why && !is_deaf && overheard_.arrival == Arrival::never;
    ProcessEnd end;
    if (listens) {
      end = co_await stop_and_read(altered(farewell), grace);
    } else {
      const std::string last_text = altered(farewell);
      end = co_await inner_->stop(last_text, grace);
    }
    overheard_.peak_kb = std::max(overheard_.peak_kb, end.peak_kb);
    co_return end;
  }

  std::string_view unfinished_line() const override { return inner_->unfinished_line(); }
  std::size_t unread_input() const override { return inner_->unread_input(); }
  bool input_closed() const override { return inner_->input_closed(); }

  void begin_game(std::string_view id) override {
    overheard_.answers.clear();
    overheard_.counts = {};
    answered_.reset();
    in_game_ = true;
    inner_->begin_game(id);
    stderr_bytes_ = meters_.stderr_bytes();
  }

  /// Reads what the bot has written to stderr since its last question.
  void mark(int question) override {
    inner_->mark(question);
    count_stderr();
  }
  void freeze() override { inner_->freeze(); }
  void thaw() override { inner_->thaw(); }
  ProcessMeters& meters() override { return meters_; }
  WaitClock& clock() override { return inner_->clock(); }

 private:
  std::string altered(std::string_view text) const {
    return alteration_.text ? alteration_.text(text) : std::string(text);
  }

  /// Sends so many bytes, and waits a while until the bot has read them.
  asio::awaitable<void> send_piece(std::size_t bytes) {
    unsent_.erase(0, inner_->push(std::string_view(unsent_).substr(0, bytes)));
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (int waits = 0; waits < kWaitsForPiece && inner_->unread_input() > 0; ++waits) {
      timer.expires_after(kWaitForPiece);
      co_await timer.async_wait(asio::use_awaitable);
    }
  }

  using IsWanted = std::function<bool(const Incoming&)>;

  /// Closes the input of a silent bot that keeps reading, and listens to what that brings.
  asio::awaitable<ProcessEnd> stop_and_read(std::string farewell, Duration grace) {
    if (!farewell.empty()) inner_->push(farewell);
    inner_->close_input();
    const bool at_once = co_await ends_within(*inner_, kAtOnce);
    if (!at_once) co_await ends_within(*inner_, std::max(grace, kLastWords) - kAtOnce);
    const ProcessEnd end = co_await inner_->stop({}, Duration::zero());
    if (co_await await_line(*inner_, {}, is_ready_or_answer))
      overheard_.arrival = at_once && !overheard_.unread ? Arrival::at_close : Arrival::late;
    if (overheard_.arrival == Arrival::late) overheard_.late_by = own_since_silent();
    co_return end;
  }

  /// Listens to a silent bot until a wanted line comes, or until it has rested for so long: it has neither computed nor
  /// waited for a processor. Stops as soon as `may_continue` returns false.
  asio::awaitable<bool> await_line_before_rest(Duration rest, IsWanted is_wanted, std::function<bool()> may_continue) {
    while (true) {
      const TimePoint until = clock().now() + rest;
      const Duration before = time_ready();
      if (co_await await_line(*inner_, until, is_wanted)) co_return true;
      const TimePoint now = clock().now();
      has_ended_output_ = now < until;  // it is closed, or it writes without end
      overheard_.computes = !has_ended_output_ && (time_ready() - before > rest / 4 || meters().wants_processor());
      if (has_ended_output_ || !may_continue()) co_return false;
    }
  }

  /// Listens once more to a silent bot, and again for as long as it may still start or answer: it computes, has its
  /// greeting unread, or waits for programs that it may have started.
  asio::awaitable<void> listen_longer() {
    const bool has_others = in_game_ && meters().resources().processes > 1;
    const Duration cpu_before = meters().cpu_time();
    std::uint64_t progress = meters().progress();
    const auto may_come = [&] {
      if (own_since_silent() >= (in_game_ ? kLongAnswer : kLongStart)) return false;
      if (!in_game_) return may_still_start(progress);
      return has_others || (overheard_.computes && meters().cpu_time() - cpu_before < kLongThought);
    };
    const Duration patience = in_game_ ? kGamePatience : kStartPatience;
    if (co_await await_line_before_rest(patience, is_ready_or_answer, may_come)) overheard_.arrival = Arrival::late;
    overheard_.unread = inner_->unread_input() > 0;
  }

  /// Whether the bot may still start: it loads, or has not read its greeting. A bot that only computes may prepare
  /// something for a while; one that stands still will not start. `progress` holds the progress at the last look.
  bool may_still_start(std::uint64_t& progress) {
    overheard_.waits_for = meters().waits_for();
    const std::uint64_t before = std::exchange(progress, meters().progress());
    overheard_.computes_only = overheard_.computes && makes_no_progress(before, progress);
    if (overheard_.computes) return !overheard_.computes_only || own_since_asked() < kLongComputing;
    return inner_->unread_input() > 0 && overheard_.waits_for != WaitsFor::itself;
  }

  /// Sends a silent bot that has read its question another line, and then another question.
  asio::awaitable<void> try_more_lines() {
    meters_.end_stderr();
    const bool computed = overheard_.computes;
    const OwnTime own_time = own_time_of(*this, kLongOtherLine);
    const auto is_busy = [&] {
      return overheard_.computes && !computed && own_time.until(clock().now()) < kLongOtherLine;
    };
    inner_->push("\n");
    const bool came = co_await await_line_before_rest(kOtherLine, is_ready_or_answer, is_busy);
    overheard_.computes = computed;
    overheard_.reads_no_more = inner_->unread_input() > 0;
    // It answered before it read that line, or it did not wait for one and started meanwhile.
    const bool by_itself = overheard_.reads_no_more || (!in_game_ && overheard_.waits_for != WaitsFor::input);
    if (came) overheard_.arrival = by_itself ? Arrival::late : Arrival::with_next_line;
    if (came && by_itself) note_time();
    const std::optional<AskLine> ask = decode_ask(last_line_);
    if (came || overheard_.reads_no_more || !ask) co_return;
    inner_->push(
        fmt::format("ask {} {}\n", ask->id + 1, std::string_view(last_line_).substr(last_line_.find(ask->kind))));
    const auto is_answer = [&](const Incoming& incoming) {
      const BotLine line = decode_bot_line(incoming.text);
      if (line.kind != BotLine::Kind::answer) return false;
      if (line.id == ask->id) overheard_.arrival = Arrival::with_next_line;
      return true;
    };
    co_await await_line_before_rest(kOtherLine, is_answer, is_busy);
    overheard_.computes = computed;
  }

  /// The bot's own time since it was sent something last.
  Duration own_since_asked() const { return since_asked_.until(inner_->clock().now()); }

  /// The bot's own time since it was found to be silent.
  Duration own_since_silent() const { return own_since_asked() - own_when_silent_; }

  /// How long its first process has computed or waited for a processor.
  Duration time_ready() { return meters().cpu_time() + meters().run_delay(); }

  /// Notes the times when what was waited for has come too late, or has not come until now.
  void note_time() {
    overheard_.took = own_since_asked();
    overheard_.late_by = own_since_silent();
    overheard_.own_cpu = meters().cpu_time() - cpu_when_asked_;
    const Duration ready = time_ready() - ready_when_asked_;
    const Duration all = clock().now() - since_asked_.asked_at();
    overheard_.waits_on_others = meters().resources().processes > 1 && ready < all / 4;
  }

  void note_answer(const Incoming& incoming) {
    if (incoming.kind != Incoming::Kind::line) return;
    const BotLine line = decode_bot_line(incoming.text);
    if (line.kind != BotLine::Kind::answer) return;
    if (overheard_.answers.size() < kAnswersKept) overheard_.answers.push_back(in_order(line));
    const auto ask = decode_ask(last_line_);
    if (!ask || ask->id != line.id) return;
    overheard_.kinds.emplace(ask->kind);
    const std::vector<std::string_view> words = words_of(line.rest);
    const bool has_choice = ask->words.size() > ask->count;
    const bool is_first = words.size() == ask->count && std::equal(words.begin(), words.end(), ask->words.begin());
    answered_ = {has_choice ? 1 : 0, has_choice && is_first ? 1 : 0};
    overheard_.counts.choices += answered_->choices;
    overheard_.counts.first_words += answered_->first_words;
  }

  /// Notes whether the bot has written to stderr at the question that it has answered last.
  void count_stderr() {
    const std::uint64_t before = std::exchange(stderr_bytes_, meters_.stderr_bytes());
    const auto answered = std::exchange(answered_, std::nullopt);
    if (!answered || stderr_bytes_ == before) return;
    AnswerCounts& counts = overheard_.counts;
    ++counts.with_stderr;
    counts.choices_with_stderr += answered->choices;
    counts.first_words_with_stderr += answered->first_words;
    if (counts.with_stderr > 1) return;
    const std::vector<StderrChunk> chunks = meters_.stderr_tail();
    if (chunks.empty()) return;
    counts.first_stderr = telling_line(chunks.back().text);
    counts.reports_error = names_error(chunks.back().text);
  }

  std::unique_ptr<BotChannel> inner_;
  Alteration alteration_;
  Overheard& overheard_;
  std::string unsent_;     ///< altered, and not yet taken by the pipe
  std::string late_;       ///< the answer that is kept
  std::string last_line_;  ///< that the seat has sent
  bool keeps_ = false;
  std::chrono::nanoseconds cpu_when_asked_{};
  Duration ready_when_asked_{};
  std::uint64_t stderr_bytes_ = 0;  ///< so far, when that was last looked at
  struct Answered {
    int choices = 0;  ///< 1 if the question left a choice
    int first_words = 0;
  };
  std::optional<Answered> answered_;  ///< the last question, until the next one begins
  bool asked_choice_ = false;         ///< the question under way is the one to be answered late
  bool silent_ = false;               ///< the last wait for a line brought none
  OwnTime since_asked_;
  Duration own_when_silent_{};     ///< since it was asked, when that wait ended
  bool has_ended_output_ = false;  ///< a wait for a line of a silent bot ended before its time
  bool in_game_ = false;           ///< a game has begun
  KeptMeters meters_;
};

}  // namespace

std::unique_ptr<BotChannel> make_altered_channel(std::unique_ptr<BotChannel> inner, Alteration alteration,
                                                 Overheard& overheard) {
  return std::make_unique<AlteredChannel>(std::move(inner), std::move(alteration), overheard);
}

}  // namespace arena
