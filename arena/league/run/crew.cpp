#include "arena/league/run/crew.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstddef>
#include <exception>
#include <latch>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "arena/bots/process/live_process.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/stop_signals.h"
#include "arena/league/run/game_queue.h"
#include "arena/league/run/machine.h"
#include "arena/league/run/worker.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

namespace asio = boost::asio;

/// The workers of one run, and how they end.
class Crew {
 public:
  explicit Crew(CrewState& shared)
      : settings_(shared.settings), shared_(shared), epoch_end_(settings_.workers, EpochEnd{this}) {
    for (int number = 0; number < settings_.workers; ++number) {
      workers_.push_back(std::make_unique<Worker>(number, shared));
    }
  }

  RunEnd run() {
    struct sigaction hangup = {};
    const bool under_nohup = ::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler == SIG_IGN;
    asio::signal_set signals(control_);
    for (const int number : kStopSignals) {
      if (number != SIGHUP || !under_nohup) signals.add(number);
    }
    const auto stop = [this] {
      stopped_ = true;
      stop_all();
    };
    signals.async_wait([stop](boost::system::error_code error, int) {
      if (!error) stop();
    });
    asio::steady_timer time_over(control_);
    bool is_time_over = false;
    if (settings_.stop_at) {
      time_over.expires_at(*settings_.stop_at);
      time_over.async_wait([&](boost::system::error_code error) {
        if (error) return;
        is_time_over = true;
        stop();
      });
    }
    const std::stop_callback asked_to_stop(settings_.stop, [this, stop] {
      stopped_ = true;
      asio::post(control_, stop);
    });
    const auto end_waits = [&] {
      signals.cancel();
      time_over.cancel();
    };
    int at_work = settings_.workers;
    std::vector<std::jthread> threads;
    try {
      for (int number = 0; number < settings_.workers; ++number) {
        threads.emplace_back([this, number, &end_waits, &at_work] {
          work(number);
          asio::post(control_, [&end_waits, &at_work] {
            if (--at_work == 0) end_waits();
          });
        });
      }
    } catch (const std::system_error& error) {
      at_work -= end_with_threads(threads.size(), error.code().message());
    } catch (const std::bad_alloc&) {
      at_work -= end_with_threads(threads.size(), std::make_error_code(std::errc::not_enough_memory).message());
    }
    all_started_.count_down();
    if (at_work == 0) end_waits();
    control_.run();
    threads.clear();
    if (shared_.events.over) {
      RunCosts costs;
      for (const auto& worker : workers_) costs.add(worker->costs());
      costs.arena_cpu = processor_time(RUSAGE_SELF) - arena_cpu_before_;
      costs.children_cpu = children_cpu() - children_cpu_before_;
      costs.peak_kb = LiveProcess(OwnedFd(open_pidfd(::getpid()))).peak_kb();
      shared_.events.over(costs);
    }
    if (unpinned_) shared_.events.warning("some workers could not be bound to one processor and ran unbound");
    if (failure_) std::rethrow_exception(failure_);
    if (stopped_) return is_time_over ? RunEnd::out_of_time : RunEnd::stopped;
    return bots_failed_ && !settings_.keep_going ? RunEnd::bots_failed : RunEnd::finished;
  }

 private:
  /// The last worker to reach the end of an epoch calls this while the others wait. The first call is after all bots
  /// were started once.
  struct EpochEnd {
    Crew* crew;
    void operator()() noexcept { crew->begin_epoch(); }
  };

  void begin_epoch() noexcept {
    const bool may_go_on = !failed_ && !stopped_ && (!bots_failed_ || settings_.keep_going);
    const bool is_first = !std::exchange(continues_, false);
    if (!may_go_on) return;
    try {
      continues_ = is_first ? shared_.has_games : shared_.queue.next_epoch();
      if (continues_ && !is_first && settings_.start.renew) settings_.start.renew();
      if (continues_ && settings_.start.before_epoch) settings_.start.before_epoch();
    } catch (...) {
      continues_ = false;
      fail(std::current_exception());
    }
  }

