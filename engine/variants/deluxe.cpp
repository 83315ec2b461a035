#include <array>

#include "engine/variants/registry.h"

namespace hearts {
namespace {

Rules deluxe_rules(int seats) {
  Rules rules;
  rules.seats = seats;
  rules.opening_lead = OpeningLead::any_of_opening_suit;  // R003-09, -10
  rules.first_trick_forbid = {CardClass::point_suit, CardClass::queen_of_spades};
  rules.hold_until_broken = {CardClass::point_suit, CardClass::queen_of_spades};
  rules.break_on = {BreakEvent::heart_discarded, BreakEvent::heart_led_by_necessity,
                    BreakEvent::queen_of_spades_played};
  rules.points_of_cards[{'J', 'D'}] = -10;  // R003-03
  rules.moon_requires = MoonRequires::all_point_suit_and_queen_of_spades;
  rules.moon_award = MoonAward::subtract_from_self;      // R003-04
  rules.moon_bonus_of_shooter = ShooterBonus::separate;  // A003-3
  rules.moon_bonus_of_others = OthersBonus::separate;
  rules.match_ends_when = EndsWhen::more_than;  // R003-17
  rules.cite({
      {"seats", "R003-01"},
      {"seat.hands deck.remove deal.hand_size", "R003-05"},
      {"play.direction", "Z28"},
      {"deck.suits", "R003-05 Z31"},
      {"deck.ranks deck.size", "Z31"},
      {"deal.tricks score.when", "R003-16"},
      {"dealer.rotation", "Z2"},
      {"point_suit.source point_suit.value points.per_suit_card points.cards", "R003-03"},
      {"pass.count", "R003-06"},
      {"pass.cycle", "R003-07 R003-08"},
      {"opening.leader opening.suit opening.card", "R003-09"},
      {"opening.lead", "R003-09 R003-10 A003-13"},
      {"follow.required", "R003-12"},
      {"first_trick.forbid", "R003-13 A003-11"},
      {"lead.hold_until_broken", "R003-14 A003-7"},
      {"break.on break.first_trick_counts", "R003-15"},
      {"restriction.waived_if_no_other_card", "Z9 A003-8"},
      {"trick.order trick.next_lead", "R003-11"},
      {"bonus.no_points", "R003-22"},
      {"moon.requires moon.amount", "R003-04"},
      {"moon.award", "R003-04 A003-3"},
      {"moon.bonus_cards_of_shooter moon.bonus_cards_of_others", "Z19 A003-3"},
      {"match.limit", "Z16 A003-1"},
      {"match.ends_when", "R003-17 A003-2"},
      {"match.winner", "R003-18"},
      {"match.tie", "Z17 A003-12"},
  });
  return rules;
}

constexpr auto kDeluxeOptions = std::to_array<VariantOption>({
    {"bleed", "hearts and QS may be played to the first trick", "R003-26",
     [](Rules& rules) { rules.first_trick_forbid.clear(); }},
    {"no_jack", "JD is worth nothing", "R003-20",
     [](Rules& rules) {
       rules.points_of_cards.erase({'J', 'D'});
       rules.moon_bonus_of_shooter = ShooterBonus::not_applicable;
       rules.moon_bonus_of_others = OthersBonus::not_applicable;
     }},
    {"no_pass", "no cards are passed", "R003-24",
     [](Rules& rules) {
       rules.pass_count = 0;
       rules.pass_cycle = {0};
     }},
    {"no_queen", "QS is worth nothing, but a moon still needs it", "R003-21 A003-5",
     [](Rules& rules) { rules.points_of_cards.erase({'Q', 'S'}); }},
    {"no_trick", "5 points off for a hand without a card that costs points", "R003-22 A003-4",
     [](Rules& rules) {
       rules.no_points_bonus = -5;
       rules.no_points_on_moon = NoPointsOnMoon::applies;
       rules.cite("bonus.no_points_on_moon", "Z20 A003-4");
     }},
    {"queen_not_heart", "playing QS does not break hearts", "R003-27 A003-10",
     [](Rules& rules) { std::erase(rules.break_on, BreakEvent::queen_of_spades_played); }},
    {"rotate_lead", "the seat left of the dealer leads first, any card", "R003-23 A003-6",
     [](Rules& rules) {
       rules.opening_leader = OpeningLeader::rotating_seat;
       rules.opening_lead = OpeningLead::any_legal;
       rules.opening_suit.reset();
       rules.opening_card = OpeningCard::not_applicable;
     },
     "two_must_lead", "the first leader is found either by seat or by 2C"},
    {"two_must_lead", "2C itself must be led first", "R003-25",
     [](Rules& rules) { rules.opening_lead = OpeningLead::opening_card; }},
});

}  // namespace

const Variant kDeluxe = {"deluxe",
                         "JD -10; QS is held back like hearts; a moon takes 26 off the shooter; over 100 ends it",
                         &deluxe_rules, kDeluxeOptions};

}  // namespace hearts
