#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/bots/process/bot_channel.h"

namespace arena::test {

/// A clock that moves only when somebody waits.
struct FakeClock {
  /// A time in which the arena does not run. It learns the reason of one that is starved or stopped.
  struct Pause {
    enum class Kind { starved, stopped, unknown };
    Kind kind = Kind::starved;
    TimePoint from;
    Duration length;
  };
  TimePoint now{};
  std::vector<Pause> pauses;

  /// The arena pauses after that time from now.
  void pause(Pause::Kind kind, std::chrono::milliseconds after, std::chrono::milliseconds length) {
    pauses.push_back({kind, now + after, length});
  }
  /// The arena wants to wake up then, and does after a pause that it falls into.
  void advance(TimePoint to);
  /// All of that kind that are over.
  Duration paused(Pause::Kind kind) const;
};

/// What a scripted bot can do when a line reaches it.
class FakeBot {
 public:
  /// Writes a line after that time from now.
  void say(std::string line, std::chrono::milliseconds after = {}) {
    queue_.push_back({clock_->now + after, std::move(line), false});
  }
  /// Closes its stdout after that time; its process has then ended so.
  void end(ProcessEnd how, std::chrono::milliseconds after = {}) {
    queue_.push_back({clock_->now + after, {}, true});
    ending_ = how;
  }
  /// From now on nothing more is read; writes go into a pipe of that many bytes.
  void stop_reading(std::size_t room) { room_ = room; }
  /// Its process is stopped by a signal.
  void stop_process() { stopped_ = true; }
  /// Writes to its stderr.
  void complain(std::string text) { stderr_.push_back({question_, std::move(text)}); }
  void close_input() { input_closed_ = true; }

  /// What it does when its input ends.
  std::function<void(FakeBot&)> at_end_of_input = [](FakeBot&) {};
  /// Its processor time at a moment.
  std::function<Duration(TimePoint)> cpu = [](TimePoint) { return Duration::zero(); };
  Duration run_delay{};
  /// What of its wait for a processor is over at a moment, beside that.
  std::function<Duration(TimePoint)> waited = [](TimePoint) { return Duration::zero(); };
  std::function<bool(TimePoint)> wants_processor = [](TimePoint) { return false; };
  WaitsFor waits_for = WaitsFor::unknown;
  std::function<std::uint64_t(TimePoint)> progress = [](TimePoint) { return 0; };
  long peak_kb = 0;
  Resources resources;
  bool frozen() const { return frozen_; }
  int times_frozen() const { return times_frozen_; }

  /// Everything the bot was sent, byte for byte.
  const std::string& sent() const { return sent_; }

 private:
  friend class FakeChannel;
  struct Event {
    TimePoint at;
    std::string line;
    bool end = false;
  };
  FakeClock* clock_ = nullptr;
  std::deque<Event> queue_;
  std::string sent_;
  std::string unread_;
  std::optional<std::size_t> room_;
  bool input_closed_ = false;
  bool stopped_ = false;
  bool frozen_ = false;
  int times_frozen_ = 0;
  int question_ = 0;
  std::vector<StderrChunk> stderr_;
  ProcessEnd ending_;
  ProcessEnd state_;
};

/// How a scripted bot reacts to each whole line.
using FakeScript = std::function<void(FakeBot&, std::string_view line)>;

/// A channel to a scripted bot under a fake clock.
class FakeChannel : public BotChannel, public ProcessMeters, public WaitClock {
 public:
  FakeChannel(FakeClock& clock, FakeBot& bot, FakeScript script);

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override;
  std::size_t push(std::string_view text) override;
  void close_input() override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override;
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  std::size_t unread_input() const override { return bot_.unread_.size(); }
  bool input_closed() const override { return bot_.input_closed_; }
  void begin_game(std::string_view) override { bot_.stderr_.clear(); }
  void mark(int question) override { bot_.question_ = question; }
  std::vector<StderrChunk> stderr_tail() const override { return bot_.stderr_; }
  const Resources& resources() const override { return bot_.resources; }
  std::chrono::nanoseconds cpu_time() override { return bot_.cpu(clock_->now); }
  std::chrono::nanoseconds run_delay() override { return bot_.run_delay + bot_.waited(clock_->now); }
  bool stopped() override { return bot_.stopped_; }
  bool wants_processor() override { return bot_.wants_processor(clock_->now); }
  WaitsFor waits_for() override { return bot_.waits_for; }
  std::uint64_t progress() override { return bot_.progress(clock_->now); }
  long peak_kb() override { return bot_.peak_kb; }
  /// The clock that it leaves belongs to another thread from now on.
  void detach() override { detached_at_ = clock_->now; }
  void freeze() override;
  void thaw() override { bot_.frozen_ = false; }
  ProcessMeters& meters() override { return *this; }
  WaitClock& clock() override { return *this; }
  TimePoint now() const override { return clock_->now; }
  TimePoint continued_at() const override;
  Duration starved() const override { return clock_->paused(FakeClock::Pause::Kind::starved); }

 protected:
  /// It uses another clock from now on, after detach(): what it was about to say is as far ahead as it was then.
  void change_clock(FakeClock& clock);

 private:
  FakeClock* clock_;
  TimePoint detached_at_{};
  FakeBot& bot_;
  FakeScript script_;
  std::string line_;
};

/// The fields of an ask.
struct Ask {
  int id = 0;
  std::string kind;
  int count = 0;
  long move = 0;
  long bank = 0;
  std::vector<std::string> words;
};
std::optional<Ask> parse_ask(std::string_view line);

/// "ID WORD..." with the first words offered.
std::string first_words(const Ask& ask);

/// Says ready at hello and answers every question immediately with the first words.
FakeScript honest_script();

/// The same, but questions go to `answer` (the n-th of the bot's life, from 1).
FakeScript answering_script(std::function<void(FakeBot&, const Ask&, int number)> answer);

/// Runs a coroutine to its end and gives its result.
template <class Result>
Result run(boost::asio::awaitable<Result> task) {
  boost::asio::io_context context;
  std::optional<Result> result;
  std::exception_ptr failure;
  boost::asio::co_spawn(context, std::move(task), [&](std::exception_ptr error, Result value) {
    failure = error;
    result = std::move(value);
  });
  context.run();
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

}  // namespace arena::test
