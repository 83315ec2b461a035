#include "arena/bots/bot_process.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <charconv>
#include <csignal>

#include "arena/bots/line_reader.h"
#include "arena/bots/pidfd.h"
#include "arena/bots/spawn.h"
#include "arena/bots/stderr_tail.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;
constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// The next word of a report; what is left of `text` follows it.
std::string_view cut_word(std::string_view& text) {
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  return word;
}

long long number_of(std::string_view word) {
  long long value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

/// How long the kernel may take to tear a killed box down before the outermost process is killed too.
constexpr int kTearDownMs = 2000;

/// Enough for a full pipe of the largest size; a bot that goes on writing is not waited for.
constexpr int kStderrReadsMax = 256;

}  // namespace

struct BotProcess::Streams : std::enable_shared_from_this<Streams> {
  Streams(asio::io_context& context, SpawnedBot spawned)
      : in(context, spawned.in.release()),
        out(context, spawned.out.release()),
        err(context, spawned.err.release()),
        control(context, spawned.control.release()),
        pidfd(context, spawned.pidfd.release()),
        group(std::move(spawned.group)),
        watchdog(context),
        news(context) {}

  // --- stderr and the launcher's reports are read all the time ---

  void drain_stderr() {
    err.async_wait(stream_descriptor::wait_read, [self = shared_from_this()](boost::system::error_code error) {
      if (!error && self->read_stderr(1)) self->drain_stderr();
    });
  }

  /// Takes what is there, in so many reads at most. False at the end of the stream. All of stderr is read here, so
  /// that no piece can overtake another.
  bool read_stderr(int reads_max) {
    std::array<char, 16 << 10> bytes;
    for (int reads = 0; reads < reads_max; ++reads) {
      const ssize_t count = ::read(err.native_handle(), bytes.data(), bytes.size());
      if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
      err_tail.append({bytes.data(), static_cast<std::size_t>(count)});
    }
    return true;
  }

  void watch_control() {
    control.async_read_some(asio::buffer(control_buffer),
                            [self = shared_from_this()](boost::system::error_code error, std::size_t n) {
                              if (error) {
                                self->report_closed();
                                return;
                              }
                              self->report_bytes({self->control_buffer.data(), n});
                              self->watch_control();
                            });
  }

  void report_bytes(std::string_view bytes) {
    report += bytes;
    std::size_t newline = 0;
    while ((newline = report.find('\n')) != std::string::npos) {
      report_line(std::string_view(report).substr(0, newline));
      report.erase(0, newline + 1);
    }
  }

  void report_line(std::string_view line) {
    const std::string_view word = cut_word(line);
    if (word == "stopped" || word == "continued") end.stopped = word == "stopped";
    if (word == "failed") settle(ProcessEnd::Kind::not_started, line);
    if (word == "exited") settle(ProcessEnd::Kind::exited, line);
    if (word == "signaled") settle(ProcessEnd::Kind::signaled, line);
  }

  void settle(ProcessEnd::Kind kind, std::string_view figures) {
    end.kind = kind;
    end.number = static_cast<int>(number_of(cut_word(figures)));
    const long long user = number_of(cut_word(figures));
    end.cpu = std::chrono::microseconds(user + number_of(cut_word(figures)));
    end.peak_kb = static_cast<long>(number_of(cut_word(figures)));
    judge_memory();
    news.cancel();
  }

  /// The kernel's word that the group passed its limit is the true cause, whichever of its processes it killed.
  void judge_memory() {
    if (!group) return;
    end.peak_kb = std::max(end.peak_kb, group->peak_kb());
    const bool killed =
        end.kind == ProcessEnd::Kind::box_failed || (end.kind == ProcessEnd::Kind::signaled && end.number == SIGKILL);
    if (killed && group->out_of_memory()) end.kind = ProcessEnd::Kind::out_of_memory;
  }

  void report_closed() {
    if (end.kind == ProcessEnd::Kind::running) {
      end.kind = ProcessEnd::Kind::box_failed;
      judge_memory();
      // What is left of the bot may hold its pipes open: nobody waits for that.
      if (waiting_on != nullptr) waiting_on->cancel();
    }
    news.cancel();
  }

  // --- one deadline for the read or write under way; the timer is set anew only when it must ring earlier ---

