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
  enum class Kind { select, pass, play, choose, misdeal, demand, correct, claim, early };

  Kind kind = Kind::play;
  hearts::Seat seat = hearts::kNobody;
  hearts::Card card{};                   ///< demand: the card that was played out of turn
  hearts::Seat owner = hearts::kNobody;  ///< demand: who played it

  /// Whether a law gives the seat a choice. It may let things stand, and does so unless it answers.
  bool is_of_law() const { return kind >= Kind::misdeal; }

  bool operator==(const Decision&) const = default;
};

/// Returns the name of the kind in an `ask`.
std::string_view decision_name(Decision::Kind kind);

/// Limit per hand and seat on demands, corrections and claims (each). It is more than an honest hand needs, and bounds
/// how often a player who makes mistakes on purpose can have a trick played again.
inline constexpr int kLawActsMax = hearts::kSeatsMax;

/// A hand at the arena's table, with or without the laws: decides which decision is due next. It can be copied.
/// Table plays hands with it, and records/replay.h plays recorded ones, so both ask in the same order. Ordinary moves
/// come in the order of the engine; the laws of the table add these questions:
///
/// - misdeal asks each seat that sees that the deal is faulty, by its own cards or by a mistake of the dealer. It comes
///   after the deal and after each card to trick 1 but the last, clockwise from the dealer's left.
/// - demand asks each other seat that has not played to the trick, once, after a card out of turn. It goes clockwise
///   from the seat that should have led.
/// - correct asks each seat whose card in the trick did not follow suit although it could. It comes after each card to
///   a trick that is not complete, in the order of the trick.
/// - claim asks each seat after the last trick, if revokes and wrong hands must be claimed, as long as the seat claims
///   and there is something to claim.
///
/// A seat can play a card out of turn after it has completed a trick that another seat wins: it then leads to the next.
///
/// A seat that wants all questions of the laws (`wants_all` of the constructor) is asked more often:
///
/// - demand asks it about each card out of turn in the trick, and again after each further card, until it has played.
/// - early asks it whether it plays out of turn: before each card of other seats, if it has none in the trick and has
///   not had to take one back. It comes after the questions of the other laws, clockwise from the seat in turn. Since
///   the seat can lead early in this way, it cannot do so with the card that completes a trick.
class TableHand {
 public:
  /// The deal must be one that can_play() accepts.
  /// `wants_all`: the seats that want all questions of the laws.
  TableHand(const hearts::GameRules& game, const hearts::Hand::Setup& setup, const DealSlip& slip = {},
            const hearts::PerSeat<bool>& wants_all = {});

  /// Whether a hand can be played with these cards: with a whole deal or, under the laws, also with hands of a wrong
  /// size.
  static bool can_play(const hearts::GameRules& game, const hearts::Deal& deal, const DealSlip& slip);

  /// Asks the seat about laws no more, since it did not answer: from now on it lets things stand.
  void leave_alone(hearts::Seat seat);

  /// Returns the decision that is due, or nothing once the hand is over.
  const std::optional<Decision>& next() const { return next_; }

  /// Carries out the answer to that decision, or returns why it is refused; then nothing has changed. Without a move
  /// the seat lets things stand, which is possible only if a law asks. With `then` the seat leads this card out of turn
  /// after it has completed the trick.
  [[nodiscard]] std::optional<hearts::RuleBreach> answer(const std::optional<hearts::Move>& move,
                                                         std::optional<hearts::Card> then = {});

  /// Returns all plays and other acts so far, as they are recorded.
  const std::vector<hearts::Act>& acts() const { return acts_; }
  /// Returns what the laws have counted for each seat so far. Once the hand is done, it includes revokes and charges.
  const hearts::PerSeat<LawFigures>& figures() const { return figures_; }
  /// Whether the last claim was founded.
  bool claim_was_founded() const { return founded_; }

  /// Whether the seat wants all questions of the laws.
  bool wants_all(hearts::Seat seat) const { return wants_all_[seat]; }

  // About the seat that plays next.
  /// Returns why it may not make that move, or nothing if it may.
  std::optional<hearts::RuleBreach> why_not(const hearts::Move& move) const;
  /// Returns the cards that it may play although it could follow suit.
  hearts::CardSet possible_revokes() const;
  /// Whether it completes the trick and may then lead out of turn if it does not win the trick.
  bool may_lead_early() const;
  /// Returns why it may not lead the card `then` after completing the trick with `card`, or nothing if it may.
  std::optional<hearts::RuleBreach> why_not_then(hearts::Card card, hearts::Card then) const;

  /// Returns the cards that the seat asked to correct may play in place of its card.
  hearts::CardSet corrections() const { return laws_->corrections(next_->seat); }
  /// Returns what the seat that is asked may claim, as everybody at the table can see: who did not follow suit, and
  /// whose hand may have had a wrong size.
  std::vector<hearts::Move> claims() const { return claims_of(next_->seat); }

  const hearts::GameRules& game() const { return *game_; }
  const hearts::Hand::Setup& setup() const { return state().setup(); }
  hearts::Phase phase() const { return state().phase(); }
  /// Returns who leads to the trick on the table, or should lead. Only while cards are played.
  hearts::Seat leader() const { return laws_ ? laws_->trick().rightful_leader : plain_->to_move(); }
  /// Returns which of two hands the seat plays first.
  int selected(hearts::Seat seat) const { return plain_ ? plain_->selected(seat) : 0; }
  hearts::SeatView view(hearts::Seat seat) const {
    return laws_ ? hearts::SeatView(*laws_, seat) : hearts::SeatView(*plain_, seat);
  }
  /// Returns the hand, with or without the laws.
  const hearts::HandState& state() const { return laws_ ? static_cast<const hearts::HandState&>(*laws_) : *plain_; }
  /// Returns the hand under the laws, or nothing if illegal acts are refused.
  const std::optional<hearts::LawsHand>& laws() const { return laws_; }

 private:
  std::optional<hearts::RuleBreach> apply(hearts::Seat seat, const hearts::Move& move);
  std::optional<hearts::RuleBreach> play(hearts::Seat seat, const hearts::Move& move, std::optional<hearts::Card> then);
  bool may_ask(hearts::Seat seat) const { return !left_alone_[seat]; }
  std::vector<hearts::Move> claims_of(hearts::Seat seat) const;
  void ask_for_misdeal();
  void ask_for_early_cards();
  void ask_after_card();
  void settle();
  void count(const Decision& asked, bool covered);
  void count_end();
  int claims_made(hearts::Seat seat) const {
    return figures_[seat].of(LawFigure::claims) + figures_[seat].of(LawFigure::unfounded_claims);
  }

  const hearts::GameRules* game_;
  std::optional<hearts::Hand> plain_;
  std::optional<hearts::LawsHand> laws_;  ///< one of the two
  std::optional<Decision> next_;
  std::vector<Decision> due_;  ///< questions of the laws, which come before all others; the next one is last
  std::vector<hearts::Act> acts_;
  hearts::PerSeat<bool> wants_all_{};
  hearts::PerSeat<bool> left_alone_{};
  hearts::PerSeat<LawFigures> figures_;
  bool founded_ = true;
};

}  // namespace arena
