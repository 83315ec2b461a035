#include <unistd.h>

#include <algorithm>
#include <boost/json/value_to.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/kernel_caches.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/cheats/careless_arena.h"
#include "tests/process/cheats/careless_chance.h"
#include "tests/process/child_process.h"
#include "tests/process/machine_lock.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace cheats_test {

// Each way to cheat is tried by the same program twice: in an arena with the flaw it lives on, where it must gain, and
// in the real one, where it must gain nothing at all.

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace cheats;
using namespace std::chrono_literals;

const std::string kSeed = "cheats";
constexpr int kBlocks = 24;
constexpr int kGames = kBlocks * kGamesOfBlock;
constexpr int kTraceBlocks = 12;
/// Points a hand, about half of what each gains where it can.
constexpr double kGainMin = 3;

std::string cheat_bot(const std::string& mode) { return "'" CHEAT_BOT "' " + mode; }

/// How a run differs from the others.
struct RunWith {
  arena::Isolation isolation = arena::Isolation::none;
  std::vector<std::string> options{};
};

/// A run of the real arena.
processes::Finished try_arena(const std::vector<std::string>& bots, int games, int hands, const fs::path& out,
                              const RunWith& with = {}) {
  std::vector<std::string> words = {"run"};
  words.insert(words.end(), bots.begin(), bots.end());
  const std::vector<std::string> options = {"--variant",     std::string(kVariant),
                                            "--seed",        kSeed,  //
                                            "--games",       std::to_string(games),
                                            "--hands",       std::to_string(hands),  //
                                            "--startup",     "60000",
                                            "--move",        "60000",  //
                                            "--bank",        "600000",
                                            "--isolation",   std::string(isolation_name(with.isolation)),
                                            "--concurrency", "2",  // with more, no process lives long enough
                                            "--out",         out.string()};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), with.options.begin(), with.options.end());
  return processes::run(processes::arena_words(words), 60s * processes::kPatience);
}

void run_arena(const std::vector<std::string>& bots, int games, int hands, const fs::path& out,
               const RunWith& with = {}) {
  const processes::Finished run = try_arena(bots, games, hands, out, with);
  INFO(run.err);
  REQUIRE(run.end.exited);
  REQUIRE(run.end.number == 0);
}

/// The games of a run as every seat saw them, sorted by id and seat.
std::vector<CheatGame> games_of(const fs::path& run) {
  std::map<std::string, std::vector<CheatGame>> games;
  arena::read_records(run / arena::kGamesFile, [&](const json::object& line, const std::string&) {
    if (line.at("type") != "game") return;
    const auto id = json::value_to<std::string>(line.at("id"));
    const auto scores = json::value_to<std::vector<int>>(line.at("scores"));
    for (const auto& bot : json::value_to<std::vector<std::string>>(line.at("bots"))) {
      games[id].push_back({id, bot, static_cast<int>(games[id].size()), scores, {}});
    }
    CHECK(line.at("faults").as_array().empty());
  });
  arena::read_records(run / arena::kTimingsFile, [&](const json::object& line, const std::string&) {
    if (line.at("type") != "timing" || !line.contains("notes")) return;
    std::vector<CheatGame>& seats = games.at(json::value_to<std::string>(line.at("id")));
    for (const json::value& note : line.at("notes").as_array()) {
      seats.at(json::value_to<std::size_t>(note.at("seat")))
          .notes.push_back(json::value_to<std::string>(note.at("text")));
    }
  });
  std::vector<CheatGame> list;
  for (const auto& [id, seats] : games) list.insert(list.end(), seats.begin(), seats.end());
  return list;
}

/// The same as the first bot saw them.
std::vector<CheatGame> games_of_first_bot(const fs::path& run) {
  std::vector<CheatGame> games = games_of(run);
  std::erase_if(games, [](const CheatGame& game) { return game.bot != "cheat_bot"; });
  return games;
}

/// The games of a bot that leaves traces in the kernel, against three honest ones.
std::vector<CheatGame> leave_traces(const std::string& mode, const RunWith& with) {
  static int runs = 0;
  const std::string salt = " " + std::to_string(::getpid()) + "-" + std::to_string(++runs);
  const arena::test::ScratchFolder folder;
  const std::string honest = cheat_bot("honest");
  run_arena({cheat_bot(mode + salt), honest, honest, honest}, kTraceBlocks * kGamesOfBlock, 1, folder / "run", with);
  const std::vector<CheatGame> games = games_of_first_bot(folder / "run");
  std::string options;
  for (const std::string& option : with.options) options += " " + option;
  std::printf("%s, %s%s: knows %d of %d deals, margin %5.2f points a hand\n", mode.c_str(),
              std::string(isolation_name(with.isolation)).c_str(), options.c_str(), times_known(games),
              kTraceBlocks * kGamesOfBlock, mean_margin(games));
  return games;
}

