#include <algorithm>

#include "tests/unit/engine/naive_model.h"

namespace naive {

using hearts::Rules;

namespace {

int value_in(const Rules& rules, Card card) {
  for (const auto& [name, points] : rules.points_of_cards) {
    if (name.text() == card) return points;
  }
  return 0;
}

/// The cards a shooter must have.
Cards needed(const Rules& rules, char point_suit) {
  const bool queen = rules.moon_requires == hearts::MoonRequires::all_point_suit_and_queen_of_spades;
  Cards cards;
  for (Card card : pack_of(rules)) {
    bool is_named = false;
    for (const hearts::CardName& name : rules.moon_cards) is_named = is_named || name.text() == card;
    if (is_named || suit_letter(card) == point_suit || (queen ? card == "QS" : value_in(rules, card) > 0))
      cards.push_back(card);
  }
  return cards;
}

}  // namespace

Count count_hand(const Rules& rules, char point_suit, const std::vector<Cards>& won, const Cards& set_aside,
                 const TricksTaken& tricks) {
  Count count;
  bool possible = true;
  Cards must_have;
  for (Card card : needed(rules, point_suit)) {
    if (!holds(set_aside, card)) {
      must_have.push_back(card);
    } else if (rules.moon_leftover == hearts::MoonLeftover::blocks) {
      possible = false;
    }
  }
  for (std::size_t seat = 0; seat < won.size(); ++seat) {
    const Cards& cards = won[seat];
    const bool doubled = rules.queen_of_hearts_doubles && holds(cards, "QH");
    const bool cancelled = rules.queen_of_clubs_cancels && holds(cards, "QC");
    const auto changed = [&](int points, const std::string& target, const std::string& other_target) {
      for (const hearts::CardEffect& effect : rules.effects) {
        const bool meant = effect.target == target || effect.target == other_target;
        if (meant && !effect.multiplies && holds(cards, effect.card.text())) points += effect.amount;
      }
      for (const hearts::CardEffect& effect : rules.effects) {
        const bool meant = effect.target == target || effect.target == other_target || effect.target == "all";
        if (meant && effect.multiplies && holds(cards, effect.card.text())) points *= effect.amount;
      }
      return points;
    };
    int penalty = 0;
    int bonus = 0;
    bool took_points = false;
    for (Card card : cards) {
      if (suit_letter(card) == point_suit) {
        const int points = changed(rules.points_per_suit_card, "point_suit", "point_suit");
        penalty += doubled ? 2 * points : points;
        took_points = took_points || rules.points_per_suit_card > 0;
      }
      const int value = value_in(rules, card);
      const int worth = changed(value, std::string(card.text()), std::string(1, suit_letter(card)));
      if (value < 0) bonus += worth;
      if (value > 0) took_points = true;
      if (value >= 0 && !(card == "QS" && cancelled)) penalty += worth;
    }
    if (!tricks.count.empty()) {
      penalty += tricks.count[seat] * rules.points_per_trick;
      if (tricks.first == static_cast<int>(seat)) penalty += rules.points_of_first_trick;
      if (tricks.last == static_cast<int>(seat)) penalty += rules.points_of_last_trick;
    }
    count.no_tricks.push_back(tricks.count.empty() || tricks.count[seat] == 0);
    count.penalty.push_back(penalty);
    count.bonus.push_back(bonus);
    count.no_points.push_back(!took_points && penalty == 0);
    bool all = possible && !must_have.empty() && rules.moon_award != hearts::MoonAward::none;
    for (Card card : must_have) all = all && holds(cards, card);
    if (!all) continue;
    count.shooter = static_cast<int>(seat);
    if (rules.moon_amount == hearts::MoonAmount::fixed_26) count.amount = 26;
    if (rules.moon_amount == hearts::MoonAmount::shooter_hand_value) count.amount = penalty + bonus;
    if (rules.moon_amount == hearts::MoonAmount::points_in_play) count.amount = penalty;
  }
  return count;
}

std::vector<std::string> moon_options(const Rules& rules, const Count& count, const std::vector<int>& totals) {
  if (count.shooter < 0) return {};
  if (rules.moon_award == hearts::MoonAward::both) return {"both"};
  if (rules.moon_award == hearts::MoonAward::subtract_from_self) return {"subtract_self"};
  if (rules.moon_award == hearts::MoonAward::add_to_others) return {"add_others"};
  if (rules.moon_award == hearts::MoonAward::shooter_chooses) return {"subtract_self", "add_others"};
  const std::vector<int> after = totals_after(rules, totals, changes(rules, count, "add_others"));
  bool somebody_is_lower = false;
  for (int total : after)
    somebody_is_lower = somebody_is_lower || total < after[static_cast<std::size_t>(count.shooter)];
  if (meets_limit(rules, after) && somebody_is_lower) return {"add_others", "subtract_self"};
  return {"add_others"};
}

std::vector<int> changes(const Rules& rules, const Count& count, const std::string& option) {
  std::vector<int> change;
  for (int seat = 0; seat < static_cast<int>(count.penalty.size()); ++seat) {
    const std::size_t at = static_cast<std::size_t>(seat);
    int points = 0;
    if (count.shooter < 0) {
      points = count.penalty[at] + count.bonus[at];
      if (count.no_points[at]) points += rules.no_points_bonus;
      if (count.no_tricks[at]) points += rules.no_tricks_bonus;
    } else if (seat == count.shooter) {
      if (option == "subtract_self" || option == "both") points -= count.amount;
      if (rules.moon_bonus_of_shooter == hearts::ShooterBonus::separate) points += count.bonus[at];
    } else {
      if (option == "add_others" || option == "both") points += count.amount;
      if (rules.moon_bonus_of_others == hearts::OthersBonus::separate) points += count.bonus[at];
      if (rules.no_points_on_moon == hearts::NoPointsOnMoon::applies && count.no_points[at])
        points += rules.no_points_bonus;
    }
    change.push_back(points);
  }
  return change;
}

std::vector<int> totals_after(const Rules& rules, const std::vector<int>& totals, const std::vector<int>& change) {
  std::vector<int> after;
  for (std::size_t seat = 0; seat < totals.size(); ++seat) {
    int total = totals[seat] + change[seat];
    if (rules.score_floor && total < *rules.score_floor) total = *rules.score_floor;
    if (rules.score_sinkhole && total == *rules.score_sinkhole) total = 0;
    for (const auto& [from, to] : rules.score_exact) {
      if (total == from) {
        total = to;
        break;
      }
    }
    after.push_back(total);
  }
  return after;
}

bool meets_limit(const Rules& rules, const std::vector<int>& totals) {
  for (int total : totals) {
    if (total > rules.match_limit) return true;
    if (total == rules.match_limit && rules.match_ends_when == hearts::EndsWhen::at_least) return true;
  }
  return false;
}

Match start_of_match(const Rules& rules) {
  Match match;
  match.totals.assign(static_cast<std::size_t>(rules.seats), rules.score_start);
  return match;
}

void book(const Rules& rules, Match& match, const std::vector<int>& change) {
  match.totals = totals_after(rules, match.totals, change);
  const int lowest = *std::min_element(match.totals.begin(), match.totals.end());
  std::vector<int> best;
  for (int seat = 0; seat < rules.seats; ++seat) {
    if (match.totals[static_cast<std::size_t>(seat)] == lowest) best.push_back(seat);
  }
  ++match.hands;
  const bool played_off = match.further_hands && rules.extra_hands_stop == hearts::ExtraHandsStop::lowest_unique;
  if (rules.match_hands) {
    match.over = match.hands == *rules.match_hands;
  } else if (played_off || meets_limit(rules, match.totals)) {
    match.over = best.size() == 1 || rules.match_tie == hearts::MatchTie::shared;
    if (!match.over) match.further_hands = true;
  }
  if (!rules.match_hands && !match.over && match.hands == rules.match_hands_max) match.over = match.cut = true;
  if (match.over) match.winners = best;
}

}  // namespace naive
