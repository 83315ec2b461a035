#include "engine/laws/laws_hand.h"

#include <algorithm>

namespace hearts {
namespace {

int suit_points(const GameRules& game, int point_lane, CardSet cards) {
  return game.rules().points_per_suit_card * (cards & game.suit_cards(point_lane)).size();
}

int named_points(const GameRules& game, CardSet cards) {
  int points = 0;
  for (Card card : cards& game.positive_cards()) points += game.named_points(card);
  return points;
}

/// Charges the seat. If it pays anything, it no longer counts as a seat without points.
void charge(Tally& tally, Seat seat, int points) {
  tally.penalty[seat] += points;
  tally.no_points[seat] = tally.no_points[seat] && points == 0;
}

}  // namespace

Tally tally_under_laws(const GameRules& game, int point_lane, PerSeat<CardSet> won, CardSet set_aside,
                       const LawsFindings& findings) {
  const bool all_penalty_cards = game.rules().penalty_scope == PenaltyScope::all_penalty_cards;
  const bool revokes = findings.any_revoke();
  const auto faulty = findings.faulty_hands();

  CardSet in_deal = findings.excess;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    in_deal |= won[seat];
    if (faulty == 1 && findings.faulty[seat]) won[seat] |= findings.excess;  // R001-23
  }
  Tally tally = tally_hand(game, point_lane, won, set_aside);
  if (!revokes && faulty == 0) return tally;

  tally.shooter = kNobody;
  tally.moon_amount = 0;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (revokes) {  // R001-31
      tally.penalty[seat] = 0;
      if (!findings.revoked[seat]) continue;
      charge(tally, seat,
             suit_points(game, point_lane, in_deal) + named_points(game, all_penalty_cards ? in_deal : won[seat]));
    } else if (faulty > 1 && findings.faulty[seat]) {  // R001-24
      charge(tally, seat,
             suit_points(game, point_lane, findings.excess) +
                 (all_penalty_cards ? named_points(game, findings.excess) : 0));
    }
  }
  return tally;
}

std::optional<int> LawsTrick::place_of(Seat seat) const {
  for (int place = 0; place < count; ++place) {
    if (at(place).seat == seat) return place;
  }
  return std::nullopt;
}

Trick LawsTrick::to_trick() const {
  Trick trick;
  trick.leader = leader();
  for (int place = 0; place < count; ++place) trick.add(at(place).card);
  return trick;
}

bool LawsHand::can_play(const GameRules& game, const Deal& deal) {
  if (game.rules().hands_per_seat != 1) return false;
  CardSet seen = deal.leftover;
  int counted = deal.leftover.size();
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    const CardSet hand = deal.hands[0][seat];
    if (hand.size() < std::max(1, game.pass_count())) return false;
    counted += hand.size();
    seen |= hand;
  }
  return counted == seen.size() && game.deck().cards().contains(seen);
}

LawsHand::LawsHand(const GameRules& game, const Setup& setup, bool faulty_deal)
    : HandState(game, setup), faulty_deal_(faulty_deal), full_tricks_(kTricksMax) {
  trick_number_ = 1;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    hands_[seat] = setup.deal.hands[0][seat];
    full_tricks_ = std::min(full_tricks_, hands_[seat].size());
  }
  if (pass_offset_ == 0) open();
}

std::optional<RuleBreach> LawsHand::apply(Seat seat, const Move& move) {
  if (!move.is_of_law() && !is_due(move)) return refuse(Breach::wrong_phase);
  if (seat < 0 || seat >= game_->seats()) return refuse(Breach::not_your_turn);
  using Kind = Move::Kind;
  if (move.kind == Kind::play) return play(seat, move.card);
  if (move.kind == Kind::demand) return demand(seat, move.seat);
  if (move.kind == Kind::correct) return correct(seat, move.card);
  if (move.kind == Kind::call_misdeal) return call_misdeal();
  if (move.kind == Kind::claim_revoke) return claim_revoke(move.seat, move.trick);
  if (move.kind == Kind::claim_hand) return claim_hand(move.seat);
  if (move.kind == Kind::agree) return agree(seat);
  if (move.kind == Kind::pass) return pass(seat, move.cards);
  return seat == tally_.shooter ? choose(move.option) : refuse(Breach::not_your_turn);
}

Seat LawsHand::to_move() const {
  if (phase_ == Phase::pass || phase_ == Phase::claim) return next_unmoved();
  if (phase_ == Phase::play) return trick().turn(game_->seats());
  return phase_ == Phase::choose ? tally_.shooter : kNobody;
}

std::optional<RuleBreach> LawsHand::pass(Seat seat, CardSet cards) {
  if (const std::optional<RuleBreach> breach = note_pass(seat, cards)) return breach;
  if (next_unmoved() == game_->seats()) open();
  return std::nullopt;
}

