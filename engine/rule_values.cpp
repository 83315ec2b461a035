#include "engine/rule_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace hearts {
namespace {

constexpr auto kValues = std::to_array<RuleValue>({
    {"seat.hand_select", "none", "each player has one hand"},
    {"seat.hand_select", "blind_choice_of_two", "each player picks, unseen, which of his two hands is played first"},
    {"play.direction", "clockwise", "the turn passes to the next seat number, and from the last to seat 0"},
    {"deck.jokers", "none", "there is no Joker"},
    {"deck.jokers", "one_per_suit", "each suit has a Joker, its lowest card"},
    {"deal.pattern", "singly_clockwise_from_dealers_left", "one card at a time, from the dealer's left"},
    {"deal.pattern", "four_hands_of_13_two_per_seat", "four hands of 13 cards, two for each of two players"},
    {"leftover.fate", "none", "no card is left over"},
    {"leftover.fate", "set_aside", "cards left over take no part in the hand"},
    {"leftover.fate", "kitty_first_trick", "they are a kitty: who takes the first trick takes and scores them"},
    {"leftover.fate", "kitty_last_trick", "they are a kitty: who takes the last trick takes and scores them"},
    {"leftover.visibility", "n/a", "no card is left over"},
    {"leftover.visibility", "hidden", "nobody sees them before the scoring"},
    {"leftover.visibility", "public", "everybody sees them when they are won"},
    {"leftover.visibility", "taker", "who takes them alone sees them"},
    {"dealer.first", "any", "the rules do not say; the arena draws one"},
    {"dealer.first", "random", "one is drawn"},
    {"dealer.first", "draw_high_card", "who draws the highest card; the arena draws one"},
    {"dealer.rotation", "any", "the rules do not say; the deal goes clockwise here"},
    {"dealer.rotation", "clockwise", "the deal goes to the next seat"},
    {"point_suit.source", "fixed", "point_suit.value is the point suit of every hand"},
    {"point_suit.source", "drawn_per_hand", "a card drawn before each deal names it, for all to see"},
    {"opening.leader", "holder_of_opening_card", "who holds the opening card leads first"},
    {"opening.leader", "rotating_seat", "the seat left of the dealer leads first"},
    {"opening.leader", "both_play_lowest_of_opening_suit",
     "of two players each plays his lowest card of the opening suit to the first trick, the lower one first"},
    {"opening.suit", "mapped_from_point_suit", "opening.suit_map gives it for the point suit of the hand"},
    {"opening.suit", "n/a", "no card opens"},
    {"opening.card", "lowest_dealt_non_joker", "the lowest card of the opening suit that is in a hand, no Joker"},
    {"opening.card", "n/a", "no card opens"},
    {"opening.lead", "opening_card", "the opening card itself must be led"},
    {"opening.lead", "any_of_opening_suit", "any card of the opening suit may be led"},
    {"opening.lead", "any_legal", "any card that the rules of play allow may be led"},
    {"opening.lead", "lowest_of_opening_suit_else_any", "the lowest of the opening suit, or any card without one"},
    {"first_trick.forbid", "point_suit", "cards of the point suit may not be played to the first trick"},
    {"first_trick.forbid", "queen_of_spades", "QS may not be played to the first trick"},
    {"lead.hold_until_broken", "point_suit", "cards of the point suit may not be led until broken"},
    {"lead.hold_until_broken", "queen_of_spades", "QS may not be led until broken"},
    {"break.on", "heart_discarded", "a card of the point suit is played to another suit's trick"},
    {"break.on", "heart_led_by_necessity", "one is led by a player who has nothing else"},
    {"break.on", "queen_of_spades_played", "QS is played"},
    {"break.scope", "hand", "it is unbroken again in the next hand"},
    {"break.scope", "sub_hand", "it is unbroken again in the second of two hands"},
    {"trick.order", "led_suit_only", "the highest card of the suit led takes the trick"},
    {"trick.order", "suit_ring", "the highest card of the strongest suit in the trick takes it, by trick.suit_ring"},
    {"trick.joker_reverses", "n/a", "nothing turns the ring round"},
    {"trick.joker_reverses", "any_joker_in_trick",
     "a Joker turns it round for its trick; a second one changes nothing"},
    {"trick.next_lead", "trick_winner", "who takes a trick leads to the next"},
    {"moon.requires", "all_point_suit_and_positive_cards",
     "every card of the point suit and every card that costs points by points.cards"},
    {"moon.requires", "all_point_suit_and_queen_of_spades", "every card of the point suit, and QS whatever it costs"},
    {"moon.leftover", "n/a", "no card is set aside"},
    {"moon.leftover", "exempt", "those that are set aside are not needed"},
    {"moon.leftover", "blocks", "if one of them is set aside, no moon can be shot"},
    {"moon.award", "subtract_from_self", "the shooter's total falls by the amount"},
    {"moon.award", "add_to_others", "each other total rises by it"},
    {"moon.award", "shooter_chooses", "the shooter is asked which of the two"},
    {"moon.award", "add_unless_protected",
     "each other total rises by it; a shooter who would lose the match by that may let his own fall instead"},
    {"moon.amount", "fixed_26", "26 points"},
    {"moon.amount", "shooter_hand_value", "what the shooter's tricks cost"},
    {"moon.amount", "points_in_play", "the points of the cards in play"},
    {"moon.bonus_cards_of_shooter", "n/a", "there are none"},
    {"moon.bonus_cards_of_shooter", "in_amount", "they lower the amount"},
    {"moon.bonus_cards_of_shooter", "separate", "they count for him besides"},
    {"moon.bonus_cards_of_others", "n/a", "there are none"},
    {"moon.bonus_cards_of_others", "separate", "they count for who took them, as always"},
    {"bonus.no_points_on_moon", "n/a", "there is no such bonus"},
    {"bonus.no_points_on_moon", "applies", "it goes to the others on a moon, too"},
    {"bonus.no_points_on_moon", "suppressed", "on a moon nobody gets it"},
    {"moon.choice_time", "end_of_hand", "at the end of the hand"},
    {"moon.choice_time", "end_of_both_sub_hands", "after both hands of the deal"},
    {"score.when", "end_of_hand", "at the end of the hand"},
    {"score.when", "end_of_both_sub_hands", "after both hands of the deal"},
    {"match.ends_when", "at_least", "a total reaches match.limit"},
    {"match.ends_when", "more_than", "a total passes match.limit"},
    {"match.winner", "lowest_total", "the lowest total wins"},
    {"match.tie", "shared", "equal lowest totals share the win"},
    {"match.tie", "extra_hands", "they are played off in further hands"},
    {"match.extra_hands_stop", "n/a", "there are none"},
    {"match.extra_hands_stop", "limit_met_and_lowest_unique",
     "when the limit is met and one total is the lowest alone"},
    {"match.extra_hands_stop", "lowest_unique", "as soon as one total is the lowest alone"},
    {"laws.illegal_action", "reject", "illegal acts are refused"},
    {"laws.illegal_action", "table_laws", "a revoke and a card out of turn can happen, and the laws apply"},
    {"laws.revoke_discovery", "n/a", "there is no law on revokes"},
    {"laws.revoke_discovery", "automatic", "every revoke is found at the end of the hand"},
    {"laws.revoke_discovery", "by_claim", "a player must claim it before the scoring"},
    {"laws.penalty_scope", "n/a", "there is no such charge"},
    {"laws.penalty_scope", "hearts_only", "the cards of the point suit"},
    {"laws.penalty_scope", "all_penalty_cards", "all cards that cost points"},
});

}  // namespace

