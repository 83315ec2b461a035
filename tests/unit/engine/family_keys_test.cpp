#include <string>
#include <vector>

#include "engine/explanation.h"
#include "engine/hand.h"
#include "engine/score.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace family_keys_test {

using namespace hearts;
using namespace hearts::test;

namespace {

/// The tally of a hand in which seat 1 takes these cards, and seat 0 all others.
Tally tally_of(const std::string& id, const std::vector<std::string>& cards, const TricksTaken& tricks = {}) {
  const GameRules game(rules_of(id));
  PerSeat<CardSet> won{};
  for (const std::string& name : cards) won[1].insert(game.deck().find(name).value());
  won[0] = game.deck().cards() - won[1];
  return tally_hand(game, game.fixed_point_lane(), won, {}, tricks);
}

std::string sentences(const std::string& id) {
  std::string text;
  for (const ExplainedSection& section : explain(rules_of(id))) {
    for (const ExplainedRule& line : section.lines) text += line.text + ". ";
  }
  return text;
}

auto has_text(const std::string& text) { return Catch::Matchers::Contains(text); }

}  // namespace

TEST_CASE("tricks cost points.trick each, the first and the last one more; they count as something that costs points") {
  const std::string id = "black-lady@4+points.trick=2+points.first_trick=3+points.last_trick=5";
  TricksTaken tricks;
  tricks.count = PerSeat<int>{6, 4, 3, 0};
  tricks.first = 1;
  tricks.last = 2;
  const Tally tally = tally_of(id, {"QS"}, tricks);
  CHECK(tally.penalty == PerSeat<int>{13 + 12, 13 + 8 + 3, 6 + 5, 0});
  CHECK(tally.no_points == PerSeat<bool>{false, false, false, true});
  CHECK(tally_of("black-lady@4", {"QS"}, tricks).penalty == PerSeat<int>{13, 13, 0, 0});
  CHECK_THAT(sentences(id), has_text("Each trick costs 2 points, whatever its cards."));
  CHECK_THAT(sentences(id), has_text("The first trick of a deal costs 3 points more."));
  CHECK_THAT(sentences("black-lady@4+points.last_trick=5"),
             has_text("The last trick of a deal costs 5 points, whatever its cards."));
}

TEST_CASE("bonus.no_tricks goes to players without a trick, but not on a moon") {
  const GameRules game(rules_of("black-lady@4+bonus.no_tricks=-5"));
  TricksTaken tricks;
  tricks.count = PerSeat<int>{12, 1, 0, 0};
  Tally tally = tally_of("black-lady@4+bonus.no_tricks=-5", {"QS", "2C", "3C", "4C"}, tricks);
  CHECK(score_hand(game, tally, MoonOption::subtract_self).change == PerSeat<int>{13, 13, -5, -5});
  tally.shooter = 0;
  tally.moon_amount = 26;
  CHECK(score_hand(game, tally, MoonOption::add_others).change == PerSeat<int>{0, 26, 26, 26});
  CHECK_THAT(sentences("black-lady@4+bonus.no_tricks=-5"), has_text("A hand without a trick takes 5 points off."));
}

TEST_CASE("effects change the points of other cards that the same player takes, additions before factors") {
  CHECK(tally_of("black-lady@4+effects=TC:x2:all", {"QS", "2H", "TC"}).penalty == PerSeat<int>{12, 28, 0, 0});
  CHECK(tally_of("black-lady@4+effects=TC:x2:all", {"QS", "2H"}).penalty == PerSeat<int>{24, 14, 0, 0});
  CHECK(tally_of("black-lady@4+effects=TD:5:QS", {"QS", "TD"}).penalty == PerSeat<int>{13, 18, 0, 0});
  CHECK(tally_of("black-lady@4+effects=TD:5:QS,TC:x2:QS", {"QS", "TD", "TC"}).penalty[1] == 36);
  CHECK(tally_of("black-lady@4+effects=TD:2:D", {"TD", "2D", "3H"}).penalty[1] == 5);
  CHECK(tally_of("black-lady@4+effects=TD:-1:point_suit", {"TD", "2H", "3H"}).penalty[1] == 0);
  CHECK(tally_of("omnibus@4+effects=TC:x0:JD", {"JD", "TC"}).bonus[1] == 0);
  CHECK(tally_of("omnibus@4+effects=TC:x3:JD", {"JD", "TC"}).bonus[1] == -30);
  // The two queens with keys of their own are the same effects.
  const std::vector<std::string> cards = {"QS", "QC", "QH", "2H", "3H"};
  CHECK(tally_of("royal@4", cards).penalty ==
        tally_of("royal@4+effects.queen_of_clubs_cancels_queen_of_spades=false+effects.queen_of_hearts_doubles_hearts="
                 "false+effects=QC:x0:QS,QH:x2:point_suit",
                 cards)
            .penalty);
  CHECK_THAT(sentences("black-lady@4+effects=TC:x2:all,TD:5:H"),
             has_text("Every card counts double for the player who takes TC."));
  CHECK_THAT(sentences("black-lady@4+effects=TC:x2:all,TD:5:H"),
             has_text("Each card of hearts costs 5 points more for the player who takes TD."));
  CHECK_THROWS_WITH(rules_of("black-lady@4+effects=TC:x1:QS"), has_text("which changes nothing"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+effects=QS:x2:QS"), has_text("which a card has on itself"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+effects=QS:x2:R"), has_text("whose target is not"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+effects=2C:x4:all,2D:x4:all,2S:x4:all"), has_text("product"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+effects=QS2:QH"), has_text("is not an effect"));
}

