#include "arena/league/plan/forecast.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <cmath>
#include <string>

#include "arena/base/seeds/run_key.h"
#include "arena/league/plan/forecast_text.h"
#include "arena/league/plan/machine_warnings.h"
#include "arena/league/run/game_queue.h"
#include "arena/league/run/machine.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/elo.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/results/ratings/naive_ratings.h"

namespace forecast_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const RunKey kKey = RunKey::from_seed("forecast");
/// Short games: nothing here is about long ones.
const std::string kFour = "black-lady@4+deck.ranks=J,Q,K,A";
const std::string kTwo = "royal-classic@2+deck.ranks=Q,K,A+pass.count=1";
const std::string kThree = "black-lady@3+deck.ranks=Q,K,A+deck.remove=none";
/// The factors of expected_errors.cpp for Elo.
constexpr double kEffectOfTwo = 0.97;
constexpr double kEffectOfThree = 1.13;
constexpr double kEffectOfFour = 1.24;

Manifest league(int bots, int blocks, const std::vector<std::string>& variants = {kFour}) {
  return made_league(variants, kKey, bots, blocks, {2, true});
}

/// Half the width of an interval from the fit itself, as if all comparisons were drawn alone: of equal bots, each pair
/// of which has met `met` times.
double fitted_width(int bots, int met, int blocks) {
  Comparisons comparisons;
  comparisons.count = SquareMatrix<long>(bots);
  comparisons.weight = comparisons.points = SquareMatrix<double>(bots);
  for (int bot = 0; bot < bots; ++bot) {
    comparisons.bots.push_back(bot);
    comparisons.position.push_back(bot);
    comparisons.blocks.push_back(blocks);
    for (int other = 0; other < bots; ++other) {
      comparisons.count(bot, other) = bot == other ? 0 : met;
      comparisons.weight(bot, other) = bot == other ? 0 : met;
      comparisons.points(bot, other) = bot == other ? 0 : met / 2.0;
    }
  }
  comparisons.blocks_total = blocks;
  const Strengths strengths = fit_strengths(comparisons);
  Estimate estimate;
  estimate.values = strengths.theta;
  estimate.blocks.assign(estimate.values.size(), blocks);
  estimate.groups.assign(estimate.values.size(), 0);
  estimate.covariance = strengths.inverse;
  Measured measured = against_plain_mean(estimate, 0);
  measured.degrees = blocks - 1;
  return kEloUnit * half_width(measured).value();
}

}  // namespace

TEST_CASE("a forecast has the blocks and games of the schedule") {
  Manifest manifest = league(7, 9, {kFour, kThree});
  manifest.variants[0].weight = 2;
  manifest.bots[0].plays = {"black-lady@4*"};
  plan_blocks(manifest, 9, 0);
  const Forecast found = forecast(manifest, 2, 2, 256);
  CHECK(found.blocks == 9);
  CHECK(found.games == manifest.games);
  CHECK(found.games == 6 * 4 + 3 * 3);
  REQUIRE(found.variants.size() == 2);
  CHECK(found.variants[0].id == manifest.variants[0].id);
  CHECK(found.variants[0].blocks == 6);
  CHECK(found.variants[0].games == 24);
  CHECK(found.variants[0].bots == 7);
  CHECK(found.variants[1].blocks == 3);
  CHECK(found.variants[1].games == 9);
  CHECK(found.variants[1].bots == 6);
  CHECK(found.workers == 2);

  std::vector<int> games(7, 0);
  for (const Block& block : schedule(schedule_rules(manifest), 9)) {
    for (const int bot : block.circle) games[static_cast<std::size_t>(bot)] += games_of_block(block.circle);
  }
  CHECK(found.games_min == *std::min_element(games.begin(), games.end()));
  CHECK(found.games_max == *std::max_element(games.begin(), games.end()));
}

