#include <array>

#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace hearts {
namespace {

Rules classic_rules(int seats) {
  Rules rules;
  rules.seats = seats;
  rules.first_dealer = FirstDealer::any;
  rules.dealer_rotation = DealerRotation::any;
  rules.pass_cycle = {1, 2, -1};  // R000-05, -19, -20: left, across, right, no hold
  rules.break_on = {BreakEvent::heart_discarded, BreakEvent::heart_led_by_necessity,
                    BreakEvent::queen_of_spades_played};
  rules.moon_award = MoonAward::shooter_chooses;  // R000-41
  rules.moon_amount = MoonAmount::shooter_hand_value;
  rules.score_floor = 0;  // R000-41, -52

  rules.cite({
      {"seats", "R000-01"},
      {"seat.hands deck.remove deal.hand_size", "R000-09"},
      {"play.direction", "R000-24"},
      {"deck.suits deck.size", "R000-02"},
      {"deck.ranks", "R000-26"},
      {"deal.tricks", "R000-13"},
      {"dealer.first", "R000-08 A000-24"},
      {"dealer.rotation", "R000-39 A000-24"},
      {"point_suit.source point_suit.value points.per_suit_card points.cards", "R000-14"},
      {"pass.count", "R000-12"},
      {"pass.cycle", "R000-05 R000-19 R000-20"},
      {"pass.blind", "R000-21"},
      {"opening.leader opening.suit opening.card opening.lead", "R000-22"},
      {"follow.required", "R000-30 R000-31"},
      {"first_trick.forbid break.first_trick_counts", "R000-04"},
      {"lead.hold_until_broken", "R000-27 R000-29"},
      {"break.on", "R000-28 R000-03 A000-6"},
      {"restriction.waived_if_no_other_card", "R000-27"},
      {"trick.order", "R000-32"},
      {"trick.next_lead", "R000-25"},
      {"moon.requires", "R000-40"},
      {"moon.award moon.amount", "R000-41"},
      {"moon.choice_time score.when", "R000-17"},
      {"score.start", "R000-07"},
      {"score.floor", "R000-41 A000-9"},
      {"match.limit", "R000-16 R000-43"},
      {"match.ends_when", "R000-43 A000-1"},
      {"match.winner", "R000-44"},
      {"match.tie", "R000-45"},
  });
  switch (seats) {
    case 2:  // R000-65..-74
      rules.hands_per_seat = 2;
      rules.hand_select = HandSelect::blind_choice_of_two;
      rules.deal_pattern = DealPattern::four_hands_of_13_two_per_seat;
      rules.pass_cycle = {1};
      rules.opening_leader = OpeningLeader::both_play_lowest_of_opening_suit;
      rules.opening_lead = OpeningLead::lowest_of_opening_suit_else_any;
      rules.break_scope = BreakScope::sub_hand;
      rules.moon_choice_time = ScoreTime::end_of_both_sub_hands;
      rules.score_when = ScoreTime::end_of_both_sub_hands;
      rules.cite({
          {"seat.hands", "R000-66"},
          {"seat.hand_select", "R000-66 A000-21"},
          {"deck.remove deck.size deal.hand_size", "R000-65"},
          {"deal.tricks pass.count", "R000-67 R000-71"},
          {"deal.pattern", "R000-65 A000-21"},
          {"pass.cycle", "R000-67 A000-22"},
          {"opening.leader", "R000-68 A000-17 Z29"},
          {"opening.suit opening.card", "R000-68"},
          {"opening.lead", "R000-68 R000-69 Z30"},
          {"break.scope", "R000-72"},
          {"moon.requires", "R000-40 R000-74"},
          {"moon.choice_time", "R000-74"},
          {"score.when", "R000-70 R000-73"},
      });
      break;
    case 3:  // R000-57, -60
      rules.removed = {{'2', 'D'}};
      rules.pass_count = 4;
      rules.pass_cycle = {1, -1};
      rules.cite({
          {"deck.remove deck.size", "R000-57"},
          {"deal.hand_size deal.tricks", "R000-58"},
          {"pass.count", "R000-60"},
          {"pass.cycle", "Z6 A000-7"},
          {"opening.lead", "R000-22 R000-59"},
      });
      break;
    case 5:  // R000-61, -64
      rules.removed = {{'2', 'D'}, {'2', 'S'}};
      rules.pass_count = 2;
      rules.pass_cycle = {1, -1};
      rules.cite({
          {"deck.remove", "R000-61 A000-5"},
          {"deck.size", "R000-61"},
          {"deal.hand_size deal.tricks", "R000-62"},
          {"pass.count", "R000-64"},
          {"pass.cycle", "Z6 A000-7"},
          {"opening.lead", "R000-22 R000-63"},
      });
      break;
    default:
      break;
  }
  return rules;
}

/// Replaces the ordinary queens by the special ones that are named, and by no others (R000-47, -75).
void use_queens(Rules& rules, std::string_view suits) {
  const auto special = [&](char suit) { return suits.find(suit) != std::string_view::npos; };
  rules.points_of_cards = {{{'Q', 'S'}, special('S') ? 26 : 13}};  // R000-49
  rules.queen_of_hearts_doubles = special('H');                    // R000-51
  rules.queen_of_clubs_cancels = special('C');                     // R000-50
  if (special('D')) rules.points_of_cards[{'Q', 'D'}] = -10;       // R000-52
  rules.moon_bonus_of_shooter = special('D') ? ShooterBonus::in_amount : ShooterBonus::not_applicable;
  rules.moon_bonus_of_others = special('D') ? OthersBonus::separate : OthersBonus::not_applicable;
}

constexpr std::string_view kAllQueens = "SHCD";

Rules royal_rules(int seats) {
  Rules rules = classic_rules(seats);
  use_queens(rules, kAllQueens);
  rules.cite({
      {"points.cards", "R000-14 R000-49 R000-52"},
      {"effects.queen_of_clubs_cancels_queen_of_spades", "R000-50 A000-11"},
      {"effects.queen_of_hearts_doubles_hearts", "R000-51"},
      {"moon.award", "R000-41 R000-54"},
      {"moon.amount", "R000-54 R000-55"},
      {"moon.bonus_cards_of_shooter", "R000-54 A000-12"},
      {"moon.bonus_cards_of_others", "R000-56"},
      {"score.floor", "R000-41 R000-52 A000-9"},
  });
  rules.cite("moon.requires", seats == 2 ? "R000-53 R000-74" : "R000-53");
  return rules;
}

std::string apply_queens(Rules& rules, std::string_view value) {
  std::string queens;
  for (const char suit : kAllQueens) {
    if (value.find(suit) != std::string_view::npos) queens += suit;
  }
  // If every letter is known and appears once, both texts have the same length.
  if (queens.size() != value.size() || queens.empty()) {
    throw RulesError("queens=" + short_text(value) +
                     " must name some of S,H,C,D, each once, as in queens=SH; for no special queens, use "
                     "royal-classic");
  }
  if (queens == kAllQueens) return {};
  use_queens(rules, queens);
  rules.cite("points.cards", "R000-75 A000-15");
  return queens;
}

constexpr auto kRoyalOptions = std::to_array<VariantOption>({
    {.name = "queens",
     .summary = "only these queens are special, as in queens=SH",
     .rules = "R000-75 A000-15",
     .domain = "some of S,H,C,D",
     .apply_value = &apply_queens},
});

}  // namespace

const Variant kRoyalClassic = {
    "royal-classic", "classic Hearts; QS breaks, the shooter chooses, no total below 0", &classic_rules, {}, 2, 5};

const Variant kRoyal = {
    "royal", "Royal Hearts: QS 26, QC cancels QS, QH doubles hearts, QD -10", &royal_rules, kRoyalOptions, 2, 5};

}  // namespace hearts
