// How often duels are wrong, how long they take, and whether their estimates are right.

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>

#include "engine/typed_text.h"
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

std::string text(const DuelTally& tally) {
  return fmt::format("{:6.0f} blocks, stronger {:.3f}, not {:.3f}, bias {:+6.2f}, ± {:5.2f}, held {:.3f}", tally.blocks,
                     tally.share_stronger(), tally.share_not_stronger(), tally.bias, tally.width, tally.held);
}

std::string name(const SimulatedDuel& duel) {
  return fmt::format("{}, {} a game{}", measure_name(duel.test.measure), hearts::counted(duel.hands, "hand"),
                     duel.has_others ? ", among others" : "");
}

}  // namespace

TEST_CASE("duels are wrong about as often as they may be, sooner than without corrections, and their intervals hold") {
  constexpr int kDuels = 200;
  // 5% are expected. 20 of 200 and more come once in 400 times.
  constexpr double kWrong = 0.1;
  constexpr double kHeld = 0.9;
  for (const SimulatedDuel& kind : {SimulatedDuel{kElo, 0, 4, false}, {kMargin, 0, 4, true}, {kMargin, 0, 12, false}}) {
    double blocks = 0;
    double blocks_before = 0;
    for (const double truth : {0.0, 1.0}) {
      SimulatedDuel duel = kind;
      duel.truth = truth;
      const DuelTally tally = played(duel, kDuels);
      INFO(name(duel) << ", H" << truth << ": " << text(tally));
      CHECK((truth == 0 ? tally.share_stronger() : tally.share_not_stronger()) < kWrong);
      CHECK(tally.stronger + tally.not_stronger >= kDuels - 2);
      CHECK(tally.held > kHeld);
      CHECK(std::abs(tally.bias) < tally.width / 5);
      blocks += tally.blocks;
      blocks_before += played(duel, kDuels, 1).blocks;
    }
    INFO(name(kind) << ": " << blocks << " blocks, without corrections " << blocks_before);
    CHECK(blocks < 0.98 * blocks_before);
  }
}

TEST_CASE("the table of duels: errors, lengths and estimates, without the corrections (version 1) and with them",
          "[.duels]") {
  const char* given = std::getenv("HEARTS_DUELS");
  const int duels = given != nullptr ? std::atoi(given) : 2000;
  REQUIRE(duels > 0);
  for (const SequentialTest& test : {kElo, kMargin}) {
    for (const int hands : {1, 4, 12}) {
      for (const bool has_others : {false, true}) {
        SimulatedDuel duel{test, 0, hands, has_others};
        std::cout << name(duel) << "\n";
        for (const double truth : {0.0, 0.5, 1.0}) {
          duel.truth = truth;
          for (const int version : {1, SequentialTest::kTestVersion})
            std::cout << fmt::format("  truth H{:.1f}, version {}: {}\n", truth, version,
                                     text(played(duel, duels, version)));
        }
        std::cout << std::flush;
      }
    }
  }
}

}  // namespace duel_errors_test
