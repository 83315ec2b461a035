#pragma once

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/algorithm/string/replace.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <memory>
#include <utility>

#include "arena/base/text/line_cutter.h"
#include "arena/bots/process/arena_pauses.h"
#include "arena/bots/process/incoming.h"
#include "arena/bots/process/live_process.h"
#include "arena/bots/process/spawn.h"
#include "arena/bots/process/stderr_tail.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

inline constexpr int kReportMs = 1000;  ///< how long a launcher may take to report that it has started its bot
/// How long a launcher may take to report that its bot has ended. Linux 6.18 was seen to hold one in wait4(2) for four
/// seconds while other processes read /proc.
inline constexpr int kLastReportMs = 10'000;

inline void close_stream(boost::asio::posix::stream_descriptor& stream) {
  boost::system::error_code ignored;
  stream.close(ignored);
}

/// The pipes and sockets of a bot's process, the data that is read from them all the time, and the meters of the
/// process. The channel shares it with waits in progress, which may end after the channel.
struct BotStreams final : ProcessMeters, std::enable_shared_from_this<BotStreams> {
  /// `folder` is the bot's folder. `left` may be null.
  BotStreams(boost::asio::io_context& context, SpawnedBot spawned, const Resources& granted,
             const std::filesystem::path& folder, std::unique_ptr<ProcessLog> left)
      : allowed(granted),
        copy(is_in_staging(folder) ? folder : std::filesystem::path()),
        by_launcher(is_stopped_by_launcher(granted.processes, spawned.reports.may_kill_itself)),
        pauses(&pauses_of_this_thread()),
        home(&context),
        in(context, spawned.in.release()),
        out(context, spawned.out.release()),
        err(context, spawned.err.release()),
        control(context, spawned.control.release()),
        pidfd(spawned.pidfd.get() >= 0 ? boost::asio::posix::stream_descriptor(context, spawned.pidfd.release())
                                       : boost::asio::posix::stream_descriptor(context)),
        watchdog(context),
        end_timer(context),
        log(std::move(left)),
        err_tail(static_cast<std::size_t>(granted.stderr_kb) << 10, log.get()),
        reports(std::move(spawned.reports)) {}

  const Resources& resources() const override { return allowed; }
  std::chrono::nanoseconds cpu_time() override {
    if (by_launcher && reports.group != nullptr) group_cpu_time = std::max(group_cpu_time, reports.group->cpu_time());
    return std::max<std::chrono::nanoseconds>({live().cpu_time(), reports.end.cpu, group_cpu_time});
  }
  std::chrono::nanoseconds run_delay() override { return live().run_delay(); }
  std::chrono::nanoseconds threads_delay() override {
    return live().threads_delay() + (by_launcher ? live().parent_delay() : std::chrono::nanoseconds(0));
  }
  bool wants_processor() override { return launcher_is_late() || live().wants_processor(); }
  WaitsFor waits_for() override { return live().waits_for(); }
  std::uint64_t progress() override { return live().progress(); }
  bool stopped() override { return !launcher_is_late() && live().stopped(); }
  bool counts_all() override {
    return allowed.processes == 1 || (reports.group != nullptr && reports.group->cpu_time() > Duration::zero());
  }
  long peak_kb() override { return std::max(live().peak_kb(), reports.end.peak_kb); }
  /// Replaces the path of a bot's copy by the one that a bot in a sandbox sees. Records are published, and the path of
  /// a copy may reveal whose machine it is.
  std::vector<StderrChunk> stderr_tail() const override {
    std::vector<StderrChunk> chunks = err_tail.chunks();
    for (StderrChunk& chunk : chunks) {
      if (copy.empty()) break;
      boost::replace_all(chunk.text, copy.native(), "/bot");
      boost::replace_all(chunk.text, copy.parent_path().native(), "/staging");
    }
    return chunks;
  }

  std::uint64_t stderr_bytes() const override { return err_tail.bytes_read(); }

