#include "arena/records/recorded_hand.h"

#include <stdexcept>

namespace arena {

using hearts::at;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;

std::optional<hearts::SeatMove> recorded_move(const HandResult& record, const Hand& hand) {
  const Seat seat = hand.to_move();
  switch (hand.phase()) {
    case Phase::select:
      return {{seat, Move::select(record.selected[seat])}};
    case Phase::pass:
      return {{seat, Move::pass(record.passed[at(hand.sub_hand())][seat])}};
    case Phase::play: {
      const std::size_t next = at(plays_made(hand));
      if (next >= record.plays.size()) return std::nullopt;
      return {{seat, Move::play(record.plays[next])}};
    }
    case Phase::choose:
      if (!record.choice) return std::nullopt;
      return {{seat, Move::choose(*record.choice)}};
    case Phase::done:
      break;
  }
  return std::nullopt;
}

HandResult play_recorded(const hearts::GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                         const std::function<Move(const Hand&)>& choose) {
  Hand hand(rules, match.next_hand(deal));
  HandResult record;
  record.number = hand.setup().number;
  record.dealer = hand.setup().dealer;
  record.extra = match.status().in_extra_hands;
  record.totals = hand.setup().totals;
  record.deal = deal;
  const auto next = [&](const Hand& now) {
    const Seat seat = now.to_move();
    const Move move = choose(now);
    if (move.kind == Move::Kind::select) record.selected[seat] = move.hand_index;
    if (move.kind == Move::Kind::pass) record.passed[at(now.sub_hand())][seat] = move.cards;
    if (move.kind == Move::Kind::play) record.plays.push_back(move.card);
    if (move.kind == Move::Kind::choose) record.choice = move.option;
    return std::optional<hearts::SeatMove>{{seat, move}};
  };
  if (walk_hand(hand, next, [](const Hand&, const hearts::SeatMove&) {}))
    throw std::logic_error("a move that was chosen is illegal");
  record.points = hand.score().change;
  match.finish_hand(hand);
  return record;
}

}  // namespace arena
