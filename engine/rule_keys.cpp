#include "engine/rule_keys.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "engine/key_text.h"
#include "engine/typed_text.h"

namespace hearts {
namespace {

using namespace key_text;

/// A key's domain as the argument of a template.
template <std::size_t Size>
struct Domain {
  constexpr Domain(const char (&words)[Size]) { std::copy_n(words, Size, text); }
  char text[Size]{};
};

/// The key of an enumeration, or of a list of its values.
template <auto Member, Domain kDomain>
constexpr RuleKey enum_key(std::string_view name, std::string_view meaning) {
  return {name,
          kDomain.text,
          meaning,
          std::is_enum_v<MemberType<Member>> ? ValueShape::word : ValueShape::word_list,
          [](const Rules& rules) { return names_of(rules.*Member, kDomain.text); },
          [](Rules& rules, std::string_view text) { read_names(rules.*Member, text, kDomain.text); }};
}
template <auto Member>
constexpr RuleKey bool_key(std::string_view name, std::string_view meaning) {
  return {name, "true | false", meaning, ValueShape::flag, &get<Member>, [](Rules& rules, std::string_view text) {
            if (text != "true" && text != "false") refuse_value(text, "true or false");
            rules.*Member = text == "true";
          }};
}
/// The key of a number. If the member is optional, its value can be "none".
template <auto Member, int Low, int High>
constexpr RuleKey int_key(std::string_view name, std::string_view domain, std::string_view meaning) {
  constexpr bool optional = !std::is_same_v<MemberType<Member>, int>;
  return {name,
          domain,
          meaning,
          optional ? ValueShape::number_or_none : ValueShape::number,
          &get<Member>,
          [](Rules& rules, std::string_view text) {
            rules.*Member = optional && text == "none" ? MemberType<Member>() : parse_int(text, Low, High);
          }};
}
template <int (Rules::*Derived)() const>
constexpr RuleKey derived_key(std::string_view name, std::string_view meaning) {
  return {name,
          "derived",
          meaning,
          ValueShape::number,
          [](const Rules& rules) { return std::to_string((rules.*Derived)()); },
          nullptr};
}

/// A key that is newer than the first records of games, which were played as if it had this value.
constexpr RuleKey added_later(int number, std::string_view value, RuleKey key) {
  key.number = number;
  key.value_before = value;
  return key;
}

constexpr Domain kClasses = "list of point_suit, queen_of_spades";
constexpr Domain kScoreTimes = "end_of_hand | end_of_both_sub_hands";

constexpr auto kKeys = std::to_array<RuleKey>({
    int_key<&Rules::seats, 2, 6>("seats", "2 to 6", "number of players"),
    int_key<&Rules::hands_per_seat, 1, 2>("seat.hands", "1 | 2", "hands that each player plays in a deal"),
    enum_key<&Rules::hand_select, "none | blind_choice_of_two">("seat.hand_select",
                                                                "how the hand that is played first is chosen"),
    enum_key<&Rules::direction, "clockwise">("play.direction", "direction of play"),
    {"deck.suits", "list of suit letters", "suits of the pack", ValueShape::word_list, &get<&Rules::suits>,
     &set_letters<&Rules::suits>},
    {"deck.ranks", "list of rank letters, low to high", "ranks of each suit", ValueShape::letters, &get<&Rules::ranks>,
     &set_letters<&Rules::ranks>},
    enum_key<&Rules::jokers, "none | one_per_suit">("deck.jokers", "whether the pack has Jokers"),
    {"deck.remove", "list of cards", "cards taken out before the deal", ValueShape::word_list, &get<&Rules::removed>,
     &set_cards<&Rules::removed>},
    derived_key<&Rules::deck_size>("deck.size", "cards in the pack"),
    {"deal.hand_size", "1 to 35 | all", "cards in a hand; all: as many as the pack allows", ValueShape::number,
     [](const Rules& rules) { return std::to_string(rules.hand_size()); }, &set_hand_size},
    derived_key<&Rules::tricks>("deal.tricks", "tricks in a deal"),
    derived_key<&Rules::leftover_count>("deal.leftover_count", "cards left over after the deal"),
    enum_key<&Rules::deal_pattern, "singly_clockwise_from_dealers_left | four_hands_of_13_two_per_seat">(
        "deal.pattern", "how the cards are dealt"),
    enum_key<&Rules::leftover_fate, "none | set_aside | kitty_first_trick | kitty_last_trick">(
        "leftover.fate", "what happens to the cards left over"),
    enum_key<&Rules::leftover_visibility, "n/a | hidden | public | taker">(
        "leftover.visibility", "who sees the cards left over before the scoring"),
    enum_key<&Rules::first_dealer, "any | random | draw_high_card">("dealer.first", "who deals first"),
    enum_key<&Rules::dealer_rotation, "any | clockwise">("dealer.rotation", "who deals next"),
    enum_key<&Rules::point_suit_source, "fixed | drawn_per_hand">("point_suit.source", "how the point suit is chosen"),
    {"point_suit.value", "a suit | none", "the point suit, if it is fixed", ValueShape::word_or_none,
     &get<&Rules::point_suit>, &set_point_suit},
    int_key<&Rules::pass_count, 0, 35>("pass.count", "0 to the size of a hand", "cards that each player passes"),
    {"pass.cycle", "list of seat offsets, 0 = hold", "direction of the pass, hand by hand: 1 is left, -1 is right",
     ValueShape::number_list, &get<&Rules::pass_cycle>, &set_pass_cycle},
    bool_key<&Rules::pass_blind>("pass.blind", "all players choose their cards before anybody sees what they receive"),
    added_later(77, "false",
                bool_key<&Rules::pass_scatter>(
                    "pass.scatter",
                    "the cards that a player passes go one by one, from the first in the order of the pack, to the "
                    "player in the direction of the pass and to each next one on his left")),
    enum_key<&Rules::opening_leader, "holder_of_opening_card | rotating_seat | both_play_lowest_of_opening_suit">(
        "opening.leader", "who leads the first trick"),
    {"opening.suit", "a suit | mapped_from_point_suit | n/a", "suit of the opening card", ValueShape::word,
     &get_opening_suit, &set_opening_suit},
    {"opening.suit_map", "pairs of suits", "the opening suit for each point suit", ValueShape::word_map,
     &get<&Rules::opening_suit_map>, &set_suit_map},
    enum_key<&Rules::opening_card, "lowest_dealt_non_joker | n/a">("opening.card", "which card is the opening card"),
    enum_key<&Rules::opening_lead, "opening_card | any_of_opening_suit | any_legal | lowest_of_opening_suit_else_any">(
        "opening.lead", "what the opening leader may lead"),
    bool_key<&Rules::follow_required>("follow.required", "players must follow the suit led if they can"),
    enum_key<&Rules::first_trick_forbid, kClasses>("first_trick.forbid",
                                                   "cards that may not be played to the first trick"),
    enum_key<&Rules::hold_until_broken, kClasses>("lead.hold_until_broken",
                                                  "cards that may not be led until they are broken"),
    enum_key<&Rules::break_on, "list of heart_discarded, heart_led_by_necessity, queen_of_spades_played">(
        "break.on", "events that break the cards in lead.hold_until_broken"),
    bool_key<&Rules::break_on_first_trick>("break.first_trick_counts", "such an event in the first trick counts"),
    enum_key<&Rules::break_scope, "hand | sub_hand">("break.scope", "when these cards are unbroken again"),
    bool_key<&Rules::restriction_waived>("restriction.waived_if_no_other_card",
                                         "a ban is waived for a player who has no other card"),
    enum_key<&Rules::trick_order, "led_suit_only | suit_ring">("trick.order", "which suits can win a trick"),
    {"trick.suit_ring", "list of suits",
     "the order of the suits: each is beaten by the next and, most strongly, by the one after that",
     ValueShape::word_list, &get<&Rules::suit_ring>, &set_letters<&Rules::suit_ring>},
    enum_key<&Rules::joker_reverses, "n/a | any_joker_in_trick">("trick.joker_reverses",
                                                                 "when Jokers reverse the order of the suits"),
    enum_key<&Rules::next_lead, "trick_winner">("trick.next_lead", "who leads to the next trick"),
    int_key<&Rules::points_per_suit_card, 0, 99>("points.per_suit_card", "0 to 99",
                                                 "points of each card of the point suit"),
    {"points.cards", "pairs card=points, -99 to 99", "additional points of single cards", ValueShape::number_map,
     &get_card_points, &set_card_points},
    added_later(71, "0", int_key<&Rules::points_per_trick, 0, 99>("points.trick", "0 to 99", "points of each trick")),
    added_later(72, "0",
                int_key<&Rules::points_of_first_trick, 0, 99>("points.first_trick", "0 to 99",
                                                              "additional points of the first trick of a deal")),
    added_later(73, "0",
                int_key<&Rules::points_of_last_trick, 0, 99>("points.last_trick", "0 to 99",
                                                             "additional points of the last trick of a deal")),
    bool_key<&Rules::queen_of_clubs_cancels>("effects.queen_of_clubs_cancels_queen_of_spades",
                                             "QS costs nothing if the same player also takes QC"),
    bool_key<&Rules::queen_of_hearts_doubles>("effects.queen_of_hearts_doubles_hearts",
                                              "cards of the point suit cost double for the player who takes QH"),
    added_later(
        75, "none",
        {"effects", "list of card:xFACTOR:target or card:POINTS:target",
         "further effects of cards on the values of other cards that the same player takes; a target is a card, "
         "a suit, point_suit or all",
         ValueShape::word_list, &get<&Rules::effects>, &set_effects}),
    int_key<&Rules::no_points_bonus, -99, 0>("bonus.no_points", "-99 to 0",
                                             "added to the score of a player who takes nothing that costs points"),
    added_later(74, "0",
                int_key<&Rules::no_tricks_bonus, -99, 0>("bonus.no_tricks", "-99 to 0",
                                                         "added to the score of a player who takes no trick")),
    enum_key<&Rules::moon_requires, "all_point_suit_and_positive_cards | all_point_suit_and_queen_of_spades">(
        "moon.requires", "the cards that a player must take to shoot the moon"),
    added_later(70, "none",
                {"moon.cards", "list of cards", "further cards that a player must take to shoot the moon",
                 ValueShape::word_list, &get<&Rules::moon_cards>, &set_cards<&Rules::moon_cards>}),
    enum_key<&Rules::moon_leftover, "n/a | exempt | blocks">("moon.leftover",
                                                             "what happens to a moon if required cards are set aside"),
    enum_key<&Rules::moon_award,
             "subtract_from_self | add_to_others | shooter_chooses | add_unless_protected | both | none">(
        "moon.award", "what a moon does to the totals"),
    enum_key<&Rules::moon_amount, "fixed_26 | shooter_hand_value | points_in_play">("moon.amount",
                                                                                    "the amount of a moon"),
    enum_key<&Rules::moon_bonus_of_shooter, "n/a | in_amount | separate">(
        "moon.bonus_cards_of_shooter", "how the shooter's own bonus cards count on a moon"),
    enum_key<&Rules::moon_bonus_of_others, "n/a | separate">("moon.bonus_cards_of_others",
                                                             "how the others' bonus cards count on a moon"),
    enum_key<&Rules::no_points_on_moon, "n/a | applies | suppressed">(
        "bonus.no_points_on_moon", "whether the others get the no-points bonus on a moon"),
    enum_key<&Rules::moon_choice_time, kScoreTimes>("moon.choice_time", "when the shooter chooses"),
    int_key<&Rules::score_start, -999, 999>("score.start", "-999 to 999", "totals at the start"),
    enum_key<&Rules::score_when, kScoreTimes>("score.when", "when totals change"),
    int_key<&Rules::score_floor, -999, 999>("score.floor", "-999 to 999 | none", "no total falls below this"),
    int_key<&Rules::score_sinkhole, -999, 999>("score.sinkhole", "-999 to 999 | none",
                                               "a total of exactly this becomes 0"),
    added_later(76, "none",
                {"score.exact", "pairs total=total, -999 to 9999",
                 "a total of exactly the first becomes the second; this comes after floor and sinkhole",
                 ValueShape::number_map, &get<&Rules::score_exact>, &set_exact_totals}),
    added_later(
        68, "none",
        int_key<&Rules::match_hands, 1, kMatchHandsMax>(
            "match.hands", "1 to 1000 | none",
            "the number of hands in a match, whatever the totals; a tie is then shared; none: the totals end it")),
    added_later(69, "50",
                int_key<&Rules::match_hands_max, 1, kMatchHandsMax>(
                    "match.hands_max", "1 to 1000",
                    "the most hands in a match that the totals end; a tie in the last of them is shared")),
    int_key<&Rules::match_limit, 1, 9999>("match.limit", "1 to 9999", "the total that ends the match"),
    enum_key<&Rules::match_ends_when, "at_least | more_than">("match.ends_when", "when the limit is met"),
    enum_key<&Rules::match_winner, "lowest_total">("match.winner", "who wins the match"),
    enum_key<&Rules::match_tie, "shared | extra_hands">("match.tie",
                                                        "what happens if several players have the lowest total"),
    enum_key<&Rules::extra_hands_stop, "n/a | limit_met_and_lowest_unique | lowest_unique">(
        "match.extra_hands_stop", "when the further hands end"),
    enum_key<&Rules::illegal_action, "reject | table_laws">(
        "laws.illegal_action", "whether illegal acts are refused, or the laws deal with them"),
    bool_key<&Rules::law_misdeal>("laws.misdeal", "there is a law on misdeals"),
    bool_key<&Rules::law_incorrect_hand>("laws.incorrect_hand", "there is a law on incorrect hands"),
    bool_key<&Rules::law_out_of_turn>("laws.out_of_turn", "there is a law on playing out of turn"),
    bool_key<&Rules::law_revoke>("laws.revoke", "there is a law on revokes"),
    enum_key<&Rules::revoke_discovery, "n/a | automatic | by_claim">("laws.revoke_discovery", "who finds a revoke"),
    enum_key<&Rules::penalty_scope, "n/a | hearts_only | all_penalty_cards">("laws.penalty_scope",
                                                                             "what 'all the hearts' means in the laws"),
});
static_assert(kKeys.size() == kRuleKeys);

}  // namespace

std::span<const RuleKey> rule_keys() { return kKeys; }

const RuleKey* find_rule_key(std::string_view name) {
  const auto* key = std::ranges::find(kKeys, name, &RuleKey::name);
  return key == kKeys.end() ? nullptr : key;
}

const RuleKey& known_rule_key(std::string_view name, std::span<const std::string_view> others) {
  if (const RuleKey* key = find_rule_key(name)) return *key;
  std::vector<std::string_view> names(others.begin(), others.end());
  for (const RuleKey& key : kKeys) names.push_back(key.name);
  const std::string nearest = nearest_note(name, names);
  throw RulesError("there is no key '" + short_text(name) + "'" +
                   (nearest.empty() ? "; 'arena variants --keys' lists all keys" : nearest));
}

void set_rule(Rules& rules, std::string_view name, std::string_view value) {
  const RuleKey& key = known_rule_key(name);
  if (key.set == nullptr) throw RulesError(std::string(name) + " follows from other keys and cannot be set");
  try {
    key.set(rules, value);
  } catch (const RulesError& error) {
    std::string sentence = std::string(name) + ": " + error.what();
    if (!sentence.ends_with(key.domain)) sentence += "; allowed: " + std::string(key.domain);
    throw RulesError(sentence);
  }
}

std::string rules_text(const Rules& rules) {
  std::string text;
  for (const RuleKey& key : kKeys) {
    const std::string value = key.get(rules);
    if (key.value_before.empty() || value != key.value_before)
      text.append(key.name).append(" ").append(value).append("\n");
  }
  return text;
}

}  // namespace hearts
