#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <random>
#include <vector>

#include "arena/results/ratings/variant_comparison.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace cell_scales_test {

using namespace arena;
using namespace arena::test;

namespace {

/// Leagues whose variants spread the same bots differently.
struct ScaledLeague {
  int bots = 8;
  int variants = 4;
  int seats = 4;
  double spread = 0.9;  ///< strength of the best bot; that of the last is its negative, the others are evenly between
  double scales = 0.3;  ///< standard deviation of the logarithms of the scales
  int blocks = 12;      ///< in each variant
};

/// How often the intervals of scales contained the truth, and how far the scales were off.
struct Tally {
  long scales = 0;
  long covered = 0;
  double squares = 0;

  double coverage() const { return static_cast<double>(covered) / static_cast<double>(scales); }
  double error() const { return std::sqrt(squares / static_cast<double>(scales)); }
};

/// A number with mean 0 and deviation 1, nearly normal and the same with every standard library.
double normal(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) / 9007199254740992.0;
  return sum;
}

Tally measured(const ScaledLeague& league, int leagues) {
  Tally tally;
  std::mt19937_64 random(7);
  for (int number = 0; number < leagues; ++number) {
    std::vector<double> logs;
    double mean = 0;
    MadeTournament tournament{{}, league.seats, league.blocks * league.variants, "r"};
    for (int v = 0; v < league.variants; ++v) {
      logs.push_back(league.scales * normal(random));
      mean += logs.back() / league.variants;
      std::vector<double>& strengths = tournament.strengths.emplace_back();
      for (int bot = 0; bot < league.bots; ++bot)
        strengths.push_back(std::exp(logs.back()) * league.spread * (1 - 2.0 * bot / (league.bots - 1)));
    }
    const VariantComparison comparison = compare_variants(
        scores_of(tournament.play(random), league.bots, league.variants), made_field(league.bots, league.variants));
    for (std::size_t v = 0; v < logs.size(); ++v) {
      const auto& scale = comparison.scales[v];
      if (!scale || !scale->times) continue;
      const double off = std::log(scale->factor) - (logs[v] - mean);
      ++tally.scales;
      tally.covered += std::abs(off) <= std::log(*scale->times) ? 1 : 0;
      tally.squares += off * off;
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("the intervals of scales hold the truth with few blocks and with many") {
  for (const int blocks : {12, 40}) {
    for (ScaledLeague league : {ScaledLeague{}, {.bots = 12, .seats = 3, .spread = 0.6, .scales = 0.4}}) {
      league.blocks = blocks;
      const Tally tally = measured(league, 100);
      INFO(blocks << " blocks of " << league.bots << " bots at " << league.seats << " seats: " << tally.coverage());
      CHECK(tally.scales == 100 * league.variants);
      // Four hundred intervals, of which those of a league depend on each other.
      CHECK(tally.coverage() > 0.89);
      CHECK(tally.coverage() < 0.99);
    }
  }
}

TEST_CASE("coverage of the intervals of scales, as a table", "[.scales]") {
  std::cout << "bots seats variants spread scales    blocks a variant: coverage (error of the logarithm)\n";
  for (ScaledLeague league : {ScaledLeague{.scales = 0},
                              {.scales = 0.15},
                              {},
                              {.scales = 0.5},
                              {.spread = 0.4},
                              {.bots = 6},
                              {.bots = 16, .variants = 5},
                              {.variants = 3, .seats = 2},
                              {.bots = 12, .seats = 3, .spread = 0.6, .scales = 0.4}}) {
    std::cout << fmt::format("{:4} {:5} {:8} {:6} {:6}   ", league.bots, league.seats, league.variants, league.spread,
                             league.scales);
    for (const int blocks : {12, 40, 200}) {
      league.blocks = blocks;
      const Tally tally = measured(league, 1000);
      std::cout << fmt::format(" {:4}: {:.3f} ({:.2f})", blocks, tally.coverage(), tally.error());
    }
    std::cout << "\n" << std::flush;
  }
}

}  // namespace cell_scales_test
