// How standings are read: all stars and rank ranges of a table together, and from one look to the next.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/simulation/simulated_league.h"

namespace reading_test {

using namespace arena;

namespace {

struct Field {
  int bots = 12;
  double spread = 0.08;  ///< of the bots' strength, see SimulatedLeague; 0.08 is a deviation of some 5 Elo
  int blocks_each = 100;
  int leagues = 200;
};

/// The shares of leagues with a mistake. "Alone": as if each pair were the only one, at the level 0.05.
struct Mistakes {
  double star_alone = 0;   ///< a pair with a likelihood of superiority of 0.975 for the weaker bot
  double star = 0;         ///< a share with a star that is above a half for the weaker bot
  double ranks_alone = 0;  ///< a rank range from p-values that are not corrected
  double ranks = 0;
  double width_alone = 0;  ///< mean length of a rank range
  double width = 0;
};

StandingsTable table_of(const std::vector<RatedGame>& games, int bots) {
  BlockScores scores(bots, 1);
  for (const RatedGame& game : games) scores.add(game);
  return rate(scores, {std::vector<std::string>(static_cast<std::size_t>(bots), "bot"), {"variant"}, {}}).overall;
}

Mistakes play(const Field& field) {
  constexpr int kSeats = 4;
  Mistakes mistakes;
  hearts::Random random = random_from("reading " + std::to_string(field.bots));
  for (int number = 0; number < field.leagues; ++number) {
    const SimulatedLeague league(field.bots, random, field.spread);
    const std::vector<double> elo = league.true_elo();
    const StandingsTable table = table_of(
        league.play(kSeats, field.blocks_each * field.bots / kSeats, std::to_string(number), random), field.bots);
    bool star_alone = false, star = false, ranks_alone = false, ranks = false;
    for (int row = 0; row < field.bots; ++row) {
      const StandingsRow& here = table.rows[static_cast<std::size_t>(row)];
      const double truth = elo[static_cast<std::size_t>(here.bot)];
      int best = 1, worst = field.bots, true_rank = 1;
      for (int other = 0; other < field.bots; ++other) {
        const Pairing& pairing = table.pairings(row, other);
        const double other_truth = elo[static_cast<std::size_t>(table.rows[static_cast<std::size_t>(other)].bot)];
        if (other == row) continue;
        if (other_truth > truth) ++true_rank;
        if (*pairing.los <= 0.025) ++best;
        if (*pairing.los >= 0.975) --worst;
        if (truth > other_truth) continue;
        // The bot of this row is the weaker one.
        star_alone = star_alone || *pairing.los >= 0.975;
        const bool is_above = pairing.points > static_cast<double>(pairing.comparisons) / 2;
        star = star || (pairing.share_differs && is_above);
      }
      ranks_alone = ranks_alone || true_rank < best || true_rank > worst;
      ranks = ranks || true_rank < here.rank_best || true_rank > here.rank_worst;
      mistakes.width_alone += static_cast<double>(worst - best + 1) / field.bots / field.leagues;
      mistakes.width += static_cast<double>(here.rank_worst - here.rank_best + 1) / field.bots / field.leagues;
    }
    const auto count = [&](bool is_wrong, double& share) { share += is_wrong ? 1.0 / field.leagues : 0; };
    count(star_alone, mistakes.star_alone);
    count(star, mistakes.star);
    count(ranks_alone, mistakes.ranks_alone);
    count(ranks, mistakes.ranks);
  }
  return mistakes;
}

/// The greatest change of the mean Elo of eleven bots within six blocks, while a twelfth bot that hardly ever wins
/// plays its first 150 blocks.
struct Jumps {
  double plain = 0;     ///< if the mean of all bots with at least kPointsMin points is 1500
  double weighted = 0;  ///< as it is
};

Jumps watch_hopeless(int number) {
  constexpr int kBots = 12;
  hearts::Random random = random_from("hopeless " + std::to_string(number));
  SimulatedLeague league(kBots, random, 0.5);
  league.weaken(kBots - 1, 38);
  BlockScores scores(kBots, 1);
  std::vector<double> plain, weighted;
  Jumps jumps;
  for (const RatedGame& game : league.play(4, 450, std::to_string(number), random)) {
    scores.add(game);
    if (game.game + 1 < game.games_in_block || game.block < 45) continue;
    const StandingsTable table =
        rate(scores, {std::vector<std::string>(static_cast<std::size_t>(kBots), "bot"), {"variant"}, {}}).overall;
    double eleven = 0, counted = 0, sum = 0;
    for (const StandingsRow& row : table.rows) {
      if (row.bot != kBots - 1) eleven += row.elo.value / (kBots - 1);
      if (row.is_rough) continue;
      sum += row.elo.value;
      ++counted;
    }
    weighted.push_back(eleven);
    plain.push_back(eleven - sum / counted);
    for (std::size_t back = 1; back <= 6 && back < weighted.size(); ++back) {
      const std::size_t before = weighted.size() - 1 - back;
      jumps.weighted = std::max(jumps.weighted, std::abs(weighted.back() - weighted[before]));
      jumps.plain = std::max(jumps.plain, std::abs(plain.back() - plain[before]));
    }
  }
  return jumps;
}

}  // namespace

TEST_CASE("stars and rank ranges of a table are right together") {
  const Mistakes mistakes = play({.bots = 10, .spread = 0.1, .blocks_each = 60, .leagues = 60});
  INFO(mistakes.star_alone << " and " << mistakes.star << ", " << mistakes.ranks_alone << " and " << mistakes.ranks);
  CHECK(mistakes.star_alone > 0.15);
  CHECK(mistakes.ranks_alone > 0.15);
  // 0.05 and three standard errors.
  CHECK(mistakes.star <= 0.13);
  CHECK(mistakes.ranks <= 0.13);
  CHECK(mistakes.width < 10);
}

TEST_CASE("a bot that hardly ever wins does not lift the others when it wins its tenth point") {
  const Jumps jumps = watch_hopeless(1);
  INFO(jumps.plain << " and " << jumps.weighted);
  CHECK(jumps.plain > 25);
  CHECK(jumps.weighted < 8);
}

TEST_CASE("how often a table has a wrong star or a wrong rank range", "[.reading]") {
  std::puts("bots  spread  wrong star: alone  corrected  wrong range: alone  corrected  length: alone  corrected");
  for (const Field& field : {Field{}, Field{40, 0.63, 100, 200}, Field{24, 0.3, 120, 200}}) {
    const Mistakes one = play(field);
    std::printf("%4d  %6.2f  %17.3f  %9.3f  %18.3f  %9.3f  %13.1f  %9.1f\n", field.bots, field.spread, one.star_alone,
                one.star, one.ranks_alone, one.ranks, one.width_alone, one.width);
    std::fflush(stdout);
  }
  std::puts("greatest change of the others' mean within six blocks: plain mean, weighted mean");
  for (int number = 1; number <= 10; ++number) {
    const Jumps jumps = watch_hopeless(number);
    std::printf("%6.1f  %6.1f\n", jumps.plain, jumps.weighted);
  }
}

}  // namespace reading_test
