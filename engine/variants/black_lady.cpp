#include <array>
#include <map>

#include "engine/variants/registry.h"

namespace hearts {
namespace {

/// The pack and the passes for a number of players, and the rule that states both.
struct TableSize {
  std::vector<CardName> removed;
  std::vector<int> pass_cycle;
  std::string_view rule;
};

Rules black_lady_rules(int seats) {
  static const std::map<int, TableSize> kOtherThanFour = {
      {3, {{{'2', 'D'}}, {1, -1, 0}, "R002-44"}},
      {5, {{{'2', 'D'}, {'2', 'C'}}, {1, -1, 2, -2, 0}, "R002-45"}},
      {6, {{{'2', 'D'}, {'2', 'C'}, {'2', 'S'}, {'3', 'D'}}, {1, -1, 2, -2, 3, 0}, "R002-46"}},
  };
  Rules rules;
  rules.seats = seats;
  rules.match_tie = MatchTie::extra_hands;  // R002-31
  rules.extra_hands_stop = ExtraHandsStop::lowest_unique;
  rules.cite({
      {"seats", "R002-04"},
      {"seat.hands deck.remove deal.hand_size deal.pattern", "R002-08"},
      {"play.direction", "R002-16"},
      {"deck.suits deck.size", "R002-05"},
      {"deck.ranks", "R002-09"},
      {"deal.tricks opening.leader opening.suit opening.card opening.lead", "R002-15"},
      {"dealer.first", "R002-06"},
      {"dealer.rotation", "R002-07"},
      {"point_suit.source point_suit.value points.per_suit_card points.cards", "R002-26"},
      {"pass.count", "R002-10"},
      {"pass.cycle", "R002-10 R002-11"},
      {"pass.blind", "R002-12"},
      {"follow.required", "R002-17 R002-18"},
      {"first_trick.forbid", "R002-18"},
      {"lead.hold_until_broken", "R002-21"},
      {"break.on", "R002-22 R002-38 Z10 A002-3"},
      {"break.first_trick_counts", "R002-18 R002-22"},
      {"restriction.waived_if_no_other_card", "Z9 A002-2"},
      {"trick.order trick.next_lead", "R002-19"},
      {"moon.requires moon.award moon.amount", "R002-28"},
      {"score.when", "R002-26 R002-30"},
      {"score.sinkhole", "R002-34"},
      {"match.limit match.ends_when match.winner", "R002-30"},
      {"match.tie", "R002-31"},
      {"match.extra_hands_stop", "R002-31 A002-4"},
  });
  if (const auto size = kOtherThanFour.find(seats); size != kOtherThanFour.end()) {
    const auto& [removed, pass_cycle, rule] = size->second;
    rules.removed = removed;
    rules.pass_cycle = pass_cycle;
    rules.cite("deck.remove deck.size pass.cycle", rule);
    rules.cite("deal.hand_size deal.tricks", "R002-47");
    rules.cite("pass.count", "R002-10 Z5 A002-1");
    if (seats > 3) rules.cite("opening.card opening.lead", rule);  // 2C is not in the pack
  }
  return rules;
}

Rules omnibus_rules(int seats) {
  Rules rules = black_lady_rules(seats);
  rules.points_of_cards[{'J', 'D'}] = -10;               // R002-39
  rules.moon_bonus_of_shooter = ShooterBonus::separate;  // A002-7
  rules.moon_bonus_of_others = OthersBonus::separate;
  rules.cite("points.cards", "R002-26 R002-39 R002-40");
  rules.cite("moon.requires", "R002-28 R002-39 A002-7");
  rules.cite("moon.bonus_cards_of_shooter moon.bonus_cards_of_others", "Z19 A002-7");
  rules.cite("score.floor", "R002-42 Z15");
  return rules;
}

void add_kitty(Rules& rules, LeftoverFate fate) {
  rules.removed.clear();
  if (rules.leftover_count() == 0) {
    throw RulesError("there is no kitty with " + std::to_string(rules.seats) + " players, because no card of the " +
                     std::to_string(rules.deck_size()) + " is left over");
  }
  rules.leftover_fate = fate;
  rules.leftover_visibility = LeftoverVisibility::hidden;
  rules.cite("leftover.fate", "R002-49 R002-50 A002-11");
  rules.cite("leftover.visibility", "Z26 A002-11");
  rules.cite("opening.card opening.lead", "R002-15 Z27");
}

constexpr auto kBlackLadyOptions = std::to_array<VariantOption>({
    {"kitty_first",
     "the whole pack is dealt; who takes the first trick also takes the cards left over (3, 5 or 6 players)", "R002-48",
     [](Rules& rules) { add_kitty(rules, LeftoverFate::kitty_first_trick); }, "kitty_last",
     "only one trick can win the kitty"},
    {"kitty_last", "the same, but the last trick wins the cards left over", "R002-48",
     [](Rules& rules) { add_kitty(rules, LeftoverFate::kitty_last_trick); }},
    {"no_blood", "no heart and no QS on the first trick", "R002-35 A002-9",
     [](Rules& rules) { rules.first_trick_forbid = {CardClass::point_suit, CardClass::queen_of_spades}; }},
    {"queen_breaks", "playing QS breaks hearts", "R002-38 A002-8",
     [](Rules& rules) { rules.break_on.push_back(BreakEvent::queen_of_spades_played); }},
    {"shooter_protection", "a shooter who would lose the match by adding 26 may subtract 26 instead",
     "R002-32 A002-5 A002-14", [](Rules& rules) { rules.moon_award = MoonAward::add_unless_protected; }},
    {"sinkhole", "a total of exactly 99 becomes 0", "R002-34 A002-6", [](Rules& rules) { rules.score_sinkhole = 99; }},
});

}  // namespace

const Variant kBlackLady = {"black-lady",
                            "hearts 1, QS 13; a moon adds 26 to the others; ties are played off",
                            &black_lady_rules,
                            kBlackLadyOptions,
                            3,
                            6};

const Variant kOmnibus = {"omnibus", "Black Lady in which JD is worth -10 points", &omnibus_rules, kBlackLadyOptions, 3,
                          6};

}  // namespace hearts
