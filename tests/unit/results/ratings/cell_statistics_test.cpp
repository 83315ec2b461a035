#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "arena/results/ratings/cell_model.h"
#include "tests/catch.h"
#include "tests/unit/engine/test_all.h"
#include "tests/unit/results/ratings/made_cells.h"

namespace cell_statistics_test {

using namespace arena;
using namespace arena::test;
using hearts::test::test_all;

namespace {

/// Of many leagues.
struct Tally {
  long pooled_covered = 0;
  long excess_covered = 0;
  long cells = 0;
  long tested = 0;
  double pooled_squares = 0;
  double alone_squares = 0;
  int leagues = 0;
  int false_claims = 0;  ///< leagues with a specialist that is none
  int found = 0;         ///< leagues in which the strong cell was found

  double coverage() const { return static_cast<double>(pooled_covered) / static_cast<double>(cells); }
  double excess_coverage() const { return static_cast<double>(excess_covered) / static_cast<double>(tested); }
  double claims() const { return static_cast<double>(false_claims) / leagues; }
  double power() const { return static_cast<double>(found) / leagues; }
};

bool covers(const Measured& measured, double truth) {
  return std::abs(measured.value - truth) <= half_width(measured).value();
}

Tally played(MadeLeague league, int leagues) {
  Tally tally;
  tally.leagues = leagues;
  for (int number = 1; number <= leagues; ++number) {
    league.seed = static_cast<std::uint64_t>(number);
    const MadeCells made = made_cells(league);
    const CellModel model = fit_cells(made.grid);
    bool is_false = false;
    bool is_found = false;
    for (std::size_t k = 0; k < made.grid.cells.size(); ++k) {
      const Cell& cell = made.grid.cells[k];
      const CellFigures& figures = model.cells[k];
      ++tally.cells;
      tally.pooled_covered += covers(figures.pooled, made.pooled[k]) ? 1 : 0;
      tally.pooled_squares += std::pow(figures.pooled.value - made.pooled[k], 2);
      tally.alone_squares += std::pow(cell.value - made.pooled[k], 2);
      if (figures.excess.error) {
        ++tally.tested;
        tally.excess_covered += covers(figures.excess, made.excess[k]) ? 1 : 0;
      }
      const bool is_strong = league.strong != 0 && cell.bot == 1 && cell.variant + 1 == league.variants;
      (is_strong ? is_found : is_false) |= figures.found;
    }
    tally.false_claims += is_false ? 1 : 0;
    tally.found += is_found ? 1 : 0;
  }
  std::cout << fmt::format(
      "bots {} variants {} ladder {} scales {} tau {} strong {} missing {}: coverage {:.3f}, of excess {:.3f}, error "
      "{:.1f} (alone {:.1f}), false claims {:.3f}, found {:.3f}\n",
      league.bots, league.variants, league.ladder, league.scales, league.tau, league.strong, league.missing,
      tally.coverage(), tally.excess_coverage(), std::sqrt(tally.pooled_squares / static_cast<double>(tally.cells)),
      std::sqrt(tally.alone_squares / static_cast<double>(tally.cells)), tally.claims(), tally.power());
  return tally;
}

/// 400 leagues take half a minute with the sanitizers.
int leagues() { return test_all() ? 400 : 60; }

}  // namespace

TEST_CASE("the intervals of cells hold the truth, whatever sets variants apart") {
  for (const MadeLeague& league :
       {MadeLeague{.ladder = 350}, MadeLeague{.ladder = 350, .scales = 0.3},
        MadeLeague{.ladder = 350, .scales = 0.3, .tau = 10}, MadeLeague{.ladder = 350, .scales = 0.3, .tau = 30},
        MadeLeague{.variants = 8, .ladder = 350, .scales = 0.3, .tau = 15, .missing = 0.3},
        MadeLeague{.bots = 4, .variants = 3, .ladder = 200, .tau = 20}}) {
    const Tally tally = played(league, leagues());
    CHECK(tally.coverage() >= 0.92);
    CHECK(tally.excess_coverage() >= 0.93);
    // Sure of more than they say they are not much either.
    CHECK(tally.coverage() <= 0.99);
    CHECK(tally.pooled_squares < tally.alone_squares);
  }
}

TEST_CASE("specialists are not made up") {
  for (const MadeLeague& league : {MadeLeague{}, MadeLeague{.ladder = 350}, MadeLeague{.ladder = 350, .scales = 0.3},
                                   MadeLeague{.bots = 4, .variants = 3, .ladder = 350, .scales = 0.3},
                                   MadeLeague{.variants = 12, .ladder = 200}}) {
    const Tally tally = played(league, leagues());
    // Of 60 leagues 3 are expected at the 5% level; 8 or more come once in 80 times, in one of five cases.
    CHECK(tally.claims() <= (test_all() ? 0.07 : 0.14));
  }
}

TEST_CASE("a bot that is 100 Elo better in one variant is found, in an equal field and in a ladder") {
  CHECK(played({.strong = 100, .error = 12}, leagues()).power() > 0.6);
  CHECK(played({.ladder = 350, .scales = 0.2, .strong = 100, .error = 12}, leagues()).power() > 0.6);
}

}  // namespace cell_statistics_test
