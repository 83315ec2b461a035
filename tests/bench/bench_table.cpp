// bench_table [SECONDS [LEVEL]]: decisions a second of one table with four instant bots, one worker, all pinned to one
// core, records written; beside the bare round trip over two pipes, measured before and after in the same run. Then
// the same without isolation, in turns with it. Prints the rates, their ratios and the arena's own processor time per
// 1000 decisions. Asserts nothing.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/sandbox/fork_server.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/game/table/table.h"
#include "arena/league/run/machine.h"
#include "arena/records/game_record.h"
#include "arena/records/record_file.h"
#include "engine/variants/registry.h"

namespace {

using namespace arena;
using std::chrono::steady_clock;

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

double cpu_seconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Round trips a second of a parent and a child on one core, blocking reads, messages of the size of an ask and an
/// answer.
double ping_pong(double seconds) {
  int there[2];
  int back[2];
  if (::pipe(there) != 0 || ::pipe(back) != 0) std::abort();
  char message[64] = {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(there[1]);
    while (::read(there[0], message, sizeof message) > 0) {
      if (::write(back[1], message, 8) < 0) break;
    }
    ::_exit(0);
  }
  ::close(there[0]);
  ::close(back[1]);
  const auto start = steady_clock::now();
  long trips = 0;
  double elapsed = 0;
  do {
    for (int i = 0; i < 1000; ++i, ++trips) {
      if (::write(there[1], message, sizeof message) < 0 || ::read(back[0], message, 8) <= 0) std::abort();
    }
    elapsed = seconds_since(start);
  } while (elapsed < seconds);
  ::close(there[1]);
  ::close(back[0]);
  ::waitpid(child, nullptr, 0);
  return static_cast<double>(trips) / elapsed;
}

constexpr int kRounds = 4;
constexpr int kThinkUs = 50;  ///< of a bot that computes: far more than the arena does for a question

struct Measured {
  long decisions = 0;
  long games = 0;
  double seconds = 0;
  double cpu = 0;
};

boost::asio::awaitable<void> play(boost::asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                  const std::filesystem::path& folder, double seconds, Measured& measured) {
  const hearts::GameRules rules(hearts::resolve_variant("black-lady@4"));
  std::vector<BotSeat> seats;
  for (int seat = 0; seat < 4; ++seat) seats.emplace_back(Limits{});
  std::vector<BotSeat*> players;
  for (BotSeat& seat : seats) {
    if (const auto fault = co_await seat.greet(start_bot(context, sandbox, bot))) {
      throw std::runtime_error("instant_bot: " + fault->detail);
    }
    players.push_back(&seat);
  }
  RecordFile games(folder / "games.jsonl");
  RecordFile timings(folder / "timings.jsonl");
  const std::vector<FaultEvent> absences(4);
  const double cpu_before = cpu_seconds();
  const auto start = steady_clock::now();
  while (seconds_since(start) < seconds) {
    GameSetup setup;
    setup.rules = &rules;
    const auto game = static_cast<std::uint64_t>(measured.games);
    setup.deal =
        shuffled(rules, [game](int hand) { return hearts::Seed{game, static_cast<std::uint64_t>(hand), 3, 4}; });
    setup.tokens.assign(4, "00000000");
    setup.bot_seeds.assign(4, 1);
    GameRecord record;
    record.id = game_id(static_cast<int>(measured.games), 0);
    record.variant = rules.rules().id;
    record.bots = {"a", "b", "c", "d"};
    record.result = co_await play_game(setup, players, absences);
    if (!record.result.faults.empty()) throw std::runtime_error("a fault: " + record.result.faults.front().detail);
    games.append(game_json(record, rules));
    timings.append(timing_json(record, rules));
    for (int seat = 0; seat < 4; ++seat)
      measured.decisions += record.result.timing[static_cast<std::size_t>(seat)].questions;
    ++measured.games;
  }
  measured.seconds += seconds_since(start);
  measured.cpu += cpu_seconds() - cpu_before;
  for (BotSeat& seat : seats) co_await seat.dismiss();
}

/// Plays at one isolation for so long, and adds to what was measured.
void measure(const Sandbox& sandbox, const BotCommand& bot, const std::filesystem::path& folder, double seconds,
             Measured& measured) {
  std::exception_ptr failure;
  boost::asio::io_context context(1);
  boost::asio::co_spawn(context, play(context, sandbox, bot, folder, seconds, measured),
                        [&](std::exception_ptr error) { failure = error; });
  context.run();
  if (failure) std::rethrow_exception(failure);
}

void run(double seconds, Isolation wanted) {
  const bool pinned = pin_to_one_core(0);
  const Staging staging(temporary_folders(), ::geteuid() == 0);
  const std::filesystem::path records = staging.make_folder();
  Sandbox open{Isolation::none, find_sandbox_programs(staging)};
  const std::filesystem::path program =
      staging.add_program(std::filesystem::read_symlink("/proc/self/exe").parent_path() / "instant_bot");
  const BotCommand bot = {program.parent_path(), {"./instant_bot"}};
  const BotCommand thinker = {program.parent_path(), {"./instant_bot", std::to_string(kThinkUs)}};
  Sandbox shut = open;
  shut.isolation = probe_isolation(open.programs, wanted).best.isolation;
  std::string reason;
  const std::unique_ptr<CgroupParent> cgroups = CgroupParent::open(reason);
  if (shut.isolation == Isolation::full) shut.cgroups = cgroups.get();
  const std::unique_ptr<ForkServer> open_server = start_fork_server(open.programs, open.isolation, nullptr);
  const std::unique_ptr<ForkServer> shut_server = start_fork_server(shut.programs, shut.isolation, nullptr);
  open.server = open_server.get();
  shut.server = shut_server.get();

  // In turns, so that a machine that slows down slows down all.
  const double before = ping_pong(seconds / 3);
  Measured without;
  Measured with;
  Measured thinking;
  for (int round = 0; round < kRounds; ++round) {
    measure(open, bot, records, seconds / kRounds, without);
    measure(shut, bot, records, seconds / kRounds, with);
    measure(shut, thinker, records, seconds / kRounds, thinking);
  }
  const double after = ping_pong(seconds / 3);

  const double rate = static_cast<double>(with.decisions) / with.seconds;
  const double open_rate = static_cast<double>(without.decisions) / without.seconds;
  std::cout << fmt::format("{}, isolation {}, {} games, {} decisions\n", pinned ? "on one core" : "unpinned",
                           isolation_name(shut.isolation), with.games, with.decisions);
  std::cout << fmt::format("ping-pong  {:8.0f} and {:8.0f} round trips/s\n", before, after);
  std::cout << fmt::format("table      {:8.0f} decisions/s, {:.0f} without isolation\n", rate, open_rate);
  std::cout << fmt::format("ratio      {:8.3f} of the ping-pong rate, {:.3f} of that without isolation\n",
                           rate / ((before + after) / 2), rate / open_rate);
  std::cout << fmt::format("arena CPU  {:8.5f} s per 1000 decisions, {:.5f} of bots that compute {} us for each\n",
                           1000 * with.cpu / static_cast<double>(with.decisions),
                           1000 * thinking.cpu / static_cast<double>(thinking.decisions), kThinkUs);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 3;
  const auto wanted = find_isolation(argc > 2 ? argv[2] : "full");
  ::signal(SIGPIPE, SIG_IGN);
  try {
    run(seconds, wanted.value_or(Isolation::full));
  } catch (const std::exception& error) {
    std::cerr << "bench_table: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