TEST_CASE("a forecast says what may end the run early, and that its figures are upper bounds then") {
  Manifest manifest = league(7, 9);
  CHECK(forecast(manifest, 2, 2, 256).early_end.empty());
  CHECK_THAT(forecast_text(forecast(manifest, 2, 2, 256)), !ContainsSubstring("earlier"));
  manifest.until_first = 3;
  const Forecast search = forecast(manifest, 2, 2, 256);
  const Page wide{400, 400};
  CHECK_THAT(forecast_text(search, wide),
             ContainsSubstring("the run ends earlier if its first 3 bots are known before. The games, the time and the "
                               "disk are the most that it can need") &&
                 ContainsSubstring("bands that hold at all looks together"));
  CHECK(forecast_json(search).at("may_end_early") == true);
  manifest.until_first = 1;
  CHECK(forecast(manifest, 2, 2, 256).early_end == "its first bot is known");
  manifest.until_first = 0;
  manifest.duel = SequentialTest{};
  CHECK_THAT(forecast_text(forecast(manifest, 2, 2, 256), wide), ContainsSubstring("if the duel is decided before."));
}

TEST_CASE("decisions and bytes are those of the variants' games") {
  const Forecast one = forecast(league(4, 5), 1, 2, 256);
  CHECK(std::abs(one.variants[0].hands - 2) < 1e-6);
  // Two hands of 16 cards, each after a pass of all four.
  CHECK(std::abs(one.variants[0].decisions - 2 * (16 + 4)) < 1e-6);
  CHECK(std::abs(one.decisions - 20 * 40) < 1e-6);
  CHECK(one.bytes == one.variants[0].bytes);
  CHECK(one.bytes > 20 * 500);
  CHECK(one.bytes < 20 * 5000);
  const Forecast two = forecast(league(4, 10), 1, 2, 256);
  CHECK(std::abs(two.decisions - 2 * one.decisions) < 1e-6);
  CHECK(two.bytes >= 2 * one.bytes - 2);
  CHECK(two.bytes <= 2 * one.bytes + 2);
}

TEST_CASE("the forecast warns of a machine with less memory than its tables may take") {
  Manifest manifest = league(5, 5);
  for (BotEntry& bot : manifest.bots) bot.command.resources.memory_mb = 100;
  manifest.bots[4].command.resources.memory_mb = 700;
  CHECK_FALSE(memory_warning(manifest, 1, 1000));
  CHECK_THAT(memory_warning(manifest, 1, 999).value(), ContainsSubstring("1000 MB together, but this machine has 999"));
  CHECK_THAT(memory_warning(manifest, 3, 2999).value(), ContainsSubstring("3000 MB together"));
  // Four of the one bot at a table.
  CHECK_THAT(memory_warning(league(1, 3), 1, 4095).value(), ContainsSubstring("4096 MB together"));
}

TEST_CASE("a disk that the records may fill is reported with the room it has") {
  const Manifest manifest = league(4, 10);
  const double each = static_cast<double>(forecast(manifest, 1, 1, 256).bytes) / manifest.games;
  const auto room_for = [&](double games) { return std::optional(static_cast<std::uint64_t>(each * games)); };
  CHECK_FALSE(disk_warning(manifest, 100, room_for(101), "out/run"));
  CHECK_FALSE(disk_warning(manifest, 100, std::nullopt, "out/run"));
  CHECK_FALSE(disk_warning(manifest, 0, 0, "out/run"));
  const std::string warning = disk_warning(manifest, 100, room_for(50), "out/run").value_or("none");
  CHECK_THAT(warning, ContainsSubstring("the records of 100 games need about 0."));
  CHECK_THAT(warning, ContainsSubstring("but the disk of out/run has only 0."));
}

