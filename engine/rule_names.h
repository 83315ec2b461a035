#pragma once

// How each enumeration of the rules is spelled, on the wire, on the command line and in records.

#include <array>
#include <string_view>

#include "engine/rules.h"

namespace hearts {

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

// names_of(E{}) is the table of spellings of E.
constexpr auto names_of(HandSelect) {
  return std::to_array<Named<HandSelect>>(
      {{HandSelect::none, "none"}, {HandSelect::blind_choice_of_two, "blind_choice_of_two"}});
}
constexpr auto names_of(PlayDirection) {
  return std::to_array<Named<PlayDirection>>({{PlayDirection::clockwise, "clockwise"}});
}
constexpr auto names_of(Jokers) {
  return std::to_array<Named<Jokers>>({{Jokers::none, "none"}, {Jokers::one_per_suit, "one_per_suit"}});
}
constexpr auto names_of(DealPattern) {
  return std::to_array<Named<DealPattern>>(
      {{DealPattern::singly_clockwise_from_dealers_left, "singly_clockwise_from_dealers_left"},
       {DealPattern::four_hands_of_13_two_per_seat, "four_hands_of_13_two_per_seat"}});
}
constexpr auto names_of(LeftoverFate) {
  return std::to_array<Named<LeftoverFate>>({{LeftoverFate::none, "none"},
                                             {LeftoverFate::set_aside, "set_aside"},
                                             {LeftoverFate::kitty_first_trick, "kitty_first_trick"},
                                             {LeftoverFate::kitty_last_trick, "kitty_last_trick"}});
}
constexpr auto names_of(LeftoverVisibility) {
  return std::to_array<Named<LeftoverVisibility>>({{LeftoverVisibility::not_applicable, "n/a"},
                                                   {LeftoverVisibility::hidden, "hidden"},
                                                   {LeftoverVisibility::everybody, "public"},
                                                   {LeftoverVisibility::taker, "taker"}});
}
constexpr auto names_of(FirstDealer) {
  return std::to_array<Named<FirstDealer>>(
      {{FirstDealer::any, "any"}, {FirstDealer::random, "random"}, {FirstDealer::draw_high_card, "draw_high_card"}});
}
constexpr auto names_of(DealerRotation) {
  return std::to_array<Named<DealerRotation>>({{DealerRotation::any, "any"}, {DealerRotation::clockwise, "clockwise"}});
}
constexpr auto names_of(PointSuitSource) {
  return std::to_array<Named<PointSuitSource>>(
      {{PointSuitSource::fixed, "fixed"}, {PointSuitSource::drawn_per_hand, "drawn_per_hand"}});
}
constexpr auto names_of(OpeningLeader) {
  return std::to_array<Named<OpeningLeader>>(
      {{OpeningLeader::holder_of_opening_card, "holder_of_opening_card"},
       {OpeningLeader::rotating_seat, "rotating_seat"},
       {OpeningLeader::both_play_lowest_of_opening_suit, "both_play_lowest_of_opening_suit"}});
}
constexpr auto names_of(OpeningCard) {
  return std::to_array<Named<OpeningCard>>(
      {{OpeningCard::lowest_dealt_non_joker, "lowest_dealt_non_joker"}, {OpeningCard::not_applicable, "n/a"}});
}
constexpr auto names_of(OpeningLead) {
  return std::to_array<Named<OpeningLead>>(
      {{OpeningLead::opening_card, "opening_card"},
       {OpeningLead::any_of_opening_suit, "any_of_opening_suit"},
       {OpeningLead::any_legal, "any_legal"},
       {OpeningLead::lowest_of_opening_suit_else_any, "lowest_of_opening_suit_else_any"}});
}
constexpr auto names_of(CardClass) {
  return std::to_array<Named<CardClass>>(
      {{CardClass::point_suit, "point_suit"}, {CardClass::queen_of_spades, "queen_of_spades"}});
}
constexpr auto names_of(BreakEvent) {
  return std::to_array<Named<BreakEvent>>({{BreakEvent::heart_discarded, "heart_discarded"},
                                           {BreakEvent::heart_led_by_necessity, "heart_led_by_necessity"},
                                           {BreakEvent::queen_of_spades_played, "queen_of_spades_played"}});
}
constexpr auto names_of(BreakScope) {
  return std::to_array<Named<BreakScope>>({{BreakScope::hand, "hand"}, {BreakScope::sub_hand, "sub_hand"}});
}
constexpr auto names_of(TrickOrder) {
  return std::to_array<Named<TrickOrder>>(
      {{TrickOrder::led_suit_only, "led_suit_only"}, {TrickOrder::suit_ring, "suit_ring"}});
}
constexpr auto names_of(JokerReverses) {
  return std::to_array<Named<JokerReverses>>(
      {{JokerReverses::not_applicable, "n/a"}, {JokerReverses::any_joker_in_trick, "any_joker_in_trick"}});
}
constexpr auto names_of(NextLead) { return std::to_array<Named<NextLead>>({{NextLead::trick_winner, "trick_winner"}}); }
constexpr auto names_of(MoonRequires) {
  return std::to_array<Named<MoonRequires>>(
      {{MoonRequires::all_point_suit_and_positive_cards, "all_point_suit_and_positive_cards"},
       {MoonRequires::all_point_suit_and_queen_of_spades, "all_point_suit_and_queen_of_spades"}});
}
constexpr auto names_of(MoonLeftover) {
  return std::to_array<Named<MoonLeftover>>(
      {{MoonLeftover::not_applicable, "n/a"}, {MoonLeftover::exempt, "exempt"}, {MoonLeftover::blocks, "blocks"}});
}
constexpr auto names_of(MoonAward) {
  return std::to_array<Named<MoonAward>>({{MoonAward::subtract_from_self, "subtract_from_self"},
                                          {MoonAward::add_to_others, "add_to_others"},
                                          {MoonAward::shooter_chooses, "shooter_chooses"},
                                          {MoonAward::add_unless_protected, "add_unless_protected"}});
}
constexpr auto names_of(MoonAmount) {
  return std::to_array<Named<MoonAmount>>({{MoonAmount::fixed_26, "fixed_26"},
                                           {MoonAmount::shooter_hand_value, "shooter_hand_value"},
                                           {MoonAmount::points_in_play, "points_in_play"}});
}
constexpr auto names_of(ShooterBonus) {
  return std::to_array<Named<ShooterBonus>>({{ShooterBonus::not_applicable, "n/a"},
                                             {ShooterBonus::in_amount, "in_amount"},
                                             {ShooterBonus::separate, "separate"}});
}
constexpr auto names_of(OthersBonus) {
  return std::to_array<Named<OthersBonus>>({{OthersBonus::not_applicable, "n/a"}, {OthersBonus::separate, "separate"}});
}
constexpr auto names_of(NoPointsOnMoon) {
  return std::to_array<Named<NoPointsOnMoon>>({{NoPointsOnMoon::not_applicable, "n/a"},
                                               {NoPointsOnMoon::applies, "applies"},
                                               {NoPointsOnMoon::suppressed, "suppressed"}});
}
constexpr auto names_of(ScoreTime) {
  return std::to_array<Named<ScoreTime>>(
      {{ScoreTime::end_of_hand, "end_of_hand"}, {ScoreTime::end_of_both_sub_hands, "end_of_both_sub_hands"}});
}
constexpr auto names_of(EndsWhen) {
  return std::to_array<Named<EndsWhen>>({{EndsWhen::at_least, "at_least"}, {EndsWhen::more_than, "more_than"}});
}
constexpr auto names_of(MatchWinner) {
  return std::to_array<Named<MatchWinner>>({{MatchWinner::lowest_total, "lowest_total"}});
}
constexpr auto names_of(MatchTie) {
  return std::to_array<Named<MatchTie>>({{MatchTie::shared, "shared"}, {MatchTie::extra_hands, "extra_hands"}});
}
constexpr auto names_of(ExtraHandsStop) {
  return std::to_array<Named<ExtraHandsStop>>(
      {{ExtraHandsStop::not_applicable, "n/a"},
       {ExtraHandsStop::limit_met_and_lowest_unique, "limit_met_and_lowest_unique"},
       {ExtraHandsStop::lowest_unique, "lowest_unique"}});
}
constexpr auto names_of(IllegalAction) {
  return std::to_array<Named<IllegalAction>>(
      {{IllegalAction::reject, "reject"}, {IllegalAction::table_laws, "table_laws"}});
}
constexpr auto names_of(RevokeDiscovery) {
  return std::to_array<Named<RevokeDiscovery>>({{RevokeDiscovery::not_applicable, "n/a"},
                                                {RevokeDiscovery::automatic, "automatic"},
                                                {RevokeDiscovery::by_claim, "by_claim"}});
}
constexpr auto names_of(PenaltyScope) {
  return std::to_array<Named<PenaltyScope>>({{PenaltyScope::not_applicable, "n/a"},
                                             {PenaltyScope::hearts_only, "hearts_only"},
                                             {PenaltyScope::all_penalty_cards, "all_penalty_cards"}});
}

}  // namespace hearts
