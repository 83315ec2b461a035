#include "tests/unit/engine/random_rules.h"

#include <algorithm>
#include <utility>

#include "engine/deck.h"
#include "engine/seat.h"

namespace hearts::test {
namespace {

int between(int low, int high, Random& random) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

bool one_in(int chances, Random& random) { return between(1, chances, random) == 1; }

template <class Choice>
Choice any_of(std::initializer_list<Choice> choices, Random& random) {
  return choices.begin()[random.below(static_cast<std::uint32_t>(choices.size()))];
}

char letter_of(const std::string& letters, Random& random) {
  return letters[random.below(static_cast<std::uint32_t>(letters.size()))];
}

std::string shuffled(std::string letters, Random& random) {
  for (std::uint32_t i = 0; i + 1 < letters.size(); ++i)
    std::swap(letters[i], letters[i + random.below(static_cast<std::uint32_t>(letters.size()) - i)]);
  return letters;
}

CardName card_of_pack(const Rules& rules, Random& random) {
  const std::string ranks = rules.jokers == Jokers::one_per_suit ? rules.ranks + "X" : rules.ranks;
  return {letter_of(ranks, random), letter_of(rules.suits, random)};
}

bool has(const Rules& rules, const std::string& card) { return Deck(rules).find(card).has_value(); }

/// The queen of that suit, in a pack where S is spades.
bool has_queen(const Rules& rules, char suit) {
  return rules.suits.find('H') != std::string::npos && has(rules, {'Q', suit});
}

void make_pack(Rules& rules, Random& random) {
  rules.seats = between(kSeatsMin, kSeatsMax, random);
  rules.suits = shuffled(one_in(2, random) ? "CDSH" : "RWPLS", random);
  rules.ranks = shuffled("23456789TJQKA", random).substr(0, static_cast<std::size_t>(between(3, 13, random)));
  rules.jokers = any_of({Jokers::none, Jokers::one_per_suit}, random);
  for (int i = between(-2, 4, random); i > 0; --i) {
    const CardName card = card_of_pack(rules, random);
    if (has(rules, card.text())) rules.removed.push_back(card);
  }
}

void make_deal(Rules& rules, Random& random) {
  if (one_in(4, random)) rules.dealt_hand_size = between(1, rules.deck_size() / rules.seats, random);
  if (rules.seats == 2 && one_in(2, random)) {
    rules.hands_per_seat = 2;
    rules.hand_select = HandSelect::blind_choice_of_two;
    rules.deal_pattern = DealPattern::four_hands_of_13_two_per_seat;
    rules.score_when = ScoreTime::end_of_both_sub_hands;
    rules.moon_choice_time = ScoreTime::end_of_both_sub_hands;
    rules.break_scope = any_of({BreakScope::hand, BreakScope::sub_hand}, random);
    if (rules.dealt_hand_size) rules.dealt_hand_size = std::max(1, *rules.dealt_hand_size / 2);
  }
  if (rules.leftover_count() == 0) return;
  rules.leftover_fate =
      any_of({LeftoverFate::set_aside, LeftoverFate::kitty_first_trick, LeftoverFate::kitty_last_trick}, random);
  rules.leftover_visibility = any_of({LeftoverVisibility::hidden, LeftoverVisibility::everybody}, random);
  if (rules.leftover_fate == LeftoverFate::set_aside)
    rules.moon_leftover = any_of({MoonLeftover::exempt, MoonLeftover::blocks}, random);
}

void make_pass(Rules& rules, Random& random) {
  rules.pass_count = between(0, std::min(4, rules.hand_size()), random);
  rules.pass_cycle.clear();
  for (int i = between(1, 12, random); i > 0; --i)
    rules.pass_cycle.push_back(between(1 - rules.seats, rules.seats - 1, random));
  rules.pass_scatter = rules.seats > 2 && rules.pass_count > 1 && one_in(3, random);
}

void make_opening(Rules& rules, Random& random) {
  if (one_in(4, random)) {
    rules.opening_leader = OpeningLeader::rotating_seat;
    rules.opening_suit.reset();
    rules.opening_card = OpeningCard::not_applicable;
    rules.opening_lead = OpeningLead::any_legal;
    return;
  }
  rules.opening_lead =
      any_of({OpeningLead::opening_card, OpeningLead::any_of_opening_suit, OpeningLead::any_legal}, random);
  if (rules.seats == 2 && one_in(2, random)) {
    rules.opening_leader = OpeningLeader::both_play_lowest_of_opening_suit;
    rules.opening_lead = OpeningLead::lowest_of_opening_suit_else_any;
  }
  rules.opening_suit = letter_of(rules.suits, random);
  if (one_in(3, random)) {
    rules.opening_suit = kMappedSuit;
    for (const char suit : rules.suits) rules.opening_suit_map[suit] = letter_of(rules.suits, random);
  }
}

std::vector<CardClass> some_classes(const Rules& rules, Random& random) {
  std::vector<CardClass> classes;
  if (one_in(2, random)) classes.push_back(CardClass::point_suit);
  if (has_queen(rules, 'S') && one_in(2, random)) classes.push_back(CardClass::queen_of_spades);
  return classes;
}

void make_play(Rules& rules, Random& random) {
  rules.follow_required = !one_in(8, random);
  rules.first_trick_forbid = some_classes(rules, random);
  rules.hold_until_broken = some_classes(rules, random);
  rules.break_on.clear();
  if (one_in(2, random)) rules.break_on.push_back(BreakEvent::heart_discarded);
  if (one_in(2, random)) rules.break_on.push_back(BreakEvent::heart_led_by_necessity);
  if (has_queen(rules, 'S') && one_in(2, random)) rules.break_on.push_back(BreakEvent::queen_of_spades_played);
  rules.break_on_first_trick = one_in(2, random);
  if (rules.suits.size() == kLanesMax && one_in(2, random)) {
    rules.trick_order = TrickOrder::suit_ring;
    rules.suit_ring = shuffled(rules.suits, random);
    if (rules.jokers == Jokers::one_per_suit) rules.joker_reverses = JokerReverses::any_joker_in_trick;
  }
}

void make_effects(Rules& rules, Random& random) {
  for (int i = between(-2, kEffectsMax, random); i > 0; --i) {
    CardEffect effect{card_of_pack(rules, random), one_in(2, random), 0, {}};
    effect.amount = effect.multiplies ? any_of({0, 2}, random) : any_of({-3, 1, 5}, random);
    const CardName other = card_of_pack(rules, random);
    effect.target = any_of({other.text(), std::string(1, other.suit), std::string(kPointSuitTarget),
                            std::string(effect.multiplies ? kAllTarget : kPointSuitTarget)},
                           random);
    const bool plays = has(rules, effect.card.text()) && (effect.target.size() != 2 || has(rules, effect.target));
    if (plays && effect.target != effect.card.text() && !contains(rules.effects, effect))
      rules.effects.push_back(effect);
  }
  std::sort(rules.effects.begin(), rules.effects.end());
  const auto factor = [&] {
    int product = 1;
    for (const CardEffect& effect : rules.all_effects()) product *= std::max(1, effect.multiplies ? effect.amount : 1);
    return product;
  };
  if (factor() > kEffectFactorMax) rules.effects.clear();
}

void make_values(Rules& rules, Random& random) {
  if (one_in(2, random)) {
    rules.point_suit_source = PointSuitSource::drawn_per_hand;
    rules.point_suit.reset();
  } else {
    rules.point_suit = letter_of(rules.suits, random);
  }
  rules.points_per_suit_card = between(0, 3, random);
  rules.points_of_cards.clear();
  bool bonus = false;
  for (int i = between(0, 4, random); i > 0; --i) {
    const CardName card = card_of_pack(rules, random);
    const int points = between(-20, 20, random);
    if (points == 0 || !has(rules, card.text())) continue;
    rules.points_of_cards[card] = points;
  }
  for (const auto& [card, points] : rules.points_of_cards) bonus = bonus || points < 0;
  rules.queen_of_clubs_cancels = has_queen(rules, 'S') && has_queen(rules, 'C') && one_in(2, random);
  rules.queen_of_hearts_doubles = has_queen(rules, 'H') && one_in(2, random);
  make_effects(rules, random);
  if (one_in(3, random)) rules.points_per_trick = between(0, 3, random);
  if (one_in(3, random)) rules.points_of_first_trick = between(0, 9, random);
  if (one_in(3, random)) rules.points_of_last_trick = between(0, 9, random);
  if (one_in(3, random)) rules.no_tricks_bonus = -between(0, 10, random);
  rules.no_points_bonus = one_in(2, random) ? 0 : -between(1, 10, random);
  if (rules.no_points_bonus != 0)
    rules.no_points_on_moon = any_of({NoPointsOnMoon::applies, NoPointsOnMoon::suppressed}, random);

  rules.moon_requires = has_queen(rules, 'S') && one_in(2, random) ? MoonRequires::all_point_suit_and_queen_of_spades
                                                                   : MoonRequires::all_point_suit_and_positive_cards;
  rules.moon_award = any_of({MoonAward::subtract_from_self, MoonAward::add_to_others, MoonAward::shooter_chooses,
                             MoonAward::add_unless_protected, MoonAward::both, MoonAward::none},
                            random);
  if (const CardName card = card_of_pack(rules, random); one_in(3, random) && has(rules, card.text()))
    rules.moon_cards = {card};
  rules.moon_amount =
      any_of({MoonAmount::fixed_26, MoonAmount::shooter_hand_value, MoonAmount::points_in_play}, random);
  if (!bonus) return;
  const bool twice = rules.moon_amount == MoonAmount::shooter_hand_value;
  rules.moon_bonus_of_shooter = twice || one_in(2, random) ? ShooterBonus::in_amount : ShooterBonus::separate;
  rules.moon_bonus_of_others = OthersBonus::separate;
}

void make_match(Rules& rules, Random& random) {
  rules.score_start = one_in(2, random) ? 0 : between(-20, 20, random);
  if (one_in(3, random)) rules.score_floor = rules.score_start - between(0, 20, random);
  const int floor = rules.score_floor.value_or(0);
  if (floor <= 0 && one_in(3, random))
    rules.score_sinkhole = floor < 0 && one_in(2, random) ? floor : between(1, 9, random);
  for (int i = between(-1, 2, random); i > 0; --i) {
    const int from = between(1, 60, random);
    const int to = between(std::max(0, floor), 20, random);
    if (from != to && (!rules.score_floor || from >= floor) && rules.score_sinkhole != from)
      rules.score_exact[from] = to;
  }
  rules.match_limit = std::max(1, rules.score_start + between(1, 60, random));
  rules.match_ends_when = any_of({EndsWhen::at_least, EndsWhen::more_than}, random);
  if (one_in(2, random)) {
    rules.match_tie = MatchTie::extra_hands;
    rules.extra_hands_stop =
        any_of({ExtraHandsStop::limit_met_and_lowest_unique, ExtraHandsStop::lowest_unique}, random);
  }
  if (one_in(4, random)) rules.match_hands = between(1, 5, random);
  if (one_in(4, random)) rules.match_hands_max = between(1, 5, random);
}

}  // namespace

Rules random_rules(Random& random) {
  Rules rules;
  make_pack(rules, random);
  make_deal(rules, random);
  make_pass(rules, random);
  make_opening(rules, random);
  make_play(rules, random);
  make_values(rules, random);
  make_match(rules, random);
  return rules;
}

}  // namespace hearts::test
