#include "engine/hand.h"
#include "engine/rule_keys.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/random_rules.h"

namespace symmetry_test {

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

/// Plays one hand at two tables, at the second with everybody moved up `by` places.
void play_turned(const GameRules& game, int number, int by, Random& random) {
  const int seats = game.seats();
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

int places_to_move(const GameRules& game, Random& random) {
  return 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(game.seats() - 1)));
}

}  // namespace

TEST_CASE("seats moved round the table get moved results") {
  std::uint64_t seed = 3000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    for (int number = 1; number <= 6; ++number) {
      Random random(seed_of(++seed));
      const int by = places_to_move(game, random);
      INFO(id << ", seed " << seed << ", by " << by);
      play_turned(game, number, by, random);
    }
  }
}

TEST_CASE("seats moved round the table get moved results whatever the rules") {
  int played = 0;
  for (std::uint64_t seed = 3500000; seed < 3501000; ++seed) {
    Random random(seed_of(seed));
    const Rules rules = random_rules(random);
    INFO("seed " << seed << "\n" << rules_text(rules));
    try {
      const GameRules game(rules);
      play_turned(game, 1, places_to_move(game, random), random);
      ++played;
    } catch (const RulesError&) {
      continue;  // random_rules_test.cpp says when that may be
    }
  }
  CHECK(played > 900);
}

}  // namespace symmetry_test
