#include "arena/game/table/house_player.h"

#include "engine/deck.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace house_player_test {

namespace {

using namespace arena;

const hearts::GameRules& game() {
  static const hearts::GameRules rules(hearts::resolve_variant("black-lady@4"));
  return rules;
}

hearts::CardSet cards(const char* names) { return hearts::parse_cards(game().deck(), names).value(); }

TEST_CASE("the house plays the lowest rank, of equal ones the first suit of the pack") {
  CHECK(game().deck().name(house_play(cards("3C 2H AS"))) == "2H");
  CHECK(game().deck().name(house_play(cards("5S 5D 5H"))) == "5D");
  CHECK(game().deck().name(house_play(cards("KC QD"))) == "QD");
}

TEST_CASE("the house passes the highest ranks, of equal ones the first suit of the pack") {
  CHECK(house_pass(cards("2C AC KD AD QS AH 3H"), 3) == cards("AC AD AH"));
  CHECK(house_pass(cards("2C KC KD KS KH 3H"), 2) == cards("KC KD"));
  CHECK(house_pass(cards("2C 3C"), 2) == cards("2C 3C"));
}

}  // namespace

}  // namespace house_player_test
