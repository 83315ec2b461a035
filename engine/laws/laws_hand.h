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
  PerSeat<bool> revoked{};  ///< did not follow suit and did not put it right in time
  PerSeat<bool> faulty{};   ///< was dealt a wrong number of cards
  CardSet excess;           ///< cards left in any hand after the last full trick

  auto faulty_hands() const { return std::count(faulty.begin(), faulty.end(), true); }
  bool any_revoke() const { return std::count(revoked.begin(), revoked.end(), true) > 0; }
};

/// tally_hand under the laws on incorrect hands and revokes (R001-23, -24, -31). `won` are the cards of full tricks.
/// - One faulty hand takes the excess, its own part of it too.
/// - Several: each is charged with the hearts in the excess, all others with nothing of it (A001-7).
/// - Revokes: each offender is charged with all hearts dealt, and with the other penalty cards that he took;
///   nobody else has penalty points, not even for a faulty hand (A001-6, -16).
/// Where `laws.penalty_scope` is all_penalty_cards, "hearts" means every card of positive value. Charges are plain card
/// values without the effects of queens. With any finding there is no moon; an excess nobody takes counts for nobody.
Tally tally_under_laws(const GameRules& game, int point_lane, PerSeat<CardSet> won, CardSet set_aside,
                       const LawsFindings& findings);

/// A card that lies on the table.
struct LaidCard {
  Seat seat = 0;
  Card card{};
  bool out_of_turn = false;
  bool revoke = false;  ///< did not follow suit though its owner could

  bool operator==(const LaidCard&) const = default;
};

/// One trick to which seats may play out of turn: its cards in the order in which they were laid.
struct LawsTrick {
  Seat rightful_leader = 0;
  int count = 0;
  PerSeat<LaidCard> laid{};

  bool started() const { return count > 0; }
  Card led() const { return laid[0].card; }
  /// Who led, even out of turn; else who should.
  Seat leader() const { return started() ? laid[0].seat : rightful_leader; }
  /// The first seat clockwise from the leader that has no card here: whose turn it is. The trick must not be complete.
  Seat turn(int seats) const {
    Seat seat = leader();
    while (has_played(seat)) seat = seat_at(seat, 1, seats);
    return seat;
  }
  /// Where in `laid` the card of the seat is, or nothing.
  std::optional<int> place_of(Seat seat) const;
  bool has_played(Seat seat) const { return place_of(seat).has_value(); }
  const LaidCard& at(int place) const { return laid[place]; }
  void lay(const LaidCard& card) { laid[count++] = card; }
  /// Takes the last card off the table.
  LaidCard take_back() { return std::exchange(laid[--count], LaidCard{}); }
  CardSet card_set() const { return as_laid().card_set(); }
  /// Its cards in the order in which they were laid, whoever laid them.
  Trick as_laid() const;

  bool operator==(const LawsTrick&) const = default;
};

/// Most tricks of one deal.
inline constexpr int kTricksMax = kLanesMax * (kRanksMax + 1) / kSeatsMin;

/// One deal at a table where irregularities can happen and the laws of document 001 put them right (R001-20..31).
/// Hand refuses all of them; this one keeps what the laws need to know: every trick, card by card, as it was laid.
///
/// Under `laws.illegal_action` table_laws and the law concerned, two things that Hand refuses are possible: to play out
/// of turn, and not to follow suit. All else is refused as ever. A card laid before anybody led is a lead, so the rules
/// of leads hold for it: to trick 1 only the opening card can be led, whoever leads.
///
/// It is bounded. A seat whose card another had taken back waits for its turn in that trick, so a trick is complete
/// after finitely many acts.
///
/// A state machine whose moves are values; a refused move leaves it unchanged. No allocation; copies are plain. Refers
/// to the GameRules, which must outlive it. It knows all and hides nothing: who shows it to a seat must cut it.
class LawsHand : public HandState {
 public:
  /// The deal can be played here: one hand a seat, no card twice, and each hand has the cards to pass and one to play.
  /// Hands may be of unequal size, and cards may be lost.
  static bool takes(const GameRules& game, const Deal& deal);

  /// The deal must be one it takes. `faulty_deal`: the dealer showed a card or made another slip (R001-20); hands of a
  /// wrong size are seen without it.
  LawsHand(const GameRules& game, const Setup& setup, bool faulty_deal = false);

  /// Makes the move, or says which rule it breaks. Passes take effect when all seats have passed.
  [[nodiscard]] std::optional<RuleBreach> apply(Seat seat, const Move& move);

  /// The seat whose move is awaited; with several (pass, claim) the first that has not moved. kNobody at the end.
  Seat to_move() const;

  /// As the cards lie: one that is taken back has broken nothing.
  bool broken() const;

  /// The trick on the table.
  const LawsTrick& trick() const { return trick(trick_number_); }
  /// A trick by its number, 1..trick_number().
  const LawsTrick& trick(int number) const { return tricks_[static_cast<std::size_t>(number - 1)]; }
  /// Who took the trick before this one; kNobody in the first.
  Seat last_winner() const { return trick_number_ > 1 ? trick().rightful_leader : kNobody; }
  /// Calls visit(card, trick) for the cards in complete tricks that failed to follow suit.
  template <class Visit>
  void each_revoke(Visit visit) const {
    for (int number = 1; number < trick_number_; ++number) {
      for (const LaidCard& laid : trick(number).laid) {
        if (laid.revoke) visit(laid, number);
      }
    }
  }
  /// The card lies in some trick, and did not follow suit to it though its owner could.
  bool is_revoke(Card card) const;

  /// What the seat may lay without breaking a rule but that of turns; empty if it has a card in the trick.
  CardSet legal(Seat seat) const;
  /// What it can lay at all: the laws may make it pay.
  CardSet possible(Seat seat) const;

  /// What it may lay in the place of its card that did not follow suit; empty if it has no such card in the trick.
  CardSet corrections(Seat seat) const;
  /// Cards may be played out of turn.
  bool allows_out_of_turn() const { return in_force(game_->rules().law_out_of_turn); }

  /// The deal may be called a misdeal, as long as it may.
  bool is_misdealt() const;
  /// It may be called one now.
  bool may_call_misdeal() const {
    return in_force(game_->rules().law_misdeal) && phase_ != Phase::thrown_in && trick_number_ == 1 && is_misdealt();
  }
  /// A slip of the dealer that no count of cards shows: everybody has seen it.
  bool is_faulty_deal() const { return faulty_deal_; }
  /// The seat was dealt a wrong number of cards.
  bool is_wrong_size(Seat seat) const { return setup_.deal.hands[0][seat].size() != game_->hand_size(); }
  /// What is found so far, or was found before scoring.
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
  void take_back_from(int place);
  void finish_trick();
  void finish_play() { finish(tally_under_laws(*game_, point_lane(), won_, set_aside(), findings_)); }

  bool faulty_deal_;
  std::array<LawsTrick, kTricksMax + 1> tricks_{};
  LawsFindings findings_;
  int full_tricks_ = 0;  ///< to which every hand can contribute
  unsigned waits_ = 0;   ///< bit a seat, whose card was taken back in this trick
};

}  // namespace hearts
