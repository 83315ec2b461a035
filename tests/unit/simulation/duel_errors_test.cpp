// How often duels are wrong, how long they take, and whether their estimates are right.

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "tests/catch.h"
#include "tests/unit/simulation/simulated_duel.h"
#include "tests/unit/simulation/simulated_league.h"

namespace duel_errors_test {

using namespace arena;

namespace {

constexpr SequentialTest kElo{};
constexpr SequentialTest kMargin{SequentialTest::Measure::margin, 0, kDuelMargin, 0.05, 0.05};

DuelTally played(SimulatedDuel duel, int duels, int version = SequentialTest::kTestVersion) {
  duel.test.version = version;
  hearts::Random random = random_from(
      fmt::format("duels {} {} {} {}", measure_name(duel.test.measure), duel.truth, duel.hands, duel.has_others));
  return simulate(duel, duels, random);
}

std::string cell(const DuelTally& tally, double truth) {
  return fmt::format("{:6.0f} blocks, stronger {:.3f}, not {:.3f}, bias {:+6.2f}, +- {:5.2f}, held {:.3f}",
                     tally.blocks, tally.share_stronger(), tally.share_not_stronger(), tally.bias, tally.width,
                     tally.held) +
         (truth == 0   ? " (H0)"
          : truth == 1 ? " (H1)"
                       : "");
}

}  // namespace

TEST_CASE("the table of duels: errors, lengths and estimates", "[.duels]") {
  const char* given = std::getenv("HEARTS_DUELS");
  const int duels = given != nullptr ? std::atoi(given) : 2000;
  for (const SequentialTest& test : {kElo, kMargin}) {
    for (const int hands : {1, 4, 12}) {
      for (const bool has_others : {false, true}) {
        std::cout << fmt::format("{}, {} hands{}\n", measure_name(test.measure), hands, has_others ? ", --with" : "");
        for (const double truth : {0.0, 0.5, 1.0}) {
          const SimulatedDuel duel{test, truth, hands, has_others};
          for (const int version : {1, 2})
            std::cout << fmt::format("  version {}: {}\n", version, cell(played(duel, duels, version), truth));
        }
        std::cout << std::flush;
      }
    }
  }
}

}  // namespace duel_errors_test
