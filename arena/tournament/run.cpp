#include "arena/tournament/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <csignal>
#include <exception>
#include <latch>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "arena/process/bot_process.h"
#include "arena/process/live_process.h"
#include "arena/process/wire_log.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_record.h"
#include "arena/sandbox/descriptors.h"
#include "arena/table/table.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"
#include "arena/tournament/bot_pool.h"
#include "arena/tournament/game_queue.h"
#include "arena/tournament/machine.h"
#include "arena/tournament/rehearsal.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

namespace asio = boost::asio;

/// What happened, and the last line on stderr, where the sandbox says why.
std::string with_last_words(const FaultEvent& event) {
  const std::string_view text = event.stderr_tail.empty() ? "" : last_line(event.stderr_tail.back().text);
  return event.detail + (text.empty() ? "" : ": " + printable(text));
}

bool is_cancellation(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const boost::system::system_error& failure) {
    return failure.code() == asio::error::operation_aborted;
  } catch (...) {
    return false;
  }
}

constexpr std::array kStopSignals = {SIGINT, SIGTERM, SIGQUIT, SIGHUP};

/// The process ended as it does when it gets one of the arena's stop signals, too.
bool may_be_of_a_stop(const FaultEvent& event) {
  if (!event.end) return false;
  const auto is_stop = [](int number) { return std::ranges::find(kStopSignals, number) != kStopSignals.end(); };
  switch (event.end->kind) {
    case ProcessEnd::Kind::signaled:
      return is_stop(event.end->number);
    case ProcessEnd::Kind::exited:
      return is_stop(event.end->number - 128);  // as shells and Java say it
    case ProcessEnd::Kind::sandbox_failed:
      return true;
    default:
      return false;
  }
}

/// What the workers of a run share.
struct SharedRun {
  const RunPlan& plan;
  RunRecords& records;
  GameQueue& queue;
  const RunEvents& events;
  IdleBots idle;
  bool has_games;             ///< the queue stands at the first epoch that has one
  std::set<int> to_rehearse;  ///< indices of bots
  std::mutex events_mutex{};  ///< held during a call of an event
};

/// Plays one game after another on its own thread, with bots that it takes from those of all workers.
class Worker {
 public:
  Worker(int number, SharedRun& shared)
      : number_(number),
        shared_(shared),
        manifest_(*shared.plan.manifest),
        pool_(context_, manifest_, shared.plan.start, number, shared.idle) {}

  /// Starts every bot whose index is this worker's number, modulo the workers. False when one could not be started.
  /// One thread, which lasts as long as the worker, calls this, then play(). Both throw what goes wrong.
  bool try_bots() {
    bool all = true;
    run(try_each(all));
    return all;
  }

  /// Plays until the epoch has no game left or stop() was called. No bot is left then.
  void play() {
    watch_.add_to(costs_.waiting);
    run(play_games());
  }
  RunCosts costs() const {
    RunCosts costs = costs_;
    costs.starts = pool_.starts() + rehearsals_;
    return costs;
  }

  /// Ends the bots that are left, on that same thread. Nothing is left to do on the context then.
  void end_bots() {
    pool_.end();
    context_.restart();
    context_.poll();
  }

  /// Drops the game under way. From any thread.
  void stop() {
    stopping_ = true;
    asio::post(context_, [this] { cancel_.emit(asio::cancellation_type::terminal); });
  }

 private:
  /// Runs the coroutine to its end. Bots that live on keep reads open, so the context is stopped then.
  void run(asio::awaitable<void> what) {
    if (stopping_) return;
    std::exception_ptr failure;
    asio::co_spawn(context_, std::move(what),
                   asio::bind_cancellation_slot(cancel_.slot(), [&](std::exception_ptr error) {
                     failure = error;
                     context_.stop();
                   }));
    context_.restart();
    try {
      context_.run();
    } catch (...) {
      failure = std::current_exception();  // Asio's way when a coroutine is cancelled before it first waits
    }
    cancel_.slot().clear();
    // The game under way was dropped because it was to be.
    if (failure && !(stopping_ && is_cancellation(failure))) std::rethrow_exception(failure);
  }

