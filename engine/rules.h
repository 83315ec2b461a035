#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearts {

/// Rules, options or keys that cannot be played. The text says what is wrong and what would be allowed.
class RulesError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A card as the rules spell it: the letters of its rank and its suit ("QS", "XR").
struct CardName {
  char rank = 0;
  char suit = 0;
  std::string text() const { return {rank, suit}; }
  auto operator<=>(const CardName&) const = default;
};

/// An effect of a card on the values of other cards that the same player takes: "QC:x0:QS" (QS costs nothing to a
/// player who also takes QC), "TD:5:H" (each heart costs 5 more). All additions come before all factors.
struct CardEffect {
  CardName card;
  bool multiplies = true;  ///< `amount` is a factor; otherwise it is added
  int amount = 0;
  /// The cards that it changes: a card or the letter of a suit (their points in `points.cards`), "point_suit" (the
  /// points of each card of the point suit), or "all" (both).
  std::string target;
  std::string text() const;
  auto operator<=>(const CardEffect&) const = default;
};

inline constexpr std::string_view kPointSuitTarget = "point_suit";
inline constexpr std::string_view kAllTarget = "all";

/// The most effects that rules may have, and the largest product of their factors.
inline constexpr int kEffectsMax = 4;
inline constexpr int kEffectFactorMax = 16;

