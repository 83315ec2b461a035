#include "engine/variants/deluxe.h"

#include <algorithm>
#include <array>

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
  return rules;
}

constexpr auto kOptions = std::to_array<VariantOption>({
    {"bleed", "hearts and QS may be played to the first trick", [](Rules& rules) { rules.first_trick_forbid.clear(); }},
    {"no_jack", "JD is worth nothing",
     [](Rules& rules) {
       rules.points_of_cards.erase({'J', 'D'});
       rules.moon_bonus_of_shooter = ShooterBonus::not_applicable;
       rules.moon_bonus_of_others = OthersBonus::not_applicable;
     }},
    {"no_pass", "no hand has a pass",
     [](Rules& rules) {
       rules.pass_count = 0;
       rules.pass_cycle = {0};
     }},
    {"no_queen", "QS is worth nothing; a moon still takes her",
     [](Rules& rules) {
       rules.points_of_cards.erase({'Q', 'S'});
     }},
    {"no_trick", "5 points off for a hand without hearts and QS",
     [](Rules& rules) {
       rules.no_points_bonus = -5;
       rules.no_points_on_moon = NoPointsOnMoon::applies;  // A003-4
     }},
    {"queen_not_heart", "playing QS does not break hearts",
     [](Rules& rules) { std::erase(rules.break_on, BreakEvent::queen_of_spades_played); }},
    {"rotate_lead", "the seat left of the dealer leads first, any card",
     [](Rules& rules) {
       rules.opening_leader = OpeningLeader::rotating_seat;
       rules.opening_lead = OpeningLead::any_legal;
       rules.opening_suit.reset();
       rules.opening_card = OpeningCard::not_applicable;
     }},
    {"two_must_lead", "2C itself must be led first",
     [](Rules& rules) { rules.opening_lead = OpeningLead::opening_card; }},
});

constexpr auto kConflicts = std::to_array<OptionConflict>({
    {"rotate_lead", "two_must_lead", "either the seat decides who leads first or 2C does"},
});

}  // namespace

const Variant kDeluxe = {
    "deluxe", "JD -10; QS is held back like hearts; a moon takes 26 off the shooter; over 100 ends it",
    4,        4,
    4,        &deluxe_rules,
    kOptions, kConflicts};

}  // namespace hearts