  void arm(stream_descriptor& stream, TimePoint at) {
    waiting_on = &stream;
    deadline = at;
    rang = false;
    if (!timer_set || at < timer_at) set_timer();
  }

  void set_timer() {
    timer_set = true;
    timer_at = deadline;
    watchdog.expires_at(deadline);
    watchdog.async_wait([self = shared_from_this()](boost::system::error_code error) {
      if (error) return;  // set anew, or closed
      self->timer_set = false;
      if (self->waiting_on == nullptr) return;
      if (std::chrono::steady_clock::now() < self->deadline) {
        self->set_timer();
        return;
      }
      self->rang = true;
      self->waiting_on->cancel();
    });
  }

  void disarm() { waiting_on = nullptr; }

  void close_all() {
    boost::system::error_code ignored;
    for (stream_descriptor* stream : {&in, &out, &err, &control}) stream->close(ignored);
    watchdog.cancel();
    news.cancel();
  }

  /// Takes the outermost process off the kernel's table, having killed it if it does not go.
  void reap() {
    if (reaped) return;
    if (!wait_pidfd(pidfd.native_handle(), kTearDownMs)) {
      kill_pidfd(pidfd.native_handle());
      wait_pidfd(pidfd.native_handle(), kTearDownMs);
    }
    reap_pidfd(pidfd.native_handle());
    reaped = true;
    group.reset();
    boost::system::error_code ignored;
    pidfd.close(ignored);
  }

  /// Ends everything without an event loop; the launcher goes when its control socket closes.
  void end_now() {
    if (reaped) return;
    boost::system::error_code ignored;
    control.close(ignored);
    reap();
  }

  stream_descriptor in;
  stream_descriptor out;
  stream_descriptor err;
  stream_descriptor control;
  stream_descriptor pidfd;
  std::unique_ptr<Cgroup> group;
  asio::steady_timer watchdog;
  asio::steady_timer news;  // cancelled when the process ends: wakes ended()

  LineReader lines;
  StderrTail err_tail;
  std::array<char, 256> control_buffer;
  std::string report;
  ProcessEnd end;
  bool at_end_of_file = false;
  bool reaped = false;

  stream_descriptor* waiting_on = nullptr;
  TimePoint deadline;
  TimePoint timer_at;
  bool timer_set = false;
  bool rang = false;
};

std::unique_ptr<BotProcess> BotProcess::start(asio::io_context& context, const Box& box, const BotCommand& bot,
                                              std::unique_ptr<WireLog> log) {
  auto streams = std::make_shared<Streams>(context, spawn_bot(box, bot));
  streams->drain_stderr();
  streams->watch_control();
  return std::unique_ptr<BotProcess>(new BotProcess(std::move(streams), std::move(log)));
}

BotProcess::BotProcess(std::shared_ptr<Streams> streams, std::unique_ptr<WireLog> log)
    : streams_(std::move(streams)), log_(std::move(log)) {}

BotProcess::~BotProcess() {
  streams_->end_now();
  streams_->close_all();
}

asio::awaitable<Sent> BotProcess::send(std::string_view text, TimePoint deadline) {
  Streams& s = *streams_;
  Sent sent;
  while (true) {
    sent.bytes += push(text.substr(sent.bytes));
    sent.at = now();
    if (sent.bytes == text.size()) co_return sent;
    sent.kind = s.in.is_open() ? Sent::Kind::timeout : Sent::Kind::closed;
    if (sent.kind == Sent::Kind::closed || sent.at >= deadline) co_return sent;
    s.arm(s.in, deadline);
    co_await s.in.async_wait(stream_descriptor::wait_write, kAwait);
    s.disarm();
    sent.kind = Sent::Kind::done;
  }
}

std::size_t BotProcess::push(std::string_view text) {
  Streams& s = *streams_;
  if (!s.in.is_open()) return 0;
  const ssize_t taken = ::write(s.in.native_handle(), text.data(), text.size());
  if (taken < 0) {
    if (errno != EAGAIN && errno != EINTR) {
      boost::system::error_code ignored;
      s.in.close(ignored);  // the bot closed its stdin
    }
    return 0;
  }
  if (log_) log_->to_bot(text.substr(0, static_cast<std::size_t>(taken)));
  return static_cast<std::size_t>(taken);
}

