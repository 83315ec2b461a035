#include "engine/score.h"

#include <algorithm>

namespace hearts {
namespace {

CardSet required_for_moon(const GameRules& game, int point_lane) {
  return game.suit_cards(point_lane) | game.moon_cards() |
         (game.rules().moon_requires == MoonRequires::all_point_suit_and_queen_of_spades ? game.queen_of_spades()
                                                                                         : game.positive_cards());
}

int moon_amount(const GameRules& game, int penalty, int bonus) {
  const MoonAmount amount = game.rules().moon_amount;
  return amount == MoonAmount::fixed_26 ? 26 : amount == MoonAmount::points_in_play ? penalty : penalty + bonus;
}

/// R002-32: adding the points would end the match with some opponent below the shooter.
bool is_protected(const GameRules& game, const Tally& tally, const PerSeat<int>& totals) {
  const PerSeat<int> after = new_totals(game, totals, score_hand(game, tally, MoonOption::add_others).change);
  if (!limit_met(game, after)) return false;
  const auto* end = after.begin() + game.seats();
  return *std::min_element(after.begin(), end) < after[tally.shooter];
}

/// The points of the cards that one seat has taken.
struct Worth {
  int penalty = 0;
  int bonus = 0;
};

Worth plain_worth(const GameRules& game, CardSet cards, CardSet point_suit) {
  Worth worth{game.rules().points_per_suit_card * (cards & point_suit).size(), 0};
  for (Card card : cards& game.positive_cards()) worth.penalty += game.named_points(card);
  for (Card card : cards& game.negative_cards()) worth.bonus += game.named_points(card);
  return worth;
}

/// The same, when some of the cards have an effect (R000-50, -51): additions first, then factors.
Worth worth_with_effects(const GameRules& game, CardSet cards, CardSet point_suit) {
  struct Change {
    int added = 0;
    int factor = 1;
    void apply(const GameRules::Effect& effect) { added += effect.added, factor *= effect.factor; }
    int of(int points) const { return (points + added) * factor; }
  };
  Change of_suit;
  CardSet changed = game.positive_cards() | game.negative_cards();
  for (const GameRules::Effect& effect : game.effects()) {
    if (!cards.contains(effect.card)) continue;
    if (effect.on_suit) of_suit.apply(effect);
    if (effect.added != 0) changed |= effect.cards;
  }
  Worth worth{of_suit.of(game.rules().points_per_suit_card) * (cards & point_suit).size(), 0};
  for (Card card : cards& changed) {
    Change of_card;
    for (const GameRules::Effect& effect : game.effects()) {
      if (cards.contains(effect.card) && effect.cards.contains(card)) of_card.apply(effect);
    }
    const int points = game.named_points(card);
    (points < 0 ? worth.bonus : worth.penalty) += of_card.of(points);
  }
  return worth;
}

int trick_points(const GameRules& game, const TricksTaken& tricks, Seat seat) {
  const Rules& rules = game.rules();
  return rules.points_per_trick * tricks.count[seat] + (tricks.first == seat ? rules.points_of_first_trick : 0) +
         (tricks.last == seat ? rules.points_of_last_trick : 0);
}

}  // namespace

std::string_view moon_option_name(MoonOption option) {
  static constexpr std::string_view kNames[] = {"subtract_self", "add_others", "both"};
  return kNames[static_cast<std::size_t>(option)];
}

Tally tally_hand(const GameRules& game, int point_lane, const PerSeat<CardSet>& won, CardSet set_aside,
                 const TricksTaken& tricks) {
  const Rules& rules = game.rules();
  const CardSet point_suit = game.suit_cards(point_lane);
  const CardSet costly = game.positive_cards() | (rules.points_per_suit_card > 0 ? point_suit : CardSet{});
  CardSet required = required_for_moon(game, point_lane);
  bool moon_possible = rules.moon_award != MoonAward::none;
  if (required.intersects(set_aside)) {
    moon_possible = moon_possible && rules.moon_leftover == MoonLeftover::exempt;  // R004-39, A004-8
    required -= set_aside;
  }

  Tally tally;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    const CardSet cards = won[seat];
    Worth worth = cards.intersects(game.effect_cards()) ? worth_with_effects(game, cards, point_suit)
                                                        : plain_worth(game, cards, point_suit);
    if (game.has_trick_points()) worth.penalty += trick_points(game, tricks, seat);
    tally.penalty[seat] = worth.penalty;
    tally.bonus[seat] = worth.bonus;
    tally.no_points[seat] = worth.penalty == 0 && !cards.intersects(costly);
    tally.no_tricks[seat] = tricks.count[seat] == 0;
    if (moon_possible && !required.empty() && cards.contains(required)) {
      tally.shooter = seat;
      tally.moon_amount = moon_amount(game, worth.penalty, worth.bonus);
    }
  }
  return tally;
}

MoonOptions moon_options(const GameRules& game, const Tally& tally, const PerSeat<int>& totals) {
  const MoonAward award = game.rules().moon_award;
  const bool chooses = award == MoonAward::shooter_chooses ||
                       (award == MoonAward::add_unless_protected && is_protected(game, tally, totals));
  const int count = chooses ? 2 : 1;
  if (award == MoonAward::both) return {1, {MoonOption::both, MoonOption::both}};
  if (award == MoonAward::subtract_from_self || award == MoonAward::shooter_chooses)
    return {count, {MoonOption::subtract_self, MoonOption::add_others}};
  return {count, {MoonOption::add_others, MoonOption::subtract_self}};
}

HandScore score_hand(const GameRules& game, const Tally& tally, MoonOption option) {
  const Rules& rules = game.rules();
  HandScore score;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    int& change = score.change[seat];
    if (tally.shooter == kNobody) {
      change = tally.penalty[seat] + tally.bonus[seat] + (tally.no_points[seat] ? rules.no_points_bonus : 0) +
               (tally.no_tricks[seat] ? rules.no_tricks_bonus : 0);
      continue;
    }
    const bool shot = seat == tally.shooter;
    if (option != MoonOption::add_others && shot) score.moon[seat] = -tally.moon_amount;
    if (option != MoonOption::subtract_self && !shot) score.moon[seat] = tally.moon_amount;
    change = score.moon[seat];
    if (shot && rules.moon_bonus_of_shooter == ShooterBonus::separate) change += tally.bonus[seat];
    if (!shot && rules.moon_bonus_of_others == OthersBonus::separate) change += tally.bonus[seat];
    if (!shot && tally.no_points[seat] && rules.no_points_on_moon == NoPointsOnMoon::applies)
      change += rules.no_points_bonus;
  }
  return score;
}

PerSeat<int> new_totals(const GameRules& game, const PerSeat<int>& totals, const PerSeat<int>& change) {
  const Rules& rules = game.rules();
  PerSeat<int> after{};
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    int total = totals[seat] + change[seat];
    if (rules.score_floor) total = std::max(total, *rules.score_floor);
    if (rules.score_sinkhole && total == *rules.score_sinkhole) total = 0;
    if (!rules.score_exact.empty()) {
      const auto exact = rules.score_exact.find(total);
      if (exact != rules.score_exact.end()) total = exact->second;
    }
    after[seat] = total;
  }
  return after;
}

bool limit_met(const GameRules& game, const PerSeat<int>& totals) {
  const int highest = *std::max_element(totals.begin(), totals.begin() + game.seats());
  const int limit = game.rules().match_limit;
  return game.rules().match_ends_when == EndsWhen::at_least ? highest >= limit : highest > limit;
}

}  // namespace hearts
