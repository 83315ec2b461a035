#include "engine/match.h"

#include <algorithm>

namespace hearts {
namespace {

PerSeat<bool> lowest(const GameRules& game, const PerSeat<int>& totals) {
  const int best = *std::min_element(totals.begin(), totals.begin() + game.seats());
  PerSeat<bool> seats{};
  for (Seat seat = 0; seat < game.seats(); ++seat) seats[seat] = totals[seat] == best;
  return seats;
}

}  // namespace

MatchStatus match_status(const GameRules& game, const PerSeat<int>& totals, int hands_played, bool in_extra_hands) {
  const Rules& rules = game.rules();
  MatchStatus status;
  status.in_extra_hands = in_extra_hands;
  const bool until_unique = in_extra_hands && rules.extra_hands_stop == ExtraHandsStop::lowest_unique;
  const bool may_end = rules.match_hands ? hands_played >= *rules.match_hands : until_unique || limit_met(game, totals);
  if (!may_end) return status;
  const PerSeat<bool> best = lowest(game, totals);
  const bool unique = std::count(best.begin(), best.end(), true) == 1;
  status.over = unique || rules.match_hands || (!until_unique && rules.match_tie == MatchTie::shared);
  if (!rules.match_hands && !until_unique) status.in_extra_hands = in_extra_hands || !status.over;
  if (status.over) status.winners = best;
  return status;
}

Match::Match(const GameRules& game, Seat first_dealer) : game_(&game), dealer_(first_dealer) {
  totals_.fill(game.rules().score_start);
}

void Match::finish_hand(const HandScore& score) {
  totals_ = new_totals(*game_, totals_, score.change);
  status_ = match_status(*game_, totals_, hand_number_, status_.in_extra_hands);
  if (hand_number_ == game_->rules().last_hand() && !status_.over) {
    status_.over = true;
    status_.cut = true;
    status_.winners = lowest(*game_, totals_);
  }
  ++hand_number_;
  dealer_ = seat_at(dealer_, 1, game_->seats());
}

}  // namespace hearts
