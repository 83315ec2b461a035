#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

#include "arena/bots/process/incoming.h"
#include "arena/bots/process/process_meters.h"

namespace arena {

/// A started bot at the other end of two pipes: the interface between tables and processes. start_bot() makes real
/// ones; tests use a scripted bot with a clock of its own.
///
/// Only one thread may call the functions, one at a time, and a coroutine must end before the next call. Deadlines are
/// points in time that nothing the bot does can move: a bot that sends its line byte by byte gains nothing. Nothing
/// that a bot does makes a function throw; the results report it.
class BotChannel {
 public:
  virtual ~BotChannel() = default;

  /// Writes all of `text`, waiting until `deadline` at most.
  virtual boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) = 0;
  /// Writes the part of the text that the pipe takes without waiting, perhaps nothing. send() must write the rest.
  virtual Sent send_now(std::string_view) { return {}; }
  /// Returns the next line, waiting until `deadline` at most. A line that can be read only after the deadline stays for
  /// later.
  virtual boost::asio::awaitable<Incoming> receive(TimePoint deadline) = 0;
  /// Returns the same if that needs no wait. If it returns nothing, receive() must be called.
  virtual std::optional<Incoming> receive_now(TimePoint) { return std::nullopt; }
  /// Returns a line that has arrived already, or the end of the stream. Returns nothing if there is neither.
  virtual std::optional<Incoming> poll() = 0;
  /// Writes as much as the pipe takes without waiting, and returns how many bytes that was. For events sent live.
  virtual std::size_t push(std::string_view text) = 0;

  /// Closes the bot's stdin. The bot reads the end of its input after what it was sent.
  virtual void close_input() = 0;

  /// Returns how the process ended. Waits up to `wait` if it still runs. Waits longer only for the launcher's report of
  /// an end that came in time.
  virtual boost::asio::awaitable<ProcessEnd> ended(Duration wait) = 0;
  /// Sends `farewell` if the pipe takes it, closes the bot's stdin, gives the bot `grace` to exit, then kills all its
  /// processes.
  virtual boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) = 0;

  /// Returns how many of the bytes that were sent the bot has not read; 0 also if that is unknown.
  virtual std::size_t unread_input() const { return 0; }
  /// Returns what the arena has read after the bot's last newline. Valid until the next call on the channel.
  virtual std::string_view unfinished_line() const { return {}; }
  /// Whether the bot has closed its stdin, as far as that can be seen without writing to it.
  virtual bool input_closed() const = 0;

  /// Stops the process until thaw(), send() or stop(). What is pushed meanwhile waits in the pipe.
  virtual void freeze() = 0;
  virtual void thaw() = 0;
  /// Leaves its context and thread. The process should be frozen, and no call may be in progress. Nothing is read from
  /// it until attach(), which another thread may call.
  virtual void detach() {}
  /// Continues on this context and the calling thread. The context must outlast the channel or the next detach().
  virtual void attach(boost::asio::io_context&) {}
  /// Starts a game: the stderr so far is dropped.
  virtual void begin_game(std::string_view id) = 0;
  /// Assigns all stderr from now on to this question of the game.
  virtual void mark(int question) = 0;
  /// Calls mark() and poll() in one.
  virtual std::optional<Incoming> begin_question(int question) {
    mark(question);
    return poll();
  }

  virtual ProcessMeters& meters() = 0;
  virtual WaitClock& clock() = 0;
};

/// A player without a process of its own: nothing can be measured, stopped or starved.
class ProcesslessChannel : public BotChannel, public WaitClock {
 public:
  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint) override {
    push(text);
    co_return Sent{Sent::Kind::done, now(), text.size()};
  }
  std::optional<Incoming> poll() override { return std::nullopt; }
  void close_input() override {}
  boost::asio::awaitable<ProcessEnd> ended(Duration) override { co_return ProcessEnd{}; }
  boost::asio::awaitable<ProcessEnd> stop(std::string_view, Duration) override { co_return ProcessEnd{}; }
  bool input_closed() const override { return false; }
  void freeze() override {}
  void thaw() override {}
  void begin_game(std::string_view) override {}
  void mark(int) override {}
  ProcessMeters& meters() override { return meters_; }
  WaitClock& clock() override { return *this; }

 private:
  ProcessMeters meters_;
};

}  // namespace arena
