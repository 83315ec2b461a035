// Two groups of equal bots, joined by few blocks: what the ratings say of bots from either.

#include <cmath>
#include <string>
#include <vector>

#include "arena/results/ratings/standings.h"
#include "arena/results/ratings/standings_text.h"
#include "tests/catch.h"
#include "tests/unit/simulation/simulated_league.h"

namespace islands_test {

using namespace arena;

namespace {

constexpr int kBots = 8;
constexpr int kBlocksEach = 40;
constexpr int kLeagues = 400;

/// Blocks of bots 0 to 3, blocks of bots 4 to 7, and so many of two bots of each.
std::vector<Block> islands(int links, hearts::Random& random) {
  std::vector<Block> blocks;
  const auto add = [&](Circle circle) {
    for (int i = 3; i > 0; --i)
      std::swap(circle[static_cast<std::size_t>(i)], circle[random.below(static_cast<std::uint32_t>(i) + 1)]);
    blocks.push_back({static_cast<int>(blocks.size()), 0, std::move(circle)});
  };
  for (int i = 0; i < kBlocksEach; ++i) {
    add({0, 1, 2, 3});
    add({4, 5, 6, 7});
  }
  for (int i = 0; i < links; ++i) {
    const int a = static_cast<int>(random.below(4));
    const int b = static_cast<int>(random.below(4));
    add({a, (a + 1) % 4, 4 + b, 4 + (b + 1) % 4});
  }
  return blocks;
}

/// Of the pairs with a bot of each group.
struct Found {
  int pairs = 0;
  int with_interval = 0;
  int held = 0;     ///< intervals that hold the truth, which is no difference
  int certain = 0;  ///< reported as stronger or weaker, likelier than 0.975
  double coverage() const { return with_interval == 0 ? 1 : static_cast<double>(held) / with_interval; }
};

Found play(int links) {
  Found found;
  hearts::Random random = random_from("islands " + std::to_string(links));
  for (int number = 0; number < kLeagues; ++number) {
    const SimulatedLeague league(kBots, random, 0);
    BlockScores scores(kBots, 1);
    for (const RatedGame& game : league.play(islands(links, random), "r", random)) scores.add(game);
    const std::vector<std::string> names(kBots, "bot");
    const StandingsTable table = rate(scores, {names, {"variant"}, {}}).overall;
    for (int row = 0; row < kBots; ++row) {
      for (int other = row + 1; other < kBots; ++other) {
        const bool is_first = table.rows[static_cast<std::size_t>(row)].bot < kBots / 2;
        if (is_first == (table.rows[static_cast<std::size_t>(other)].bot < kBots / 2)) continue;
        const Pairing& pairing = table.pairings(row, other);
        ++found.pairs;
        if (pairing.los && std::abs(*pairing.los - 0.5) > 0.475) ++found.certain;
        if (!pairing.elo || !pairing.elo->plus_minus) continue;
        ++found.with_interval;
        found.held += std::abs(pairing.elo->value) <= *pairing.elo->plus_minus ? 1 : 0;
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("bots of groups that few blocks join are told apart no more often than chance has it") {
  for (const int links : {1, 2, 3, 5, 8, 40}) {
    const Found found = play(links);
    INFO(links << " links: coverage " << found.coverage() << " of " << found.with_interval << " intervals, "
               << static_cast<double>(found.certain) / found.pairs << " told apart, " << found.pairs << " pairs");
    CHECK(found.coverage() >= 0.93);
    CHECK(found.certain <= 0.07 * found.pairs);
    if (links >= 3) CHECK(found.with_interval == found.pairs);
  }
}

TEST_CASE("bots of groups that nothing joins get no number for their difference") {
  const Found found = play(0);
  CHECK(found.pairs > 0);
  CHECK(found.with_interval == 0);
  CHECK(found.certain == 0);
}

TEST_CASE("standings say that too few blocks join groups of bots") {
  hearts::Random random = random_from("one link");
  const SimulatedLeague league(kBots, random, 0);
  BlockScores scores(kBots, 1);
  for (const RatedGame& game : league.play(islands(1, random), "r", random)) scores.add(game);
  const Standings standings = rate(scores, {{"a", "b", "c", "d", "e", "f", "g", "h"}, {"variant"}, {}});
  for (const StandingsRow& row : standings.overall.rows) REQUIRE_FALSE(row.elo.plus_minus);
  const std::string text = standings_text(standings, {}, false, {1000, 1000});
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("Too few blocks connect {"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("to measure the difference between them, so no bot has a ±."));
}

}  // namespace islands_test
