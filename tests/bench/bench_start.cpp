// bench_start [BOTS [LEVEL]]: what a bot costs to start, at this isolation or each one of this machine: the median of
// one at a time, and the mean of so many (400) that are all kept alive; with the processor time that a start and its
// end took, of the arena and of the launchers and bots, and the memory of the arena itself. Asserts nothing.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>

#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/game/table/bot_seat.h"
#include "arena/league/run/machine.h"

namespace {

using namespace arena;
using std::chrono::steady_clock;

double ms_since(steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(steady_clock::now() - start).count();
}

boost::asio::awaitable<void> greet(boost::asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                   std::vector<BotSeat>& seats, std::vector<double>& times) {
  for (BotSeat& seat : seats) {
    const auto start = steady_clock::now();
    if (const auto fault = co_await seat.greet(start_bot(context, sandbox, bot)))
      throw std::runtime_error("instant_bot: " + fault->detail);
    times.push_back(ms_since(start));
  }
}

boost::asio::awaitable<void> dismiss(std::vector<BotSeat>& seats) {
  for (BotSeat& seat : seats) co_await seat.dismiss();
}

void complete(boost::asio::io_context& context, boost::asio::awaitable<void> work) {
  std::exception_ptr failure;
  bool over = false;
  boost::asio::co_spawn(context, std::move(work), [&](std::exception_ptr error) {
    failure = error;
    over = true;
  });
  context.restart();
  while (!over) context.run_one();
  if (failure) std::rethrow_exception(failure);
}

/// The processor time of this process so far.
double cpu_ms() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  double ms = 0;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime})
    ms += static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
  return ms;
}

void measure(const Sandbox& sandbox, const BotCommand& bot, int bots) {
  boost::asio::io_context context(1);
  std::vector<double> alone;
  for (int i = 0; i < 20; ++i) {
    std::vector<BotSeat> one;
    one.emplace_back(Limits{});
    complete(context, greet(context, sandbox, bot, one, alone));
    complete(context, dismiss(one));
  }
  std::sort(alone.begin(), alone.end());
  std::vector<BotSeat> seats;
  for (int i = 0; i < bots; ++i) seats.emplace_back(Limits{});
  std::vector<double> times;
  const double own_before = cpu_ms();
  const auto started_before = sandbox.server->cpu_time();
  const auto start = steady_clock::now();
  complete(context, greet(context, sandbox, bot, seats, times));
  const double all = ms_since(start);
  const auto leaving = steady_clock::now();
  complete(context, dismiss(seats));
  const double ending = ms_since(leaving);
  std::cout << fmt::format(
      "{:9} {:6.1f} ms alone, {:6.1f} ms with {} alive, {:5.1f} ms to end one; processor time: arena {:.2f} ms, "
      "the others {:.2f} ms\n",
      isolation_name(sandbox.isolation), alone[alone.size() / 2], all / bots, bots, ending / bots,
      (cpu_ms() - own_before) / bots,
      std::chrono::duration<double, std::milli>(sandbox.server->cpu_time() - started_before).count() / bots);
}

void run(int bots, std::optional<Isolation> only) {
  bearable_processes();  // raises the limit of descriptors
  const Staging staging(temporary_folders(), ::geteuid() == 0);
  Sandbox sandbox{Isolation::none, find_sandbox_programs(staging)};
  const std::filesystem::path program =
      staging.add_program(std::filesystem::read_symlink("/proc/self/exe").parent_path() / "instant_bot");
  const BotCommand bot = {program.parent_path(), {"./instant_bot"}};
  std::string reason;
  const std::unique_ptr<CgroupParent> cgroups = CgroupParent::open(reason);
  const std::unique_ptr<UserIds> users = UserIds::open(reason);
  sandbox.users = users.get();
  for (const Isolation level : {Isolation::none, Isolation::confined, Isolation::user, Isolation::full}) {
    if (only && level != *only) continue;
    const LevelProbe probe = probe_level(sandbox.programs, level);
    if (!probe.failure.empty()) {
      std::cout << fmt::format("{:9} not on this machine: {}\n", isolation_name(level), probe.failure);
      continue;
    }
    sandbox.isolation = level;
    sandbox.cgroups = level == Isolation::full ? cgroups.get() : nullptr;
    const std::unique_ptr<ForkServer> server = start_fork_server(sandbox.programs, level, users.get());
    sandbox.server = server.get();
    measure(sandbox, bot, bots);
  }
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  std::cout << fmt::format("{:.1f} MB of the arena's own memory at most\n",
                           static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  const int bots = argc > 1 ? std::atoi(argv[1]) : 400;
  ::signal(SIGPIPE, SIG_IGN);
  try {
    run(std::clamp(bots, 1, 2000), argc > 2 ? find_isolation(argv[2]) : std::nullopt);
  } catch (const std::exception& error) {
    std::cerr << "bench_start: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
