#include "arena/process/bot_process.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>

#include "arena/process/arena_pauses.h"
#include "arena/process/launcher_reports.h"
#include "arena/process/live_process.h"
#include "arena/process/spawn.h"
#include "arena/process/stderr_tail.h"
#include "arena/sandbox/confinement.h"
#include "arena/text/line_cutter.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;
constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// How long the kernel may take to tear a killed sandbox down before the outermost process is killed too.
constexpr int kTearDownMs = 2000;

constexpr int kReportMs = 1000;  // for a launcher that has started its bot to say so
/// Enough for a full pipe of the largest size; a bot that goes on writing is not waited for.
constexpr int kStderrReadsMax = 256;

TimePoint now() { return std::chrono::steady_clock::now(); }

void close(stream_descriptor& stream) {
  boost::system::error_code ignored;
  stream.close(ignored);
}

struct Streams final : ProcessMeters, std::enable_shared_from_this<Streams> {
  Streams(asio::io_context& context, SpawnedBot spawned, const Resources& granted)
      : allowed(granted),
        alone(!spawned.may_kill_itself),
        pauses(&ArenaPauses::of_this_thread()),
        home(&context),
        in(context, spawned.in.release()),
        out(context, spawned.out.release()),
        err(context, spawned.err.release()),
        control(context, spawned.control.release()),
        pidfd(context, spawned.pidfd.release()),
        watchdog(context),
        news(context),
        err_tail(static_cast<std::size_t>(granted.stderr_kb) << 10),
        reports{std::move(spawned.group), spawned.killed_before, spawned.may_kill_itself,
                static_cast<long>(granted.memory_mb) << 10} {}

  const Resources& resources() const override { return allowed; }
  std::chrono::nanoseconds cpu_time() override {
    if (!alone && reports.group != nullptr) group_cpu_time = std::max(group_cpu_time, reports.group->cpu_time());
    return std::max<std::chrono::nanoseconds>({live().cpu_time(), reports.end.cpu, group_cpu_time});
  }
  std::chrono::nanoseconds run_delay() override { return live().run_delay(); }
  std::chrono::nanoseconds threads_delay() override { return live().threads_delay(); }
  bool wants_processor() override { return live().wants_processor(); }
  bool stopped() override { return live().stopped(); }
  bool counts_all() override {
    return allowed.processes == 1 || (reports.group != nullptr && reports.group->cpu_time() > Duration::zero());
  }
  long peak_kb() override { return std::max(live().peak_kb(), reports.end.peak_kb); }
  std::vector<StderrChunk> stderr_tail() const override { return err_tail.chunks(); }

  // --- stderr and the launcher's reports are read all the time ---

  void drain_stderr() {
    err.async_wait(stream_descriptor::wait_read,
                   [self = shared_from_this(), generation = generation.load()](boost::system::error_code error) {
                     if (error || self->generation != generation) return;
                     if (self->read_stderr(1)) self->drain_stderr();
                   });
  }

