#include <array>

#include "engine/variants/registry.h"

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
  rules.cite({
      {"seats", "R004-01"},
      {"seat.hands deck.remove", "R004-08"},
      {"play.direction", "R004-19"},
      {"deck.suits", "A004-1 R004-09"},
      {"deck.ranks", "R004-23 A004-1"},
      {"deck.jokers", "R004-03"},
      {"deck.size", "R004-09"},
      {"deal.hand_size deal.tricks deal.leftover_count", "R004-08 R004-09"},
      {"dealer.rotation", "R004-14 Z2 A004-14"},
      {"point_suit.source", "R004-04 R004-05 A004-13"},
      {"point_suit.value", "R004-04"},
      {"pass.count", "R004-11"},
      {"pass.cycle", "R004-12 R004-13 R004-14"},
      {"opening.leader opening.lead", "R004-17"},
      {"opening.suit", "R004-15 R004-16"},
      {"opening.suit_map", "R004-15 R004-16 A004-3"},
      {"opening.card", "R004-17 R004-18 A004-16"},
      {"follow.required", "R004-20 A004-5"},
      {"first_trick.forbid lead.hold_until_broken break.on", "Z12 A004-11"},
      {"break.first_trick_counts", "Z12"},
      {"restriction.waived_if_no_other_card", "Z9"},
      {"trick.order", "R004-21 R004-22 R004-24 R004-25 R004-26 A004-17"},
      {"trick.suit_ring", "R004-24 R004-25 A004-4"},
      {"trick.next_lead", "Z11 A004-10"},
      {"points.per_suit_card", "R004-06 R004-38"},
      {"points.cards", "R004-07 R004-38"},
      {"moon.requires", "R004-39"},
      {"moon.award", "R004-39 A004-18"},
      {"moon.amount", "R004-39 R004-40"},
      {"score.when", "R004-38"},
      {"match.limit match.ends_when match.winner", "R004-41"},
      {"match.tie", "Z17 A004-15"},
  });
  if (rules.leftover_count() > 0) {
    rules.cite("leftover.fate", "R004-08 A004-7");
    rules.cite("leftover.visibility", "Z13 A004-6");
    rules.cite("moon.leftover", "A004-8 R004-39 R004-40");
  }
  if (jokers == Jokers::one_per_suit) rules.cite("trick.joker_reverses", "R004-27 R004-37 A004-5");
  return rules;
}

Rules plain_rules(int seats) { return rules_with(Jokers::none, seats); }
Rules joker_rules(int seats) { return rules_with(Jokers::one_per_suit, seats); }

constexpr auto kGreenQueenOptions = std::to_array<VariantOption>({
    {"house_moon", "a moon adds its points to the others instead", "R004-42 A004-9",
     [](Rules& rules) { rules.moon_award = MoonAward::add_to_others; }},
});

}  // namespace

const Variant kGreenQueen = {"green-queen",
                             "five suits that beat each other; the point suit is drawn; QL 13",
                             &plain_rules,
                             kGreenQueenOptions,
                             3,
                             5};

const Variant kGreenQueenJokers = {"green-queen-jokers",
                                   "Green Queen with Jokers, which reverse the order of suits",
                                   &joker_rules,
                                   kGreenQueenOptions,
                                   3,
                                   5};

}  // namespace hearts
