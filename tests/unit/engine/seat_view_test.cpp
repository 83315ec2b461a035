#include "engine/seat_view.h"

#include <optional>
#include <vector>

#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/view_text.h"

namespace seat_view_test {

// A seat must not be able to tell two tables apart that differ only in cards it has not seen.

namespace {

using namespace hearts;
using namespace hearts::test;

struct Recorded {
  Seat seat = 0;
  Move move;
};

CardSet exchanged(CardSet cards, Card a, Card b) {
  const bool has_a = cards.contains(a);
  const bool has_b = cards.contains(b);
  if (has_a == has_b) return cards;
  cards.erase(has_a ? a : b);
  cards.insert(has_a ? b : a);
  return cards;
}

Hand::Setup exchanged(Hand::Setup setup, Card a, Card b) {
  for (PerSeat<CardSet>& hands : setup.deal.hands) {
    for (CardSet& hand : hands) hand = exchanged(hand, a, b);
  }
  setup.deal.leftover = exchanged(setup.deal.leftover, a, b);
  return setup;
}

/// The same table but with two cards in each other's place from the deal on: they are passed for each other too.
/// Nothing where a play would then not be legal, or another seat hold the opening card: its lead is public.
std::optional<Hand> replayed(const Hand& hand, const std::vector<Recorded>& moves, Card a, Card b) {
  Hand again(hand.game(), exchanged(hand.setup(), a, b));
  for (const Recorded& recorded : moves) {
    Move move = recorded.move;
    if (move.kind == Move::Kind::pass) move.cards = exchanged(move.cards, a, b);
    if (again.apply(recorded.seat, move)) return std::nullopt;
  }
  if (again.to_move() != hand.to_move()) return std::nullopt;
  return again;
}

/// Cards the seat has had in its hand so far, and all cards played.
CardSet seen_by(const Hand& hand, const std::vector<Recorded>& moves, Seat seat) {
  CardSet seen = SeatView(hand, seat).leftover() | hand.cards(seat);
  for (const Recorded& recorded : moves) {
    if (recorded.move.kind == Move::Kind::play) seen.insert(recorded.move.card);
    if (recorded.move.kind == Move::Kind::pass && recorded.seat == seat) seen |= recorded.move.cards;
  }
  return seen | hand.received(seat) | hand.passed(seat);
}

}  // namespace

TEST_CASE("a view does not depend on cards its seat has not seen") {
  int compared = 0;
  int different_tables = 0;
  int with_leftover = 0;
  int with_kitty = 0;
  int with_second_hand = 0;
  std::uint64_t seed = 4000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    int here = 0;
    for (int number = 1; number <= 6; ++number) {
      Random random(seed_of(++seed));
      INFO(id << ", seed " << seed);
      Hand hand(game, random_setup(game, number, random));
      std::vector<Recorded> moves;
      while (hand.phase() != Phase::done) {
        const Seat seat = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
        const CardSet unseen = game.deck().cards() - seen_by(hand, moves, seat);
        if (unseen.size() >= 2) {
          const CardSet pair = random_cards(unseen, 2, random);
          if (const auto other = replayed(hand, moves, pair.first(), pair.nth(1))) {
            const std::string one = view_text(SeatView(hand, seat));
            const std::string two = view_text(SeatView(*other, seat));
            if (one != two) FAIL("seat " << seat << " sees\n" << one << "and\n" << two);
            ++here;
            const Deal& deal = hand.setup().deal;
            const bool aside = game.rules().leftover_fate == LeftoverFate::set_aside;
            if (pair.intersects(deal.leftover)) ++(aside ? with_leftover : with_kitty);
            if (game.rules().hands_per_seat == 2 && hand.phase() != Phase::select && hand.sub_hand() == 0 &&
                pair.intersects(
                    deal.hands[static_cast<std::size_t>(1 - hand.selected(seat))][static_cast<std::size_t>(seat)]))
              ++with_second_hand;
            if (table_text(hand) != table_text(*other)) ++different_tables;
          }
        }
        moves.push_back({hand.to_move(), random_move(hand, random)});
        must_apply(hand, moves.back().seat, moves.back().move);
      }
    }
    INFO(id);
    CHECK(here > 20);
    compared += here;
  }
  CHECK(different_tables > compared / 4);
  CHECK(with_leftover > 200);
  CHECK(with_kitty > 200);
  CHECK(with_second_hand > 1000);
}

TEST_CASE("a seat sees its own cards, and its pass once all have passed") {
  const GameRules game(rules_of("black-lady@4"));
  Random random(seed_of(9));
  Hand hand(game, random_setup(game, 1, random));
  const CardSet dealt = hand.cards(1);
  const CardSet given = random_cards(dealt, 3, random);
  must_apply(hand, 1, Move::pass(given));
  CHECK(SeatView(hand, 1).cards() == dealt);
  CHECK(SeatView(hand, 1).passed().empty());
  while (hand.phase() == Phase::pass) must_apply(hand, hand.to_move(), random_move(hand, random));
  const SeatView view(hand, 1);
  CHECK(view.passed() == given);
  CHECK(view.received() == hand.passed(0));
  CHECK(view.cards() == ((dealt - given) | hand.passed(0)));
  CHECK(SeatView(hand, 2).received() == given);
}

TEST_CASE("only the seat to move has legal cards in its view") {
  const GameRules game(rules_of("black-lady@4"));
  Random random(seed_of(10));
  Hand hand(game, random_setup(game, 4, random));
  for (Seat seat = 0; seat < 4; ++seat) CHECK(SeatView(hand, seat).legal().empty() == (seat != hand.to_move()));
}

TEST_CASE("a kitty is seen as leftover.visibility says, and by all after the hand") {
  for (const std::string visibility : {"hidden", "taker", "public"}) {
    INFO(visibility);
    Rules rules = rules_of("black-lady@3+kitty_first+leftover.visibility=" + visibility);
    const GameRules game(rules);
    Random random(seed_of(12));
    Hand hand(game, random_setup(game, 3, random));
    const CardSet kitty = hand.setup().deal.leftover;
    const auto seen = [&](Seat seat) { return SeatView(hand, seat).leftover() == kitty; };
    for (Seat seat = 0; seat < 3; ++seat) CHECK(seen(seat) == (visibility == "public"));
    while (hand.trick_number() == 1) must_apply(hand, hand.to_move(), random_move(hand, random));
    const Seat taker = hand.kitty_taker();
    REQUIRE(taker == hand.last_winner());
    for (Seat seat = 0; seat < 3; ++seat)
      CHECK(seen(seat) == (visibility == "public" || (visibility == "taker" && seat == taker)));
    while (hand.phase() != Phase::done) must_apply(hand, hand.to_move(), random_move(hand, random));
    for (Seat seat = 0; seat < 3; ++seat) CHECK(seen(seat));
  }
}

}  // namespace seat_view_test