Incoming BotProcess::take_line(TimePoint at) {
  Streams& s = *streams_;
  if (const auto line = s.lines.next()) {
    return {line->size() > kLineBytesMax ? Incoming::Kind::flood : Incoming::Kind::line, *line, at};
  }
  if (s.lines.overlong()) return {Incoming::Kind::flood, {}, at};
  return {s.at_end_of_file ? Incoming::Kind::closed : Incoming::Kind::timeout, {}, at};
}

asio::awaitable<Incoming> BotProcess::receive(TimePoint deadline) {
  Streams& s = *streams_;
  if (s.end.kind == ProcessEnd::Kind::box_failed)
    s.at_end_of_file = true;  // whoever holds the pipe open is not the bot
  Incoming incoming = take_line(now());
  while (incoming.kind == Incoming::Kind::timeout && incoming.at < deadline) {
    const auto space = s.lines.space();
    s.arm(s.out, deadline);
    const auto [error, count] = co_await s.out.async_read_some(asio::buffer(space.data(), space.size()), kAwait);
    s.disarm();
    const TimePoint at = now();
    if (log_ && count > 0) log_->from_bot({space.data(), count});
    s.lines.commit(count);
    if (error && !s.rang) s.at_end_of_file = true;
    if (at > deadline) co_return Incoming{Incoming::Kind::timeout, {}, at};  // what came too late stays for poll()
    incoming = take_line(at);
  }
  co_return incoming;
}

std::optional<Incoming> BotProcess::poll() {
  Streams& s = *streams_;
  Incoming incoming = take_line(now());
  if (incoming.kind == Incoming::Kind::timeout) {
    const auto space = s.lines.space();
    const ssize_t count = ::read(s.out.native_handle(), space.data(), space.size());
    if (count > 0) {
      s.lines.commit(static_cast<std::size_t>(count));
      if (log_) log_->from_bot({space.data(), static_cast<std::size_t>(count)});
    }
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) s.at_end_of_file = true;
    if (count < 0 && !s.at_end_of_file) return std::nullopt;
    incoming = take_line(now());
  }
  if (incoming.kind == Incoming::Kind::timeout) return std::nullopt;
  return incoming;
}

asio::awaitable<ProcessEnd> BotProcess::ended(Duration wait) {
  Streams& s = *streams_;
  if (s.end.kind == ProcessEnd::Kind::running && wait > Duration::zero()) {
    s.news.expires_after(wait);
    co_await s.news.async_wait(kAwait);
  }
  co_return s.end;
}

asio::awaitable<ProcessEnd> BotProcess::stop(std::string_view farewell, Duration grace) {
  const auto keep = streams_;
  Streams& s = *keep;
  if (!farewell.empty()) push(farewell);
  boost::system::error_code ignored;
  s.in.close(ignored);
  co_await ended(grace);
  if (!s.reaped) {
    // The launcher sees its socket half closed, kills what is left, reports and goes.
    ::shutdown(s.control.native_handle(), SHUT_WR);
    s.arm(s.pidfd, now() + std::chrono::milliseconds(kTearDownMs));
    co_await s.pidfd.async_wait(stream_descriptor::wait_read, kAwait);
    s.disarm();
    s.reap();
  }
  co_await ended(std::chrono::milliseconds(100));  // the last report may still be on its way
  s.read_stderr(kStderrReadsMax);                  // and so may its last words
  co_return s.end;
}

bool BotProcess::input_closed() const {
  if (!streams_->in.is_open()) return true;
  pollfd pipe = {streams_->in.native_handle(), 0, 0};
  return ::poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

void BotProcess::begin_game(std::string_view id) {
  game_ = id;
  mark(0);
  streams_->err_tail.clear();
}

void BotProcess::mark(int question) {
  if (log_) log_->question(game_, question);
  // What the bot said before its answer may still lie in the pipe: an answer that is there already is read without a
  // look at the other streams.
  streams_->read_stderr(kStderrReadsMax);
  streams_->err_tail.mark(question);
}

std::vector<StderrChunk> BotProcess::stderr_tail() const { return streams_->err_tail.chunks(); }

}  // namespace arena