TEST_CASE("what is too little on a machine is one list, in which tasks that do not suffice at all are a refusal") {
  const Manifest manifest = league(4, 10);
  const auto has = [](const std::vector<std::string>& sentences, const std::string& part) {
    return std::ranges::count_if(sentences,
                                 [&](const std::string& one) { return one.find(part) != std::string::npos; });
  };
  constexpr int kManyGames = 2'000'000'000;
  CHECK(has(machine_warnings(manifest, 1, {}, kManyGames, "."), "but the disk of . has only ") == 1);
  CHECK(has(machine_warnings(manifest, 1, {}, kManyGames, {}), "disk") == 0);
  CHECK(has(machine_warnings(manifest, 1, {}, 1, "."), "disk") == 0);
  const Manifest many = league(4, 10'000);
  const std::vector<std::string> all = machine_warnings(many, 5'000, 100'000, 1, ".");
  CHECK(has(all, "games at the same time share ") == 1);
  CHECK(has(all, "threads and processes together") == 1);
  CHECK(has(machine_refusals(many, 5'000, 10), "but this machine allows only 10 more") == 1);
  CHECK(has(machine_warnings(many, 5'000, 10, 1, "."), "threads and processes together") == 0);
  CHECK(machine_refusals(manifest, 1, {}).empty());
}

TEST_CASE("threads and processes that may not be started are reported, and too few for a table") {
  Manifest manifest = league(5, 5);
  for (BotEntry& bot : manifest.bots) bot.command.resources.threads = 10;
  manifest.bots[4].command.resources.threads = 30;
  manifest.bots[4].command.resources.processes = 3;
  // 34 of one, 12 of three others, and the fork server.
  CHECK_FALSE(tasks_warning(manifest, 1, 71));
  CHECK_FALSE(tasks_warning(manifest, 1, std::nullopt));
  CHECK_THAT(tasks_warning(manifest, 1, 70).value(),
             ContainsSubstring("71 threads and processes together, but this machine allows only 70 more"));
  CHECK_THAT(tasks_warning(manifest, 2, 78).value(), ContainsSubstring("141 threads"));
  CHECK_FALSE(too_few_tasks(manifest, 1, 9));
  CHECK_FALSE(too_few_tasks(manifest, 9, std::nullopt));
  CHECK_THAT(too_few_tasks(manifest, 1, 8).value(),
             ContainsSubstring("bots at 1 table need at least 9 processes, but this machine allows only 8"));
  CHECK_THAT(too_few_tasks(manifest, 2, 16).value(), ContainsSubstring("or lower --concurrency"));
}

TEST_CASE("the same league has the same forecast") {
  const Manifest manifest = league(6, 20, {kFour, kThree});
  CHECK(forecast_text(forecast(manifest, 3, 2, 64)) == forecast_text(forecast(manifest, 3, 2, 64)));
}

TEST_CASE("no more bots are alive at the same time than the pools keep") {
  // Every worker has a process of each bot.
  CHECK(forecast(league(4, 5), 1, 2, 256).processes == 4);
  CHECK(forecast(league(4, 5), 2, 2, 256).processes == 8);
  CHECK(forecast(league(8, 40), 1, 2, 256).processes == 8);
  CHECK(forecast(league(30, 40), 1, 2, 20).processes == 20);
  CHECK(forecast(league(30, 40), 4, 2, 20).processes == 20);
  // A table is always full, however small the bound.
  CHECK(forecast(league(30, 40), 4, 2, 1).processes == 4 * 4);
  // A bot alone sits four times in the one game of a block.
  CHECK(forecast(league(1, 3), 1, 2, 256).processes == 4);
}

TEST_CASE("a bot that may stay is started once an epoch for each table that it sits at meanwhile") {
  CHECK(forecast(league(4, 5), 1, 2, 256).starts == 4 * 4);
  CHECK(forecast(league(4, kChunkBlocks), 1, 2, 256).starts == 4 * 4);
  CHECK(forecast(league(4, 2 * kChunkBlocks), 1, 2, 256).starts == 2 * 4 * 4);
  CHECK(forecast(league(4, kChunkBlocks), 3, 2, 256).starts == 3 * 4 * 4);
  CHECK(forecast(league(4, 2 * kChunkBlocks), 3, 2, 256).starts == 3 * 4 * 4);
  CHECK(forecast(league(8, 40), 1, 2, 8).starts == 4 * 8);
  // A bot alone is tried, and then sits four times in the one game of each block.
  CHECK(forecast(league(1, 3), 1, 2, 256).starts == 4);
}

TEST_CASE("the forecast knows the fewest starts that a run needs") {
  CHECK(forecast(league(4, 5), 1, 2, 256).starts_least == 4 * 4);
  CHECK(forecast(league(4, kChunkBlocks), 3, 2, 256).starts_least == 3 * 4 * 4);
  CHECK(forecast(league(8, 2 * kChunkBlocks), 1, 2, 256).starts_least == 2 * 4 * 8);
  // However few processes are kept.
  CHECK(forecast(league(30, 40), 1, 2, 1).starts_least == 30 * 4);
  // Sixteen bots are tried, of which four play.
  CHECK(forecast(league(16, 1), 1, 2, 256).starts_least == 16 + 3 * 4);
  const Forecast long_run = forecast(league(8, 50'000), 1, 2, 256);
  CHECK(std::abs(long_run.starts_least / long_run.starts - 1) < 0.001);
}

TEST_CASE("where a pool keeps too few bots most seats are a start") {
  constexpr int kSeats = 40 * 4 * 4;
  constexpr int kFewest = 30 * 4;
  const double none = forecast(league(30, 40), 1, 2, 1).starts;
  const double some = forecast(league(30, 40), 1, 2, 20).starts;
  const double most = forecast(league(30, 40), 1, 2, 28).starts;
  INFO(none << ", " << some << ", " << most << " starts");
  CHECK(none > 0.8 * kSeats);
  CHECK(none <= kSeats + 30);
  CHECK(some < none);
  CHECK(most < some);
  CHECK(most > kFewest);
  // Two workers share them.
  CHECK(forecast(league(30, 40), 2, 2, 40).starts < 1.5 * kFewest);
  CHECK(forecast(league(30, 40), 2, 2, 40).starts > kFewest);
}

TEST_CASE("every bot is tried once although none of its games is played") {
  CHECK(forecast(league(8, 1), 1, 2, 256).starts == 16 + 4);
}

TEST_CASE("a long schedule continues like its beginning") {
  constexpr int kBlocks = 50'000;
  const Forecast kept = forecast(league(8, kBlocks), 1, 2, 256);
  CHECK(std::abs(kept.starts * 80 / kBlocks / (4 * 8) - 1) < 0.01);  // chunks of 80 blocks
  CHECK(kept.blocks == kBlocks);
  CHECK(kept.games == 4 * kBlocks);
  CHECK(kept.variants[0].games == 4 * kBlocks);
  CHECK(kept.games_min <= 2 * kBlocks);
  CHECK(kept.games_max >= 2 * kBlocks);
  CHECK(kept.games_max - kept.games_min < kBlocks / 100);
  const double ended = forecast(league(8, kBlocks), 1, 2, 20).starts;
  const double ended_of_less = forecast(league(8, kBlocks / 5), 1, 2, 20).starts;
  CHECK(std::abs(ended / ended_of_less - 5) < 0.1);
}

TEST_CASE("of a full round-robin that is long the games of a bot are exact") {
  Manifest manifest = league(28, 0);
  manifest.every_set = true;
  plan_blocks(manifest, 0, 0);
  const Forecast whole = forecast(manifest, 1, 2, 256);
  CHECK(whole.blocks == 28 * 27 * 26 * 25 / 24);
  // Of four games in each block four bots of 28 play all.
  CHECK(whole.games_min == 4 * whole.blocks * 4 / 28);
  CHECK(whole.games_max == whole.games_min);
  // Each of two bots of one author is at fewer tables.
  manifest.one_author_a_table = true;
  manifest.bots[0].author = manifest.bots[1].author = "Ann";
  plan_blocks(manifest, 0, 0);
  const Forecast apart = forecast(manifest, 1, 2, 256);
  CHECK(apart.games_min == 4 * 26 * 25 * 24 / 6);
  CHECK(apart.games_max == 4 * (27 * 26 * 25 / 6 - 25));
}

TEST_CASE("the arena's own time counts starts, and is shared by as many workers as there are processors") {
  const Forecast one = forecast(league(8, 40), 4, 1, 64);
  CHECK(one.own_seconds > 0.002 * one.starts);
  CHECK(one.own_seconds < 0.1 * one.starts);
  CHECK(std::abs(forecast(league(8, 40), 4, 3, 64).own_seconds * 3 - one.own_seconds) < 1e-9);
  CHECK(std::abs(forecast(league(8, 40), 4, 4, 64).own_seconds * 4 - one.own_seconds) < 1e-9);
  CHECK(std::abs(forecast(league(8, 40), 4, 64, 64).own_seconds * 4 - one.own_seconds) < 1e-9);
  CHECK(forecast(league(30, 40), 4, 1, 1000).own_seconds < forecast(league(30, 40), 4, 1, 20).own_seconds);
}

TEST_CASE("the interval shrinks with the square root of the blocks") {
  std::optional<double> before;
  for (const int blocks : {8, 16, 64, 256, 1024}) {
    const std::optional<double> now = forecast(league(6, blocks), 1, 2, 256).plus_minus.elo;
    INFO(blocks);
    REQUIRE(now);
    CHECK(*now > 0);
    if (before) CHECK(*now < *before);
    before = now;
  }
  const double few = forecast(league(6, 256), 1, 2, 256).plus_minus.elo.value();
  const double many = forecast(league(6, 1024), 1, 2, 256).plus_minus.elo.value();
  CHECK(std::abs(few / many - 2) < 0.1);
}

TEST_CASE("the interval of equal bots is a factor for its seats times that of the fit to comparisons drawn alone") {
  const auto factor = [](const std::string& variant, int bots, int blocks, int met, int blocks_of_one) {
    return forecast(league(bots, blocks, {variant}), 1, 2, 256).plus_minus.elo.value() /
           fitted_width(bots, met, blocks_of_one);
  };
  // Two games a block of two bots.
  CHECK(std::abs(factor(kTwo, 2, 500, 1000, 500) - kEffectOfTwo) < 0.01);
  CHECK(std::abs(factor(kThree, 3, 400, 1200, 400) - kEffectOfThree) < 0.01);
  // 600 blocks of 4 games with 6 pairs each are 14400 meetings of 15 pairs.
  CHECK(std::abs(factor(kFour, 6, 600, 960, 400) - kEffectOfFour) < 0.01);
  CHECK(std::abs(factor(kFour, 8, 700, 600, 350) - kEffectOfFour) < 0.01);
  // One of three bots sits twice: five pairs of different bots a game.
  CHECK(std::abs(factor(kFour, 3, 300, 2000, 300) - kEffectOfFour) < 0.01);
}

TEST_CASE("overall a block weighs the same, however many seats compare there, and the factors are mixed") {
  // 300 blocks with 24 comparisons each, 300 with 2: of each of the 6 pairs 1200 that weigh 1/24 and 100 that weigh
  // 1/2. With the square of its factor f as the variance of a comparison, they are as good as
  // 100^2 / (f^2 1200/24^2 + f^2 100/2^2) comparisons that weigh the same.
  const Manifest both = league(4, 600, {kFour, kTwo});
  const double width = forecast(both, 1, 2, 256).plus_minus.elo.value();
  const double squares = kEffectOfFour * kEffectOfFour * 1200 / (24 * 24) + kEffectOfTwo * kEffectOfTwo * 100 / (2 * 2);
  const double expected = fitted_width(4, 1000, 450) * std::sqrt(1000 * squares / (100.0 * 100));
  CHECK(std::abs(width / expected - 1) < 0.01);
}

TEST_CASE("the margin's interval comes from the spread of random play, and shrinks with the blocks and hands") {
  const Forecast some = forecast(league(6, 400), 1, 2, 256);
  const Forecast more = forecast(league(6, 1600), 1, 2, 256);
  REQUIRE(some.plus_minus.margin);
  CHECK(some.variants[0].spread > 0);
  CHECK(std::abs(*some.plus_minus.margin / more.plus_minus.margin.value() - 2) < 0.05);
  // With one variant it is that of the variant.
  CHECK(std::abs(*some.plus_minus.margin - some.variants[0].plus_minus.margin.value()) < 1e-9);
  Manifest long_games = league(6, 400);
  long_games.variants[0].length.hands_max = 8;  // in place of 2
  resolve_rules(long_games);
  const double of_eight = forecast(long_games, 1, 2, 256).plus_minus.margin.value();
  INFO("2 hands " << *some.plus_minus.margin << ", 8 hands " << of_eight);
  CHECK(of_eight < 0.65 * *some.plus_minus.margin);
  CHECK(of_eight > 0.35 * *some.plus_minus.margin);
}

TEST_CASE("a forecast says how many blocks the next narrower interval takes, and with those it is reached") {
  for (const int blocks : {1, 20, 100, 1000}) {
    const Forecast now = forecast(league(6, blocks), 1, 2, 256);
    REQUIRE(now.narrower);
    CHECK(now.narrower->elo < now.plus_minus.elo.value_or(1000));
    CHECK(now.narrower->blocks > blocks);
    const Forecast then = forecast(league(6, now.narrower->blocks), 1, 2, 256);
    INFO(blocks << " blocks, then " << now.narrower->blocks << ": ± " << then.plus_minus.elo.value());
    CHECK(std::abs(then.plus_minus.elo.value() / now.narrower->elo - 1) < 0.03);
  }
  CHECK(forecast(league(6, 100), 1, 2, 256).narrower->elo == 20);
  CHECK_FALSE(forecast(league(1, 100), 1, 2, 256).narrower);
  CHECK_THAT(forecast_text(forecast(league(6, 1), 1, 2, 256)), ContainsSubstring("\nnarrower   Elo ± 20 needs about "));
}

TEST_CASE("the text says whether the margin will separate bots better than Elo") {
  CHECK_THAT(forecast_text(forecast(league(4, 50), 1, 2, 256)), ContainsSubstring("(--hands 6, or \"hands\": 6 for"));
  Manifest long_games = league(4, 50);
  long_games.variants[0].length.hands_max = 6;
  resolve_rules(long_games);
  CHECK_THAT(forecast_text(forecast(long_games, 1, 2, 256)),
             ContainsSubstring("\nmargins    the margin will separate two bots better than Elo"));
}

TEST_CASE("there is no interval for one block or two, or for a bot alone") {
  CHECK_FALSE(forecast(league(4, 1), 1, 2, 256).plus_minus.elo);
  CHECK_FALSE(forecast(league(4, 1), 1, 2, 256).plus_minus.margin);
  CHECK_FALSE(forecast(league(1, 50), 1, 2, 256).plus_minus.elo);
  CHECK_FALSE(forecast(league(4, 2), 1, 2, 256).plus_minus.elo);
  CHECK(forecast(league(4, 3), 1, 2, 256).plus_minus.elo);
  CHECK_THAT(forecast_text(forecast(league(4, 1), 1, 2, 256)), ContainsSubstring("too few blocks to estimate it"));
  CHECK_THAT(forecast_text(forecast(league(1, 50), 1, 2, 256)),
             ContainsSubstring("\ninterval   none, because a rating compares at least two bots\n") &&
                 !ContainsSubstring("too few blocks") && !ContainsSubstring("\nmargins "));
}

TEST_CASE("a variant that gets no block in a short league has no games and no interval") {
  const Forecast found = forecast(league(5, 1, {kFour, kThree}), 1, 2, 256);
  CHECK(found.variants[0].blocks == 1);
  CHECK(found.variants[1].blocks == 0);
  CHECK(found.variants[1].games == 0);
  CHECK(found.variants[1].bytes == 0);
  CHECK_FALSE(found.variants[1].plus_minus.elo);
}

TEST_CASE("the text of any small league has only figures in it") {
  for (int bots = 1; bots <= 7; ++bots) {
    for (const int blocks : {1, 2, 5}) {
      for (const std::vector<std::string>& variants : {std::vector<std::string>{kFour}, {kTwo}, {kThree, kFour}}) {
        INFO(bots << " bots, " << blocks << " blocks, " << variants.size() << " variants");
        const std::string text = forecast_text(forecast(league(bots, blocks, variants), 2, 2, 16));
        CHECK_THAT(text, !ContainsSubstring("nan") && !ContainsSubstring("inf "));
        CHECK_THAT(text, !ContainsSubstring("-1") && !ContainsSubstring("e+"));
        CHECK(text.back() == '\n');
      }
    }
  }
}

TEST_CASE("a forecast of one block is in the singular") {
  CHECK_THAT(forecast_text(forecast(league(4, 1), 1, 2, 256)),
             ContainsSubstring("\n4 games in 1 block; each bot plays 4"));
}

TEST_CASE("a forecast is a table and sentences") {
  const std::string text = forecast_text(forecast(league(4, 5), 2, 2, 256));
  CHECK_THAT(text, Catch::Matchers::StartsWith("variant "));
  CHECK_THAT(text, ContainsSubstring("\nblack-lady@4+deck.ranks=J,Q,K,A"));
  CHECK_THAT(text, ContainsSubstring("\n20 games in 5 blocks; each bot plays 20 of them\n"));
  CHECK_THAT(text, ContainsSubstring("\ntime       2 games at a time: "));
  CHECK_THAT(text, ContainsSubstring("\nstarts     32 bot processes; any order of the games needs at least 32\n"));
  CHECK_THAT(text, ContainsSubstring("\nprocesses  8 bot processes alive at the same time\n"));
  CHECK_THAT(text, ContainsSubstring("\ninterval   Elo ± "));
}

TEST_CASE("the longest time is that of bots that use up their clocks") {
  Manifest manifest = league(4, 5);
  manifest.limits.bank = std::chrono::seconds(7);
  manifest.limits.move = std::chrono::seconds(1000);
  manifest.limits.increment = manifest.limits.grace = std::chrono::seconds(0);
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * 4 * 7));
  CHECK(forecast(manifest, 2, 2, 256).most == std::chrono::seconds(10 * 4 * 7));
  // Ten decisions a seat and game.
  manifest.limits.increment = std::chrono::seconds(1);
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * 4 * 17));
  manifest.limits.move = std::chrono::seconds(1);
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * 4 * 10));
  manifest.limits.grace = std::chrono::seconds(2);
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * 4 * 30));
  // A variant's own limits.
  manifest.variants[0].limits = manifest.limits;
  manifest.variants[0].limits->grace = std::chrono::seconds(0);
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * 4 * 10));
  manifest.variants[0].limits->newgame = std::chrono::seconds(3);
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * 4 * 13));
  // One of the four bots has limits of its own.
  const auto key = std::ranges::find(limit_keys(), "newgame_ms", &LimitKey::name);
  manifest.bots[2].limits = {{&*key, 7'000}};
  CHECK(forecast(manifest, 1, 2, 256).most == std::chrono::seconds(20 * (4 * 13 + 4)));
}

}  // namespace forecast_test
