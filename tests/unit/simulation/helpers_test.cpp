// How often honest bots of simulated Hearts become a pair to look at, and how often a helper and its friend do.
// "[.collusion]" prints a table; tests/README.md has it.

#include <cstdio>
#include <string>
#include <vector>

#include "arena/results/ratings/collusion.h"
#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/simulation/hearts_league.h"
#include "tests/unit/simulation/simulated_league.h"

namespace helpers_test {

using namespace arena;

namespace {

/// A kind of league. The bots blunder with a probability from 0.05 to 0.05 + `spread`.
struct Kind {
  int bots = 12;
  int blocks = 363;
  int hands = 4;
  double spread = 0.1;
  bool has_helper = false;
};

struct Found {
  int leagues = 0;
  int pair = 0;       ///< leagues in which the helper and its friend are found
  int others = 0;     ///< leagues in which another pair is
  double blocks = 0;  ///< of the helper and its friend together
  double elo = 0;     ///< of the friend
  double part(int count) const { return static_cast<double>(count) / leagues; }
};

Found play(const Kind& kind, int leagues) {
  Found found;
  hearts::Random random = random_from("helpers");
  for (; found.leagues < leagues; ++found.leagues) {
    std::vector<HeartsPlayer> players(static_cast<std::size_t>(kind.bots));
    for (int bot = 0; bot < kind.bots; ++bot)
      players[static_cast<std::size_t>(bot)].blunders = 0.05 + kind.spread * bot / (kind.bots - 1);
    const int gainer = static_cast<int>(random.below(static_cast<std::uint32_t>(kind.bots)));
    const int helper =
        (gainer + 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(kind.bots - 1)))) % kind.bots;
    if (kind.has_helper) {
      const double blunders = players[static_cast<std::size_t>(helper)].blunders;
      players[static_cast<std::size_t>(helper)] = {blunders, gainer, true, true, true};
    }
    const HeartsLeague league(players, kind.hands);
    const BlockScores scores = league.play(kind.blocks, std::to_string(found.leagues), random);
    const std::vector<std::string> names(static_cast<std::size_t>(kind.bots), "bot");
    const Standings standings = rate(scores, {names, {"variant"}, {}});
    bool has_pair = false;
    bool has_other = false;
    for (const PairToLookAt& pair : standings.pairs_to_look_at) {
      const bool is_it = kind.has_helper && pair.helper == helper && pair.gainer == gainer;
      (is_it ? has_pair : has_other) = true;
      if (is_it) found.blocks += pair.blocks;
    }
    found.pair += has_pair ? 1 : 0;
    found.others += has_other ? 1 : 0;
    for (const StandingsRow& row : standings.overall.rows) found.elo += row.bot == gainer ? row.elo.value / leagues : 0;
  }
  return found;
}

}  // namespace

TEST_CASE("a helper and its friend are found, and honest bots of Hearts seldom are") {
  const Found honest = play({12, 363, 1, 0.3, false}, 60);
  INFO("honest leagues with a pair to look at: " << honest.part(honest.others));
  CHECK(honest.others <= 8);  // of 60 at .05, 8 or fewer with .993
  const Found helped = play({12, 715, 2, 0.1, true}, 12);
  INFO("helpers found: " << helped.part(helped.pair));
  CHECK(helped.pair >= 9);
}

TEST_CASE("how often pairs are to be looked at", "[.collusion]") {
  std::printf("bots  hands  blocks  spread  honest  others | helper: Elo of the friend, found\n");
  for (const Kind kind : {Kind{12, 363, 1, 0.0}, Kind{12, 363, 1, 0.1}, Kind{12, 363, 1, 0.6}, Kind{12, 715, 1, 0.1},
                          Kind{12, 363, 2, 0.1}, Kind{12, 715, 2, 0.1}, Kind{12, 176, 4, 0.1}, Kind{12, 363, 4, 0.1},
                          Kind{12, 715, 4, 0.1}, Kind{12, 715, 4, 0.6}, Kind{6, 100, 1, 0.1}, Kind{6, 200, 1, 0.1},
                          Kind{6, 100, 4, 0.1}, Kind{6, 100, 4, 0.6}}) {
    Kind helped = kind;
    helped.has_helper = true;
    const Found honest = play(kind, 400);
    const Found with = play(helped, 400);
    std::printf("%4d  %5d  %6d  %6.1f  %6.3f  %6.3f | %4.0f Elo, %.2f\n", kind.bots, kind.hands, kind.blocks,
                kind.spread, honest.part(honest.others), with.part(with.others), with.elo - honest.elo,
                with.part(with.pair));
    std::fflush(stdout);
  }
}

}  // namespace helpers_test