  asio::awaitable<void> try_each(bool& all) {
    for (int bot = number_; bot < static_cast<int>(manifest_.bots.size()); bot += shared_.plan.workers) {
      FaultEvent fault;
      const BotSeat* seat = co_await pool_.take(bot, fault);
      const bool is_alive = seat->alive();
      pool_.rest();
      pool_.give_back();
      watch_.add_to(costs_.starting);
      if (is_alive && shared_.to_rehearse.contains(bot)) co_await rehearse_bot(bot);
      if (is_alive) continue;
      if (co_await is_of_a_stop({&fault, 1})) co_return;
      if (blame_of(fault.fault) != Blame::bot)
        throw MachineFault("a bot could not be started, by no fault of its own: " + with_last_words(fault));
      all = false;
      const std::lock_guard lock(shared_.events_mutex);
      shared_.events.bot_failed_to_start(manifest_.bots[at(bot)], fault);
    }
  }

  /// Its process is its own, and ends: none that plays in the run has met another game.
  asio::awaitable<void> rehearse_bot(int bot) {
    ++rehearsals_;
    const auto fault =
        co_await rehearse(shared_.plan.start.open(context_, {bot, number_, 0}), manifest_, pool_.receipt(), bot);
    watch_.add_to(costs_.starting);
    if (!fault) co_return;
    if (co_await is_of_a_stop({&*fault, 1})) co_return;
    const BotEntry& entry = manifest_.bots[at(bot)];
    const std::lock_guard lock(shared_.events_mutex);
    if (blame_of(fault->fault) == Blame::bot) {
      shared_.events.rehearsal_failed(entry, *fault);
    } else {
      shared_.events.warning("the rehearsal of " + entry.name + " came to no end: " + with_last_words(*fault));
    }
  }

  asio::awaitable<void> play_games() {
    while (!stopping_) {
      const std::optional<QueuedGame> queued = shared_.queue.next();
      if (!queued) break;
      co_await play_one(*queued);
      pool_.give_back();
      watch_.add_to(costs_.recording);
    }
    co_await pool_.dismiss();
    watch_.add_to(costs_.ending);
  }

  asio::awaitable<void> play_one(const QueuedGame& queued) {
    const ManifestVariant& variant = manifest_.variants[at(queued.block.variant)];
    const std::vector<int> seats = seating(queued.block.circle, queued.game);
    GameRecord record;
    record.run = shared_.records.run();
    record.id = game_id(queued.block.number, queued.game);
    record.variant = variant.id;
    record.rules_hash = variant.rules_hash;
    record.block = queued.block.number;
    record.game = queued.game;
    const BlockSeed seed = shared_.plan.key.block_seed(variant.id, queued.block.number);
    record.seed = seed.to_hex();

    std::vector<BotSeat*> players;
    std::vector<FaultEvent> absences(seats.size());
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      const int bot = seats[seat];
      record.bots.push_back(manifest_.bots[at(bot)].name);
      players.push_back(co_await pool_.take(bot, absences[seat]));
    }
    const GameSetup setup =
        setup_of(record, manifest_, variant, seed, deals_of(manifest_, variant, seed, queued.block, queued.game));
    watch_.add_to(costs_.starting);
    record.result = co_await play_game(setup, players, absences);
    pool_.rest();
    watch_.add_to(costs_.playing);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      const SeatTiming& timing = record.result.timing[seat];
      costs_.answering += timing.total;
      costs_.decisions += timing.questions;
      costs_.bots_cpu += timing.cpu + timing.between_games_cpu;
      SeatInput::Process& process = record.result.timing[seat].input.process;
      process.worker = pool_.process_of(seat).worker;
      if (process.game > 0) process.start = pool_.process_of(seat).start;
    }

    if (co_await is_of_a_stop(record.result.faults)) co_return;  // dropped, as any game under way
    for (const FaultEvent& event : record.result.faults) {
      if (blame_of(event.fault) == Blame::bot) continue;
      const std::optional<VoidBlock> voided = shared_.records.add_void(record, event);
      if (!voided) co_return;  // another game of the block was first
      shared_.queue.play_again(queued.block, voided->again);
      const std::lock_guard lock(shared_.events_mutex);
      shared_.events.block_void(*voided);
      if (shared_.records.voids_since_start() > kVoidsMax) {
        throw MachineFault("game " + record.id + ": " + with_last_words(event) + "; " +
                           std::to_string(shared_.records.voids_since_start()) +
                           " blocks are void since the start, and no bot is to blame");
      }
      co_return;
    }
    if (!shared_.records.add(record, *variant.rules)) co_return;
    const std::lock_guard lock(shared_.events_mutex);
    shared_.events.game_over(record, shared_.records.counted_games());
  }

  /// True when the arena is stopped and these faults may come of that (RunPlan::stop_follows).
  asio::awaitable<bool> is_of_a_stop(std::span<const FaultEvent> faults) {
    if (std::ranges::none_of(faults, may_be_of_a_stop)) co_return false;
    if (!stopping_) {
      asio::steady_timer timer(context_, shared_.plan.stop_follows);
      co_await timer.async_wait(asio::use_awaitable);
    }
    co_return stopping_;
  }

  int number_;
  SharedRun& shared_;
  const Manifest& manifest_;
  asio::io_context context_{1};  // one thread runs it; another may post
  asio::cancellation_signal cancel_;
  std::atomic<bool> stopping_ = false;
  BotPool pool_;
  int rehearsals_ = 0;
  Stopwatch watch_;
  RunCosts costs_;
};

