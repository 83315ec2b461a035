#include "engine/variants/tournament_laws.h"

#include <array>

namespace hearts {
namespace {

Rules tournament_rules(int seats) {
  Rules rules;
  rules.seats = seats;
  rules.first_dealer = FirstDealer::draw_high_card;  // R001-05
  rules.pass_count = 0;                              // A001-1
  rules.pass_cycle = {0};
  rules.first_trick_forbid = {CardClass::point_suit};  // R001-14
  rules.break_on_first_trick = false;
  rules.moon_award = MoonAward::shooter_chooses;  // R001-16
  rules.illegal_action = IllegalAction::table_laws;
  rules.law_misdeal = true;
  rules.law_incorrect_hand = true;
  rules.law_out_of_turn = true;
  rules.law_revoke = true;
  rules.revoke_discovery = RevokeDiscovery::automatic;  // A001-9
  rules.penalty_scope = PenaltyScope::hearts_only;      // A001-6
  return rules;
}

constexpr auto kOptions = std::to_array<VariantOption>({
    {"all_penalty_cards", "the laws charge QS along with the hearts",
     [](Rules& rules) { rules.penalty_scope = PenaltyScope::all_penalty_cards; }},
    {"reject_illegal", "illegal acts are refused, so the laws never apply",
     [](Rules& rules) { rules.illegal_action = IllegalAction::reject; }},
    {"with_passing", "three cards are passed: left, right, across, none",
     [](Rules& rules) {
       rules.pass_count = 3;
       rules.pass_cycle = {1, -1, 2, 0};
     }},
});

constexpr auto kConflicts = std::to_array<OptionConflict>({
    {"all_penalty_cards", "reject_illegal", "where illegal acts are refused the laws charge nothing"},
});

}  // namespace

const Variant kTournamentLaws = {"tournament-laws",
                                 "no pass; the shooter chooses; laws on revokes, wrong hands and play out of turn",
                                 4,
                                 4,
                                 4,
                                 &tournament_rules,
                                 kOptions,
                                 kConflicts};

}  // namespace hearts
