#include "engine/variants/royal.h"

#include <array>

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

  rules.cite(Breach::pass_count, "R000-12");
  rules.cite(Breach::opening_lead, "R000-22");
  rules.cite(Breach::must_follow, "R000-30");
  rules.cite(Breach::held_back_lead, "R000-27");
  rules.cite(Breach::not_offered, "R000-41");

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
      rules.cite(Breach::pass_count, "R000-67");
      rules.cite(Breach::opening_lead, "R000-68");
      break;
    case 3:  // R000-57, -60
      rules.removed = {{'2', 'D'}};
      rules.pass_count = 4;
      rules.pass_cycle = {1, -1};
      rules.cite(Breach::pass_count, "R000-60");
      break;
    case 5:  // R000-61, -64
      rules.removed = {{'2', 'D'}, {'2', 'S'}};
      rules.pass_count = 2;
      rules.pass_cycle = {1, -1};
      rules.cite(Breach::pass_count, "R000-64");
      break;
    default:
      break;
  }
  return rules;
}

/// Puts the special queens named in place of the ordinary ones, and no others (R000-47, -75).
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
  return rules;
}

std::string apply_queens(Rules& rules, std::string_view value) {
  std::string queens;
  for (const char suit : kAllQueens) {
    if (value.find(suit) != std::string_view::npos) queens += suit;
  }
  // Each letter known and named once makes both equally long.
  if (queens.size() != value.size() || queens.empty()) {
    throw RulesError("queens=" + std::string(value) +
                     " must name some of S,H,C,D, each once, as in queens=SH; without special queens it is "
                     "royal-classic");
  }
  use_queens(rules, queens);
  return queens == kAllQueens ? std::string() : queens;
}

constexpr auto kRoyalOptions = std::to_array<VariantOption>({
    {"queens", "only these queens are special, as in queens=SH", nullptr, "some of S,H,C,D", &apply_queens},
});

}  // namespace

const Variant kRoyalClassic = {
    "royal-classic", "classic Hearts; QS breaks, the shooter chooses, no total below 0", 2, 5, 4, &classic_rules};

const Variant kRoyal = {
    "royal", "Royal Hearts: QS 26, QC cancels her, QH doubles hearts, QD -10", 2, 5, 4, &royal_rules, kRoyalOptions};

}  // namespace hearts
