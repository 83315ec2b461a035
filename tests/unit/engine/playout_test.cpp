#include "tests/unit/engine/playout.h"

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace playout_test {

// A playout is the same hand as one played move by move.

namespace {

using namespace hearts;
using namespace hearts::test;

void check_same(const GameRules& game, const Hand& one, const Hand& other) {
  REQUIRE(one.phase() == other.phase());
  CHECK(one.to_move() == other.to_move());
  CHECK(one.broken() == other.broken());
  CHECK(one.sub_hand() == other.sub_hand());
  CHECK(one.trick_number() == other.trick_number());
  CHECK(one.kitty_taker() == other.kitty_taker());
  CHECK(one.legal() == other.legal());
  CHECK(one.last_winner() == other.last_winner());
  CHECK(one.last_trick().leader == other.last_trick().leader);
  CHECK(one.last_trick().cards == other.last_trick().cards);
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    CHECK(one.cards(seat) == other.cards(seat));
    CHECK(one.won(seat) == other.won(seat));
    CHECK(one.passed(seat) == other.passed(seat));
    CHECK(one.received(seat) == other.received(seat));
  }
  CHECK(one.tally().penalty == other.tally().penalty);
  CHECK(one.tally().shooter == other.tally().shooter);
  CHECK(one.option_taken() == other.option_taken());
  CHECK(one.score().change == other.score().change);
}

}  // namespace

TEST_CASE("a playout is the hand that random moves make, from wherever it starts") {
  std::uint64_t seed = 7000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    for (int number = 1; number <= 6; ++number) {
      Random random(seed_of(++seed));
      INFO(id << ", seed " << seed);
      Hand hand(game, random_setup(game, number, random));
      for (std::uint32_t before = random.below(3) * random.below(40); before > 0 && hand.phase() != Phase::done;
           --before)
        must_apply(hand, hand.to_move(), random_move(hand, random));

      Hand quick = hand;
      Hand plain = hand;
      Random quick_random = random;
      Random plain_random = random;
      play_out(quick, quick_random);
      play_out(plain, plain_random, BitWork::plain);
      while (hand.phase() != Phase::done) must_apply(hand, hand.to_move(), random_move(hand, random));
      check_same(game, hand, quick);
      check_same(game, hand, plain);
      const std::uint64_t next = random.next();
      CHECK(quick_random.next() == next);
      CHECK(plain_random.next() == next);
    }
  }
}

TEST_CASE("a playout obeys every key of the play") {
  std::uint64_t seed = 7900;
  for (const char* spec :
       {"black-lady+follow.required=false", "black-lady+break.first_trick_counts=false",
        "black-lady+lead.hold_until_broken=none", "black-lady+lead.hold_until_broken=queen_of_spades",
        "black-lady+break.on=none", "black-lady+first_trick.forbid=point_suit,queen_of_spades",
        "black-lady+deck.ranks=Q+pass.count=1", "black-lady+deck.ranks=Q,A+pass.count=1", "black-lady+pass.count=0",
        "black-lady+pass.count=13", "black-lady+points.per_suit_card=0", "green-queen+follow.required=false",
        "green-queen+lead.hold_until_broken=point_suit+break.on=heart_discarded",
        "green-queen-jokers+first_trick.forbid=point_suit", "green-queen-jokers+follow.required=false",
        "green-queen-jokers@5+lead.hold_until_broken=point_suit+break.on=heart_discarded,heart_led_by_necessity"}) {
    const GameRules game(resolve_variant(spec));
    for (int number = 1; number <= 40; ++number) {
      Random random(seed_of(++seed));
      INFO(spec << ", seed " << seed);
      Hand hand(game, random_setup(game, number, random));
      Hand quick = hand;
      Random quick_random = random;
      play_out(quick, quick_random);
      while (hand.phase() != Phase::done) must_apply(hand, hand.to_move(), random_move(hand, random));
      check_same(game, hand, quick);
    }
  }
}

}  // namespace playout_test
