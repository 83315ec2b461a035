#include "arena/ratings/variants.h"

#include <cmath>

#include "arena/ratings/estimate.h"
#include "arena/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/ratings/made_blocks.h"

namespace specialists_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

std::vector<NoisyValue> variant(const std::vector<double>& values, double error, double degrees) {
  std::vector<NoisyValue> row;
  for (const double value : values) row.push_back({value, error * error, degrees});
  return row;
}

/// Three variants, the second spreading the bots wider.
MadeTournament league(int blocks) {
  const std::vector<double> strengths = {0.6, 0.3, 0.1, -0.1, -0.3, -0.6};
  MadeTournament tournament{{strengths, strengths, strengths}, 4, blocks, "r"};
  for (double& strength : tournament.strengths[1]) strength *= 1.6;
  return tournament;
}

Standings played(const MadeTournament& tournament, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return rate(scores_of(tournament.play(random), 6, 3), made_field(6, 3));
}

}  // namespace

TEST_CASE("Holm multiplies the smallest p-value by their number, the next by one less") {
  CHECK(holm({}).empty());
  const std::vector<double> corrected = holm({0.04, 0.01, 0.03, 0.5});
  // Sorted: .01 * 4 = .04, .03 * 3 = .09, .04 * 2 = .08 but not below .09, .5 * 1 = .5.
  CHECK(corrected[1] == Approx(0.04));
  CHECK(corrected[2] == Approx(0.09));
  CHECK(corrected[0] == Approx(0.09));
  CHECK(corrected[3] == Approx(0.5));
  CHECK(holm({0.9, 0.8})[1] == 1);
}

TEST_CASE("a test is as by hand") {
  // Four bots, three variants, errors 18, 24 and 30 with 10, 20 and 30 degrees.
  const SpecialistTests tests =
      test_specialists({variant({90, 30, -30, -90}, 18, 10), variant({120, 40, -60, -100}, 24, 20),
                        variant({60, 60, -60, -60}, 30, 30)});
  // Variant 0 on x = mean of the others = (90, 50, -60, -80), variance (576 + 900) / 4 = 369.
  // sum xy = 8100 + 1500 + 1800 + 7200 = 18600; sum x^2 = 8100 + 2500 + 3600 + 6400 = 20600, less 4 * 369.
  const double slope = 18600.0 / (20600 - 4 * 369);
  CHECK(tests.slopes[0].value() == Approx(slope));
  const SpecialistTest& test = tests.cells[0][2].value();
  CHECK(test.excess == Approx(-30 - slope * -60));
  // Degrees of x: 369^2 / (144^2 / 20 + 225^2 / 30).
  const double degrees_x = 369.0 * 369.0 / (144.0 * 144.0 / 20 + 225.0 * 225.0 / 30);
  const double scaled = slope * slope * 369;
  const double variance = 324 + scaled;
  const double degrees = variance * variance / (324.0 * 324.0 / 10 + scaled * scaled / degrees_x);
  CHECK(test.degrees == Approx(degrees));
  CHECK(test.p == Approx(p_value({test.excess, std::sqrt(variance), degrees}).value()));

  CHECK(tests.made == 12);
  std::vector<double> p_values;
  for (const auto& row : tests.cells)
    for (const auto& cell : row) p_values.push_back(cell->p);
  const std::vector<double> corrected = holm(p_values);
  std::size_t next = 0;
  for (const auto& row : tests.cells) {
    for (const auto& cell : row) {
      CHECK(cell->p_holm == corrected[next++]);
      CHECK_FALSE(cell->found());
    }
  }
}

TEST_CASE("a specialist does not make the others look weak, nor itself elsewhere") {
  // (90, 30, -30, -90) everywhere, but bot 1 has 100 more in variant 0, where the mean is taken off again.
  const SpecialistTests tests = test_specialists(
      {variant({65, 105, -55, -115}, 5, 50), variant({90, 30, -30, -90}, 5, 50), variant({90, 30, -30, -90}, 5, 50)});
  for (std::size_t v = 0; v < 3; ++v) {
    for (std::size_t bot = 0; bot < 4; ++bot) {
      INFO("variant " << v << ", bot " << bot);
      const SpecialistTest& test = tests.cells[v][bot].value();
      CHECK(test.found() == (v == 0 && bot == 1));
      if (!test.found()) CHECK(std::abs(test.excess) < 1);
    }
  }
  CHECK(tests.cells[0][1]->excess == Approx(100).epsilon(0.02));
  CHECK(tests.made == 12);
}

TEST_CASE("two specialists are found, one after the other") {
  // (100, 60, 20, -20, -60, -100) everywhere, but bot 1 has 120 more in variant 0 and bot 3 60 less in variant 1.
  const SpecialistTests tests =
      test_specialists({variant({80, 160, 0, -40, -80, -120}, 5, 50), variant({110, 70, 30, -70, -50, -90}, 5, 50),
                        variant({100, 60, 20, -20, -60, -100}, 5, 50)});
  int found = 0;
  for (const auto& row : tests.cells)
    for (const auto& cell : row) found += cell && cell->found() ? 1 : 0;
  CHECK(found == 2);
  CHECK(tests.cells[0][1]->found());
  CHECK(tests.cells[0][1]->excess == Approx(120).epsilon(0.02));
  CHECK(tests.cells[1][3]->found());
  CHECK(tests.cells[1][3]->excess == Approx(-60).epsilon(0.02));
}

