#include "engine/variants/black_lady.h"

#include <algorithm>
#include <array>

namespace hearts {
namespace {

Rules black_lady_rules(int seats) {
  Rules rules;
  rules.seats = seats;
  rules.match_tie = MatchTie::extra_hands;  // R002-31
  rules.extra_hands_stop = ExtraHandsStop::lowest_unique;

  rules.cite(Breach::pass_count, "R002-10");
  rules.cite(Breach::opening_lead, "R002-15");
  rules.cite(Breach::must_follow, "R002-17");
  rules.cite(Breach::first_trick_forbidden, "R002-35");
  rules.cite(Breach::held_back_lead, "R002-21");
  rules.cite(Breach::not_offered, "R002-32");

  switch (seats) {
    case 3:  // R002-44
      rules.removed = {{'2', 'D'}};
      rules.pass_cycle = {1, -1, 0};
      break;
    case 5:  // R002-45
      rules.removed = {{'2', 'D'}, {'2', 'C'}};
      rules.pass_cycle = {1, -1, 2, -2, 0};
      rules.cite(Breach::opening_lead, "R002-45");
      break;
    case 6:  // R002-46
      rules.removed = {{'2', 'D'}, {'2', 'C'}, {'2', 'S'}, {'3', 'D'}};
      rules.pass_cycle = {1, -1, 2, -2, 3, 0};
      rules.cite(Breach::opening_lead, "R002-46");
      break;
    default:
      break;
  }
  return rules;
}

Rules omnibus_rules(int seats) {
  Rules rules = black_lady_rules(seats);
  rules.points_of_cards[{'J', 'D'}] = -10;               // R002-39
  rules.moon_bonus_of_shooter = ShooterBonus::separate;  // A002-7
  rules.moon_bonus_of_others = OthersBonus::separate;
  return rules;
}

void add_kitty(Rules& rules, LeftoverFate fate) {
  rules.removed.clear();
  if (rules.leftover_count() == 0) {
    throw RulesError("there is no kitty with " + std::to_string(rules.seats) +
                     " players: " + std::to_string(rules.deck_size()) + " cards leave none over");
  }
  rules.leftover_fate = fate;
  rules.leftover_visibility = LeftoverVisibility::hidden;
}

constexpr auto kOptions = std::to_array<VariantOption>({
    {"kitty_first", "the pack stays whole; the taker of the first trick wins the cards left over (3, 5, 6 players)",
     [](Rules& rules) { add_kitty(rules, LeftoverFate::kitty_first_trick); }},
    {"kitty_last", "the same for the taker of the last trick",
     [](Rules& rules) { add_kitty(rules, LeftoverFate::kitty_last_trick); }},
    {"no_blood", "no heart and no QS on the first trick",
     [](Rules& rules) {
       rules.first_trick_forbid = {CardClass::point_suit, CardClass::queen_of_spades};
     }},
    {"queen_breaks", "playing QS breaks hearts",
     [](Rules& rules) {
       const auto event = BreakEvent::queen_of_spades_played;
       if (std::find(rules.break_on.begin(), rules.break_on.end(), event) == rules.break_on.end())
         rules.break_on.push_back(event);
     }},
    {"shooter_protection", "a shooter who would lose by adding 26 may subtract 26 instead",
     [](Rules& rules) { rules.moon_award = MoonAward::add_unless_protected; }},
    {"sinkhole", "a total of exactly 99 becomes 0", [](Rules& rules) { rules.score_sinkhole = 99; }},
});

constexpr auto kConflicts = std::to_array<OptionConflict>({
    {"kitty_first", "kitty_last", "there is one kitty, and one trick that wins it"},
});

}  // namespace

const Variant kBlackLady = {"black-lady",
                            "hearts 1, QS 13; a moon adds 26 to the others; ties are played off",
                            3,
                            6,
                            4,
                            &black_lady_rules,
                            kOptions,
                            kConflicts};

const Variant kOmnibus = {"omnibus", "Black Lady with JD worth -10 to its taker", 3, 6, 4, &omnibus_rules, kOptions,
                          kConflicts};

}  // namespace hearts