  /// Takes what is there, in so many reads at most. False at the end. The only reader: no piece can overtake another.
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
    control.async_wait(stream_descriptor::wait_read,
                       [self = shared_from_this(), generation = generation.load()](boost::system::error_code error) {
                         if (self->generation != generation) return;
                         if (error || !self->read_control()) {
                           self->report_closed();
                         } else {
                           self->watch_control();
                         }
                       });
  }

  /// The bot's process. The report that brings it may lie unread in the socket when the bot has spoken already.
  LiveProcess& live() {
    if (!reports.bot.known() && control.is_open()) read_control();
    return reports.bot;
  }

  /// One process alone is stopped from here, which is quicker; all that a bot has started, by its launcher. A launcher
  /// that has gone has ended them.
  void set_frozen(bool frozen) {
    if (alone) return frozen ? live().freeze() : live().thaw();
    const char word = frozen ? kStopAll : kContinueAll;
    if (!live().note_frozen(frozen)) return;
    [[maybe_unused]] const ssize_t sent = ::send(control.native_handle(), &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  /// False when there will be no more reports.
  bool read_control() {
    const bool more = reports.read(control.native_handle());
    if (reports.end.kind != ProcessEnd::Kind::running) news.cancel();
    return more;
  }

  void report_closed() {
    if (reports.end.kind == ProcessEnd::Kind::running) {
      reports.settle(ProcessEnd::Kind::sandbox_failed);  // nothing says how the bot ended
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
    watchdog.async_wait([self = shared_from_this(), generation = generation.load()](boost::system::error_code error) {
      if (error || self->generation != generation) return;  // set anew, closed, or elsewhere
      self->timer_set = false;
      if (self->waiting_on == nullptr) return;
      if (now() < self->deadline) {
        self->set_timer();
        return;
      }
      self->rang = true;
      self->waiting_on->cancel();
    });
  }

  void disarm() { waiting_on = nullptr; }

  // --- it may go on with another worker ---

  /// What was begun here finds that it has gone, and touches nothing: that may run when it is elsewhere already.
  void detach() {
    // The kernel bears few descriptors in sockets unread. That of a bot that was only greeted may be on its way.
    if (!reports.bot.known() && control.is_open()) {
      pollfd report = {control.native_handle(), POLLIN, 0};
      ::poll(&report, 1, kReportMs);
      if (!read_control()) report_closed();
    }
    ++generation;
    boost::system::error_code ignored;
    for (stream_descriptor* stream : {&err, &control}) {
      if (stream->is_open()) stream->cancel(ignored);
    }
    watchdog.cancel();
    timer_set = false;
  }

  void attach(asio::io_context& context) {
    if (home != &context) move_to(context);
    pauses = &ArenaPauses::of_this_thread();
    if (err.is_open()) drain_stderr();
    if (!control.is_open()) return;
    if (read_control()) {
      watch_control();
    } else {
      report_closed();
    }
  }

  void move_to(asio::io_context& context) {
    home = &context;
    for (stream_descriptor* stream : {&in, &out, &err, &control, &pidfd}) {
      *stream = stream->is_open() ? stream_descriptor(context, stream->release()) : stream_descriptor(context);
    }
    watchdog = asio::steady_timer(context);
    news = asio::steady_timer(context);
    live().run_where_this_thread_does();
  }

  void close_all() {
    for (stream_descriptor* stream : {&in, &out, &err, &control}) close(*stream);
    watchdog.cancel();
    news.cancel();
  }

  /// Takes the outermost process off the kernel's table, having killed it if it does not go.
  void reap() {
    if (reaped) return;
    reap_pidfd(pidfd.native_handle(), kTearDownMs);
    reaped = true;
    reports.group.reset();
    close(pidfd);
  }

  Resources allowed;
  bool alone;  ///< the bot cannot have a second process
  ArenaPauses* pauses;
  asio::io_context* home;
  std::atomic<unsigned> generation = 0;  ///< counts the times that it was detached
  stream_descriptor in;
  stream_descriptor out;
  stream_descriptor err;
  stream_descriptor control;
  stream_descriptor pidfd;
  asio::steady_timer watchdog;
  asio::steady_timer news;  // cancelled when the process ends: wakes ended()

  LineCutter lines{kLineBytesMax + 1};  // a CR is no part of what counts
  StderrTail err_tail;
  LauncherReports reports;
  std::chrono::nanoseconds group_cpu_time{};  // when last read
  bool at_end_of_file = false;
  bool reaped = false;

  stream_descriptor* waiting_on = nullptr;
  TimePoint deadline;
  TimePoint timer_at;
  bool timer_set = false;
  bool rang = false;
};

/// Lives on one io_context and its thread at a time.
class BotProcess final : public BotChannel {
 public:
  BotProcess(std::shared_ptr<Streams> streams, std::unique_ptr<WireLog> log)
      : streams_(std::move(streams)), log_(std::move(log)) {
    streams_->drain_stderr();
    streams_->watch_control();
  }
  ~BotProcess() override {
    close(streams_->control);  // the launcher goes, without an event loop
    streams_->reap();
    streams_->close_all();
  }
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override {
    Streams& s = *streams_;
    s.set_frozen(false);
    Sent sent;
    while (true) {
      sent.at = now();  // before the write: the bot may have answered when that returns
      sent.bytes += push(text.substr(sent.bytes));
      if (sent.bytes == text.size()) co_return sent;
      sent.kind = s.in.is_open() ? Sent::Kind::timeout : Sent::Kind::closed;
      if (sent.kind == Sent::Kind::closed || sent.at >= deadline) co_return sent;
      s.arm(s.in, deadline);
      co_await s.in.async_wait(stream_descriptor::wait_write, kAwait);
      s.disarm();
      sent.kind = Sent::Kind::done;
    }
  }

  std::size_t push(std::string_view text) override {
    Streams& s = *streams_;
    if (!s.in.is_open()) return 0;
    const ssize_t taken = ::write(s.in.native_handle(), text.data(), text.size());
    if (taken < 0) {
      if (errno != EAGAIN && errno != EINTR) close(s.in);  // the bot closed its stdin
      return 0;
    }
    if (log_) log_->to_bot(text.substr(0, static_cast<std::size_t>(taken)));
    return static_cast<std::size_t>(taken);
  }

  asio::awaitable<Incoming> receive(TimePoint deadline) override {
    Streams& s = *streams_;
    if (s.reports.end.is_machines()) s.at_end_of_file = true;  // whoever holds the pipe open is not the bot
    while (true) {
      // A bot on the same processor has often answered before the write returned: then there is nothing to wait for.
      const bool is_there = has_line() || read_now();
      const TimePoint at = now();
      // What came too late stays for poll().
      if (is_there && at <= deadline && has_line()) co_return take_line(at);
      if (at >= deadline) co_return Incoming{Incoming::Kind::timeout, {}, at};
      if (is_there) continue;
      s.arm(s.out, deadline);
      const auto [error] = co_await s.out.async_wait(stream_descriptor::wait_read, kAwait);
      s.disarm();
      if (error && !s.rang) s.at_end_of_file = true;
    }
  }

  std::optional<Incoming> poll() override {
    if (!has_line() && !(read_now() && has_line())) return std::nullopt;
    return take_line(now());
  }

  asio::awaitable<ProcessEnd> ended(Duration wait) override {
    Streams& s = *streams_;
    if (s.reports.end.kind == ProcessEnd::Kind::running && wait > Duration::zero()) {
      s.news.expires_after(wait);
      co_await s.news.async_wait(kAwait);
    }
    co_return s.reports.end;
  }

  asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override {
    const auto keep = streams_;
    Streams& s = *keep;
    if (!farewell.empty()) push(farewell);
    s.set_frozen(false);
    close(s.in);
    co_await ended(grace);
    if (!s.reaped) {
      // The launcher sees its socket half closed, kills what is left, reports and goes.
      s.reports.ended_by_arena = true;
      ::shutdown(s.control.native_handle(), SHUT_WR);
      s.arm(s.pidfd, now() + std::chrono::milliseconds(kTearDownMs));
      co_await s.pidfd.async_wait(stream_descriptor::wait_read, kAwait);
      s.disarm();
      s.reap();
    }
    co_await ended(std::chrono::milliseconds(100));  // the last report may still be on its way
    if (s.control.is_open()) s.read_control();       // what it left is told after its end
    s.read_stderr(kStderrReadsMax);                  // and so may its last words
    co_return s.reports.end;
  }

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
    if (log_) log_->question(game_, question);
    // What the bot said before its answer may still lie in the pipe: reading an answer looks at no other stream.
    streams_->read_stderr(kStderrReadsMax);
    streams_->err_tail.mark(question);
  }

  void detach() override { streams_->detach(); }
  void attach(asio::io_context& context) override { streams_->attach(context); }

  void freeze() override { streams_->set_frozen(true); }
  void thaw() override { streams_->set_frozen(false); }
  ProcessMeters& meters() override { return *streams_; }
  WaitClock& clock() override { return *streams_->pauses; }

 private:
  /// Reads once what the bot has written. False when there is nothing, and more may come.
  bool read_now() {
    const auto space = streams_->lines.space();
    const ssize_t count = ::read(streams_->out.native_handle(), space.data(), space.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return streams_->at_end_of_file;
    streams_->at_end_of_file = streams_->at_end_of_file || count <= 0;
    const std::string_view bytes(space.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    streams_->lines.commit(bytes.size());
    if (log_) log_->from_bot(bytes);
    return true;
  }

  /// take_line() has something to tell.
  bool has_line() { return streams_->lines.has_next() || streams_->lines.too_long() || streams_->at_end_of_file; }

  Incoming take_line(TimePoint at) {
    Streams& s = *streams_;
    if (const auto line = s.lines.next()) {
      std::string_view text = line->text;
      if (text.ends_with('\r')) text.remove_suffix(1);
      return {line->too_long || text.size() > kLineBytesMax ? Incoming::Kind::flood : Incoming::Kind::line, text, at};
    }
    return {s.lines.too_long() ? Incoming::Kind::flood : Incoming::Kind::closed, {}, at};
  }

  /// Shared with reads under way, which may end after this object.
  std::shared_ptr<Streams> streams_;
  std::unique_ptr<WireLog> log_;
  std::string game_;
};

}  // namespace

std::unique_ptr<BotChannel> start_bot(asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                      std::unique_ptr<WireLog> log) {
  return std::make_unique<BotProcess>(std::make_shared<Streams>(context, spawn_bot(sandbox, bot), bot.resources),
                                      std::move(log));
}

}  // namespace arena