TEST_CASE("cells that can no longer be tested make the correction no weaker") {
  // With two variants a bot that is strong in one cannot be tested in the other: 12 tests, then 10 that count as 11.
  const SpecialistTests tests =
      test_specialists({variant({100, 60, 20, -20, -60, -100}, 5, 50), variant({77, 157, -3, -43, -65, -123}, 5, 50)});
  double smallest = 1, corrected = 1;
  int found = 0, left = 0;
  for (const auto& row : tests.cells) {
    for (const auto& cell : row) {
      if (!cell) continue;
      ++(cell->found() ? found : left);
      if (cell->found() || cell->p > smallest) continue;
      smallest = cell->p;
      corrected = cell->p_holm;
    }
  }
  CHECK(found == 1);
  CHECK(left == 10);
  REQUIRE(smallest < 0.08);
  CHECK(corrected == Approx(11 * smallest));
}

TEST_CASE("a variant alone, or two bots, are not tested") {
  CHECK(test_specialists({}).made == 0);
  CHECK(test_specialists({variant({90, 0, -90}, 5, 50)}).made == 0);
  CHECK(test_specialists({variant({90, -90}, 5, 50), variant({30, -30}, 5, 50)}).made == 0);
  CHECK(test_specialists({variant({90, 0, -90}, 5, 50), variant({90, 0, -90}, 5, 50)}).made == 6);
}

TEST_CASE("where one variant takes another skill no excess is made up") {
  double largest = 0;
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> strength(-0.7, 0.7);
    MadeTournament tournament = league(200);
    for (double& one : tournament.strengths[2]) one = strength(random);
    const Standings standings = played(tournament, seed);
    for (const Specialist& one : standings.specialists) {
      ++found;
      // The strongest and the weakest of a variant are some 400 Elo apart.
      largest = std::max(largest, std::abs(one.test.excess));
    }
  }
  INFO("largest excess " << largest << " of " << found);
  CHECK(found > 20);
  CHECK(largest < 500);
}

TEST_CASE("a bot that is off in most of its variants is not explained by the few that are left") {
  std::vector<std::vector<NoisyValue>> grid;
  for (int v = 0; v < 6; ++v) {
    std::vector<double> values = {100, 60, 20, -20, -60, -100};
    if (v < 4) values[2] += v % 2 == 0 ? 150 : -150;
    grid.push_back(variant(values, 5, 50));
  }
  const SpecialistTests tests = test_specialists(grid);
  int found = 0;
  for (const auto& row : tests.cells) {
    for (std::size_t bot = 0; bot < row.size(); ++bot) {
      if (!row[bot] || !row[bot]->found()) continue;
      CHECK(bot == 2);
      CHECK(std::abs(row[bot]->excess) < 300);
      ++found;
    }
  }
  CHECK(found <= 3);
}

TEST_CASE("a planted specialist is found") {
  MadeTournament tournament = league(600);
  tournament.strengths[2][3] += 0.5;
  const Standings standings = played(tournament, 21);
  REQUIRE(standings.specialists.size() == 1);
  CHECK(standings.specialists[0].bot == 3);
  CHECK(standings.specialists[0].variant == 2);
  CHECK(standings.specialists[0].test.excess > 20);
  CHECK(standings.specialists[0].test.p_holm < 1e-3);
  CHECK(standings.specialist_tests == 18);
}

TEST_CASE("the clearest specialist is told first") {
  MadeTournament tournament = league(1500);
  tournament.strengths[0][2] += 0.35;
  tournament.strengths[2][4] += 0.7;
  const Standings standings = played(tournament, 22);
  REQUIRE(standings.specialists.size() == 2);
  CHECK(standings.specialists[0].bot == 4);
  CHECK(standings.specialists[1].bot == 2);
  CHECK(standings.specialists[0].test.p < standings.specialists[1].test.p);
}

TEST_CASE("without a specialist none is claimed but by chance") {
  int claims = 0;
  constexpr int kLeagues = 60;
  for (std::uint64_t seed = 1; seed <= kLeagues; ++seed) {
    const Standings standings = played(league(300), seed);
    CHECK(standings.specialist_tests == 18);
    claims += standings.specialists.empty() ? 0 : 1;
  }
  // Of 60 leagues 3 are expected at the 5% level; 9 or more come once in 400 times.
  INFO(claims << " of " << kLeagues);
  CHECK(claims <= 8);
}

TEST_CASE("the scale of a variant is found, and adjusted Elo has it taken out") {
  const Standings standings = played(league(3000), 23);
  REQUIRE(standings.scales[0]);
  REQUIRE(standings.scales[1]);
  REQUIRE(standings.scales[2]);
  CHECK(*standings.scales[1] > 1.15);
  CHECK(*standings.scales[0] < 0.95);
  CHECK((*standings.scales[0] + *standings.scales[1] + *standings.scales[2]) / 3 == Approx(1));
  const auto spread = [](const StandingsTable& table) {
    return std::pair{table.rows.front().elo.value - table.rows.back().elo.value,
                     *table.rows.front().variant.adjusted - *table.rows.back().variant.adjusted};
  };
  const auto [raw_0, adjusted_0] = spread(standings.by_variant[0]);
  const auto [raw_1, adjusted_1] = spread(standings.by_variant[1]);
  CHECK(raw_1 > 1.3 * raw_0);
  CHECK(adjusted_1 == Approx(adjusted_0).epsilon(0.05));
}

TEST_CASE("shrunk Elo is nearer to the overall Elo than the variant's own") {
  const Standings standings = played(league(90), 24);
  REQUIRE(standings.tau);
  for (const StandingsTable& table : standings.by_variant) {
    for (const StandingsRow& row : table.rows) {
      double overall = 0;
      for (const StandingsRow& other : standings.overall.rows)
        if (other.bot == row.bot) overall = other.elo.value;
      CHECK(std::abs(*row.variant.shrunk - overall) <= std::abs(row.elo.value - overall) + 1e-9);
    }
  }
}

}  // namespace specialists_test