std::span<const RuleValue> rule_values() { return kValues; }

std::span<const RuleValue> values_of(const RuleKey& key) {
  const auto first =
      std::find_if(kValues.begin(), kValues.end(), [&](const RuleValue& one) { return one.key == key.name; });
  const auto last = std::find_if(first, kValues.end(), [&](const RuleValue& one) { return one.key != key.name; });
  return {first, last};
}

namespace {

/// The ids that each key stands on in all variants, at every size and with each option.
std::map<std::string_view, std::set<std::string>> ids_by_key() {
  std::map<std::string_view, std::set<std::string>> ids;
  const auto add = [&](const std::string& name) {
    const Rules rules = resolve_variant(name);
    for (const RuleKey& key : rule_keys()) {
      for (const std::string_view id : split(rules.source(key.name), " ")) {
        if (!id.empty()) ids[key.name].emplace(id);
      }
    }
  };
  for (const Variant* variant : variants()) {
    const std::string name(variant->id);
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
      const std::string sized = name + "@" + std::to_string(seats);
      add(sized);
      for (const VariantOption& option : variant->options) {
        if (option.takes_value()) continue;
        try {
          add(sized + "+" + std::string(option.name));
        } catch (const RulesError&) {
          // It is an option of other sizes.
        }
      }
    }
  }
  return ids;
}

}  // namespace

std::vector<std::string> rule_ids_of(const RuleKey& key) {
  static const auto kIds = ids_by_key();  // every variant is resolved for them
  const auto found = kIds.find(key.name);
  if (found == kIds.end()) return {};
  return {found->second.begin(), found->second.end()};
}

std::string_view shape_words(ValueShape shape) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"a word", "a word, or none", "true or false", "a number", "a number, or none", "letters", "a list of words",
       "a list of numbers", "pairs of words", "pairs of a word and a number"});
  return kWords[static_cast<std::size_t>(shape)];
}

}  // namespace hearts
