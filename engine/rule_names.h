#pragma once

// How each enumeration of the rules is spelled, on the wire, on the command line and in records.

#include <string_view>

#include "engine/rules.h"

namespace hearts {

// domain_of(E{}) has the spellings of E in the order of its values: the domain of a key that takes one of them.
constexpr std::string_view domain_of(HandSelect) { return "none | blind_choice_of_two"; }
constexpr std::string_view domain_of(PlayDirection) { return "clockwise"; }
constexpr std::string_view domain_of(Jokers) { return "none | one_per_suit"; }
constexpr std::string_view domain_of(DealPattern) {
  return "singly_clockwise_from_dealers_left | four_hands_of_13_two_per_seat";
}
constexpr std::string_view domain_of(LeftoverFate) { return "none | set_aside | kitty_first_trick | kitty_last_trick"; }
constexpr std::string_view domain_of(LeftoverVisibility) { return "n/a | hidden | public | taker"; }
constexpr std::string_view domain_of(FirstDealer) { return "any | random | draw_high_card"; }
constexpr std::string_view domain_of(DealerRotation) { return "any | clockwise"; }
constexpr std::string_view domain_of(PointSuitSource) { return "fixed | drawn_per_hand"; }
constexpr std::string_view domain_of(OpeningLeader) {
  return "holder_of_opening_card | rotating_seat | both_play_lowest_of_opening_suit";
}
constexpr std::string_view domain_of(OpeningCard) { return "lowest_dealt_non_joker | n/a"; }
constexpr std::string_view domain_of(OpeningLead) {
  return "opening_card | any_of_opening_suit | any_legal | lowest_of_opening_suit_else_any";
}
constexpr std::string_view domain_of(CardClass) { return "point_suit | queen_of_spades"; }
constexpr std::string_view domain_of(BreakEvent) {
  return "heart_discarded | heart_led_by_necessity | queen_of_spades_played";
}
constexpr std::string_view domain_of(BreakScope) { return "hand | sub_hand"; }
constexpr std::string_view domain_of(TrickOrder) { return "led_suit_only | suit_ring"; }
constexpr std::string_view domain_of(JokerReverses) { return "n/a | any_joker_in_trick"; }
constexpr std::string_view domain_of(NextLead) { return "trick_winner"; }
constexpr std::string_view domain_of(MoonRequires) {
  return "all_point_suit_and_positive_cards | all_point_suit_and_queen_of_spades";
}
constexpr std::string_view domain_of(MoonLeftover) { return "n/a | exempt | blocks"; }
constexpr std::string_view domain_of(MoonAward) {
  return "subtract_from_self | add_to_others | shooter_chooses | add_unless_protected";
}
constexpr std::string_view domain_of(MoonAmount) { return "fixed_26 | shooter_hand_value | points_in_play"; }
constexpr std::string_view domain_of(ShooterBonus) { return "n/a | in_amount | separate"; }
constexpr std::string_view domain_of(OthersBonus) { return "n/a | separate"; }
constexpr std::string_view domain_of(NoPointsOnMoon) { return "n/a | applies | suppressed"; }
constexpr std::string_view domain_of(ScoreTime) { return "end_of_hand | end_of_both_sub_hands"; }
constexpr std::string_view domain_of(EndsWhen) { return "at_least | more_than"; }
constexpr std::string_view domain_of(MatchWinner) { return "lowest_total"; }
constexpr std::string_view domain_of(MatchTie) { return "shared | extra_hands"; }
constexpr std::string_view domain_of(ExtraHandsStop) { return "n/a | limit_met_and_lowest_unique | lowest_unique"; }
constexpr std::string_view domain_of(IllegalAction) { return "reject | table_laws"; }
constexpr std::string_view domain_of(RevokeDiscovery) { return "n/a | automatic | by_claim"; }
constexpr std::string_view domain_of(PenaltyScope) { return "n/a | hearts_only | all_penalty_cards"; }

}  // namespace hearts
