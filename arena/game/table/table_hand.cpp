#include "arena/game/table/table_hand.h"

#include <algorithm>
#include <array>

namespace arena {

using hearts::Act;
using hearts::Breach;
using hearts::Card;
using hearts::CardSet;
using hearts::LawsHand;
using hearts::LawsTrick;
using hearts::Move;
using hearts::Phase;
using hearts::RuleBreach;
using hearts::Seat;

std::string_view decision_name(Decision::Kind kind) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"choose", "pass", "play", "choose", "misdeal", "demand", "correct", "claim", "early"});
  return kNames[static_cast<std::size_t>(kind)];
}

bool TableHand::can_play(const hearts::GameRules& game, const hearts::Deal& deal, const DealSlip& slip) {
  if (hearts::is_whole(game, deal)) return !slip.faulty || game.rules().has_table_laws();
  return game.rules().has_table_laws() && LawsHand::can_play(game, deal);
}

TableHand::TableHand(const hearts::GameRules& game, const hearts::Hand::Setup& setup, const DealSlip& slip,
                     const hearts::PerSeat<bool>& wants_all)
    : game_(&game), wants_all_(wants_all) {
  acts_.reserve(hearts::at(game.seats() * (game.rules().tricks() + 1)));
  if (game.rules().has_table_laws()) {
    laws_.emplace(game, setup, slip.faulty);
    ask_for_early_cards();
    ask_for_misdeal();
  } else {
    plain_.emplace(game, setup);
  }
  settle();
}

void TableHand::leave_alone(Seat seat) {
  left_alone_[seat] = true;
  std::erase_if(due_, [seat](const Decision& decision) { return decision.seat == seat; });
  settle();
}

std::optional<RuleBreach> TableHand::answer(const std::optional<Move>& move, std::optional<Card> then) {
  const Decision asked = *next_;
  if (!asked.is_of_law()) {
    if (const auto refusal = play(asked.seat, *move, then)) return refusal;
  } else if (move) {
    const bool covered =
        asked.kind == Decision::Kind::demand && *laws_->trick().place_of(asked.owner) < laws_->trick().count - 1;
    if (const auto refusal = apply(asked.seat, *move)) return refusal;
    count(asked, covered);
    ask_after_card();
  } else if (asked.kind == Decision::Kind::claim) {
    (void)laws_->apply(asked.seat, Move::agree());
  } else {
    due_.pop_back();
  }
  settle();
  return std::nullopt;
}

/// Counts the result of a law's question. `covered` says that other cards lay on a card that was taken back.
void TableHand::count(const Decision& asked, bool covered) {
  LawFigures& figures = figures_[asked.seat];
  if (asked.kind == Decision::Kind::misdeal) figures.add(LawFigure::misdeals);
  if (asked.kind == Decision::Kind::correct) figures.add(LawFigure::corrections);
  if (asked.kind == Decision::Kind::claim) figures.add(founded_ ? LawFigure::claims : LawFigure::unfounded_claims);
  if (asked.kind == Decision::Kind::early)
    figures.add(laws_->trick().count == 1 ? LawFigure::leads_out_of_turn : LawFigure::plays_out_of_turn);
  if (asked.kind != Decision::Kind::demand) return;
  figures.add(LawFigure::demands);
  figures_[asked.owner].add(LawFigure::retractions);
  if (covered) figures_[asked.owner].add(LawFigure::covered_retractions);
}

/// Counts what remained at the end of the hand: revokes that were not corrected, and charges.
void TableHand::count_end() {
  laws_->each_revoke([this](const hearts::LaidCard& laid, int) { figures_[laid.seat].add(LawFigure::revokes); });
  const hearts::PerSeat<hearts::LawCharge> charges = hearts::law_charges(*laws_);
  for (Seat seat = 0; seat < game_->seats(); ++seat) {
    if (charges[seat].points != 0) figures_[seat].add(LawFigure::charge, charges[seat].points);
  }
}

/// Makes a move that does not answer a law's question.
std::optional<RuleBreach> TableHand::play(Seat seat, const Move& move, std::optional<Card> then) {
  const bool is_card = move.kind == Move::Kind::play;
  if (then && is_card) {
    if (const auto refusal = why_not_then(move.card, *then)) return refusal;
  }
  if (const auto refusal = apply(seat, move)) return refusal;
  if (then && is_card) {
    (void)apply(seat, Move::play(*then));
    figures_[seat].add(LawFigure::leads_out_of_turn);
  }
  if (laws_ && (is_card || (move.kind == Move::Kind::pass && phase() == Phase::play))) ask_after_card();
  return std::nullopt;
}

/// Makes a move and records it. A claim that is not founded is recorded, too, but changes nothing.
std::optional<RuleBreach> TableHand::apply(Seat seat, const Move& move) {
  const bool is_act = move.kind == Move::Kind::play || move.is_of_law();
  const Act act = laws_ && is_act ? hearts::act_of(*laws_, seat, move) : Act::play(move.card);
  const std::optional<RuleBreach> refusal = laws_ ? laws_->apply(seat, move) : plain_->apply(seat, move);
  if (refusal && !hearts::is_unfounded(*refusal)) return refusal;
  founded_ = !refusal;
  if (is_act) acts_.push_back(act);
  return std::nullopt;
}

void TableHand::ask_for_misdeal() {
  if (!laws_->may_call_misdeal()) return;
  const int seats = game_->seats();
  for (int offset = seats; offset >= 1; --offset) {
    const Seat seat = hearts::seat_at(setup().dealer, offset, seats);
    if (may_ask(seat) && (laws_->is_faulty_deal() || laws_->is_wrong_size(seat)))
      due_.push_back({Decision::Kind::misdeal, seat});
  }
}

