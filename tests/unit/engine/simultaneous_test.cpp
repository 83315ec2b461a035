#include <algorithm>
#include <vector>

#include "engine/hand.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/view_text.h"

namespace simultaneous_test {

// All seats select and pass at the same time: whoever speaks first, the same comes out, and nobody learns of a pass
// before the last.

namespace {

using namespace hearts;
using namespace hearts::test;

/// Selects and passes to the end of the phase, the seats in this order; what each seat does depends on the seat alone.
void act_at_once(Hand& hand, const std::vector<Seat>& order, std::uint64_t seed) {
  const Phase phase = hand.phase();
  for (const Seat seat : order) {
    Random own(seed_of(seed + static_cast<std::uint64_t>(seat)));
    const int index = static_cast<int>(own.below(2));
    must_apply(hand, seat,
               phase == Phase::select ? Move::select(index)
                                      : Move::pass(random_cards(hand.cards(seat), hand.game().pass_count(), own)));
  }
}

bool is_at_once(const Hand& hand) { return hand.phase() == Phase::select || hand.phase() == Phase::pass; }

}  // namespace

TEST_CASE("selections and passes may come in any order") {
  std::uint64_t seed = 6000;
  int compared = 0;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    for (int number = 1; number <= 4; ++number) {
      Random random(seed_of(++seed));
      INFO(id << ", seed " << seed);
      const Hand::Setup setup = random_setup(game, number, random);
      std::vector<Seat> in_turn;
      for (Seat seat = 0; seat < game.seats(); ++seat) in_turn.push_back(seat);
      std::vector<Seat> mixed = in_turn;
      for (std::uint32_t i = 0; i + 1 < mixed.size(); ++i)
        std::swap(mixed[i], mixed[i + random.below(static_cast<std::uint32_t>(mixed.size()) - i)]);
      Hand one(game, setup);
      Hand other(game, setup);
      while (one.phase() != Phase::done) {
        if (is_at_once(one)) {
          act_at_once(one, in_turn, seed * 100);
          act_at_once(other, mixed, seed * 100);
          REQUIRE(table_text(one) == table_text(other));
          ++compared;
          continue;
        }
        const Move move = random_move(one, random);
        must_apply(other, one.to_move(), move);
        must_apply(one, one.to_move(), move);
      }
      CHECK(table_text(one) == table_text(other));
    }
  }
  CHECK(compared > 800);
}

TEST_CASE("a pass stays unseen until all have passed") {
  std::uint64_t seed = 6500;
  int looked = 0;
  for (const std::string& id : KeyTables::get().ids()) {
    const GameRules game(rules_of(id));
    Random random(seed_of(++seed));
    INFO(id << ", seed " << seed);
    Hand hand(game, random_setup(game, 1, random));
    while (hand.phase() != Phase::done) {
      const Seat seat = hand.to_move();
      const Move move = random_move(hand, random);
      std::vector<CardSet> before;
      for (Seat each = 0; each < game.seats(); ++each) before.push_back(SeatView(hand, each).cards());
      const bool is_pass = hand.phase() == Phase::pass && seat + 1 < game.seats();
      must_apply(hand, seat, move);
      if (!is_pass) continue;
      for (Seat each = 0; each < game.seats(); ++each) {
        const SeatView view(hand, each);
        if (view.cards() != before[static_cast<std::size_t>(each)] || !view.received().empty() ||
            !view.passed().empty())
          FAIL("seat " << each << " sees\n" << view_text(view));
        ++looked;
      }
    }
  }
  CHECK(looked > 500);
}

}  // namespace simultaneous_test
