#include "arena/tournament/run.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <exception>
#include <latch>
#include <memory>
#include <system_error>
#include <thread>

#include "arena/tournament/game_queue.h"
#include "arena/tournament/machine.h"
#include "arena/tournament/worker.h"

namespace arena {
namespace {

namespace asio = boost::asio;

bool is_ignored(int signal) {
  struct sigaction action = {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The workers of one run, and what became of them.
class Crew {
 public:
  Crew(const RunPlan& plan, SharedRun& shared) : plan_(plan), shared_(shared), tried_(plan.workers) {
    for (int number = 0; number < plan.workers; ++number) {
      workers_.push_back(std::make_unique<Worker>(number, shared));
    }
  }

  RunEnd run() {
    asio::signal_set signals(control_, SIGINT, SIGTERM);
    if (!is_ignored(SIGHUP)) signals.add(SIGHUP);  // nohup stays nohup
    signals.async_wait([&](boost::system::error_code error, int) {
      if (error) return;
      stopped_ = true;
      stop_all();
    });
    int at_work = plan_.workers;
    std::vector<std::jthread> threads;
    try {
      for (int number = 0; number < plan_.workers; ++number) {
        threads.emplace_back([this, number, &signals, &at_work] {
          work(number);
          asio::post(control_, [&signals, &at_work] {
            if (--at_work == 0) signals.cancel();
          });
        });
      }
    } catch (const std::system_error& error) {
      fail(std::make_exception_ptr(std::system_error(error.code(), "only " + std::to_string(threads.size()) + " of " +
                                                                       std::to_string(plan_.workers) +
                                                                       " games can go on at once")));
      // Those that could start must not wait for the others.
      const int missing = plan_.workers - static_cast<int>(threads.size());
      tried_.count_down(missing);
      at_work -= missing;  // the posted functions have not run yet
      if (at_work == 0) signals.cancel();
    }
    control_.run();
    threads.clear();
    if (unpinned_) shared_.events.warning("not every worker could be bound to one processor; those ran unbound");
    if (failure_) std::rethrow_exception(failure_);
    if (stopped_) return RunEnd::stopped;
    return bots_failed_ && !plan_.keep_going ? RunEnd::bots_failed : RunEnd::finished;
  }

 private:
  /// On the worker's own thread. Its bots end with this thread.
  void work(int number) {
    Worker& worker = *workers_[static_cast<std::size_t>(number)];
    if (plan_.pinned && !pin_to_one_core(number)) unpinned_ = true;
    try {
      if (!worker.try_bots()) bots_failed_ = true;
    } catch (...) {
      fail(std::current_exception());
    }
    tried_.arrive_and_wait();
    try {
      if (!failed_ && (!bots_failed_ || plan_.keep_going)) worker.play();
    } catch (...) {
      fail(std::current_exception());
    }
    worker.end_bots();
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
  asio::io_context control_{1};  // of the thread that calls run(): signals, ends, failures
  std::vector<std::unique_ptr<Worker>> workers_;
  std::latch tried_;
  std::atomic<bool> bots_failed_ = false;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> unpinned_ = false;
  bool stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace

RunEnd play_run(const RunPlan& plan, RunRecords& records, const RunEvents& events) {
  GameQueue queue(*plan.manifest, plan.key, records.recorded(), records.voids(), plan.wanted);
  SharedRun shared{plan, records, queue, events, {}};
  Crew crew(plan, shared);
  return crew.run();
}

}  // namespace arena
