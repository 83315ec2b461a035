#include "arena/bots/process/bot_process.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <utility>

#include "arena/bots/process/bot_streams.h"
#include "arena/bots/process/steady_time.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;
constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// A bot's process as a channel. It belongs to one io_context and its thread at a time.
class BotProcess final : public BotChannel {
 public:
  BotProcess(std::shared_ptr<BotStreams> streams, std::unique_ptr<WireLog> log)
      : streams_(std::move(streams)), log_(std::move(log)) {
    streams_->drain_stderr();
    streams_->watch_control();
  }
  ~BotProcess() override {
    close_stream(streams_->control);  // makes the launcher exit, without an event loop
    streams_->reap();
    try {
      streams_->keep_what_is_left();
    } catch (const std::exception&) {  // the run ends already, and says why
    }
    streams_->close_all();
  }

  asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override {
    BotStreams& s = *streams_;
    s.set_frozen(false);
    Sent sent;
    while (true) {
      sent.at = now();  // before the write: the bot may have answered when that returns
      sent.bytes += push(text.substr(sent.bytes));
      if (sent.bytes == text.size()) co_return sent;
      sent.kind = s.in.is_open() ? Sent::Kind::timeout : Sent::Kind::closed;
      if (sent.kind == Sent::Kind::closed || sent.at >= deadline) co_return sent;
      const PendingWait wait(streams_, s.in, deadline);
      co_await s.in.async_wait(stream_descriptor::wait_write, kAwait);
      sent.kind = Sent::Kind::done;
    }
  }

  Sent send_now(std::string_view text) override {
    streams_->set_frozen(false);
    const TimePoint at = now();
    return {Sent::Kind::done, at, push(text)};
  }

