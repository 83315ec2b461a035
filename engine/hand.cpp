#include "engine/hand.h"

namespace hearts {

void deliver_pass(const GameRules& game, Seat giver, int pass_offset, CardSet cards, PerSeat<CardSet>& received) {
  const int seats = game.seats();
  Seat taker = seat_at(giver, pass_offset, seats);
  if (!game.rules().pass_scatter) {
    received[taker] |= cards;
    return;
  }
  for (Card card : cards) {
    received[taker].insert(card);
    taker = seat_at(taker, 1, seats);
    if (taker == giver) taker = seat_at(taker, 1, seats);
  }
}

/// Notes what the seat passes. Once all seats have passed, next_unmoved() returns the number of seats, and the cards
/// are exchanged.
std::optional<RuleBreach> HandState::note_pass(Seat seat, CardSet cards) {
  if (has_moved(seat)) return refuse(Breach::not_your_turn);
  if (!hands_[seat].contains(cards)) return refuse(Breach::not_in_hand);
  if (cards.size() != game_->pass_count()) return refuse(Breach::pass_count);
  passed_[seat] = cards;
  moved_ |= 1U << seat;
  if (next_unmoved() == game_->seats()) exchange_cards();
  return std::nullopt;
}

void HandState::exchange_cards() {
  for (Seat seat = 0; seat < game_->seats(); ++seat) deliver_pass(*game_, seat, pass_offset_, passed_[seat], received_);
  for (Seat seat = 0; seat < game_->seats(); ++seat) {
    hands_[seat] = (hands_[seat] - passed_[seat]) | received_[seat];
  }
}

/// Starts the play and returns the seat that leads to the first trick.
Seat HandState::open_play() {
  phase_ = Phase::play;
  moved_ = 0;
  const Opening opening = find_opening(*game_, hands_, point_lane(), setup_.dealer);
  opening_card_ = opening.card;
  return opening.leader;
}

/// Gives a trick to its winner, together with a kitty that belongs to this trick.
void HandState::win(Seat winner, CardSet cards, bool first_of_deal, bool last_of_deal) {
  const LeftoverFate fate = game_->rules().leftover_fate;
  won_[winner] |= cards;
  tricks_taken_.add(winner);
  if ((first_of_deal && fate == LeftoverFate::kitty_first_trick) ||
      (last_of_deal && fate == LeftoverFate::kitty_last_trick)) {
    kitty_taker_ = winner;  // R002-49
    won_[winner] |= setup_.deal.leftover;
  }
}

/// The undealt cards that nobody takes.
CardSet HandState::set_aside() const {
  return game_->rules().leftover_fate == LeftoverFate::set_aside ? setup_.deal.leftover : CardSet{};
}

void HandState::finish(const Tally& tally) {
  tally_ = tally;
  if (tally_.shooter != kNobody) options_ = moon_options(*game_, tally_, setup_.totals);
  // Without a moon there are no options, and nobody reads which one was used.
  if (options_.count < 2) {
    settle(options_.list[0]);
  } else {
    phase_ = Phase::choose;
  }
}

std::optional<RuleBreach> HandState::choose(MoonOption option) {
  if (!options_.offers(option)) return refuse(Breach::not_offered);
  settle(option);
  return std::nullopt;
}

void HandState::settle(MoonOption option) {
  option_taken_ = option;
  score_ = score_hand(*game_, tally_, option);
  phase_ = Phase::done;
}

Hand::Hand(const GameRules& game, const Setup& setup) : HandState(game, setup) {
  if (game.rules().hands_per_seat > 1) {
    phase_ = Phase::select;
  } else {
    start_sub_hand();
  }
}

Hand::Hand(const GameRules& game, const Position& position) : HandState(game, position.setup), trick_(position.trick) {
  hands_ = position.held;
  won_ = position.won;
  tricks_taken_ = position.tricks;
  sub_hand_ = position.sub_hand;
  trick_number_ = position.trick_number;
  kitty_taker_ = position.kitty_taker;
  phase_ = position.phase;
  broken_ = position.broken;
  if (kitty_taker_ != kNobody) won_[kitty_taker_] |= setup_.deal.leftover;
  if (phase_ == Phase::pass) return;
  // Only the leader of the first trick needs to know which card opens.
  if (trick_number_ == 1 && !trick_.started())
    opening_card_ = find_opening(game, hands_, point_lane(), setup_.dealer).card;
  give_turn(trick_.seat_of(trick_.count, game.seats()));
}

std::optional<RuleBreach> Hand::apply(Seat seat, const Move& move) {
  if (!is_due(move)) return refuse(Breach::wrong_phase);
  if (seat < 0 || seat >= game_->seats()) return refuse(Breach::not_your_turn);
  if (phase_ == Phase::select) return select(seat, move.hand_index);
  if (phase_ == Phase::pass) return pass(seat, move.cards);
  if (seat != to_move_) return refuse(Breach::not_your_turn);
  if (phase_ == Phase::play) return play(move.card);
  const std::optional<RuleBreach> breach = choose(move.option);
  if (!breach) to_move_ = kNobody;
  return breach;
}

std::optional<RuleBreach> Hand::select(Seat seat, int hand_index) {
  if (has_moved(seat)) return refuse(Breach::not_your_turn);
  // The rule that GameRules::cited() has for this breach is about the options of a moon.
  if (hand_index != 0 && hand_index != 1) return RuleBreach{Breach::not_offered, {}};
  selected_[seat] = hand_index;
  moved_ |= 1U << seat;
  to_move_ = next_unmoved();
  if (to_move_ == game_->seats()) start_sub_hand();
  return std::nullopt;
}

void Hand::start_sub_hand() {
  for (Seat seat = 0; seat < game_->seats(); ++seat) {
    const int index = sub_hand_ == 0 ? selected_[seat] : 1 - selected_[seat];
    hands_[seat] = setup_.deal.hands[at(index)][seat];
  }
  if (sub_hand_ > 0) passed_ = received_ = {};
  if (sub_hand_ == 0 || game_->rules().break_scope == BreakScope::sub_hand) broken_ = false;  // R000-72
  trick_ = {};
  trick_number_ = 1;
  if (pass_offset_ == 0) return open();
  phase_ = Phase::pass;
  moved_ = 0;
  to_move_ = 0;
}

std::optional<RuleBreach> Hand::pass(Seat seat, CardSet cards) {
  if (const std::optional<RuleBreach> breach = note_pass(seat, cards)) return breach;
  to_move_ = next_unmoved();
  if (to_move_ == game_->seats()) open();
  return std::nullopt;
}

void Hand::open() {
  trick_ = {};
  trick_.leader = open_play();
  give_turn(trick_.leader);
}

void Hand::give_turn(Seat seat) {
  to_move_ = seat;
  legal_ = legal_cards(*game_, hands_[seat], situation());
}

std::optional<RuleBreach> Hand::play(Card card) {
  if (!legal_.contains(card)) return refuse(breach_of(*game_, hands_[to_move_], situation(), card));
  const int led_lane = trick_.started() ? trick_.led().lane() : GameRules::kLeading;
  if (trick_number_ > 1 || game_->rules().break_on_first_trick) {
    broken_ = broken_ || game_->breaking(point_lane(), led_lane).contains(card);
  }
  hands_[to_move_].erase(card);
  trick_.add(card);
  if (trick_.count < game_->seats()) {
    give_turn(seat_at(to_move_, 1, game_->seats()));
  } else if (take_trick(trick_winner(*game_, trick_), trick_.card_set())) {
    give_turn(last_winner_);
  }
  return std::nullopt;
}

/// Gives the trick on the table to its winner. Returns true while the hand that is being played has cards left; the
/// winner then leads next.
bool Hand::take_trick(Seat winner, CardSet cards) {
  last_trick_ = trick_;
  last_winner_ = winner;
  trick_ = {};
  trick_.leader = winner;
  const bool last = hands_[winner].empty();
  const bool last_of_deal = last && sub_hand_ + 1 == game_->rules().hands_per_seat;
  win(winner, cards, trick_number_ == 1 && sub_hand_ == 0, last_of_deal);
  ++trick_number_;
  if (!last) return true;
  legal_ = {};
  if (last_of_deal) {
    finish(tally_hand(*game_, point_lane(), won_, set_aside(), tricks_taken_));
    to_move_ = phase_ == Phase::choose ? tally_.shooter : kNobody;
  } else {
    ++sub_hand_;
    start_sub_hand();
  }
  return false;
}

Move random_move(const Hand& hand, Random& random) {
  if (hand.phase() == Phase::play) return Move::play(random_card(hand.legal(), random));
  if (hand.phase() == Phase::select) return Move::select(static_cast<int>(random.below(2)));
  if (hand.phase() == Phase::choose)
    return Move::choose(hand.options().list[random.below(static_cast<std::uint32_t>(hand.options().count))]);
  CardSet rest = hand.cards(hand.to_move());
  CardSet chosen;
  for (int i = 0; i < hand.game().pass_count(); ++i) {
    const Card card = random_card(rest, random);
    rest.erase(card);
    chosen.insert(card);
  }
  return Move::pass(chosen);
}

}  // namespace hearts