/// Whether the list has the item.
template <class Item>
bool contains(const std::vector<Item>& list, Item item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// The values of the keys that are words; rule_values.cpp explains each. If you add a value, add its spelling in
// rule_keys.cpp, too: the domain of the key lists the spellings in this order.
enum class HandSelect { none, blind_choice_of_two };
enum class PlayDirection { clockwise };
enum class Jokers { none, one_per_suit };
enum class DealPattern { singly_clockwise_from_dealers_left, four_hands_of_13_two_per_seat };
enum class LeftoverFate { none, set_aside, kitty_first_trick, kitty_last_trick };
enum class LeftoverVisibility { not_applicable, hidden, everybody, taker };
enum class FirstDealer { any, random, draw_high_card };
enum class DealerRotation { any, clockwise };
enum class PointSuitSource { fixed, drawn_per_hand };
enum class OpeningLeader { holder_of_opening_card, rotating_seat, both_play_lowest_of_opening_suit };
enum class OpeningCard { lowest_dealt_non_joker, not_applicable };
enum class OpeningLead { opening_card, any_of_opening_suit, any_legal, lowest_of_opening_suit_else_any };
enum class CardClass { point_suit, queen_of_spades };
enum class BreakEvent { heart_discarded, heart_led_by_necessity, queen_of_spades_played };
enum class BreakScope { hand, sub_hand };
enum class TrickOrder { led_suit_only, suit_ring };
enum class JokerReverses { not_applicable, any_joker_in_trick };
enum class NextLead { trick_winner };
enum class MoonRequires { all_point_suit_and_positive_cards, all_point_suit_and_queen_of_spades };
enum class MoonLeftover { not_applicable, exempt, blocks };
enum class MoonAward { subtract_from_self, add_to_others, shooter_chooses, add_unless_protected, both, none };
enum class MoonAmount { fixed_26, shooter_hand_value, points_in_play };
enum class ShooterBonus { not_applicable, in_amount, separate };
enum class OthersBonus { not_applicable, separate };
enum class NoPointsOnMoon { not_applicable, applies, suppressed };
enum class ScoreTime { end_of_hand, end_of_both_sub_hands };
enum class EndsWhen { at_least, more_than };
enum class MatchWinner { lowest_total };
enum class MatchTie { shared, extra_hands };
enum class ExtraHandsStop { not_applicable, limit_met_and_lowest_unique, lowest_unique };
enum class IllegalAction { reject, table_laws };
enum class RevokeDiscovery { not_applicable, automatic, by_claim };
enum class PenaltyScope { not_applicable, hearts_only, all_penalty_cards };

/// Why a move is refused. Most kinds follow from one key, and a refusal cites the rule that the key is based on
/// (GameRules::cited()). The kinds from `not_in_force` on belong to the laws of the table, which only LawsHand plays.
enum class Breach {
  wrong_phase,
  not_your_turn,
  not_in_hand,
  pass_count,
  opening_lead,
  must_follow,
  first_trick_forbidden,
  held_back_lead,
  not_offered,
  not_in_force,
  deal_in_order,
  deal_stands,
  own_card,
  has_played,
  card_in_turn,
  must_wait,
  nothing_to_correct,
  found_by_table,
  trick_open,
  no_revoke,
  already_found,
  claim_too_early,
  hand_in_order,
};
inline constexpr std::size_t kBreaches = 23;

/// The refusal in plain words: "a card of the suit led must be played".
std::string_view describe(Breach breach);

/// The key that the refusal follows from; empty if it follows from none.
std::string_view key_of(Breach breach);

/// Keys, and the ids of engine/RULES.md that they are based on, the most important first. Both lists have one space
/// between their items.
struct RuleSource {
  std::string_view keys;
  std::string_view rules;
};

/// The most hands that a match may have.
inline constexpr int kMatchHandsMax = 1000;

/// The source of a key that was set by hand, in place of ids.
inline constexpr std::string_view kSetByHand = "set";

/// The value of `opening.suit` if it follows from the point suit.
inline constexpr char kMappedSuit = '*';

/// The rules of one variant, with every key as plain data. A variant and its options do no more than fill this in, and
/// the engine reads the keys, never the id. rule_keys.h has the table of the keys, rules_check.h checks that they fit
/// together, GameRules prepares them for play.
///
/// Seats are given as offsets: +1 is left, -1 is right, 0 means no pass. Points are whole numbers, and few points are
/// good.
struct Rules {
  /// The canonical id, "black-lady@4+no_blood". It is not a rule, and nothing in the engine reads it.
  std::string id;

  // Table, pack, deal
  int seats = 4;
  int hands_per_seat = 1;
  HandSelect hand_select = HandSelect::none;
  PlayDirection direction = PlayDirection::clockwise;
  std::string suits = "CDSH";
  std::string ranks = "23456789TJQKA";
  Jokers jokers = Jokers::none;
  std::vector<CardName> removed;
  DealPattern deal_pattern = DealPattern::singly_clockwise_from_dealers_left;
  std::optional<int> dealt_hand_size;  ///< cards in each hand; without, as many as the pack allows
  LeftoverFate leftover_fate = LeftoverFate::none;
  LeftoverVisibility leftover_visibility = LeftoverVisibility::not_applicable;
  FirstDealer first_dealer = FirstDealer::random;
  DealerRotation dealer_rotation = DealerRotation::clockwise;
  PointSuitSource point_suit_source = PointSuitSource::fixed;
  std::optional<char> point_suit = 'H';

  // Passing
  int pass_count = 3;
  std::vector<int> pass_cycle = {1, -1, 2, 0};
  bool pass_blind = true;
  /// The cards that a player passes go to all others in turn, rather than to one of them.
  bool pass_scatter = false;

  // Opening lead
  OpeningLeader opening_leader = OpeningLeader::holder_of_opening_card;
  std::optional<char> opening_suit = 'C';  ///< a suit, kMappedSuit, or nothing
  std::map<char, char> opening_suit_map;
  OpeningCard opening_card = OpeningCard::lowest_dealt_non_joker;
  OpeningLead opening_lead = OpeningLead::opening_card;

  // Playing
  bool follow_required = true;
  std::vector<CardClass> first_trick_forbid;
  std::vector<CardClass> hold_until_broken = {CardClass::point_suit};
  std::vector<BreakEvent> break_on = {BreakEvent::heart_discarded};
  bool break_on_first_trick = true;
  BreakScope break_scope = BreakScope::hand;
  bool restriction_waived = true;
  TrickOrder trick_order = TrickOrder::led_suit_only;
  std::string suit_ring;
  JokerReverses joker_reverses = JokerReverses::not_applicable;
  NextLead next_lead = NextLead::trick_winner;

  // Card values
  int points_per_suit_card = 1;
  std::map<CardName, int> points_of_cards = {{{'Q', 'S'}, 13}};
  int points_per_trick = 0;
  int points_of_first_trick = 0;  ///< in addition to points_per_trick, as are those of the last one
  int points_of_last_trick = 0;
  bool queen_of_clubs_cancels = false;   ///< the effect QC:x0:QS, unless QS counts below 0
  bool queen_of_hearts_doubles = false;  ///< the effect QH:x2:point_suit
  std::vector<CardEffect> effects;       ///< further effects, sorted
  int no_points_bonus = 0;
  int no_tricks_bonus = 0;

  // Shooting the moon
  MoonRequires moon_requires = MoonRequires::all_point_suit_and_positive_cards;
  std::vector<CardName> moon_cards;
  MoonLeftover moon_leftover = MoonLeftover::not_applicable;
  MoonAward moon_award = MoonAward::add_to_others;
  MoonAmount moon_amount = MoonAmount::fixed_26;
  ShooterBonus moon_bonus_of_shooter = ShooterBonus::not_applicable;
  OthersBonus moon_bonus_of_others = OthersBonus::not_applicable;
  NoPointsOnMoon no_points_on_moon = NoPointsOnMoon::not_applicable;
  ScoreTime moon_choice_time = ScoreTime::end_of_hand;

  // Score sheet and match
  int score_start = 0;
  ScoreTime score_when = ScoreTime::end_of_hand;
  std::optional<int> score_floor;
  std::optional<int> score_sinkhole;
  std::map<int, int> score_exact;  ///< a total of exactly the first becomes the second
  std::optional<int> match_hands;  ///< exactly so many; without, the totals end the match
  int match_hands_max = 50;        ///< the most hands of a match that its totals end
  int match_limit = 100;
  EndsWhen match_ends_when = EndsWhen::at_least;
  MatchWinner match_winner = MatchWinner::lowest_total;
  MatchTie match_tie = MatchTie::shared;
  ExtraHandsStop extra_hands_stop = ExtraHandsStop::not_applicable;

  // Irregularities
  IllegalAction illegal_action = IllegalAction::reject;
  bool law_misdeal = false;
  bool law_incorrect_hand = false;
  bool law_out_of_turn = false;
  bool law_revoke = false;
  RevokeDiscovery revoke_discovery = RevokeDiscovery::not_applicable;
  PenaltyScope penalty_scope = PenaltyScope::not_applicable;

  /// The source of each key (see RuleSource). A key that means nothing in this variant has no entry. This is not a key
  /// itself: refusals and explanations read it. All views refer to static text.
  std::map<std::string_view, std::string_view> sources;
  void cite(std::string_view keys, std::string_view rules);
  void cite(std::initializer_list<RuleSource> list);
  /// The source of the key; empty if none is cited.
  std::string_view source(std::string_view key) const;

  /// The named cards with their points, most points first, as people name them. Cards with equal points are sorted by
  /// name.
  std::vector<std::pair<CardName, int>> cards_by_points() const;

  /// All effects, with those of the two queens that have keys of their own.
  std::vector<CardEffect> all_effects() const;
  /// Whether a trick costs points, whatever its cards.
  bool has_trick_points() const {
    return points_per_trick != 0 || points_of_first_trick != 0 || points_of_last_trick != 0;
  }

  // Derived keys
  int deck_size() const;
  int hand_size() const;
  int tricks() const;
  /// The number of the last hand that a match can have.
  int last_hand() const { return match_hands.value_or(match_hands_max); }
  /// Whether the laws of the table (document 001) deal with illegal acts. Otherwise illegal acts are refused.
  bool has_table_laws() const { return illegal_action == IllegalAction::table_laws; }
  int leftover_count() const;
};

/// The same rules for a match of exactly this many hands.
Rules with_hands(Rules rules, int hands);

}  // namespace hearts