/// The workers of one run, and what became of them.
class Crew {
 public:
  explicit Crew(SharedRun& shared)
      : plan_(shared.plan), shared_(shared), epoch_end_(plan_.workers, EpochEnd{this}), all_over_(plan_.workers) {
    for (int number = 0; number < plan_.workers; ++number) {
      workers_.push_back(std::make_unique<Worker>(number, shared));
    }
  }

  RunEnd run() {
    asio::signal_set signals(control_);
    for (const int number : kStopSignals) {
      struct sigaction before = {};
      const bool under_nohup =
          number == SIGHUP && ::sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
      if (!under_nohup) signals.add(number);
    }
    signals.async_wait([&](boost::system::error_code error, int) {
      if (error) return;
      stopped_ = true;
      stop_all();
    });
    asio::steady_timer time_over(control_);
    bool is_time_over = false;
    if (plan_.stop_at) {
      time_over.expires_at(*plan_.stop_at);
      time_over.async_wait([&](boost::system::error_code error) {
        if (error) return;
        is_time_over = stopped_ = true;
        stop_all();
      });
    }
    const auto end_waits = [&] {
      signals.cancel();
      time_over.cancel();
    };
    int at_work = plan_.workers;
    std::vector<std::jthread> threads;
    try {
      for (int number = 0; number < plan_.workers; ++number) {
        threads.emplace_back([this, number, &end_waits, &at_work] {
          work(number);
          asio::post(control_, [&end_waits, &at_work] {
            if (--at_work == 0) end_waits();
          });
        });
      }
    } catch (const std::system_error& error) {
      fail(std::make_exception_ptr(
          std::runtime_error("only " + std::to_string(threads.size()) + " of " + std::to_string(plan_.workers) +
                             " games can go on at once: no more threads (" + error.code().message() +
                             "); ask for fewer with --concurrency, or see ulimit -u and ulimit -v")));
      // Those that could start must not wait for the others.
      const int missing = plan_.workers - static_cast<int>(threads.size());
      for (int thread = 0; thread < missing; ++thread) epoch_end_.arrive_and_drop();
      all_over_.count_down(missing);
      at_work -= missing;  // the posted functions have not run yet
      if (at_work == 0) end_waits();
    }
    control_.run();
    threads.clear();
    if (shared_.events.over) {
      RunCosts costs;
      for (const auto& worker : workers_) costs.add(worker->costs());
      costs.arena_cpu = processor_time_.self();
      costs.children_cpu = processor_time_.children();
      costs.peak_kb = LiveProcess(OwnedFd(open_pidfd(::getpid()))).peak_kb();
      shared_.events.over(costs);
    }
    if (unpinned_) shared_.events.warning("not every worker could be bound to one processor; those ran unbound");
    if (failure_) std::rethrow_exception(failure_);
    if (stopped_) return is_time_over ? RunEnd::out_of_time : RunEnd::stopped;
    return bots_failed_ && !plan_.keep_going ? RunEnd::bots_failed : RunEnd::finished;
  }

