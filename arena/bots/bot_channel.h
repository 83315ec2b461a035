#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/sandbox/resources.h"

namespace arena {

/// Monotonic time; every deadline is such a point.
using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;

/// One line from a bot, or why there is none.
struct Incoming {
  enum class Kind {
    line,
    timeout,  ///< nothing complete by the deadline
    closed,   ///< end of file on the bot's stdout
    flood,    ///< a line longer than kLineBytesMax
  };
  Kind kind = Kind::line;
  /// Without LF or CRLF. Valid until the next call on the channel.
  std::string_view text;
  /// When the newline could be read, or when the wait ended.
  TimePoint at;
};

/// What became of a write.
struct Sent {
  enum class Kind {
    done,
    timeout,  ///< the bot does not read
    closed,   ///< the bot closed its stdin
  };
  Kind kind = Kind::done;
  /// When the last byte was taken, or when the wait ended.
  TimePoint at;
  /// How many bytes the pipe took; the rest is still to be sent.
  std::size_t bytes = 0;
};

/// How a bot's process stands, as its launcher reports it.
struct ProcessEnd {
  enum class Kind {
    running,
    exited,         ///< number: exit code
    signaled,       ///< number: signal
    not_started,    ///< number: errno of the exec
    out_of_memory,  ///< killed because it passed its memory limit
    box_failed,     ///< the box or the launcher went away without a report: not the bot's fault
  };
  Kind kind = Kind::running;
  int number = 0;
  /// It is stopped (by SIGSTOP and the like).
  bool stopped = false;
  /// Processor time of the bot, known once it has ended.
  std::chrono::microseconds cpu{};
  /// Most memory it ever had, in KiB; 0: not known.
  long peak_kb = 0;
  /// Processes of its own that still ran when it had ended by itself, and were killed. Known after stop().
  int left = 0;
};

/// A piece of a bot's stderr and the question after which it came.
struct StderrChunk {
  int question = 0;
  std::string text;
};

/// Longest line a bot may send, the newline not counted.
inline constexpr std::size_t kLineBytesMax = 4096;

/// A started bot at the other end of two pipes: the seam between tables and processes. Tests put a scripted
/// bot and a clock of their own here. Calls come from one thread, one at a time.
class BotChannel {
 public:
  virtual ~BotChannel() = default;

  /// Writes all of `text`, waiting until `deadline` at most.
  virtual boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) = 0;
  /// The next line, waiting until `deadline` at most. What can be read only after the deadline stays for later.
  virtual boost::asio::awaitable<Incoming> receive(TimePoint deadline) = 0;
  /// A line that is there already, or the end of the stream, without waiting; nothing if there is neither.
  virtual std::optional<Incoming> poll() = 0;
  /// Hands over what the pipe takes at once; returns how many bytes that was. For events sent live.
  virtual std::size_t push(std::string_view text) = 0;

  /// How the process ended; waits up to `wait` for news if it still runs.
  virtual boost::asio::awaitable<ProcessEnd> ended(Duration wait) = 0;
  /// Sends `farewell` if the pipe takes it, closes the bot's stdin, gives it `grace` to go, then ends the bot
  /// and all its processes. When this returns none is left.
  virtual boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) = 0;

  /// The bot has closed its stdin, as far as can be seen without writing to it.
  virtual bool input_closed() const = 0;

  /// A game begins: stderr so far is forgotten.
  virtual void begin_game(std::string_view id) = 0;
  /// Stderr that comes from now on belongs to this question of the game.
  virtual void mark(int question) = 0;
  /// The end of the game's stderr, by question: Resources::stderr_kb of it.
  virtual std::vector<StderrChunk> stderr_tail() const = 0;

  /// What the process may use.
  virtual const Resources& resources() const = 0;
  /// Processor time of its threads so far; after its end what was read last. 0: not known.
  virtual std::chrono::nanoseconds cpu_time() = 0;
  /// How long its first thread has been ready to run while no processor was free. 0: not known.
  virtual std::chrono::nanoseconds run_delay() = 0;
  /// Its first thread runs or is ready to. A wait for a processor is in run_delay() only once it is over.
  virtual bool wants_processor() = 0;
  /// Most memory it ever had, in KiB. 0: not known.
  virtual long peak_kb() = 0;
  /// Stops the process until send() or stop(). What is pushed meanwhile waits for it in the pipe.
  virtual void freeze() = 0;

  virtual TimePoint now() const = 0;
  /// When the arena was last continued after a stop.
  virtual TimePoint continued_at() const = 0;
  /// A wait for the bot begins now, for starved(). Costs nothing most of the time.
  virtual void begin_wait(TimePoint at) = 0;
  /// How long the arena's thread has been ready to run since begin_wait() while no processor was free. It may be up to
  /// ten milliseconds more, from before.
  virtual Duration starved() = 0;
};

}  // namespace arena
