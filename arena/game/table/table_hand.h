#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/deals/dealing.h"
#include "arena/game/table/law_figures.h"
#include "engine/hand.h"
#include "engine/laws/act.h"
#include "engine/laws/laws_hand.h"
#include "engine/seat_view.h"

namespace arena {

/// A decision that is due, and whose it is.
struct Decision {
  enum class Kind { select, pass, play, choose, misdeal, demand, correct, claim };

  Kind kind = Kind::play;
  hearts::Seat seat = hearts::kNobody;
  hearts::Card card{};                   ///< demand: the card that lies out of turn
  hearts::Seat owner = hearts::kNobody;  ///< demand: who laid it

  /// A law gives the seat a choice. It may let things stand, and does unless it answers.
  bool is_of_law() const { return kind >= Kind::misdeal; }

  bool operator==(const Decision&) const = default;
};

/// What an `ask` calls the kind.
std::string_view decision_name(Decision::Kind kind);

/// Limit per hand and seat on demands, corrections and claims (each). It is more than an honest hand needs, and bounds
/// how often a player who makes mistakes on purpose can have a trick played again.
inline constexpr int kLawActsMax = hearts::kSeatsMax;

/// A hand at the arena's table, under the laws or not: decides which decision is due next. A value that can be copied.
/// Table plays hands with it, and records/replay.h plays recorded ones, so both ask in the same order. Ordinary moves
/// come in the order of the engine; the laws of the table add these questions:
///
/// - misdeal: each seat that sees that the deal is faulty, by its own cards or a slip of the dealer, after the deal and
///   after each card to trick 1 but the last; clockwise from the dealer's left.
/// - demand: after a card out of turn, each other seat that has not played to the trick, once; clockwise from the one
///   whose turn it was.
/// - correct: after each card to a trick that is not complete, each seat whose card in it did not follow suit though it
///   could; in the order of the trick.
/// - claim: after the last trick, where revokes and wrong hands must be claimed, each seat, as long as it claims and
///   there is something to claim.
///
/// A card out of turn is laid by the seat that has just completed a trick: it leads to the next one, which another won.
class TableHand {
 public:
  /// The deal must be whole, or under the laws one that LawsHand takes.
  TableHand(const hearts::GameRules& game, const hearts::Hand::Setup& setup, const DealSlip& slip = {});

  /// It can be played with these cards: a whole deal, or under the laws one with hands of a wrong size, too.
  static bool takes(const hearts::GameRules& game, const hearts::Deal& deal, const DealSlip& slip);

  /// The seat is asked about laws no more, since it did not answer: it lets things stand.
  void leave_alone(hearts::Seat seat);

  /// The decision that is due; nothing once the hand is over.
  const std::optional<Decision>& next() const { return next_; }

  /// Takes the answer to it, or says why not; a refused one changes nothing. Without a move the seat lets things stand,
  /// which only a law leaves it. `then`: having completed the trick, it leads this card out of turn.
  [[nodiscard]] std::optional<hearts::RuleBreach> answer(const std::optional<hearts::Move>& move,
                                                         std::optional<hearts::Card> then = {});

  /// All plays and other acts so far, as they are recorded.
  const std::vector<hearts::Act>& acts() const { return acts_; }
  /// What the laws count of each seat so far; once the hand is done, with its revokes and charges.
  const hearts::PerSeat<LawFigures>& figures() const { return figures_; }
  /// The last claim was founded.
  bool claim_was_founded() const { return founded_; }

  // Of the seat that plays next.
  /// Why it may not make that move; nothing if it may.
  std::optional<hearts::RuleBreach> why_not(const hearts::Move& move) const;
  /// Cards that it may play though it could follow suit.
  hearts::CardSet possible_revokes() const;
  /// It completes the trick, and may lead out of turn then if it does not win it.
  bool may_lead_early() const;
  /// Why it may not, having completed the trick with `card`, lead the other one then; nothing if it may.
  std::optional<hearts::RuleBreach> why_not_then(hearts::Card card, hearts::Card then) const;

  /// What the seat that is to correct may lay in place of its card.
  hearts::CardSet corrections() const { return laws_->corrections(next_->seat); }
  /// What the seat that is asked may claim, as all at the table can see: who did not follow suit, and whose hand may
  /// have had a wrong size.
  std::vector<hearts::Move> claims() const { return claims_of(next_->seat); }

  const hearts::GameRules& game() const { return *game_; }
  const hearts::Hand::Setup& setup() const { return state().setup(); }
  hearts::Phase phase() const { return state().phase(); }
  /// Who leads to the trick on the table, or should; while cards are played.
  hearts::Seat leader() const { return laws_ ? laws_->trick().rightful_leader : plain_->to_move(); }
  /// Which of two hands the seat plays first.
  int selected(hearts::Seat seat) const { return plain_ ? plain_->selected(seat) : 0; }
  hearts::SeatView view(hearts::Seat seat) const {
    return laws_ ? hearts::SeatView(*laws_, seat) : hearts::SeatView(*plain_, seat);
  }
  /// The hand, under the laws or not.
  const hearts::HandState& state() const { return laws_ ? static_cast<const hearts::HandState&>(*laws_) : *plain_; }
  /// The hand under the laws; nothing where illegal acts are refused.
  const std::optional<hearts::LawsHand>& laws() const { return laws_; }

 private:
  std::optional<hearts::RuleBreach> apply(hearts::Seat seat, const hearts::Move& move);
  std::optional<hearts::RuleBreach> play(hearts::Seat seat, const hearts::Move& move, std::optional<hearts::Card> then);
  bool may_ask(hearts::Seat seat) const { return !left_alone_[seat]; }
  std::vector<hearts::Move> claims_of(hearts::Seat seat) const;
  void ask_for_misdeal();
  void ask_after_card();
  void settle();
  void count(const Decision& asked);
  void count_end();
  int claims_made(hearts::Seat seat) const {
    return figures_[seat].of(LawFigure::claims) + figures_[seat].of(LawFigure::unfounded_claims);
  }

  const hearts::GameRules* game_;
  std::optional<hearts::Hand> plain_;
  std::optional<hearts::LawsHand> laws_;  ///< one of the two
  std::optional<Decision> next_;
  std::vector<Decision> due_;  ///< questions of laws that come before anything else, the next one last
  std::vector<hearts::Act> acts_;
  hearts::PerSeat<bool> left_alone_{};
  hearts::PerSeat<LawFigures> figures_;
  bool founded_ = true;
};

}  // namespace arena
