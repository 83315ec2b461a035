#include "engine/rules_check.h"

#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "tests/catch.h"
#include "tests/engine/key_tables.h"

namespace {

using namespace hearts;
using Changes = std::vector<std::pair<std::string, std::string>>;

std::string error_after(const std::string& id, const Changes& changes) {
  Rules rules = test::KeyTables::get().rules(id);
  for (const auto& [key, value] : changes) set_rule(rules, key, value);
  try {
    check_rules(rules);
  } catch (const RulesError& error) {
    return error.what();
  }
  return "fits";
}

struct Contradiction {
  std::string id;
  Changes changes;
  std::string names;  ///< must stand in the sentence
};

}  // namespace

TEST_CASE("keys that do not fit together are refused by name") {
  const std::string classic = "black-lady@4";
  const std::string two = "royal-classic@2";
  const std::string five = "green-queen-jokers@4";
  const std::vector<Contradiction> cases = {
      {classic, {{"deck.suits", "C,D,S,R"}}, "deck.suits"},
      {classic, {{"deck.ranks", "2,2,A"}}, "deck.ranks"},
      {classic, {{"deck.ranks", "none"}}, "deck.ranks"},
      {classic, {{"deck.remove", "2R"}}, "2R"},
      {classic, {{"deck.remove", "XH"}}, "XH"},
      {classic, {{"deck.remove", "2D,2D,3D,4D"}}, "2D twice"},
      {classic, {{"deck.ranks", "A"}, {"seats", "5"}}, "too few"},
      {classic, {{"seats", "5"}}, "leftover.fate"},
      {classic, {{"seat.hands", "2"}}, "seat.hands"},
      {two, {{"seat.hand_select", "none"}}, "seat.hand_select"},
      {two, {{"deal.pattern", "singly_clockwise_from_dealers_left"}}, "deal.pattern"},
      {two, {{"score.when", "end_of_hand"}}, "score.when"},
      {two, {{"moon.choice_time", "end_of_hand"}}, "moon.choice_time"},
      {classic, {{"break.scope", "sub_hand"}}, "break.scope"},
      {classic, {{"leftover.fate", "kitty_first_trick"}}, "leftover.fate"},
      {classic, {{"leftover.visibility", "hidden"}}, "leftover.visibility"},
      {five, {{"leftover.fate", "none"}}, "leftover.fate"},
      {five, {{"leftover.visibility", "taker"}}, "leftover.visibility"},
      {five, {{"moon.leftover", "n/a"}}, "moon.leftover"},
      {classic, {{"moon.leftover", "exempt"}}, "moon.leftover"},
      {classic, {{"pass.count", "14"}}, "pass.count"},
      {classic, {{"pass.cycle", "none"}}, "pass.cycle"},
      {classic, {{"pass.cycle", "4"}}, "pass.cycle"},
      {classic, {{"pass.cycle", "1,1,1,1,1,1,1,1,1,1,1,1,1"}}, "pass.cycle"},
      {classic, {{"pass.blind", "false"}}, "pass.blind"},
      {classic, {{"point_suit.value", "none"}}, "point_suit.value"},
      {classic, {{"point_suit.value", "R"}}, "point_suit.value"},
      {classic, {{"point_suit.source", "drawn_per_hand"}}, "point_suit.source"},
      {classic, {{"opening.suit", "n/a"}}, "opening.suit"},
      {classic, {{"opening.suit", "W"}}, "opening.suit"},
      {classic, {{"opening.card", "n/a"}}, "opening.card"},
      {classic, {{"opening.leader", "rotating_seat"}}, "opening.leader"},
      {classic, {{"opening.leader", "both_play_lowest_of_opening_suit"}}, "opening.leader"},
      {classic, {{"opening.suit_map", "C=D"}}, "opening.suit_map"},
      {five, {{"opening.suit_map", "P=R"}}, "opening.suit_map"},
      {five, {{"opening.suit_map", "L=W,P=R,R=L,S=P,W=C"}}, "opening.suit_map"},
      {classic, {{"restriction.waived_if_no_other_card", "false"}}, "restriction.waived_if_no_other_card"},
      {classic, {{"trick.order", "suit_ring"}}, "trick.suit_ring"},
      {classic, {{"trick.suit_ring", "C,D,S,H"}}, "trick.suit_ring"},
      {five, {{"trick.suit_ring", "R,W,P,L,L"}}, "trick.suit_ring"},
      {five, {{"trick.joker_reverses", "n/a"}}, "trick.joker_reverses"},
      {classic, {{"trick.joker_reverses", "any_joker_in_trick"}}, "trick.joker_reverses"},
      {five, {{"first_trick.forbid", "queen_of_spades"}}, "first_trick.forbid"},
      {five, {{"lead.hold_until_broken", "queen_of_spades"}}, "lead.hold_until_broken"},
      {five, {{"break.on", "queen_of_spades_played"}}, "break.on"},
      {five, {{"effects.queen_of_clubs_cancels_queen_of_spades", "true"}}, "effects.queen_of_clubs"},
      {five, {{"effects.queen_of_hearts_doubles_hearts", "true"}}, "effects.queen_of_hearts"},
      {five, {{"moon.requires", "all_point_suit_and_queen_of_spades"}}, "moon.requires"},
      {classic, {{"points.cards", "QP=13"}}, "QP"},
      {classic, {{"points.cards", "QS=0"}}, "QS"},
      {classic, {{"points.cards", "QS=13,JD=-10"}}, "moon.bonus_cards_of_shooter"},
      {classic, {{"moon.bonus_cards_of_others", "separate"}}, "moon.bonus_cards_of_others"},
      {"royal@4", {{"moon.bonus_cards_of_shooter", "separate"}}, "twice"},
      {classic, {{"bonus.no_points", "-5"}}, "bonus.no_points_on_moon"},
      {classic, {{"bonus.no_points_on_moon", "applies"}}, "bonus.no_points"},
      {classic, {{"match.tie", "shared"}}, "match.extra_hands_stop"},
      {classic, {{"match.extra_hands_stop", "n/a"}}, "match.extra_hands_stop"},
      {classic, {{"score.floor", "1"}}, "score.floor"},
      {classic, {{"score.start", "100"}}, "score.start"},
      {classic, {{"laws.illegal_action", "table_laws"}}, "laws.illegal_action"},
      {classic, {{"laws.revoke_discovery", "automatic"}}, "laws.revoke_discovery"},
      {classic, {{"laws.penalty_scope", "hearts_only"}}, "laws.penalty_scope"},
      {"royal-classic@2", {{"laws.illegal_action", "table_laws"}, {"laws.misdeal", "true"}}, "seat.hands"},
      {"tournament-laws@4", {{"laws.revoke", "false"}}, "laws.revoke_discovery"}};
  for (const Contradiction& wrong : cases) {
    const std::string error = error_after(wrong.id, wrong.changes);
    INFO(wrong.id << " " << wrong.changes[0].first << " " << wrong.changes[0].second << ": " << error);
    CHECK(error.find(wrong.names) != std::string::npos);
    CHECK(error.find('\n') == std::string::npos);
    CHECK(error.size() > 20);
  }
}

TEST_CASE("the sentence shows both keys as they are and says why") {
  CHECK(error_after("black-lady@4", {{"seats", "5"}}) ==
        "leftover.fate none does not go with deal.leftover_count 2: say what becomes of the cards left over");
  CHECK(error_after("black-lady@4", {{"pass.count", "14"}}) == "pass.count 14 is more than deal.hand_size 13");
  CHECK(error_after("black-lady@4", {{"score.start", "100"}}) == "score.start 100 is not below match.limit 100");
}

TEST_CASE("rules that do not fit make no game") {
  Rules rules = test::KeyTables::get().rules("black-lady@4");
  rules.seats = 5;
  CHECK_THROWS_AS(GameRules(rules), RulesError);
}