  // --- stderr and the launcher's reports are read all the time ---

  void drain_stderr() {
    err.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                   [self = shared_from_this(), begun_in = generation.load()](boost::system::error_code error) {
                     if (error || self->generation != begun_in) return;
                     if (self->read_stderr(1)) self->drain_stderr();
                   });
  }

  /// Reads what has arrived, in `reads_max` reads at most. Returns false at the end of the stream. Nothing else reads
  /// stderr, so no piece can overtake another.
  bool read_stderr(int reads_max) { return err_tail.read_from(err.native_handle(), reads_max); }

  void watch_control() {
    control.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                       [self = shared_from_this(), begun_in = generation.load()](boost::system::error_code error) {
                         if (self->generation != begun_in) return;
                         if (error || !self->read_control()) {
                           self->report_closed();
                         } else {
                           self->watch_control();
                         }
                       });
  }

  /// Returns the bot's process. If the bot has already written something, the report that names its process may still
  /// be in the socket.
  LiveProcess& live() {
    if (!reports.bot.is_known() && control.is_open()) read_control();
    return reports.bot;
  }

  /// Stops or continues the bot. One signal is quicker than the launcher, which finds all processes of the bot. A
  /// launcher that has ended has killed them all.
  void set_frozen(bool frozen) {
    if (!by_launcher) return live().set_frozen(frozen);
    const char word = frozen ? kStopAll : kContinueAll;
    if (!live().note_frozen(frozen)) return;
    [[maybe_unused]] const ssize_t sent = ::send(control.native_handle(), &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  /// Whether the launcher has not yet read the order to stop or continue the bot. The bot is not to blame for that: the
  /// launcher waits for a processor, too.
  bool launcher_is_late() {
    int unread = 0;
    return by_launcher && ::ioctl(control.native_handle(), SIOCOUTQ, &unread) == 0 && unread > 0;
  }

  /// Reads the launcher's reports. Returns false if there will be no more.
  bool read_control() {
    const bool more = reports.read(control.native_handle());
    if (reports.end.kind != ProcessEnd::Kind::running) end_timer.cancel();
    return more;
  }

  void report_closed() {
    if (reports.end.kind == ProcessEnd::Kind::running) {
      reports.settle(ProcessEnd::Kind::sandbox_failed);  // nothing says how the bot ended
      // What is left of the bot may keep its pipes open: do not wait for that.
      if (waiting_on != nullptr) cancel_wait();
    }
    end_timer.cancel();
  }

  // --- one deadline for the read or write in progress; the timer is set again only if it must ring earlier ---

  void set_timer() {
    timer_set = true;
    timer_at = deadline;
    watchdog.expires_at(deadline);
    watchdog.async_wait([self = shared_from_this(), begun_in = generation.load()](boost::system::error_code error) {
      if (error || self->generation != begun_in) return;  // set again, closed, or elsewhere
      self->timer_set = false;
      if (self->waiting_on == nullptr) return;
      if (std::chrono::steady_clock::now() < self->deadline) {
        self->set_timer();
        return;
      }
      self->rang = true;
      self->cancel_wait();
    });
  }

  void cancel_wait() {
    boost::system::error_code ignored;  // it was closed meanwhile
    waiting_on->cancel(ignored);
  }

  // --- it may continue with another worker ---

  /// Leaves its context. Handlers that were started on it see that the generation has changed, and touch nothing, even
  /// if they run when another worker already has the bot.
  void detach() {
    // The kernel allows only a few unread descriptors in sockets. That of a bot that was only greeted may be on its
    // way.
    if (!reports.bot.is_known() && control.is_open()) {
      pollfd report = {control.native_handle(), POLLIN, 0};
      ::poll(&report, 1, kReportMs);
      if (!read_control()) report_closed();
    }
    ++generation;
    boost::system::error_code ignored;
    for (boost::asio::posix::stream_descriptor* stream : {&err, &control}) {
      if (stream->is_open()) stream->cancel(ignored);
    }
    watchdog.cancel();
    timer_set = false;
  }

  void attach(boost::asio::io_context& context) {
    if (home != &context) move_to(context);
    pauses = &pauses_of_this_thread();
    if (err.is_open()) drain_stderr();
    if (!control.is_open()) return;
    if (read_control()) {
      watch_control();
    } else {
      report_closed();
    }
  }

  void move_to(boost::asio::io_context& context) {
    home = &context;
    for (boost::asio::posix::stream_descriptor* stream : {&in, &out, &err, &control, &pidfd}) {
      *stream = stream->is_open() ? boost::asio::posix::stream_descriptor(context, stream->release())
                                  : boost::asio::posix::stream_descriptor(context);
    }
    watchdog = boost::asio::steady_timer(context);
    end_timer = boost::asio::steady_timer(context);
    live().run_where_this_thread_does();
  }

  void close_all() {
    for (boost::asio::posix::stream_descriptor* stream : {&in, &out, &err, &control}) close_stream(*stream);
    watchdog.cancel();
    end_timer.cancel();
  }

  /// Waits until the launcher has ended. Kills it first if it does not end. The fork server reaps it.
  void reap() {
    if (reaped) return;
    if (pidfd.is_open()) end_pidfd(pidfd.native_handle(), kTearDownMs);
    reports.bot.kill();  // a bot may have seen to it that it outlives a launcher that is killed
    reaped = true;
    reports.group.reset();
    reports.user_id.reset();
    close_stream(pidfd);
  }

  /// Keeps what the process has left, if that is wanted. It must have been reaped.
  void keep_what_is_left() {
    if (log == nullptr) return;
    read_stderr(kStderrReadsMax);
    log->finish(std::move(reports.tmp));
  }

  Resources allowed;
  std::filesystem::path copy;  ///< the bot's folder if it is a copy in a staging folder; otherwise empty
  bool by_launcher;            ///< the launcher stops and continues the bot
  WaitClock* pauses;
  boost::asio::io_context* home;
  std::atomic<unsigned> generation = 0;  ///< how often it was detached
  boost::asio::posix::stream_descriptor in;
  boost::asio::posix::stream_descriptor out;
  boost::asio::posix::stream_descriptor err;
  boost::asio::posix::stream_descriptor control;
  boost::asio::posix::stream_descriptor pidfd;
  boost::asio::steady_timer watchdog;
  boost::asio::steady_timer end_timer;  // cancelled when the process ends: wakes ended()

  LineCutter lines{kLineBytesMax + 1};  // one byte more for a CR, which does not count
  std::unique_ptr<ProcessLog> log;      ///< null if nothing is kept
  StderrTail err_tail;
  LauncherReports reports;
  std::chrono::nanoseconds group_cpu_time{};  // when last read
  bool at_end_of_file = false;
  bool reaped = false;

  boost::asio::posix::stream_descriptor* waiting_on = nullptr;
  TimePoint deadline;
  TimePoint timer_at;
  bool timer_set = false;
  bool rang = false;
};

/// Marks a read or write as in progress for as long as it exists, even if the coroutine is abandoned.
class PendingWait {
 public:
  PendingWait(std::shared_ptr<BotStreams> streams, boost::asio::posix::stream_descriptor& stream, TimePoint deadline)
      : streams_(std::move(streams)) {
    streams_->waiting_on = &stream;
    streams_->deadline = deadline;
    streams_->rang = false;
    if (!streams_->timer_set || deadline < streams_->timer_at) streams_->set_timer();
  }
  ~PendingWait() { streams_->waiting_on = nullptr; }
  PendingWait(const PendingWait&) = delete;
  PendingWait& operator=(const PendingWait&) = delete;

 private:
  std::shared_ptr<BotStreams> streams_;
};

}  // namespace arena
