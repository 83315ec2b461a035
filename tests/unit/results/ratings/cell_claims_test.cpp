// How often arena compare calls a bot a specialist that is none, and how often it finds one. "[.claims]" prints a table.

#include <fmt/format.h>

#include <iostream>
#include <random>
#include <vector>

#include "arena/results/ratings/variant_comparison.h"
#include "engine/seat.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace cell_claims_test {

using namespace arena;
using namespace arena::test;
using hearts::at;

namespace {

struct ClaimLeague {
  int bots = 16;
  int variants = 5;
  int blocks = 40;      ///< in each variant
  double spread = 0.9;  ///< strength of the best bot; that of the last is its negative, the others are evenly between
  double strong = 0;    ///< by how much bot 3 is stronger in the first variant
};

struct Claims {
  int leagues = 0;
  int are_false = 0;  ///< leagues with a specialist that is none
  int found = 0;      ///< leagues in which the strong bot was found
  long cells = 0;     ///< with an interval of the excess, in leagues without a strong bot
  long covered = 0;
};

Claims claims_of(const ClaimLeague& kind, int leagues) {
  Claims claims;
  claims.leagues = leagues;
  std::mt19937_64 random(7);
  for (int number = 0; number < leagues; ++number) {
    MadeTournament tournament{{}, 4, kind.blocks * kind.variants, "r"};
    for (int v = 0; v < kind.variants; ++v) {
      std::vector<double>& strengths = tournament.strengths.emplace_back();
      for (int bot = 0; bot < kind.bots; ++bot) strengths.push_back(kind.spread * (1 - 2.0 * bot / (kind.bots - 1)));
    }
    tournament.strengths[0][3] += kind.strong;
    const VariantComparison comparison = compare_variants(scores_of(tournament.play(random), kind.bots, kind.variants),
                                                          made_field(kind.bots, kind.variants));
    bool is_false = false;
    for (const auto& [position, variant] : comparison.specialists) {
      const bool is_strong = kind.strong > 0 && variant == 0 && comparison.bots[at(position)].bot == 3;
      claims.found += is_strong ? 1 : 0;
      is_false = is_false || !is_strong;
    }
    claims.are_false += is_false ? 1 : 0;
    if (kind.strong > 0) continue;
    for (const ComparedBot& bot : comparison.bots) {
      for (const auto& cell : bot.cells) {
        if (!cell || !cell->excess || !cell->excess->plus_minus) continue;
        ++claims.cells;
        claims.covered += std::abs(cell->excess->value) <= *cell->excess->plus_minus ? 1 : 0;
      }
    }
  }
  return claims;
}

}  // namespace

TEST_CASE("false claims are as rare as they should be with many bots and few blocks") {
  const Claims claims = claims_of({}, 60);
  INFO(claims.are_false << " of 60 leagues");
  // Three are expected at the 5% level; nine or more come once in 300 times.
  CHECK(claims.are_false <= 8);
  CHECK(claims.covered > 93 * claims.cells / 100);
}

TEST_CASE("false and true claims of specialists, as a table", "[.claims]") {
  std::cout << "bots variants blocks spread strong    false  found  coverage of excess\n";
  for (const ClaimLeague& kind : {ClaimLeague{},
                                  {.spread = 0},
                                  {.bots = 8, .variants = 4, .blocks = 12},
                                  {.bots = 8, .variants = 4},
                                  {.bots = 16, .blocks = 200, .strong = 0.6},
                                  {.bots = 8, .variants = 4, .blocks = 100, .strong = 0.6}}) {
    const Claims claims = claims_of(kind, 600);
    std::cout << fmt::format(
                     "{:4} {:8} {:6} {:6} {:6}    {:.3f}  {:.3f}  {:.3f}\n", kind.bots, kind.variants, kind.blocks,
                     kind.spread, kind.strong, claims.are_false / 600.0, claims.found / 600.0,
                     claims.cells > 0 ? static_cast<double>(claims.covered) / static_cast<double>(claims.cells) : 0)
              << std::flush;
  }
}

}  // namespace cell_claims_test