  std::size_t push(std::string_view text) override {
    BotStreams& s = *streams_;
    if (!s.in.is_open()) return 0;
    const ssize_t taken = ::write(s.in.native_handle(), text.data(), text.size());
    if (taken < 0) {
      if (errno != EAGAIN && errno != EINTR) close_stream(s.in);  // the bot closed its stdin
      return 0;
    }
    if (log_) log_->to_bot(text.substr(0, static_cast<std::size_t>(taken)));
    return static_cast<std::size_t>(taken);
  }

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    BotStreams& s = *streams_;
    if (s.reports.end.is_machine_fault())
      s.at_end_of_file = true;  // if the pipe is still open, it is not the bot's doing
    while (true) {
      const bool may_read = !std::exchange(found_empty_, false);
      const bool is_there = has_line() || (may_read && read_now());
      const TimePoint at = now();
      // What came too late stays for poll().
      if (is_there && at <= deadline && has_line()) co_return read_line(at);
      if (at >= deadline) co_return Incoming{Incoming::Kind::timeout, {}, at};
      if (is_there) continue;
      const PendingWait wait(streams_, s.out, deadline);
      const auto space = s.lines.space();
      // Asio's wait would register with the kernel again each time; its read does not.
      const auto [error, count] = co_await s.out.async_read_some(asio::buffer(space.data(), space.size()), kAwait);
      add_output({space.data(), count}, error && !s.rang);
    }
  }

  /// A bot on the same processor has often answered before the write returns.
  std::optional<Incoming> receive_now(TimePoint deadline) override {
    if (!has_line() && !read_now()) {
      found_empty_ = true;
      return std::nullopt;
    }
    const TimePoint at = now();
    if (at > deadline || !has_line()) return std::nullopt;
    return read_line(at);
  }

  std::optional<Incoming> poll() override {
    if (!has_line() && !(read_now() && has_line())) return std::nullopt;
    return read_line(now());
  }

  void close_input() override {
    streams_->set_frozen(false);
    close_stream(streams_->in);
  }

  asio::awaitable<ProcessEnd> ended(Duration wait) override {
    const LauncherReports& reports = streams_->reports;
    co_await wait_for_end(wait);
    // A bot that has ended in time is not to blame if the launcher reports that late.
    const bool is_unreported = reports.end.kind == ProcessEnd::Kind::running;
    if (is_unreported && reports.bot.is_known() && reports.bot.has_ended())
      co_await wait_for_end(std::chrono::milliseconds(kLastReportMs));
    co_return reports.end;
  }

  asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override {
    const auto keep = streams_;
    BotStreams& s = *keep;
    if (!farewell.empty()) push(farewell);
    close_input();
    co_await ended(grace);
    if (!s.reaped) {
      // The launcher sees that its socket is half closed, kills what is left, reports and exits.
      s.reports.ended_by_arena = true;
      ::shutdown(s.control.native_handle(), SHUT_WR);
      if (s.pidfd.is_open()) {
        const PendingWait wait(streams_, s.pidfd, now() + std::chrono::milliseconds(kTearDownMs));
        co_await s.pidfd.async_wait(stream_descriptor::wait_read, kAwait);
      }
      s.reap();
    }
    co_await ended(std::chrono::milliseconds(100));  // the last report may still be on its way
    if (s.control.is_open()) s.read_control();       // the number of processes left is reported after the end
    s.read_stderr(kStderrReadsMax);                  // the last of its stderr may come then, too
    s.keep_what_is_left();
    co_return s.reports.end;
  }

  std::size_t unread_input() const override {
    int bytes = 0;
    if (!streams_->in.is_open() || ::ioctl(streams_->in.native_handle(), FIONREAD, &bytes) != 0) return 0;
    return static_cast<std::size_t>(bytes);
  }

  std::string_view unfinished_line() const override { return streams_->lines.unfinished(); }

  bool input_closed() const override {
    if (!streams_->in.is_open()) return true;
    pollfd pipe = {streams_->in.native_handle(), 0, 0};
    return ::poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
  }

  void begin_game(std::string_view id) override {
    game_ = id;
    mark(0);
    streams_->err_tail.clear();
  }

  void mark(int question) override {
    // What the bot wrote to stderr before its answer may still be in the pipe: reading an answer reads no other stream.
    streams_->read_stderr(kStderrReadsMax);
    note_question(question);
  }

  /// Most bots have written nothing, so one look at both streams is cheaper than reading each. It cannot be spared even
  /// right after an answer: the pipes do not tell what was written before the question from what comes after it.
  std::optional<Incoming> begin_question(int question) override {
    std::array<pollfd, 2> streams = {
        {{streams_->err.native_handle(), POLLIN, 0}, {streams_->out.native_handle(), POLLIN, 0}}};
    const bool knows = ::poll(streams.data(), streams.size(), 0) >= 0;
    if (!knows || streams[0].revents != 0) {
      mark(question);
    } else {
      note_question(question);
    }
    if (knows && streams[1].revents == 0 && !has_line()) return std::nullopt;
    return poll();
  }

  void detach() override { streams_->detach(); }
  void attach(asio::io_context& context) override { streams_->attach(context); }

  void freeze() override { streams_->set_frozen(true); }
  void thaw() override { streams_->set_frozen(false); }

  ProcessMeters& meters() override { return *streams_; }
  WaitClock& clock() override { return *streams_->pauses; }

 private:
  /// Waits up to `wait` for the launcher's report of the bot's end, unless it has arrived already.
  asio::awaitable<void> wait_for_end(Duration wait) {
    BotStreams& s = *streams_;
    if (s.reports.end.kind != ProcessEnd::Kind::running || wait <= Duration::zero()) co_return;
    s.end_timer.expires_after(wait);
    co_await s.end_timer.async_wait(kAwait);
  }

  void note_question(int question) {
    if (log_) log_->question(game_, question);
    streams_->err_tail.mark(question);
  }

  /// Reads once what the bot has written. Returns false if there is nothing now, but more may come.
  bool read_now() {
    const auto space = streams_->lines.space();
    const ssize_t count = ::read(streams_->out.native_handle(), space.data(), space.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return streams_->at_end_of_file;
    add_output({space.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))}, count <= 0);
    return true;
  }

  /// Adds bytes that were read into the space of the lines.
  void add_output(std::string_view bytes, bool is_end) {
    streams_->at_end_of_file = streams_->at_end_of_file || is_end;
    streams_->lines.commit(bytes.size());
    if (log_) log_->from_bot(bytes);
  }

  /// Whether read_line() has something to return.
  bool has_line() { return streams_->lines.has_next() || streams_->lines.too_long() || streams_->at_end_of_file; }

  Incoming read_line(TimePoint at) {
    BotStreams& s = *streams_;
    if (const auto line = s.lines.next()) {
      std::string_view text = line->text;
      if (text.ends_with('\r')) text.remove_suffix(1);
      return {line->too_long || text.size() > kLineBytesMax ? Incoming::Kind::flood : Incoming::Kind::line, text, at};
    }
    return {s.lines.too_long() ? Incoming::Kind::flood : Incoming::Kind::closed, {}, at};
  }

  /// Shared with reads in progress, which may end after this object.
  std::shared_ptr<BotStreams> streams_;
  std::unique_ptr<WireLog> log_;
  std::string game_;
  bool found_empty_ = false;  ///< receive_now() has just read, and there was nothing: receive() need not
};

}  // namespace

std::unique_ptr<BotChannel> start_bot(asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                      std::unique_ptr<WireLog> log, std::unique_ptr<ProcessLog> left) {
  SpawnedBot spawned = spawn_bot(sandbox, bot, left != nullptr);
  return std::make_unique<BotProcess>(
      std::make_shared<BotStreams>(context, std::move(spawned), bot.resources, bot.folder, std::move(left)),
      std::move(log));
}

}  // namespace arena
