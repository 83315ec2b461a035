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
    {"seat.hand_select", "blind_choice_of_two", "each player chooses, unseen, which of two hands to play first"},
    {"play.direction", "clockwise", "the turn passes to the next seat number, and from the last seat to seat 0"},
    {"deck.jokers", "none", "there are no Jokers"},
    {"deck.jokers", "one_per_suit", "each suit has a Joker, its lowest card"},
    {"deal.pattern", "singly_clockwise_from_dealers_left", "one card at a time, from the dealer's left"},
    {"deal.pattern", "four_hands_of_13_two_per_seat", "four hands of 13 cards, two for each of two players"},
    {"leftover.fate", "none", "no card is left over"},
    {"leftover.fate", "set_aside", "they take no part in the hand"},
    {"leftover.fate", "kitty_first_trick", "they are a kitty, which the winner of the first trick takes and scores"},
    {"leftover.fate", "kitty_last_trick", "they are a kitty, which the winner of the last trick takes and scores"},
    {"leftover.visibility", "n/a", "no card is left over"},
    {"leftover.visibility", "hidden", "nobody sees them"},
    {"leftover.visibility", "public", "everybody sees them from the start of the hand"},
    {"leftover.visibility", "taker", "only the player who takes them sees them"},
    {"dealer.first", "any", "the rules do not say; the arena draws a seat at random"},
    {"dealer.first", "random", "a seat is drawn at random"},
    {"dealer.first", "draw_high_card", "the player who draws the highest card; the arena draws a seat at random"},
    {"dealer.rotation", "any", "the rules do not say; the arena moves the deal clockwise"},
    {"dealer.rotation", "clockwise", "the deal moves to the next seat"},
    {"point_suit.source", "fixed", "point_suit.value is the point suit of every hand"},
    {"point_suit.source", "drawn_per_hand", "a card drawn before each deal names it, and everybody sees it"},
    {"opening.leader", "holder_of_opening_card", "the holder of the opening card"},
    {"opening.leader", "rotating_seat", "the seat left of the dealer"},
    {"opening.leader", "both_play_lowest_of_opening_suit",
     "two players both play their lowest card of the opening suit, the lower one first"},
    {"opening.suit", "mapped_from_point_suit", "opening.suit_map gives it for the point suit of the hand"},
    {"opening.suit", "n/a", "there is no opening card"},
    {"opening.card", "lowest_dealt_non_joker", "the lowest card of the opening suit in any hand, but not a Joker"},
    {"opening.card", "n/a", "there is no opening card"},
    {"opening.lead", "opening_card", "only the opening card"},
    {"opening.lead", "any_of_opening_suit", "any card of the opening suit except its Joker"},
    {"opening.lead", "any_legal", "any card that the rules of play allow"},
    {"opening.lead", "lowest_of_opening_suit_else_any",
     "both players: the lowest card of the opening suit, or any card without one"},
    {"first_trick.forbid", "point_suit", "cards of the point suit"},
    {"first_trick.forbid", "queen_of_spades", "QS"},
    {"lead.hold_until_broken", "point_suit", "cards of the point suit"},
    {"lead.hold_until_broken", "queen_of_spades", "QS"},
    {"break.on", "heart_discarded", "a card of the point suit is played to a trick in which another suit was led"},
    {"break.on", "heart_led_by_necessity", "a card of the point suit is led by a player who has nothing else"},
    {"break.on", "queen_of_spades_played", "QS is played"},
    {"break.scope", "hand", "in the next hand"},
    {"break.scope", "sub_hand", "in the next hand, and in the second of a player's two hands"},
    {"trick.order", "led_suit_only", "the highest card of the suit led wins"},
    {"trick.order", "suit_ring",
     "the highest card of the strongest suit in the trick wins; trick.suit_ring orders the suits"},
    {"trick.joker_reverses", "n/a", "never"},
    {"trick.joker_reverses", "any_joker_in_trick",
     "a Joker reverses it for its own trick; a second Joker changes nothing"},
    {"trick.next_lead", "trick_winner", "the winner of the trick"},
    {"moon.requires", "all_point_suit_and_positive_cards",
     "every card of the point suit and every card that costs points in points.cards"},
    {"moon.requires", "all_point_suit_and_queen_of_spades", "every card of the point suit, and QS whatever she costs"},
    {"moon.leftover", "n/a", "no card is set aside"},
    {"moon.leftover", "exempt", "cards that are set aside are not needed"},
    {"moon.leftover", "blocks", "no moon is possible"},
    {"moon.award", "subtract_from_self", "the amount is subtracted from the shooter's total"},
    {"moon.award", "add_to_others", "the amount is added to every other total"},
    {"moon.award", "shooter_chooses", "the shooter chooses between the two"},
    {"moon.award", "add_unless_protected",
     "the amount is added to every other total; a shooter who would lose the match by that may subtract it instead"},
    {"moon.award", "both", "the amount is subtracted from the shooter's total and added to every other total"},
    {"moon.award", "none", "there is no moon; the cards count for the player who took them"},
    {"moon.amount", "fixed_26", "26 points"},
    {"moon.amount", "shooter_hand_value", "the points of the cards that the shooter took"},
    {"moon.amount", "points_in_play", "the points of the cards in play"},
    {"moon.bonus_cards_of_shooter", "n/a", "there are no bonus cards"},
    {"moon.bonus_cards_of_shooter", "in_amount", "they reduce the amount"},
    {"moon.bonus_cards_of_shooter", "separate", "they count separately from the amount"},
    {"moon.bonus_cards_of_others", "n/a", "there are no bonus cards"},
    {"moon.bonus_cards_of_others", "separate", "they count for the player who took them, as usual"},
    {"bonus.no_points_on_moon", "n/a", "there is no such bonus"},
    {"bonus.no_points_on_moon", "applies", "they get it, as in any other hand"},
    {"bonus.no_points_on_moon", "suppressed", "nobody gets it"},
    {"moon.choice_time", "end_of_hand", "at the end of the hand"},
    {"moon.choice_time", "end_of_both_sub_hands", "after both hands of the deal"},
    {"score.when", "end_of_hand", "at the end of the hand"},
    {"score.when", "end_of_both_sub_hands", "after both hands of the deal"},
    {"match.ends_when", "at_least", "when a total is match.limit or more"},
    {"match.ends_when", "more_than", "when a total is more than match.limit"},
    {"match.winner", "lowest_total", "the player with the lowest total"},
    {"match.tie", "shared", "these players share the win"},
    {"match.tie", "extra_hands", "further hands are played until the tie is broken"},
    {"match.extra_hands_stop", "n/a", "there are no further hands"},
    {"match.extra_hands_stop", "limit_met_and_lowest_unique",
     "when the limit is met and only one player has the lowest total"},
    {"match.extra_hands_stop", "lowest_unique", "as soon as only one player has the lowest total"},
    {"laws.illegal_action", "reject", "illegal acts are refused"},
    {"laws.illegal_action", "table_laws", "a revoke and a card out of turn are possible, and the laws apply"},
    {"laws.revoke_discovery", "n/a", "there is no law on revokes"},
    {"laws.revoke_discovery", "automatic", "the table finds every revoke at the end of the hand"},
    {"laws.revoke_discovery", "by_claim", "a player must claim it before the scoring"},
    {"laws.penalty_scope", "n/a", "no law charges points"},
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

/// The ids that each key is based on in all variants, for every number of players and with each option.
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
          // The option does not fit this number of players.
        }
      }
    }
  }
  return ids;
}

}  // namespace

std::vector<std::string> rule_ids_of(const RuleKey& key) {
  // Resolves every variant.
  static const auto kIds = ids_by_key();
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
