#include "engine/rules_check.h"
#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"

namespace rules_check_test {

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

const std::string kClubs = "2C,3C,4C,5C,6C,7C,8C,9C,TC,JC,QC,KC,AC";
const std::string kHearts = "2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH";

struct Contradiction {
  std::string id;
  Changes changes;
  std::string names;  ///< the sentence must contain it
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
      {classic, {{"deck.remove", kHearts}, {"seats", "3"}}, "point_suit.value H has no card"},
      {classic, {{"opening.suit", "n/a"}}, "opening.suit"},
      {classic, {{"opening.suit", "W"}}, "opening.suit"},
      {classic, {{"deck.remove", kClubs}, {"seats", "3"}}, "opening.suit C has no card"},
      {"omnibus@3",
       {{"deck.remove", kClubs},
        {"point_suit.source", "drawn_per_hand"},
        {"point_suit.value", "none"},
        {"opening.suit", "mapped_from_point_suit"},
        {"opening.suit_map", "C=D,D=C,S=S,H=H"}},
       "opening.suit_map leads to C"},
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
      {classic, {{"first_trick.forbid", "queen_of_spades"}, {"deck.ranks", "2,3,J,K,A"}}, "first_trick.forbid"},
      {classic, {{"lead.hold_until_broken", "queen_of_spades"}, {"deck.ranks", "2,3,J,K,A"}}, "lead.hold_until_broken"},
      {classic, {{"break.on", "queen_of_spades_played"}, {"deck.ranks", "2,3,J,K,A"}}, "break.on"},
      {"royal@4", {{"deck.remove", "QC,2C,2D,2S"}}, "needs QC"},
      {"royal@4", {{"deck.remove", "QH,2C,2D,2S"}}, "needs QH"},
      {"deluxe@4", {{"deck.remove", "QS,2C,2D,2S"}}, "needs QS"},
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
      {classic, {{"score.sinkhole", "0"}}, "score.sinkhole 0 changes nothing"},
      {classic, {{"score.floor", "-20"}, {"score.sinkhole", "-21"}}, "no total can reach it"},
      {classic, {{"score.start", "20"}, {"score.floor", "10"}, {"score.sinkhole", "99"}}, "below the floor"},
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
        "leftover.fate none does not fit deal.leftover_count 2: choose what happens to the cards left over");
  CHECK(error_after("black-lady@4", {{"pass.count", "14"}}) == "pass.count 14 is more than deal.hand_size 13");
  CHECK(error_after("black-lady@4", {{"score.start", "100"}}) == "score.start 100 is not below match.limit 100");
}

TEST_CASE("every reading of a rule that the documents leave open can be played") {
  for (const char* spec :
       {"royal-classic@4+match.ends_when=more_than",  // A000-1
        "royal@4+pass.cycle=left,right",
        "royal@3+pass.count=3",
        "royal@5+deck.remove=2D,2C",  // A000-5, -7
        "royal@4+moon.bonus_cards_of_shooter=in_amount+break.on=heart_discarded,queen_of_spades_played",
        "tournament-laws@4+with_passing",
        "tournament-laws@4+opening.lead=any_of_opening_suit",  // A001-1, -2
        "tournament-laws@4+opening.lead=any_legal",
        "tournament-laws@4+first_trick.forbid=none",                        // A001-2, -3
        "tournament-laws@4+first_trick.forbid=point_suit,queen_of_spades",  // A001-3
        "tournament-laws@4+moon.award=subtract_from_self",
        "tournament-laws@4+score.floor=0",                                               // A001-4, -5
        "tournament-laws@4+match.tie=extra_hands+match.extra_hands_stop=lowest_unique",  // A001-5
        "tournament-laws@4+all_penalty_cards",
        "tournament-laws@4+laws.revoke_discovery=by_claim",                   // A001-6, -9
        "tournament-laws@4+break.on=heart_discarded,heart_led_by_necessity",  // A001-10
        "tournament-laws@4+reject_illegal",
        "black-lady@3+pass.count=4",
        "black-lady@6+pass.count=1",                                        // A001-12, A002-1
        "black-lady@4+break.on=heart_discarded,heart_led_by_necessity",     // A002-3
        "black-lady@4+match.extra_hands_stop=limit_met_and_lowest_unique",  // A002-4
        "omnibus@4+moon.bonus_cards_of_shooter=in_amount",                  // A002-7
        "omnibus@3+kitty_first+leftover.visibility=taker",
        "omnibus@5+kitty_last+leftover.visibility=public",  // A002-11
        "deluxe@4+match.limit=1",
        "deluxe@4+match.ends_when=at_least",                     // A003-1, -2
        "deluxe@4+moon.bonus_cards_of_shooter=in_amount",        // A003-3
        "deluxe@4+no_trick+bonus.no_points_on_moon=suppressed",  // A003-4
        "deluxe@4+no_queen+moon.requires=all_point_suit_and_positive_cards+first_trick.forbid=point_suit"
        "+lead.hold_until_broken=point_suit+break.on=heart_discarded",                        // A003-5
        "deluxe@4+score.floor=0+match.tie=extra_hands+match.extra_hands_stop=lowest_unique",  // A003-12
        "green-queen@4+leftover.visibility=public",
        "green-queen@3+moon.leftover=exempt",                    // A004-6, -8
        "green-queen-jokers@3+house_moon+moon.leftover=exempt",  // A004-8, -9
        "green-queen-jokers@5+lead.hold_until_broken=point_suit+break.on=heart_discarded"
        "+first_trick.forbid=point_suit",                                                             // A004-11
        "green-queen@5+match.tie=extra_hands+match.extra_hands_stop=limit_met_and_lowest_unique"}) {  // A004-15
    INFO(spec);
    CHECK_NOTHROW(GameRules(resolve_variant(spec)));
  }
}

TEST_CASE("rules that do not fit make no game") {
  Rules rules = test::KeyTables::get().rules("black-lady@4");
  rules.seats = 5;
  CHECK_THROWS_AS(GameRules(rules), RulesError);
}

}  // namespace rules_check_test
