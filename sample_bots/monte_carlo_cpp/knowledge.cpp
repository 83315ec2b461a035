#include "sample_bots/monte_carlo_cpp/knowledge.h"

namespace monte {

Knowledge::Knowledge(const GameRules& game, Seat me, const Hand::Setup& setup) : game_(&game), me_(me) {
  position_.setup = setup;
  start_sub_hand(0);
}

void Knowledge::start_sub_hand(int sub_hand) {
  if (sub_hand == 0 || game_->rules().break_scope == BreakScope::sub_hand) position_.broken = false;
  position_.sub_hand = sub_hand;
  position_.phase = game_->pass_offset(position_.setup.number) == 0 ? Phase::play : Phase::pass;
  position_.trick = {};
  position_.trick_number = 1;
  position_.held = {};
  sure_ = never_ = played_ = {};
  count_.fill(game_->hand_size());
  opener_ = kNobody;
}

void Knowledge::deal(CardSet cards) { position_.held[me_] = cards; }

void Knowledge::exchange(CardSet passed, CardSet received) {
  const int offset = game_->pass_offset(position_.setup.number);
  CardSet& mine = position_.held[me_];
  mine = (mine - passed) | received;
  sure_[seat_at(me_, offset, game_->seats())] = passed;
  position_.phase = Phase::play;
}

void Knowledge::start_trick(int number, Seat leader) {
  position_.phase = Phase::play;
  position_.trick = {};
  position_.trick.leader = leader;
  position_.trick_number = number;
  if (number != 1) return;
  opener_ = leader;
  const int lane = game_->opening_lane(position_.setup.deal.point_lane);
  if (lane < 0 || leader != me_) return;
  const CardSet suit = (cards() & CardSet::lane(lane)) - CardSet::joker_places();
  if (!suit.empty()) rule_out_openings_before(suit.first());
}

void Knowledge::rule_out_openings_before(Card card) {
  for (Card other : game_->suit_cards(card.lane()) - CardSet::joker_places()) {
    if (other >= card) break;
    for (CardSet& never : never_) never.insert(other);
  }
}

void Knowledge::play(Seat seat, Card card) {
  Trick& trick = position_.trick;
  if (seat != me_) {
    PlaySituation situation{.point_lane = position_.setup.deal.point_lane,
                            .first_trick = position_.trick_number == 1,
                            .broken = position_.broken,
                            .led_lane = trick.started() ? trick.led().lane() : -1,
                            .opening_card = {}};
    if (game_->opening_lane(situation.point_lane) >= 0) situation.opening_card = card;
    // A card is legal in a hand if it is legal beside each other card of it alone. So every card beside which this one
    // would not have been legal is not there.
    for (Card other : unseen()) {
      if (!legal_cards(*game_, CardSet{card, other}, situation).contains(card)) never_[seat].insert(other);
    }
  }
  const bool opens = position_.trick_number == 1 && !trick.started();
  if (opens && game_->rules().opening_lead == OpeningLead::opening_card &&
      card.lane() == game_->opening_lane(position_.setup.deal.point_lane))
    rule_out_openings_before(card);
  position_.held[seat].erase(card);
  sure_[seat].erase(card);
  played_[seat].insert(card);
  fallen_.insert(card);
  --count_[seat];
  if (trick.count < game_->seats()) trick.add(card);
}

void Knowledge::take_trick(Seat winner) {
  position_.won[winner] |= position_.trick.card_set();
  start_trick(position_.trick_number + 1, winner);
}

bool Knowledge::adds_up() const {
  const Trick& trick = position_.trick;
  const int seats = game_->seats();
  if (position_.phase == Phase::play && (trick.count >= seats || trick.seat_of(trick.count, seats) != me_))
    return false;
  for (Seat seat = 0; seat < seats; ++seat) {
    const int turns_since_leader = (seat - trick.leader + seats) % seats;
    if (count(seat) + (turns_since_leader < trick.count ? 1 : 0) != cards().size()) return false;
  }
  return true;
}

CardSet Knowledge::unseen() const {
  CardSet rest = game_->deck().cards() - fallen_ - cards() - leftover_.value_or(CardSet{});
  for (CardSet held : sure_) rest -= held;
  return rest;
}

}  // namespace monte