bool LawsHand::broken() const {
  if (broken_ || (trick_number_ == 1 && !game_->rules().break_on_first_trick)) return broken_;
  const LawsTrick& now = trick();
  for (int place = 0; place < now.count; ++place) {
    const int led_lane = place == 0 ? GameRules::kLeading : now.led().lane();
    if (game_->breaking(point_lane(), led_lane).contains(now.at(place).card)) return true;
  }
  return false;
}

CardSet LawsHand::legal(Seat seat) const {
  if (phase_ != Phase::play || trick().has_played(seat)) return {};
  // legal_cards() may return the opening card although another seat holds it.
  return legal_cards(*game_, hands_[seat], situation()) & hands_[seat];
}

bool LawsHand::may_revoke() const {
  const Rules& rules = game_->rules();
  const bool both_play_lowest =
      trick_number_ == 1 && rules.opening_lead == OpeningLead::lowest_of_opening_suit_else_any;
  return in_force(rules.law_revoke) && rules.follow_required && trick().started() && !both_play_lowest;
}

CardSet LawsHand::possible_revokes(Seat seat) const {
  if (!may_revoke()) return {};
  const CardSet suit = hands_[seat] & CardSet::lane(trick().led().lane());
  if (suit.empty()) return {};
  // The ban of the first trick is not waived here, because the seat has cards of the suit led.
  return hands_[seat] - suit - (trick_number_ == 1 ? game_->first_trick_ban(point_lane()) : CardSet{});
}

CardSet LawsHand::possible(Seat seat) const {
  if (phase_ != Phase::play || trick().has_played(seat)) return {};
  const bool in_turn = seat == trick().turn(game_->seats());
  if (!in_turn && (!in_force(game_->rules().law_out_of_turn) || must_wait(seat))) return {};
  return legal(seat) | possible_revokes(seat);
}

bool LawsHand::is_revoke(Card card) const {
  for (int number = trick_number_; number >= 1; --number) {
    for (int place = 0; place < trick(number).count; ++place) {
      if (trick(number).at(place).card == card) return trick(number).at(place).revoke;
    }
  }
  return false;
}

CardSet LawsHand::corrections(Seat seat) const {
  if (phase_ != Phase::play || !in_force(game_->rules().law_revoke)) return {};
  const std::optional<int> place = trick().place_of(seat);
  if (!place || !trick().at(*place).revoke) return {};
  return legal_cards(*game_, hands_[seat], situation());
}

RuleBreach LawsHand::why_not(Seat seat, Card card) const {
  if (trick().has_played(seat)) return refuse(Breach::not_your_turn);
  if (seat != trick().turn(game_->seats())) {
    if (!in_force(game_->rules().law_out_of_turn)) return refuse(Breach::not_your_turn);
    if (must_wait(seat)) return {Breach::must_wait, "R001-26"};
  }
  if (!hands_[seat].contains(card)) return refuse(Breach::not_in_hand);
  // The law on revokes would make the card possible; the ban of the first trick is what forbids it.
  if (may_revoke() && trick_number_ == 1 && game_->first_trick_ban(point_lane()).contains(card))
    return refuse(Breach::first_trick_forbidden);
  return refuse(breach_of(*game_, hands_[seat], situation(), card));
}

std::optional<RuleBreach> LawsHand::play(Seat seat, Card card) {
  if (!possible(seat).contains(card)) return why_not(seat, card);
  const bool out_of_turn = seat != trick().turn(game_->seats());
  const bool revoke = possible_revokes(seat).contains(card);
  hands_[seat].erase(card);
  table().lay({seat, card, out_of_turn, revoke});
  if (trick().count == game_->seats()) finish_trick();
  return std::nullopt;
}

void LawsHand::return_cards_from(int place) {
  while (trick().count > place) {
    const LaidCard laid = table().remove_last();
    hands_[laid.seat].insert(laid.card);
  }
}

std::optional<RuleBreach> LawsHand::demand(Seat seat, Seat owner) {
  if (!in_force(game_->rules().law_out_of_turn)) return RuleBreach{Breach::not_in_force, "R001-26"};
  if (phase_ != Phase::play) return refuse(Breach::wrong_phase);
  if (seat == owner) return RuleBreach{Breach::own_card, "R001-29"};
  const std::optional<int> place = trick().place_of(owner);
  if (!place || !trick().at(*place).out_of_turn) return RuleBreach{Breach::card_in_turn, "R001-26"};
  if (trick().has_played(seat)) return RuleBreach{Breach::has_played, "R001-26"};
  return_cards_from(*place);
  waits_ |= 1U << owner;
  return std::nullopt;
}

