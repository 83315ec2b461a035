#include "engine/hand.h"
#include "tests/catch.h"
#include "tests/engine/key_tables.h"
#include "tests/engine/play.h"

// The rules know no seat by name: if everybody moves up some places, so does everything that happens.

namespace {

using namespace hearts;
using namespace hearts::test;

template <class T>
PerSeat<T> turned(const PerSeat<T>& values, int by, int seats) {
  PerSeat<T> result{};
  for (Seat seat = 0; seat < seats; ++seat)
    result[static_cast<std::size_t>((seat + by) % seats)] = values[static_cast<std::size_t>(seat)];
  return result;
}

Hand::Setup turned(Hand::Setup setup, int by, int seats) {
  setup.dealer = (setup.dealer + by) % seats;
  setup.totals = turned(setup.totals, by, seats);
  for (PerSeat<CardSet>& hands : setup.deal.hands) hands = turned(hands, by, seats);
  return setup;
}

}  // namespace

TEST_CASE("seats moved round the table get moved results") {
  std::uint64_t seed = 3000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    const int seats = game.seats();
    for (int number = 1; number <= 6; ++number) {
      Random random(seed_of(++seed));
      const int by = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(seats - 1)));
      INFO(id << ", seed " << seed << ", by " << by);
      const Hand::Setup setup = random_setup(game, number, random);
      Hand here(game, setup);
      Hand there(game, turned(setup, by, seats));
      while (here.phase() != Phase::done) {
        const Seat seat = here.to_move();
        const Seat other = (seat + by) % seats;
        if (here.phase() == Phase::play) {
          if (there.to_move() != other || there.legal() != here.legal()) FAIL("turn or legal cards");
        }
        const Move move = random_move(here, random);
        must_apply(here, seat, move);
        must_apply(there, other, move);
      }
      REQUIRE(there.phase() == Phase::done);
      CHECK(there.score().change == turned(here.score().change, by, seats));
      CHECK(there.tally().penalty == turned(here.tally().penalty, by, seats));
      CHECK(there.tally().shooter == (here.tally().shooter == kNobody ? kNobody : (here.tally().shooter + by) % seats));
    }
  }
}