TEST_CASE("score.exact turns a total into another, once, after floor and sinkhole") {
  const GameRules game(rules_of("black-lady@4+score.exact=50=25,25=0+score.sinkhole=99"));
  CHECK(new_totals(game, {40, 20, 98, 0}, {10, 5, 1, 7}) == PerSeat<int>{25, 0, 0, 7});
  CHECK_THAT(sentences("black-lady@4+score.exact=100=50"), has_text("A total of exactly 100 becomes 50."));
  CHECK_THROWS_WITH(rules_of("black-lady@4+score.exact=50=50"), has_text("which changes nothing"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+score.sinkhole=99+score.exact=99=1"), has_text("score.sinkhole 99"));
}

TEST_CASE("pass.scatter sends the cards of a pass round the other seats, in the order of the pack") {
  const GameRules game(rules_of("black-lady@4+pass.scatter=true"));
  const auto card = [&](const std::string& name) { return CardSet{game.deck().find(name).value()}; };
  const CardSet four = card("2C") | card("3C") | card("4C") | card("5C");
  PerSeat<CardSet> received{};
  deliver_pass(game, 2, 1, four, received);
  CHECK(received == PerSeat<CardSet>{card("3C"), card("4C"), {}, card("2C") | card("5C")});
  received = {};
  deliver_pass(game, 2, -1, four, received);
  CHECK(received == PerSeat<CardSet>{card("4C"), card("2C") | card("5C"), {}, card("3C")});
  Random random(seed_of(5));
  Hand hand(game, random_setup(game, 1, random));
  PerSeat<CardSet> given{};
  for (Seat seat = 0; seat < 4; ++seat) {
    const Move move = random_move(hand, random);
    given[seat] = move.cards;
    must_apply(hand, seat, move);
  }
  for (Seat seat = 0; seat < 4; ++seat) {
    INFO(seat);
    CardSet expected;
    for (int turn = 0; turn < 3; ++turn) expected.insert(given[seat_at(seat, 3 - turn, 4)].nth(turn));
    CHECK(hand.received(seat) == expected);
    CHECK(hand.cards(seat).size() == 13);
  }
  CHECK_THROWS_WITH(rules_of("black-lady@4+pass.scatter=true+pass.count=1"),
                    has_text("pass.scatter true does not fit"));
}

TEST_CASE("deal.hand_size deals fewer cards, and the others are left over") {
  const std::string id = "black-lady@4+deal.hand_size=10+leftover.fate=kitty_last_trick+leftover.visibility=hidden";
  const Rules rules = rules_of(id);
  CHECK(rules.hand_size() == 10);
  CHECK(rules.leftover_count() == 12);
  CHECK(rules.tricks() == 10);
  const GameRules game(rules);
  Random random(seed_of(6));
  Hand hand(game, random_setup(game, 4, random));
  while (hand.phase() != Phase::done) must_apply(hand, hand.to_move(), random_move(hand, random));
  int taken = 0;
  for (Seat seat = 0; seat < 4; ++seat) taken += hand.tricks_taken().count[seat];
  CHECK(taken == 10);
  CHECK(hand.kitty_taker() == hand.tricks_taken().last);
  CHECK(hand.won(hand.kitty_taker()).size() == 4 * hand.tricks_taken().count[hand.kitty_taker()] + 12);
  CHECK_THROWS_WITH(rules_of("black-lady@4+deal.hand_size=14"), has_text("too few cards for so many cards"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+deal.hand_size=10"), has_text("choose what happens to the cards left over"));
}

}  // namespace family_keys_test