/// The lines of all games: what was dealt, played and scored.
std::vector<std::string> game_lines(const fs::path& run) {
  std::vector<std::string> lines;
  for (const std::string& line : processes::sorted_lines(run / arena::kGamesFile)) {
    if (line.find(R"("type":"game")") == std::string::npos) continue;
    // The run's id follows from the bots' commands, and the checksum from all.
    const std::size_t id = line.find(R"("id":)");
    lines.push_back(line.substr(id, line.rfind(R"("crc":)") - id));
  }
  return lines;
}

/// The games of a bot of this mode in the careless arena, where it gains.
std::vector<CheatGame> gain(const std::string& mode, Flaw flaw) {
  const std::vector<CheatGame> cheat = play_careless(flaw, mode, kSeed, kBlocks);
  const std::vector<CheatGame> honest = play_careless(flaw, "honest", kSeed, kBlocks);
  REQUIRE(cheat.size() == kGames);
  REQUIRE(honest.size() == kGames);
  std::printf("careless arena: %-8s knows %3d of %d deals, margin %5.2f points a hand\n", mode.c_str(),
              times_known(cheat), kGames, mean_margin(cheat));
  INFO("seed " << kSeed);
  CHECK(mean_margin(honest) == 0);  // four that play alike come out even, each having had every hand
  CHECK(mean_margin(cheat) > kGainMin);
  return cheat;
}

/// The games of a bot of this mode in the real arena, where all is as if it had been honest.
std::vector<CheatGame> gain_nothing(const std::string& mode) {
  const arena::test::ScratchFolder folder;
  const std::string honest = cheat_bot("honest");
  run_arena({cheat_bot(mode), honest, honest, honest}, kGames, 1, folder / "cheat");
  run_arena({honest, honest, honest, honest}, kGames, 1, folder / "honest");
  const std::vector<CheatGame> with = games_of_first_bot(folder / "cheat");
  const std::vector<CheatGame> without = games_of_first_bot(folder / "honest");
  REQUIRE(with.size() == kGames);
  REQUIRE(without.size() == kGames);
  std::printf("real arena:     %-8s knows %3d of %d deals, margin %5.2f points a hand\n", mode.c_str(),
              times_known(with), kGames, mean_margin(with));
  INFO("seed " << kSeed);
  CHECK(times_known(with) == 0);
  for (std::size_t game = 0; game < with.size(); ++game) {
    INFO("game " << with[game].id);
    CHECK(with[game].id == without[game].id);
    CHECK(with[game].seat == without[game].seat);
    CHECK(with[game].scores == without[game].scores);
  }
  CHECK(game_lines(folder / "cheat") == game_lines(folder / "honest"));
  return with;
}

}  // namespace

TEST_CASE("a bot that remembers gains where a process meets a deal again") {
  const std::vector<CheatGame> games = gain("remember", Flaw::one_process);
  // It knows the deal from the second game of each block on, and then has met all of its hands.
  CHECK(times_known(games) == kBlocks * (kGamesOfBlock - 1));
  CHECK(hands_met(games) == kBlocks * (kGamesOfBlock - 1) * kSeats);
}

TEST_CASE("a bot that remembers gains nothing in the arena") {
  const std::vector<CheatGame> games = gain_nothing("remember");
  CHECK(hands_met(games) == 0);
}

TEST_CASE("a bot that searches small numbers gains where deals are few") {
  CHECK(times_known(gain("search", Flaw::few_deals)) == kGames);
}

TEST_CASE("a bot that searches small numbers gains nothing in the arena") {
  // It did look at all of them.
  const std::vector<int> all = {static_cast<int>(kFewDeals)};
  for (const CheatGame& game : gain_nothing("search")) CHECK(noted(game, "tried") == all);
}

TEST_CASE("a bot that inverts its seed gains where its seed reveals the deal") {
  CHECK(times_known(gain("invert", Flaw::invertible_bot_seed)) == kGames);
}

TEST_CASE("a bot that inverts its seed gains nothing in the arena") {
  for (const CheatGame& game : gain_nothing("invert")) CHECK(noted(game, "tried") == std::vector<int>{1});
}