  /// Runs on the worker's own thread. No worker begins before all threads have started: those that play would use up
  /// the memory that others need for their stacks.
  void work(int number) {
    all_started_.wait();
    Worker& worker = *workers_[at(number)];
    if (settings_.pinned && !pin_to_one_core(number)) unpinned_ = true;
    try {
      if (!failed_ && !worker.try_bots()) bots_failed_ = true;
      epoch_end_.arrive_and_wait();
      while (continues_) {
        worker.play();
        epoch_end_.arrive_and_wait();
      }
    } catch (...) {
      fail(std::current_exception());
      epoch_end_.arrive_and_drop();
    }
    worker.end_bots();
  }

  /// Ends a run of whose threads only `started` could be started, and reports that, even if something else failed for
  /// the same reason. The threads that did start must not wait for the others. Called before control_ runs. Returns how
  /// many threads are missing.
  int end_with_threads(std::size_t started, const std::string& reason) {
    failure_ = std::make_exception_ptr(std::runtime_error(
        fmt::format("only {} of {} games can run at the same time, because no more threads can be started ({}); lower "
                    "--concurrency, or raise ulimit -u or ulimit -v",
                    started, settings_.workers, reason)));
    fail(failure_);
    const int missing = settings_.workers - static_cast<int>(started);
    for (int thread = 0; thread < missing; ++thread) epoch_end_.arrive_and_drop();
    return missing;
  }

  /// Returns what launchers and bots have used that have ended, and the fork server itself.
  Duration children_cpu() const {
    const ForkServer* server = settings_.start.server;
    return processor_time(RUSAGE_CHILDREN) + (server != nullptr ? server->cpu_time() : Duration::zero());
  }

  /// Keeps the first exception and stops all workers. Any thread may call.
  void fail(std::exception_ptr error) {
    asio::post(control_, [this, error] {
      if (!failure_) failure_ = error;
      stop_all();
    });
    failed_ = true;
  }

  void stop_all() {
    for (const auto& worker : workers_) worker->stop();
  }

  const RunSettings& settings_;
  CrewState& shared_;
  const Duration arena_cpu_before_ = processor_time(RUSAGE_SELF);
  const Duration children_cpu_before_ = children_cpu();
  asio::io_context control_{1};  // runs on the thread that calls run(): signals, ends, failures
  std::vector<std::unique_ptr<Worker>> workers_;
  std::barrier<EpochEnd> epoch_end_;
  std::latch all_started_{1};
  bool continues_ = false;  // written while all wait at epoch_end_
  std::atomic<bool> bots_failed_ = false;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> unpinned_ = false;
  std::atomic<bool> stopped_ = false;
  std::exception_ptr failure_;
};

/// Returns the bots that may play only first games in a run: those with no more games in the first epoch (`games`) than
/// there are workers, because each game may get a fresh process. Of bots with the same files only the first is
/// returned.
std::set<int> bots_to_rehearse(const std::vector<QueuedGame>& games, const Manifest& manifest, int workers) {
  std::map<int, int> games_of;  // by bot
  for (const QueuedGame& game : games) {
    const std::vector<int> seats = seating(game.block.circle, game.game);
    for (const int bot : std::set<int>(seats.begin(), seats.end())) ++games_of[bot];
  }
  std::set<int> bots;
  std::set<std::string> hashes;
  for (const auto& [bot, count] : games_of) {
    if (count <= workers && hashes.insert(manifest.bots[at(bot)].hash).second) bots.insert(bot);
  }
  return bots;
}

}  // namespace

RunEnd play_run(const RunSettings& settings, RunRecords& records, const RunEvents& events) {
  GameQueue queue(*settings.manifest, settings.key, records.recorded(), records.voids(), settings.wanted,
                  settings.is_decided, settings.shard, blocks_of_chunk(*settings.manifest, settings.workers));
  const bool has_games = queue.next_epoch();
  std::set<int> to_rehearse;
  if (events.rehearsal_failed) to_rehearse = bots_to_rehearse(queue.games_left(), *settings.manifest, settings.workers);
  CrewState shared{settings, records, queue, events, IdleBots(settings.start.processes), has_games, to_rehearse};
  return Crew(shared).run();
}

}  // namespace arena