/// Adds the question whether a seat plays out of turn.
void TableHand::ask_for_early_cards() {
  if (laws_->phase() != Phase::play) return;
  const int seats = game_->seats();
  for (int offset = seats - 1; offset >= 1; --offset) {
    const Seat seat = hearts::seat_at(laws_->to_move(), offset, seats);
    if (wants_all_[seat] && may_ask(seat) && !laws_->possible(seat).empty())
      due_.push_back({Decision::Kind::early, seat});
  }
}

/// Adds the questions of the laws after the trick has changed: by a card, by a card that was taken back, or because the
/// trick has begun.
void TableHand::ask_after_card() {
  due_.clear();
  const LawsTrick& trick = laws_->trick();
  if (laws_->phase() != Phase::play) return;
  ask_for_early_cards();
  if (!trick.started()) return;
  ask_for_misdeal();
  for (int place = trick.count - 1; place >= 0; --place) {
    const Seat seat = trick.at(place).seat;
    if (!trick.at(place).revoke || !may_ask(seat) || figures_[seat].of(LawFigure::corrections) == kLawActsMax) continue;
    due_.push_back({Decision::Kind::correct, seat});
  }
  // The card on top comes first, because the last question is asked first.
  const int seats = game_->seats();
  for (int place = 0; place < trick.count; ++place) {
    const hearts::LaidCard& laid = trick.at(place);
    if (!laid.out_of_turn) continue;
    for (int offset = seats - 1; offset >= 0; --offset) {
      const Seat seat = hearts::seat_at(trick.rightful_leader, offset, seats);
      if (trick.has_played(seat) || !may_ask(seat) || figures_[seat].of(LawFigure::demands) == kLawActsMax) continue;
      if (place == trick.count - 1 || wants_all_[seat])
        due_.push_back({Decision::Kind::demand, seat, laid.card, laid.seat});
    }
  }
}

/// Finds the next decision. A seat that is not to be asked for claims makes none.
void TableHand::settle() {
  const bool claiming = laws_ && laws_->phase() == Phase::claim;
  while (laws_ && laws_->phase() == Phase::claim) {
    const Seat seat = laws_->to_move();
    if (may_ask(seat) && claims_made(seat) < kLawActsMax && !claims_of(seat).empty()) break;
    (void)laws_->apply(seat, Move::agree());
  }
  const Phase now = phase();
  if (now == Phase::claim) {
    next_ = {Decision::Kind::claim, laws_->to_move()};
    return;
  }
  const bool agreed = laws_ && (claiming || (next_ && next_->kind == Decision::Kind::claim));
  if (agreed) acts_.push_back({.kind = Act::Kind::agree});
  if (laws_ && now == Phase::done) count_end();
  next_.reset();
  if (!due_.empty()) {
    next_ = due_.back();
  } else if (now != Phase::done && now != Phase::thrown_in) {
    const Seat seat = laws_ ? laws_->to_move() : plain_->to_move();
    next_ = {static_cast<Decision::Kind>(now), seat};  // the first kinds are the phases in which seats move
  }
}

std::optional<RuleBreach> TableHand::why_not(const Move& move) const {
  TableHand copy = *this;
  return copy.apply(next_->seat, move);
}

CardSet TableHand::possible_revokes() const {
  return laws_ ? laws_->possible(next_->seat) - laws_->legal(next_->seat) : CardSet{};
}

bool TableHand::may_lead_early() const {
  // Whether another trick follows may depend on the hands of others, which must not be revealed.
  return laws_ && laws_->allows_out_of_turn() && laws_->trick().count == game_->seats() - 1 &&
         laws_->cards(next_->seat).size() > 1 && !wants_all_[next_->seat];
}

std::optional<RuleBreach> TableHand::why_not_then(Card card, Card then) const {
  const RuleBreach not_now{hearts::Breach::not_your_turn, game_->cited(hearts::Breach::not_your_turn)};
  if (!laws_ || next_->kind != Decision::Kind::play || wants_all_[next_->seat]) return not_now;
  LawsHand after = *laws_;
  const Seat seat = next_->seat;
  const int number = after.trick_number();
  if (const auto refusal = after.apply(seat, Move::play(card))) return refusal;
  // The winner of the trick leads in turn, when asked.
  if (after.trick_number() == number || (after.phase() == Phase::play && after.to_move() == seat)) return not_now;
  return after.apply(seat, Move::play(then));
}

std::vector<Move> TableHand::claims_of(Seat asked) const {
  std::vector<Move> claims;
  const hearts::LawsFindings& findings = laws_->findings();
  const int last = laws_->trick_number() - 1;
  for (Seat seat = 0; seat < game_->seats(); ++seat) {
    if (seat == asked || findings.revoked[seat] || !game_->rules().law_revoke) continue;
    for (int number = 1; number <= last; ++number) {
      const LawsTrick& trick = laws_->trick(number);
      const int place = *trick.place_of(seat);
      if (trick.at(place).card.lane() != trick.led().lane()) claims.push_back(Move::claim_revoke(seat, number));
    }
  }
  // Everybody can count the tricks and see which cards are left over.
  const bool wrong_sizes = !findings.excess.empty() || last != game_->hand_size();
  if (!wrong_sizes || !game_->rules().law_incorrect_hand || findings.faulty_hands() > 0) return claims;
  for (Seat seat = 0; seat < game_->seats(); ++seat) {
    if (seat != asked) claims.push_back(Move::claim_hand(seat));
  }
  return claims;
}

}  // namespace arena
