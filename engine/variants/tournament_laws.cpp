#include <array>

#include "engine/variants/registry.h"

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
  rules.cite({
      {"seats", "R001-01"},
      {"seat.hands deck.remove deal.hand_size deal.tricks deal.pattern", "R001-06"},
      {"play.direction", "R001-02"},
      {"deck.suits deck.size", "R001-03"},
      {"deck.ranks", "R001-04"},
      {"dealer.first", "R001-05 A001-11"},
      {"dealer.rotation", "R001-02 R001-22"},
      {"point_suit.source point_suit.value points.per_suit_card points.cards", "R001-15"},
      {"pass.count pass.cycle", "Z4 A001-1"},
      {"pass.blind", "Z4"},
      {"opening.leader opening.suit opening.card", "R001-07"},
      {"opening.lead", "R001-07 Z7 A001-2"},
      {"follow.required", "R001-08 R001-09"},
      {"first_trick.forbid", "R001-14 Z8 A001-3"},
      {"lead.hold_until_broken", "R001-12 A001-18"},
      {"break.on", "R001-12 Z10 A001-10"},
      {"break.first_trick_counts", "R001-14"},
      {"restriction.waived_if_no_other_card", "R001-13 Z9"},
      {"trick.order", "R001-10"},
      {"trick.next_lead", "R001-11"},
      {"moon.requires moon.amount", "R001-16"},
      {"moon.award", "R001-16 Z18 A001-4"},
      {"score.when", "Z22"},
      {"score.floor", "Z15 A001-5"},
      {"match.limit match.ends_when", "R001-18"},
      {"match.winner", "R001-19"},
      {"match.tie", "Z17 A001-5"},
      {"laws.illegal_action", "R001-25 R001-31 A001-12"},
      {"laws.misdeal", "R001-20 R001-21 R001-22"},
      {"laws.incorrect_hand", "R001-23 R001-24 A001-8"},
      {"laws.out_of_turn", "R001-25 R001-26 R001-27 R001-28 R001-29 A001-13"},
      {"laws.revoke", "R001-30 R001-31 A001-14 A001-15 A001-16"},
      {"laws.revoke_discovery", "Z33 A001-9"},
      {"laws.penalty_scope", "Z24 A001-6 A001-7"},
  });
  return rules;
}

constexpr auto kTournamentLawsOptions = std::to_array<VariantOption>({
    {"all_penalty_cards", "the laws charge QS together with the hearts", "A001-6 A001-7",
     [](Rules& rules) { rules.penalty_scope = PenaltyScope::all_penalty_cards; }, "reject_illegal",
     "if illegal acts are refused, the laws charge nothing"},
    {"reject_illegal", "illegal acts are refused, so the laws never apply", "A001-12",
     [](Rules& rules) { rules.illegal_action = IllegalAction::reject; }},
    {"table_laws", "the laws apply in a league too; without this option a league refuses illegal acts", "A001-12",
     [](Rules& rules) { rules.illegal_action = IllegalAction::table_laws; }, "reject_illegal",
     "illegal acts are either refused or settled by the laws"},
    {"with_passing", "three cards are passed: left, right, across, none", "A001-1",
     [](Rules& rules) {
       rules.pass_count = 3;
       rules.pass_cycle = {1, -1, 2, 0};
     }},
});

}  // namespace

const Variant kTournamentLaws = {"tournament-laws", "no pass; laws on revokes, wrong hands and play out of turn",
                                 &tournament_rules, kTournamentLawsOptions};

}  // namespace hearts
