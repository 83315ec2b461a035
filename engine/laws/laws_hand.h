#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/deal.h"
#include "engine/game_rules.h"
#include "engine/hand.h"
#include "engine/score.h"
#include "engine/seat.h"
#include "engine/trick.h"

namespace hearts {

/// What was found wrong with a deal before it was scored.
struct LawsFindings {
  PerSeat<bool> revoked{};  ///< did not follow suit and did not correct it in time
  PerSeat<bool> faulty{};   ///< was dealt a wrong number of cards
  CardSet excess;           ///< the cards left in any hand after the last full trick

  auto faulty_hands() const { return std::count(faulty.begin(), faulty.end(), true); }
  bool any_revoke() const { return std::count(revoked.begin(), revoked.end(), true) > 0; }
};

/// Counts the cards like tally_hand(), under the laws on incorrect hands and revokes (R001-23, -24, -31). `won` are the
/// cards of full tricks.
///
/// - If one hand is faulty, it takes the excess, including its own part.
/// - If several hands are faulty, each is charged with the hearts in the excess. The others are charged with nothing of
///   it (A001-7).
/// - If there is a revoke, each offender is charged with all hearts dealt, and with the other penalty cards that this
///   player took. Nobody else has penalty points, not even for a faulty hand (A001-6, -16).
///
/// If `laws.penalty_scope` is all_penalty_cards, "hearts" means every card of positive value. Charges are plain card
/// values without the effects of the special queens. There is no moon if anything was found. An excess that nobody
/// takes counts for nobody.
Tally tally_under_laws(const GameRules& game, int point_lane, PerSeat<CardSet> won, CardSet set_aside,
                       const LawsFindings& findings);

/// A card on the table.
struct LaidCard {
  Seat seat = 0;
  Card card{};
  bool out_of_turn = false;
  bool revoke = false;  ///< did not follow suit although its owner could

  bool operator==(const LaidCard&) const = default;
};

/// One trick to which seats may play out of turn. Its cards are in the order in which they were laid.
struct LawsTrick {
  Seat rightful_leader = 0;
  int count = 0;
  PerSeat<LaidCard> laid{};

  bool started() const { return count > 0; }
  Card led() const { return laid[0].card; }
  /// The seat that led, even out of turn. Before the lead, the seat that should lead.
  Seat leader() const { return started() ? laid[0].seat : rightful_leader; }
  /// The seat that has the turn: the first one clockwise from the leader without a card in this trick. The trick must
  /// not be complete.
  Seat turn(int seats) const {
    Seat seat = leader();
    while (has_played(seat)) seat = seat_at(seat, 1, seats);
    return seat;
  }
  /// The position of the seat's card in `laid`, or nothing.
  std::optional<int> place_of(Seat seat) const;
  bool has_played(Seat seat) const { return place_of(seat).has_value(); }
  const LaidCard& at(int place) const { return laid[place]; }
  void lay(const LaidCard& card) { laid[count++] = card; }
  /// Removes the last card from the table and returns it.
  LaidCard remove_last() { return std::exchange(laid[--count], LaidCard{}); }
  CardSet card_set() const { return to_trick().card_set(); }
  /// The cards in the order in which they were laid, by whatever seat.
  Trick to_trick() const;

  bool operator==(const LawsTrick&) const = default;
};

/// The most tricks that one deal can have.
inline constexpr int kTricksMax = kLanesMax * (kRanksMax + 1) / kSeatsMin;

/// One deal at a table where irregularities can happen and the laws of document 001 correct them (R001-20..31). Hand
/// refuses all irregular acts. LawsHand keeps what the laws need to know: every trick, card by card, as it was laid.
///
/// Two acts become possible, if `laws.illegal_action` is table_laws and the law concerned is in force: to play out of
/// turn, and to fail to follow suit. Everything else is refused as in Hand. A card that is laid before anybody has led
/// is a lead and must be legal as one: only the opening card can be led to trick 1, whoever leads.
///
/// Every trick ends. A seat that had to take its card back must wait for its turn in that trick, so a trick is complete
/// after a bounded number of acts.
///
/// It is a state machine that moves are applied to. A refused move leaves it unchanged. It allocates no memory, and
/// copies are plain values. It refers to the GameRules, which must outlive it. It knows all cards and hides none;
/// SeatView shows it to one seat. It has no lock: only one thread may use it at a time.
class LawsHand : public HandState {
 public:
  /// Whether the deal can be played here: one hand a seat, no card twice, and in each hand enough cards to pass and at
  /// least one. Hands may have different sizes, and cards may be lost.
  static bool can_play(const GameRules& game, const Deal& deal);