std::optional<RuleBreach> LawsHand::correct(Seat seat, Card card) {
  if (!in_force(game_->rules().law_revoke)) return RuleBreach{Breach::not_in_force, "R001-30"};
  if (phase_ != Phase::play) return refuse(Breach::wrong_phase);
  const std::optional<int> place = trick().place_of(seat);
  if (!place || !trick().at(*place).revoke) return RuleBreach{Breach::nothing_to_correct, "R001-30"};
  if (!corrections(seat).contains(card)) return refuse(breach_of(*game_, hands_[seat], situation(), card));
  const bool out_of_turn = trick().at(*place).out_of_turn;
  return_cards_from(*place);  // A001-14: the cards laid after it go back, too
  hands_[seat].erase(card);
  table().lay({seat, card, out_of_turn, false});
  return std::nullopt;
}

std::optional<RuleBreach> LawsHand::call_misdeal() {
  if (!in_force(game_->rules().law_misdeal)) return RuleBreach{Breach::not_in_force, "R001-22"};
  if (phase_ == Phase::thrown_in) return refuse(Breach::wrong_phase);
  if (trick_number_ > 1) return RuleBreach{Breach::deal_stands, "R001-21"};
  if (!is_misdealt()) return RuleBreach{Breach::deal_in_order, "R001-20"};
  phase_ = Phase::thrown_in;
  return std::nullopt;
}

std::optional<RuleBreach> LawsHand::claim_revoke(Seat owner, int number) {
  if (!in_force(game_->rules().law_revoke)) return RuleBreach{Breach::not_in_force, "R001-31"};
  if (!by_claim()) return RuleBreach{Breach::found_by_table, "A001-9"};
  if (phase_ != Phase::play && phase_ != Phase::claim) return refuse(Breach::wrong_phase);
  if (number >= trick_number_) return RuleBreach{Breach::trick_open, "R001-30"};
  const std::optional<int> place = number < 1 ? std::nullopt : trick(number).place_of(owner);
  if (!place || !trick(number).at(*place).revoke) return RuleBreach{Breach::no_revoke, "R001-31"};
  if (findings_.revoked[owner]) return RuleBreach{Breach::already_found, "R001-31"};
  findings_.revoked[owner] = true;
  return std::nullopt;
}

std::optional<RuleBreach> LawsHand::claim_hand(Seat owner) {
  if (!in_force(game_->rules().law_incorrect_hand)) return RuleBreach{Breach::not_in_force, "R001-23"};
  if (!by_claim()) return RuleBreach{Breach::found_by_table, "A001-9"};
  if (phase_ != Phase::pass && phase_ != Phase::play && phase_ != Phase::claim) return refuse(Breach::wrong_phase);
  if (trick_number_ == 1) return RuleBreach{Breach::claim_too_early, "R001-23"};
  if (owner < 0 || owner >= game_->seats() || !is_wrong_size(owner))
    return RuleBreach{Breach::hand_in_order, "R001-23"};
  if (findings_.faulty[owner]) return RuleBreach{Breach::already_found, "R001-23"};
  // One wrong hand shows that the cards must be counted, and the count shows all wrong hands.
  for (Seat seat = 0; seat < game_->seats(); ++seat) findings_.faulty[seat] = is_wrong_size(seat);
  return std::nullopt;
}

std::optional<RuleBreach> LawsHand::agree(Seat seat) {
  if (phase_ != Phase::claim) return refuse(Breach::wrong_phase);
  if (has_moved(seat)) return refuse(Breach::not_your_turn);
  moved_ |= 1U << seat;
  if (to_move() == game_->seats()) finish_play();
  return std::nullopt;
}

bool LawsHand::is_misdealt() const {
  bool faulty = faulty_deal_;
  for (Seat seat = 0; seat < game_->seats(); ++seat) faulty = faulty || is_wrong_size(seat);
  return faulty;
}

void LawsHand::finish_trick() {
  Trick laid = trick().to_trick();
  // With leader 0, trick_winner() returns a position in the trick. The order in which cards were laid does not change
  // who wins.
  laid.leader = 0;
  const Seat winner = trick().at(trick_winner(*game_, laid)).seat;
  win(winner, laid.card_set(), trick_number_ == 1, trick_number_ == full_tricks_);
  broken_ = broken();
  waits_ = 0;
  ++trick_number_;
  table().rightful_leader = winner;
  if (trick_number_ <= full_tricks_) return;
  for (Seat seat = 0; seat < game_->seats(); ++seat) findings_.excess |= hands_[seat];
  if (by_claim()) {
    phase_ = Phase::claim;
    return;
  }
  each_revoke([this](const LaidCard& revoke, int) { findings_.revoked[revoke.seat] = true; });
  for (Seat seat = 0; in_force(game_->rules().law_incorrect_hand) && seat < game_->seats(); ++seat)
    findings_.faulty[seat] = is_wrong_size(seat);
  finish_play();
}

}  // namespace hearts