 private:
  /// Called by the last worker that has come to the end of an epoch, while the others wait; at first after the trial.
  struct EpochEnd {
    Crew* crew;
    void operator()() noexcept { crew->begin_epoch(); }
  };

  void begin_epoch() noexcept {
    const bool may_go_on = !failed_ && !stopped_ && (!bots_failed_ || plan_.keep_going);
    const bool is_first = !std::exchange(goes_on_, false);
    if (!may_go_on) return;
    try {
      goes_on_ = is_first ? shared_.has_games : shared_.queue.next_epoch();
      if (goes_on_ && !is_first && plan_.start.renew) plan_.start.renew();
    } catch (...) {
      goes_on_ = false;
      fail(std::current_exception());
    }
  }

  /// On the worker's own thread. The processes that it has started end with this thread, whoever has them.
  void work(int number) {
    Worker& worker = *workers_[at(number)];
    if (plan_.pinned && !pin_to_one_core(number)) unpinned_ = true;
    try {
      if (!worker.try_bots()) bots_failed_ = true;
      epoch_end_.arrive_and_wait();
      while (goes_on_) {
        worker.play();
        epoch_end_.arrive_and_wait();
      }
    } catch (...) {
      fail(std::current_exception());
      epoch_end_.arrive_and_drop();
    }
    worker.end_bots();
    all_over_.arrive_and_wait();
  }

  /// Keeps the first exception; nobody plays on. From any thread.
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

  const RunPlan& plan_;
  SharedRun& shared_;
  const ProcessorTime processor_time_;
  asio::io_context control_{1};  // of the thread that calls run(): signals, ends, failures
  std::vector<std::unique_ptr<Worker>> workers_;
  std::barrier<EpochEnd> epoch_end_;
  std::latch all_over_;   // no worker has a bot any more
  bool goes_on_ = false;  // written while all wait at epoch_end_
  std::atomic<bool> bots_failed_ = false;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> unpinned_ = false;
  std::atomic<bool> stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace

ChannelSource process_channels(Sandbox sandbox, const std::vector<BotCommand>& commands, const Manifest& manifest,
                               std::filesystem::path wire_folder) {
  std::vector<std::string> names;
  for (const BotEntry& bot : manifest.bots) names.push_back(bot.name);
  return [sandbox = std::move(sandbox), &commands, names = std::move(names), wire_folder = std::move(wire_folder)](
             boost::asio::io_context& context, const BotProcessId& process) -> std::unique_ptr<BotChannel> {
    const auto bot = static_cast<std::size_t>(process.bot);
    std::unique_ptr<WireLog> log;
    if (!wire_folder.empty()) {
      log =
          std::make_unique<WireLog>(wire_folder, fmt::format("{}.{}.{}", names.at(bot), process.worker, process.start));
    }
    return start_bot(context, sandbox, commands.at(bot), std::move(log));
  };
}

RunEnd play_run(const RunPlan& plan, RunRecords& records, const RunEvents& events) {
  GameQueue queue(*plan.manifest, plan.key, records.recorded(), records.voids(), plan.wanted, plan.is_decided,
                  plan.shard, blocks_of_chunk(*plan.manifest, plan.workers), plan.workers);
  const bool has_games = queue.next_epoch();
  std::set<int> to_rehearse;
  if (events.rehearsal_failed) to_rehearse = bots_to_rehearse(queue.games_left(), *plan.manifest, plan.workers);
  SharedRun shared{plan, records, queue, events, IdleBots(plan.start.processes, plan.workers), has_games, to_rehearse};
  return Crew(shared).run();
}

}  // namespace arena
