#include "arena/base/text/card_paint.h"

#include <set>

#include "engine/game_rules.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace card_paint_test {

using arena::CardPaint;

TEST_CASE("each suit of both packs has a colour of its own") {
  for (const char* variant : {"black-lady@4", "green-queen-jokers@4"}) {
    const hearts::GameRules rules(hearts::resolve_variant(variant));
    const CardPaint paint(rules.deck(), true);
    std::set<std::string> colors;
    for (int lane = 0; lane < rules.deck().lanes(); ++lane) colors.insert(paint.suited(lane, "x"));
    CHECK(colors.size() == static_cast<std::size_t>(rules.deck().lanes()));
  }
}

TEST_CASE("the same letter may be another suit in the other pack") {
  const hearts::GameRules four(hearts::resolve_variant("black-lady@4"));
  const hearts::GameRules five(hearts::resolve_variant("green-queen@4"));
  CHECK(CardPaint(four.deck(), true).card(*four.deck().find("QS")) !=
        CardPaint(five.deck(), true).card(*five.deck().find("QS")));
}

TEST_CASE("without colours a card is its name alone") {
  const hearts::GameRules rules(hearts::resolve_variant("black-lady@4"));
  const CardPaint paint(rules.deck(), false);
  CHECK(paint.cards(rules.deck().cards()).find('\033') == std::string::npos);
  CHECK(paint.card(*rules.deck().find("TH")) == "TH");
  CHECK(paint.alarm("x") + paint.faint("y") == "xy");
}

TEST_CASE("suits are symbols where that is wanted and the pack has them") {
  const hearts::GameRules french(hearts::resolve_variant("black-lady@4"));
  const CardPaint paint(french.deck(), false, true);
  CHECK(paint.word("QS") + paint.word("TH") + paint.word("2D") + paint.word("AC") == "Q♠T♥2♦A♣");
  CHECK(paint.word("first") == "first");
  CHECK(paint.suit(*french.deck().lane_of('H')) == "♥");
  const hearts::GameRules five(hearts::resolve_variant("green-queen@4"));
  CHECK(CardPaint(five.deck(), false, true).word("QS") == "QS");
}

}  // namespace card_paint_test
