#include "engine/variants/green_queen.h"

#include <array>

namespace hearts {
namespace {

Rules rules_with(Jokers jokers, int seats) {
  Rules rules;
  rules.seats = seats;
  rules.suits = "RWPLS";
  rules.jokers = jokers;
  if (rules.leftover_count() > 0) {  // R004-08
    rules.leftover_fate = LeftoverFate::set_aside;
    rules.leftover_visibility = LeftoverVisibility::hidden;
    rules.moon_leftover = MoonLeftover::blocks;  // A004-8
  }
  rules.point_suit_source = PointSuitSource::drawn_per_hand;  // R004-04
  rules.point_suit.reset();
  if (seats == 3) rules.pass_cycle = {1, -1, 0};  // R004-12, -13
  if (seats == 5) rules.pass_cycle = {1, -1, 2, -2, 0};
  rules.opening_suit = kMappedSuit;  // R004-15, -16
  rules.opening_suit_map = {{'P', 'R'}, {'R', 'L'}, {'L', 'W'}, {'W', 'S'}, {'S', 'P'}};
  rules.hold_until_broken.clear();  // A004-11
  rules.break_on.clear();
  rules.trick_order = TrickOrder::suit_ring;
  rules.suit_ring = "RWPLS";
  if (jokers == Jokers::one_per_suit) rules.joker_reverses = JokerReverses::any_joker_in_trick;  // R004-27
  rules.points_of_cards = {{{'Q', 'L'}, 13}};
  rules.moon_award = MoonAward::subtract_from_self;  // R004-39
  rules.moon_amount = MoonAmount::points_in_play;    // R004-40
  return rules;
}

Rules plain_rules(int seats) { return rules_with(Jokers::none, seats); }
Rules joker_rules(int seats) { return rules_with(Jokers::one_per_suit, seats); }

constexpr auto kOptions = std::to_array<VariantOption>({
    {"house_moon", "a moon adds its points to the others instead",
     [](Rules& rules) { rules.moon_award = MoonAward::add_to_others; }},
});

}  // namespace

const Variant kGreenQueen = {
    "green-queen", "five suits that beat each other; the point suit is drawn; QL 13", 3, 5, 4, &plain_rules, kOptions};

const Variant kGreenQueenJokers = {"green-queen-jokers",
                                   "Green Queen with Jokers, which turn the order of suits round",
                                   3,
                                   5,
                                   4,
                                   &joker_rules,
                                   kOptions};

}  // namespace hearts