TEST_CASE("no process of the arena meets a hand twice, however often its bot sits at the table") {
  const int bots = GENERATE(1, 2, 3, 4);
  INFO("seed " << kSeed << ", bots " << bots);
  const arena::test::ScratchFolder folder;
  const std::vector<std::string> all(static_cast<std::size_t>(bots), cheat_bot("remember"));
  constexpr int kHands = 2;  // of a game
  run_arena(all, kGames, kHands, folder / "run");
  const std::vector<CheatGame> games = games_of(folder / "run");
  REQUIRE(games.size() == kGames * kSeats);
  CHECK(hands_met(games) == 0);
  CHECK(times_known(games) == 0);
  // There was something to meet: some process has lived for several blocks.
  int remembered_max = 0;
  for (const CheatGame& game : games) {
    for (const int deals : noted(game, "tried")) remembered_max = std::max(remembered_max, deals);
  }
  CHECK(remembered_max > 4 * kHands);
}

TEST_LEVELS("a bot finds traces of its earlier processes, unless deals differ or caches are dropped") {
  const processes::MachineLock alone(processes::kKernelCaches);
  const bool is_root = ::geteuid() == 0;
  const std::string mode = GENERATE("names", "pages", "names_quietly");
  if (mode == "pages" && !is_root) return;  // the pages must not be in memory before
  if (is_root) arena::drop_kernel_caches();
  const int known_max = kTraceBlocks * (mode == "names_quietly" ? 2 : kGamesOfBlock - 1);
  const std::vector<CheatGame> games = leave_traces(mode, {isolation, {"--duplicate-deals"}});
  CHECK(times_known(games) > known_max / 2);
  CHECK(times_known(games) <= known_max);
  CHECK(mean_margin(games) > 0);
  CHECK(times_known(leave_traces(mode, {isolation, {"--duplicate-deals", "--freeze"}})) > known_max / 2);
  CHECK(times_known(leave_traces(mode, {isolation, {"--no-duplicate-deals"}})) == 0);
  if (is_root && isolation >= arena::Isolation::user)
    CHECK(times_known(leave_traces(mode, {isolation, {"--duplicate-deals", "--drop-caches"}})) == 0);
}

TEST_EVERY_LEVEL("caches are dropped only where bots see nothing else that lasts") {
  if (::geteuid() != 0) SKIP("only root may drop the kernel's caches");
  const processes::MachineLock alone(processes::kKernelCaches);
  const arena::test::ScratchFolder folder;
  const processes::Finished run = try_arena({cheat_bot("honest"), cheat_bot("honest")}, kGamesOfBlock, 1,
                                            folder / "run", {isolation, {"--drop-caches"}});
  INFO(run.err);
  CHECK(run.end.number == (isolation < arena::Isolation::user ? 2 : 0));
  if (isolation < arena::Isolation::user)
    CHECK_THAT(run.err, Catch::Matchers::ContainsSubstring("Add --isolation user, or leave out --drop-caches"));
}

TEST_CASE("128 blocks are enough to name bots that find traces, also one that does not get better and better",
          "[thorough]") {
  const processes::MachineLock alone(processes::kKernelCaches);
  for (const std::string mode : {"names", "pages", "names_quietly"}) {
    if (mode == "pages" && ::geteuid() != 0) continue;  // the pages must not be in memory before
    if (mode == "pages") arena::drop_kernel_caches();
    const arena::test::ScratchFolder folder;
    const std::string out = (folder / "run").string();
    const std::string honest = cheat_bot("honest");
    constexpr int kBlocksNamed = 128;
    run_arena({cheat_bot(mode + " " + mode + "-" + std::to_string(::getpid())), honest, honest, honest},
              kBlocksNamed * kGamesOfBlock, 1, out, {processes::best_isolation(), {"--duplicate-deals"}});
    const std::vector<CheatGame> games = games_of_first_bot(out);
    std::printf("%s knows %d of %d deals, margin %5.2f points a hand\n", mode.c_str(), times_known(games),
                kBlocksNamed * kGamesOfBlock, mean_margin(games));
    const processes::Finished verified =
        processes::run(processes::arena_words({"verify", "--strict", out}), 60s * processes::kPatience);
    INFO(verified.out << verified.err);
    CHECK(verified.end.number == 1);
    CHECK_THAT(verified.out, Catch::Matchers::ContainsSubstring(
                                 "cheat_bot does better in later games of a block, whose deals it may know"));
  }
}

}  // namespace cheats_test
