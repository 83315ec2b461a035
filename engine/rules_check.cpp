#include "engine/rules_check.h"

#include <algorithm>
#include <set>
#include <string>

#include "engine/card_set.h"
#include "engine/rule_keys.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace hearts {

namespace {

void require(bool holds, const std::string& sentence) {
  if (!holds) throw RulesError(sentence);
}

std::string value_of(const Rules& rules, std::string_view key) {
  return std::string(key) + " " + short_text(find_rule_key(key)->get(rules));
}

/// Refuses two keys that do not fit together, with a sentence that shows both values.
void require_fit(bool holds, const Rules& rules, std::string_view one, std::string_view other, std::string_view why) {
  if (holds) return;  // making the sentence takes long
  throw RulesError(value_of(rules, one) + " does not fit " + value_of(rules, other) + ": " + std::string(why));
}

bool has_suit(const Rules& rules, char suit) { return rules.suits.find(suit) != std::string::npos; }

/// Whether the pack has the card before cards are removed.
bool is_card(const Rules& rules, CardName card) {
  return has_suit(rules, card.suit) && (rules.ranks.find(card.rank) != std::string::npos ||
                                        (card.rank == 'X' && rules.jokers == Jokers::one_per_suit));
}

bool has_card(const Rules& rules, CardName card) { return is_card(rules, card) && !contains(rules.removed, card); }

/// Whether the pack has a card of the suit, not counting the Joker.
bool has_ranked_card(const Rules& rules, char suit) {
  return std::any_of(rules.ranks.begin(), rules.ranks.end(), [&](char rank) { return has_card(rules, {rank, suit}); });
}

void check_pack(const Rules& rules) {
  std::string sorted = rules.suits;
  std::sort(sorted.begin(), sorted.end());
  require(sorted == "CDHS" || sorted == "LPRSW", "deck.suits must be C,D,S,H or R,W,P,L,S in some order");

  static constexpr std::string_view kRanks = "23456789TJQKA";
  const std::set<char> ranks(rules.ranks.begin(), rules.ranks.end());
  require(!rules.ranks.empty() && ranks.size() == rules.ranks.size() &&
              rules.ranks.find_first_not_of(kRanks) == std::string::npos,
          "deck.ranks must be different ranks out of 2,3,4,5,6,7,8,9,T,J,Q,K,A, low to high");

  std::set<CardName> gone;
  for (CardName card : rules.removed) {
    require(is_card(rules, card),
            "deck.remove names " + short_text(card.text()) + ", which is not a card of this pack");
    require(gone.insert(card).second, "deck.remove names " + short_text(card.text()) + " twice");
  }
  require_fit(rules.hands_per_seat == 1 || rules.seats == 2, rules, "seat.hands", "seats", "it needs two players");
  require_fit(rules.deck_size() >= rules.seats * rules.hands_per_seat * rules.dealt_hand_size.value_or(1), rules,
              "deck.size", rules.dealt_hand_size ? "deal.hand_size" : "seats",
              "the pack has too few cards for so many " + std::string(rules.dealt_hand_size ? "cards" : "players"));
}

void check_deal(const Rules& rules) {
  const bool two_hands = rules.hands_per_seat == 2;
  require_fit((rules.hand_select == HandSelect::blind_choice_of_two) == two_hands, rules, "seat.hand_select",
              "seat.hands", "players choose a hand exactly when each has two");
  require_fit((rules.deal_pattern == DealPattern::four_hands_of_13_two_per_seat) == two_hands, rules, "deal.pattern",
              "seat.hands", "two hands a player need four_hands_of_13_two_per_seat, and only they");
  require_fit((rules.score_when == ScoreTime::end_of_both_sub_hands) == two_hands, rules, "score.when", "seat.hands",
              "totals change when all hands of a deal are played");
  require_fit((rules.moon_choice_time == ScoreTime::end_of_both_sub_hands) == two_hands, rules, "moon.choice_time",
              "seat.hands", "a moon needs all hands of a deal");
  require_fit(rules.break_scope == BreakScope::hand || two_hands, rules, "break.scope", "seat.hands",
              "there are no sub-hands");

  const bool leftover = rules.leftover_count() > 0;
  require_fit((rules.leftover_fate != LeftoverFate::none) == leftover, rules, "leftover.fate", "deal.leftover_count",
              leftover ? "choose what happens to the cards left over" : "no card is left over");
  require_fit((rules.leftover_visibility != LeftoverVisibility::not_applicable) == leftover, rules,
              "leftover.visibility", "deal.leftover_count",
              leftover ? "choose who sees the cards left over" : "no card is left over");
  const bool set_aside = rules.leftover_fate == LeftoverFate::set_aside;
  require_fit((rules.moon_leftover != MoonLeftover::not_applicable) == set_aside, rules, "moon.leftover",
              "leftover.fate", set_aside ? "choose exempt or blocks" : "nothing is set aside");
  require_fit(rules.leftover_visibility != LeftoverVisibility::taker || !set_aside, rules, "leftover.visibility",
              "leftover.fate", "nobody takes cards that are set aside");
}

void check_passing(const Rules& rules) {
  require(rules.pass_count <= rules.hand_size(),
          value_of(rules, "pass.count") + " is more than " + value_of(rules, "deal.hand_size"));
  require(!rules.pass_cycle.empty(), "pass.cycle is empty; 0 means no pass");
  require(rules.pass_cycle.size() <= 12, "pass.cycle has more than 12 entries");
  for (int offset : rules.pass_cycle) {
    require(offset > -rules.seats && offset < rules.seats,
            "pass.cycle has the offset " + std::to_string(offset) + ", too far for " + value_of(rules, "seats"));
  }
  require_fit(!rules.pass_scatter || (rules.seats > 2 && rules.pass_count > 1), rules, "pass.scatter",
              rules.seats > 2 ? "pass.count" : "seats", "it needs several cards and several other players");
  require(rules.pass_blind, "pass.blind cannot be false: in all rules, players pass blind");
}

void check_point_suit(const Rules& rules) {
  const bool fixed = rules.point_suit_source == PointSuitSource::fixed;
  require_fit(rules.point_suit.has_value() == fixed, rules, "point_suit.value", "point_suit.source",
              fixed ? "name the suit" : "a suit that is drawn has no fixed value");
  require(!rules.point_suit || has_suit(rules, *rules.point_suit),
          value_of(rules, "point_suit.value") + " is not a suit of the pack");
  require(!rules.point_suit || has_ranked_card(rules, *rules.point_suit) || has_card(rules, {'X', *rules.point_suit}),
          value_of(rules, "point_suit.value") + " has no card in the pack");
}

void check_opening(const Rules& rules) {
  const bool holder = rules.opening_leader != OpeningLeader::rotating_seat;
  require_fit(rules.opening_suit.has_value() == holder, rules, "opening.suit", "opening.leader",
              holder ? "the opening card needs a suit" : "a rotating lead has no opening suit");
  require_fit((rules.opening_card == OpeningCard::lowest_dealt_non_joker) == holder, rules, "opening.card",
              "opening.leader", holder ? "the leader is found by a card" : "a rotating lead has no opening card");
  require_fit(holder || rules.opening_lead == OpeningLead::any_legal, rules, "opening.lead", "opening.leader",
              "a rotating lead may be any legal card");
  const bool both = rules.opening_leader == OpeningLeader::both_play_lowest_of_opening_suit;
  require_fit((rules.opening_lead == OpeningLead::lowest_of_opening_suit_else_any) == both, rules, "opening.lead",
              "opening.leader", "each of these two values needs the other");
  require_fit(!both || rules.seats == 2, rules, "opening.leader", "seats", "it needs two players");
  const bool mapped = rules.opening_suit == kMappedSuit;
  if (rules.opening_suit && !mapped) {
    require(has_suit(rules, *rules.opening_suit), value_of(rules, "opening.suit") + " is not a suit of the pack");
    require(has_ranked_card(rules, *rules.opening_suit),
            value_of(rules, "opening.suit") + " has no card in the pack that could open");
  }
  require_fit(rules.opening_suit_map.empty() == !mapped, rules, "opening.suit_map", "opening.suit",
              "mapped_from_point_suit needs a map, and nothing else has one");
  if (mapped) {
    require(rules.opening_suit_map.size() == rules.suits.size(),
            "opening.suit_map must name every suit of the pack once");
    for (const auto& [from, to] : rules.opening_suit_map) {
      require(has_suit(rules, from) && has_suit(rules, to), "opening.suit_map names a suit that is not in the pack");
      require(has_ranked_card(rules, to),
              "opening.suit_map leads to " + std::string(1, to) + ", which has no card in the pack that could open");
    }
  }
}

void check_play(const Rules& rules) {
  require(rules.restriction_waived,
          "restriction.waived_if_no_other_card cannot be false: a player must always have a legal card");
  const bool ring = rules.trick_order == TrickOrder::suit_ring;
  std::string in_ring = rules.suit_ring;
  std::string in_pack = rules.suits;
  std::sort(in_ring.begin(), in_ring.end());
  std::sort(in_pack.begin(), in_pack.end());
  require_fit(ring ? in_ring == in_pack && in_pack.size() == kLanesMax : in_ring.empty(), rules, "trick.suit_ring",
              "trick.order", ring ? "the ring must name each of five suits of the pack once" : "there is no ring");
  const bool reverses = rules.joker_reverses == JokerReverses::any_joker_in_trick;
  require(reverses == (ring && rules.jokers == Jokers::one_per_suit),
          value_of(rules, "trick.joker_reverses") + " does not fit " + value_of(rules, "trick.order") + " and " +
              value_of(rules, "deck.jokers") + ": Jokers reverse a ring, and nothing else does");
}

void check_queens(const Rules& rules) {
  const auto needs_queen = [&](bool used, char suit, std::string_view key) {
    require(!used || has_suit(rules, 'H'),
            value_of(rules, key) + " needs the pack C,D,S,H: S means Scissors in this one");
    require(!used || has_card(rules, {'Q', suit}),
            value_of(rules, key) + " needs Q" + std::string(1, suit) + ", which is not in the pack");
  };
  needs_queen(contains(rules.first_trick_forbid, CardClass::queen_of_spades), 'S', "first_trick.forbid");
  needs_queen(contains(rules.hold_until_broken, CardClass::queen_of_spades), 'S', "lead.hold_until_broken");
  needs_queen(contains(rules.break_on, BreakEvent::queen_of_spades_played), 'S', "break.on");
  needs_queen(rules.queen_of_clubs_cancels, 'S', "effects.queen_of_clubs_cancels_queen_of_spades");
  needs_queen(rules.queen_of_clubs_cancels, 'C', "effects.queen_of_clubs_cancels_queen_of_spades");
  needs_queen(rules.queen_of_hearts_doubles, 'H', "effects.queen_of_hearts_doubles_hearts");
  needs_queen(rules.moon_requires == MoonRequires::all_point_suit_and_queen_of_spades, 'S', "moon.requires");
}

void check_effects(const Rules& rules) {
  const std::size_t most = static_cast<std::size_t>(kEffectsMax);
  require(rules.effects.size() <= most, "effects has more than " + std::to_string(kEffectsMax) + " entries");
  int product = 1;
  for (const CardEffect& effect : rules.all_effects()) product *= std::max(1, effect.multiplies ? effect.amount : 1);
  require(product <= kEffectFactorMax,
          "effects has factors whose product is more than " + std::to_string(kEffectFactorMax));
  for (const CardEffect& effect : rules.effects) {
    const std::string text = "effects has " + short_text(effect.text()) + ", ";
    require(has_card(rules, effect.card), text + "whose card is not in the pack");
    const std::string& target = effect.target;
    const bool group = target == kPointSuitTarget || target == kAllTarget;
    require(group || (target.size() == 1 && has_suit(rules, target[0])) ||
                (target.size() == 2 && has_card(rules, {target[0], target[1]})),
            text + "whose target is not a card of the pack, a suit, point_suit or all");
    require(effect.multiplies ? effect.amount != 1 : effect.amount != 0, text + "which changes nothing");
    require(effect.multiplies || target != kAllTarget, text + "but points are added to a card, a suit or point_suit");
    require(target != effect.card.text(), text + "which a card has on itself; change its points in points.cards");
  }
}

void check_moon_cards(const Rules& rules) {
  std::set<CardName> named;
  for (CardName card : rules.moon_cards) {
    require(has_card(rules, card), "moon.cards names " + short_text(card.text()) + ", which is not in the pack");
    require(named.insert(card).second, "moon.cards names " + card.text() + " twice");
  }
}

void check_values(const Rules& rules) {
  bool bonus_cards = false;
  for (const auto& [card, points] : rules.points_of_cards) {
    require(has_card(rules, card), "points.cards names " + short_text(card.text()) + ", which is not in the pack");
    require(points != 0, "points.cards gives " + card.text() + " no points; leave it out");
    bonus_cards = bonus_cards || points < 0;
  }
  require_fit((rules.moon_bonus_of_shooter != ShooterBonus::not_applicable) == bonus_cards, rules,
              "moon.bonus_cards_of_shooter", "points.cards",
              bonus_cards ? "choose in_amount or separate" : "no card has negative points");
  require_fit((rules.moon_bonus_of_others != OthersBonus::not_applicable) == bonus_cards, rules,
              "moon.bonus_cards_of_others", "points.cards",
              bonus_cards ? "choose separate" : "no card has negative points");
  require_fit(
      rules.moon_bonus_of_shooter != ShooterBonus::separate || rules.moon_amount != MoonAmount::shooter_hand_value,
      rules, "moon.bonus_cards_of_shooter", "moon.amount", "the bonus would count twice");
  require_fit((rules.no_points_on_moon != NoPointsOnMoon::not_applicable) == (rules.no_points_bonus != 0), rules,
              "bonus.no_points_on_moon", "bonus.no_points",
              rules.no_points_bonus != 0 ? "choose applies or suppressed" : "there is no such bonus");
}

void check_match(const Rules& rules) {
  require_fit((rules.extra_hands_stop != ExtraHandsStop::not_applicable) == (rules.match_tie == MatchTie::extra_hands),
              rules, "match.extra_hands_stop", "match.tie", "it says when further hands end");
  require(!rules.score_floor || *rules.score_floor <= rules.score_start,
          value_of(rules, "score.floor") + " is above " + value_of(rules, "score.start"));
  if (rules.score_sinkhole) {
    require(*rules.score_sinkhole != 0, "score.sinkhole 0 changes nothing; set it to none");
    require_fit(!rules.score_floor || *rules.score_floor <= *rules.score_sinkhole, rules, "score.sinkhole",
                "score.floor", "no total can reach it");
    require_fit(!rules.score_floor || *rules.score_floor <= 0, rules, "score.sinkhole", "score.floor",
                "it leads to 0, below the floor");
  }
  require(rules.score_exact.size() <= 8, "score.exact has more than 8 entries");
  for (const auto& [from, to] : rules.score_exact) {
    const std::string text = "score.exact has " + std::to_string(from) + "=" + std::to_string(to) + ", ";
    require(from != to, text + "which changes nothing");
    require(!rules.score_floor || std::min(from, to) >= *rules.score_floor,
            text + "below " + value_of(rules, "score.floor"));
    require(rules.score_sinkhole != from, text + "but " + value_of(rules, "score.sinkhole") + " is about that total");
  }
  require(rules.score_start < rules.match_limit,
          value_of(rules, "score.start") + " is not below " + value_of(rules, "match.limit"));
}

void check_laws(const Rules& rules) {
  const bool any_law = rules.law_misdeal || rules.law_incorrect_hand || rules.law_out_of_turn || rules.law_revoke;
  require(rules.illegal_action == IllegalAction::reject || any_law,
          "laws.illegal_action table_laws needs at least one law that is true");
  require_fit(rules.illegal_action == IllegalAction::reject || rules.hands_per_seat == 1, rules, "laws.illegal_action",
              "seat.hands", "the laws need one hand a player");
  require_fit((rules.revoke_discovery != RevokeDiscovery::not_applicable) == rules.law_revoke, rules,
              "laws.revoke_discovery", "laws.revoke", "it says who finds a revoke");
  require((rules.penalty_scope != PenaltyScope::not_applicable) == (rules.law_revoke || rules.law_incorrect_hand),
          value_of(rules, "laws.penalty_scope") + " does not fit " + value_of(rules, "laws.revoke") + " and " +
              value_of(rules, "laws.incorrect_hand") + ": it says what these laws charge");
}

}  // namespace

const Rules& check_rules(const Rules& rules) {
  check_pack(rules);
  check_deal(rules);
  check_passing(rules);
  check_point_suit(rules);
  check_opening(rules);
  check_play(rules);
  check_queens(rules);
  check_effects(rules);
  check_moon_cards(rules);
  check_values(rules);
  check_match(rules);
  check_laws(rules);
  return rules;
}

}  // namespace hearts
