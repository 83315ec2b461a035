#include "engine/explanation.h"

#include <map>
#include <set>

#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/rule_ids.h"

namespace explanation_test {

namespace {

using namespace hearts;
using namespace hearts::test;

/// Each line as "text [ids]".
std::string text_of(const Rules& rules) {
  std::string text;
  for (const ExplainedSection& section : explain(rules)) {
    text += std::string(section.title) + "\n";
    for (const ExplainedRule& line : section.lines) {
      text += line.text + " [";
      for (std::string_view rule : line.rules)
        text += std::string(rule == line.rules.front() ? "" : " ") + std::string(rule);
      text += "]\n";
    }
  }
  return text;
}

void says(const std::string& id, const std::string& line) {
  const std::string text = text_of(resolve_variant(id));
  INFO(id << ": " << line << "\n" << text);
  CHECK(text.find("\n" + line + " [") != std::string::npos);
}

/// A variant, and what is set in it.
struct Change {
  const char* base;
  const char* changes;
};

}  // namespace

TEST_CASE("every line of every explanation comes from rules that RULES.md explains") {
  for (const std::string& id : configurations_with_options()) {
    INFO(id);
    for (const ExplainedSection& section : explain(resolve_variant(id))) {
      CHECK_FALSE(section.lines.empty());
      for (const ExplainedRule& line : section.lines) {
        INFO(line.text);
        CHECK_FALSE(line.rules.empty());
        for (std::string_view rule : line.rules) {
          INFO(rule);
          CHECK(explained_rules().contains(std::string(rule)));
        }
        CHECK(std::set<std::string_view>(line.rules.begin(), line.rules.end()).size() == line.rules.size());
      }
    }
  }
}

TEST_CASE("an explanation has its sections in the order of a match") {
  std::vector<std::string_view> titles;
  for (const ExplainedSection& section : explain(resolve_variant("omnibus"))) titles.push_back(section.title);
  CHECK(titles == std::vector<std::string_view>{"Pack and deal", "Passing", "Opening", "Play", "Values", "Moon",
                                                "Score and end", "Irregularities"});
}

TEST_CASE("two configurations with other rules have other explanations") {
  std::map<std::string, std::string> ids;
  for (const std::string& id : configurations_with_options()) {
    const Rules rules = resolve_variant(id);
    std::string text;
    for (const ExplainedSection& section : explain(rules)) {
      for (const ExplainedRule& line : section.lines) text += line.text + "\n";
    }
    const auto [other, fresh] = ids.emplace(text, id);
    INFO(id << " and " << other->second);
    if (!fresh) CHECK(rules_text(rules) == rules_text(resolve_variant(other->second)));
  }
  CHECK(ids.size() > 300);
}

TEST_CASE("each key that can be set shows in the explanation as set by hand") {
  const std::vector<Change> changes = {
      {"black-lady", "deck.ranks=7,8,9,T,J,Q,K,A"},
      {"black-lady@3", "deck.remove=2C"},
      {"black-lady@3+kitty_first", "leftover.visibility=taker"},
      {"black-lady@3+kitty_first", "leftover.fate=kitty_last_trick"},
      {"black-lady", "dealer.first=any"},
      {"black-lady", "dealer.rotation=any"},
      {"black-lady", "point_suit.value=D"},
      {"black-lady", "pass.count=2"},
      {"black-lady@5", "pass.cycle=two_right,hold"},
      {"green-queen", "opening.suit_map=P=R,R=S,S=L,L=W,W=P"},
      {"deluxe", "opening.lead=any_legal"},
      {"black-lady", "opening.suit=D"},
      {"black-lady", "follow.required=false"},
      {"black-lady", "first_trick.forbid=queen_of_spades"},
      {"black-lady", "lead.hold_until_broken=none"},
      {"black-lady", "break.on=none"},
      {"black-lady", "break.first_trick_counts=false"},
      {"royal@2", "break.scope=hand"},
      {"green-queen", "trick.suit_ring=S,L,P,W,R"},
      {"black-lady", "points.per_suit_card=2"},
      {"black-lady",
       "points.cards=QS=13,KS=10,QH=-4+moon.bonus_cards_of_shooter=separate+"
       "moon.bonus_cards_of_others=separate"},
      {"black-lady", "effects.queen_of_clubs_cancels_queen_of_spades=true"},
      {"black-lady", "effects.queen_of_hearts_doubles_hearts=true"},
      {"deluxe+no_trick", "bonus.no_points=-7"},
      {"deluxe+no_trick", "bonus.no_points_on_moon=suppressed"},
      {"black-lady", "moon.requires=all_point_suit_and_queen_of_spades"},
      {"green-queen", "moon.leftover=exempt"},
      {"black-lady", "moon.award=subtract_from_self"},
      {"black-lady", "moon.amount=points_in_play"},
      {"omnibus", "moon.bonus_cards_of_shooter=in_amount"},
      {"black-lady", "score.start=5"},
      {"black-lady", "score.floor=-20"},
      {"black-lady", "score.sinkhole=50"},
      {"black-lady", "match.limit=50"},
      {"black-lady", "match.ends_when=more_than"},
      {"black-lady", "match.tie=shared+match.extra_hands_stop=n/a"},
      {"black-lady", "match.extra_hands_stop=limit_met_and_lowest_unique"},
      {"tournament-laws", "laws.illegal_action=reject"},
      {"tournament-laws", "laws.misdeal=false"},
      {"tournament-laws", "laws.incorrect_hand=false"},
      {"tournament-laws", "laws.out_of_turn=false"},
      {"tournament-laws", "laws.revoke_discovery=by_claim"},
      {"tournament-laws", "laws.penalty_scope=all_penalty_cards"},
  };
  for (const auto& [base, change] : changes) {
    INFO(base << " " << change);
    const std::string before = text_of(resolve_variant(base));
    const std::string after = text_of(resolve_variant(std::string(base) + "+" + change));
    INFO(after);
    CHECK(after != before);
    // A law that is gone leaves no line to mark.
    if (std::string(change).find("=false") == std::string::npos || base != std::string("tournament-laws"))
      CHECK(after.find(std::string(kSetByHand)) != std::string::npos);
  }
}

TEST_CASE("an explanation says what the variant is known for") {
  says("royal-classic@3", "2D is not in the pack");
  says("royal-classic@5", "2D and 2S are not in the pack");
  says("royal-classic@2",
       "Both play their lowest club to the first trick; the lower one, or the only one, is played first");
  says("royal", "QS costs 26 points and QD takes 10 points off");
  says("royal", "A moon is worth what the shooter's tricks cost");
  says("royal", "The shooter chooses: his total falls by that, or each other total rises by it");
  says("black-lady@5", "The holder of 3C leads first");
  says("black-lady@6",
       "Hand by hand: left, right, two to the left, two to the right, across, none; then again from the start");
  says("black-lady@6+kitty_first", "4 cards are left over: a kitty, won with the first trick");
  says("deluxe", "Any club may be led");
  says("deluxe+rotate_lead", "The seat left of the dealer leads first, so the first lead goes round the table");
  says("deluxe", "The match ends after a hand that leaves a total above 100");
  says("green-queen", "Each point-suit card costs 1 point");
  says("green-queen-jokers", "A Joker in a trick reverses the ring for that trick; a second Joker changes nothing");
  says("tournament-laws", "They are broken by: a heart discarded, but not in the first trick");
  says("tournament-laws+reject_illegal", "Illegal acts are refused, so these laws never apply");
}

TEST_CASE("the laws charge what the keys say, whatever the point suit") {
  const std::string laws = "+laws.revoke=true+laws.revoke_discovery=automatic+laws.penalty_scope=";
  const std::string found =
      "A revoke may be corrected until the trick is complete; if it is found later, before the scoring, its "
      "player pays for all ";
  const std::string rest = ", the others pay nothing, and there is no moon";
  says("tournament-laws", found + "hearts" + rest);
  says("tournament-laws+all_penalty_cards", found + "hearts and QS" + rest);
  says("black-lady+point_suit.value=D" + laws + "hearts_only", found + "diamonds" + rest);
  says("green-queen" + laws + "all_penalty_cards", found + "the point suit and QL" + rest);
}

TEST_CASE("an explanation reads well for rules of keys alone") {
  says("black-lady+deck.ranks=J,Q,K,A+pass.count=1",
       "16 cards: clubs, diamonds, spades and hearts; ranks from low to "
       "high J Q K A");
  says("black-lady+deck.ranks=J,Q,K,A+pass.count=1", "The holder of JC leads first");
  says("black-lady+pass.count=1", "Each player passes 1 card before play");
  says("black-lady+point_suit.value=D", "Each diamond costs 1 point");
  says("black-lady+points.cards=QS=13,QH=4",
       "QS costs 13 points and QH costs 4 points, in addition to the points of its suit");
  says("black-lady+points.cards=none", "No card has a value of its own");
  says("green-queen+point_suit.source=fixed+point_suit.value=P", "Each Paper card costs 1 point");
  says("green-queen@5+first_trick.forbid=point_suit", "The point suit may not be played to the first trick");
}

}  // namespace explanation_test