  /// `setup.deal` must be one that can_play() accepts. `faulty_deal`: the dealer showed a card or made another mistake
  /// (R001-20). Hands of a wrong size are noticed without it.
  LawsHand(const GameRules& game, const Setup& setup, bool faulty_deal = false);

  /// Makes the move, or returns the rule that it breaks. Passes take effect when all seats have passed.
  [[nodiscard]] std::optional<RuleBreach> apply(Seat seat, const Move& move);

  /// The seat that must move. If several must (pass, claim), it is the first that has not moved. kNobody at the end.
  Seat to_move() const;

  /// Whether point cards are broken, with the cards on the table counted, too. A card that was taken back has broken
  /// nothing.
  bool broken() const;

  /// The trick on the table.
  const LawsTrick& trick() const { return trick(trick_number_); }
  /// The trick with that number, 1 to trick_number().
  const LawsTrick& trick(int number) const { return tricks_[static_cast<std::size_t>(number - 1)]; }
  /// The seat that won the previous trick; kNobody in the first one.
  Seat last_winner() const { return trick_number_ > 1 ? trick().rightful_leader : kNobody; }
  /// Calls visit(card, trick) for each card of a complete trick that did not follow suit although its owner could.
  template <class Visit>
  void each_revoke(Visit visit) const {
    for (int number = 1; number < trick_number_; ++number) {
      for (const LaidCard& laid : trick(number).laid) {
        if (laid.revoke) visit(laid, number);
      }
    }
  }
  /// Whether this card is in a trick and did not follow suit although its owner could.
  bool is_revoke(Card card) const;

  /// What the seat may lay without breaking a rule, except that it may not be its turn. Empty if it has a card in the
  /// trick.
  CardSet legal(Seat seat) const;
  /// Everything that the seat can lay, including cards that the laws may make it pay for.
  CardSet possible(Seat seat) const;

  /// What the seat may lay in place of its card that did not follow suit. Empty if it has no such card in the trick.
  CardSet corrections(Seat seat) const;
  /// Whether cards may be played out of turn.
  bool allows_out_of_turn() const { return in_force(game_->rules().law_out_of_turn); }

  /// Whether the deal is a misdeal, even if it is too late to call one.
  bool is_misdealt() const;
  /// Whether a misdeal may be called now.
  bool may_call_misdeal() const {
    return in_force(game_->rules().law_misdeal) && phase_ != Phase::thrown_in && trick_number_ == 1 && is_misdealt();
  }
  /// Whether the dealer made a mistake that counting the cards does not show. All seats know of it.
  bool is_faulty_deal() const { return faulty_deal_; }
  /// Whether the seat was dealt a wrong number of cards.
  bool is_wrong_size(Seat seat) const { return setup_.deal.hands[0][seat].size() != game_->hand_size(); }
  /// What was found so far. Once the hand is scored, nothing is added.
  const LawsFindings& findings() const { return findings_; }

 private:
  bool in_force(bool law) const { return law && game_->rules().has_table_laws(); }
  bool by_claim() const {
    return in_force(game_->rules().law_revoke) && game_->rules().revoke_discovery == RevokeDiscovery::by_claim;
  }
  bool must_wait(Seat seat) const { return (waits_ >> seat & 1U) != 0; }
  bool may_revoke() const;
  LawsTrick& table() { return tricks_[static_cast<std::size_t>(trick_number_ - 1)]; }
  PlaySituation situation() const { return HandState::situation(trick().started() ? trick().led().lane() : -1); }
  CardSet possible_revokes(Seat seat) const;
  RuleBreach why_not(Seat seat, Card card) const;

  std::optional<RuleBreach> pass(Seat seat, CardSet cards);
  std::optional<RuleBreach> play(Seat seat, Card card);
  std::optional<RuleBreach> demand(Seat seat, Seat owner);
  std::optional<RuleBreach> correct(Seat seat, Card card);
  std::optional<RuleBreach> call_misdeal();
  std::optional<RuleBreach> claim_revoke(Seat owner, int trick);
  std::optional<RuleBreach> claim_hand(Seat owner);
  std::optional<RuleBreach> agree(Seat seat);

  void open() { table().rightful_leader = open_play(); }
  void return_cards_from(int place);
  void finish_trick();
  void finish_play() { finish(tally_under_laws(*game_, point_lane(), won_, set_aside(), findings_)); }

  bool faulty_deal_;
  std::array<LawsTrick, kTricksMax + 1> tricks_{};
  LawsFindings findings_;
  int full_tricks_ = 0;  ///< the number of tricks to which every hand can contribute
  unsigned waits_ = 0;   ///< one bit a seat, set if its card was taken back in this trick
};

}  // namespace hearts
