#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/deal.h"
#include "engine/game_rules.h"
#include "engine/score.h"
#include "engine/trick.h"

namespace hearts {

/// One decision of one seat. Only the members that belong to its kind mean anything; use the functions below to make
/// one. The kinds from `demand` on are acts of the laws of the table. Only LawsHand accepts those.
struct Move {
  enum class Kind : std::uint8_t {
    select,
    pass,
    play,
    choose,
    demand,        ///< a card that was played out of turn must be taken back
    correct,       ///< replaces a card of one's own that did not follow suit
    call_misdeal,  ///< throws the deal in
    claim_revoke,  ///< some seat did not follow suit in a complete trick
    claim_hand,    ///< some seat was dealt a wrong number of cards
    agree,         ///< the seat has nothing (more) to claim before the hand is scored
  };

  Kind kind = Kind::play;
  MoonOption option = MoonOption::subtract_self;  ///< choose
  Card card{};                                    ///< play; correct: the card that is played instead
  int hand_index = 0;                             ///< select: 0 or 1, the hand that is played first
  Seat seat = kNobody;                            ///< demand, claim_revoke, claim_hand: the owner of the card or hand
  int trick = 0;                                  ///< claim_revoke: the number of the trick, from 1
  CardSet cards{};                                ///< pass: the cards that are passed

  static Move select(int hand_index) { return {.kind = Kind::select, .hand_index = hand_index}; }
  static Move pass(CardSet cards) { return {.kind = Kind::pass, .cards = cards}; }
  static Move play(Card card) { return {.kind = Kind::play, .card = card}; }
  static Move choose(MoonOption option) { return {.kind = Kind::choose, .option = option}; }
  static Move demand(Seat seat) { return {.kind = Kind::demand, .seat = seat}; }
  static Move correct(Card card) { return {.kind = Kind::correct, .card = card}; }
  static Move call_misdeal() { return {.kind = Kind::call_misdeal}; }
  static Move claim_revoke(Seat seat, int trick) { return {.kind = Kind::claim_revoke, .seat = seat, .trick = trick}; }
  static Move claim_hand(Seat seat) { return {.kind = Kind::claim_hand, .seat = seat}; }
  static Move agree() { return {.kind = Kind::agree}; }

  bool is_of_law() const { return kind >= Kind::demand; }

  bool operator==(const Move&) const = default;
};

/// Why a move was refused, and the id of the rule that forbids it. The id is empty if no rule states it.
struct RuleBreach {
  Breach breach = Breach::wrong_phase;
  std::string_view rule;

  bool operator==(const RuleBreach&) const = default;
};

/// Adds the cards that a seat passes to what the others receive, `received`. They all go to the seat in the direction
/// of the pass, or with pass.scatter one by one, in the order of the pack, to that seat and then to each next other
/// seat on the left. `pass_offset` must not be 0.
void deliver_pass(const GameRules& game, Seat giver, int pass_offset, CardSet cards, PerSeat<CardSet>& received);

/// What a hand is waiting for. A deal of two hands a player passes and plays twice, once in each sub-hand. Two phases
/// occur only under the laws of the table (LawsHand): in `claim` all cards are played, and revokes or incorrect hands
/// may still be claimed; `thrown_in` means that a misdeal was called.
enum class Phase : std::uint8_t { select, pass, play, choose, done, claim, thrown_in };

/// What every hand has, with or without the laws of the table: its cards, its passes, what was won, and its score. Hand
/// and LawsHand add the rules of play. To show a hand to one seat, use SeatView.
class HandState {
 public:
  /// What a hand starts with.
  struct Setup {
    int number = 1;  ///< of this hand in the match, from 1; decides the pass
    Seat dealer = 0;
    PerSeat<int> totals{};  ///< before this hand
    Deal deal;              ///< must be whole (is_whole()), or accepted by LawsHand::can_play()
  };

  const GameRules& game() const { return *game_; }
  const Setup& setup() const { return setup_; }
  Phase phase() const { return phase_; }

  int pass_offset() const { return pass_offset_; }
  /// 0 for the first sub-hand, 1 for the second one of a two-hand deal.
  int sub_hand() const { return sub_hand_; }
  int point_lane() const { return setup_.deal.point_lane; }
  /// Whether point cards are broken. Under the laws only cards of complete tricks count here, because others can still
  /// be taken back.
  bool broken_for_good() const { return broken_; }

  /// The cards that the seat holds now. Under the laws, after the last full trick, these are the cards that it could
  /// not play. Private to the seat.
  CardSet cards(Seat seat) const { return hands_[seat]; }
  /// The cards that the seat passed and received in this sub-hand. Empty until all seats have passed. Private to the
  /// seat.
  CardSet passed(Seat seat) const { return phase_ == Phase::pass ? CardSet{} : passed_[seat]; }
  CardSet received(Seat seat) const { return phase_ == Phase::pass ? CardSet{} : received_[seat]; }

  /// The number of the present trick within the sub-hand, from 1. After the last trick it is one more than the number
  /// of tricks.
  int trick_number() const { return trick_number_; }
  /// The cards that each seat has won. They include the undealt cards once a kitty is taken, but not the excess of
  /// incorrect hands.
  CardSet won(Seat seat) const { return won_[seat]; }
  /// The tricks that the seats have taken in this deal.
  const TricksTaken& tricks_taken() const { return tricks_taken_; }
  /// The seat that took the undealt cards; kNobody before that, or if there is no kitty.
  Seat kitty_taker() const { return kitty_taker_; }

  /// The next three are set after the last trick and all claims.
  const Tally& tally() const { return tally_; }
  const MoonOptions& options() const { return options_; }
  MoonOption option_taken() const { return option_taken_; }
  /// Only set in phase `done`. A hand that was thrown in has no score.
  const HandScore& score() const { return score_; }

 protected:
  HandState(const GameRules& game, const Setup& setup)
      : game_(&game), setup_(setup), pass_offset_(game.pass_offset(setup.number)) {}

  /// Whether the move is of the kind that the present phase waits for. Both enumerations have the same order.
  bool is_due(const Move& move) const {
    return !move.is_of_law() && static_cast<int>(move.kind) == static_cast<int>(phase_);
  }
  RuleBreach refuse(Breach breach) const { return {breach, game_->cited(breach)}; }
  bool has_moved(Seat seat) const { return (moved_ >> seat & 1U) != 0; }
  /// The first seat that has not moved; the number of seats once all have moved.
  Seat next_unmoved() const { return std::countr_one(moved_); }
  PlaySituation situation(int led_lane) const {
    return {.point_lane = point_lane(),
            .first_trick = trick_number_ == 1,
            .broken = broken_,
            .led_lane = led_lane,
            .opening_card = opening_card_};
  }
  std::optional<RuleBreach> note_pass(Seat seat, CardSet cards);
  void exchange_cards();
  Seat open_play();
  void win(Seat winner, CardSet cards, bool first_of_deal, bool last_of_deal);
  CardSet set_aside() const;
  void finish(const Tally& tally);
  std::optional<RuleBreach> choose(MoonOption option);
  void settle(MoonOption option);

  const GameRules* game_;
  Setup setup_;
  PerSeat<CardSet> hands_{};
  PerSeat<CardSet> passed_{};
  PerSeat<CardSet> received_{};
  PerSeat<CardSet> won_{};
  TricksTaken tricks_taken_;
  Tally tally_;
  MoonOptions options_;
  HandScore score_;
  std::optional<Card> opening_card_;
  int pass_offset_ = 0;
  int sub_hand_ = 0;
  int trick_number_ = 0;
  Seat kitty_taker_ = kNobody;
  unsigned moved_ = 0;  ///< one bit a seat, set once it has selected, passed or agreed
  Phase phase_ = Phase::pass;
  MoonOption option_taken_ = MoonOption::subtract_self;
  bool broken_ = false;
};

/// One deal, played to its end by the plain rules: every irregular act is refused.
///
/// A Hand is a state machine that moves are applied to. A refused move leaves it unchanged. It allocates no memory, and
/// copies are plain values. It refers to the GameRules, which must outlive it. It knows all cards and hides none. A
/// Hand has no lock: only one thread may use it at a time.
class Hand : public HandState {
 public:
  /// A hand in progress, as somebody knows it or imagines it. It is for programs that search: they can continue the
  /// play from here.
  struct Position {
    /// As for a new hand. Only these parts of its deal are read: the point suit, the undealt cards, and hands[1] while
    /// the second sub-hand is still to come.
    Setup setup;
    Phase phase = Phase::play;   ///< `play`, or `pass` before anybody has passed
    int sub_hand = 0;            ///< 0, or 1 for the sub-hand of hands[1]
    PerSeat<CardSet> held{};     ///< what each seat holds now
    PerSeat<CardSet> won{};      ///< in the tricks of the deal, without the undealt cards
    TricksTaken tricks;          ///< of the deal so far
    Seat kitty_taker = kNobody;  ///< the seat that has the undealt cards
    int trick_number = 1;        ///< within the sub-hand, from 1
    /// The trick on the table, not complete. Its leader must be set even before a card is played.
    Trick trick;
    bool broken = false;
  };

  Hand(const GameRules& game, const Setup& setup);

  /// Continues from a position that a game can reach: the seat to move holds a card, and the seat that opens holds the
  /// opening card. The new hand does not know what was passed, nor the trick before.
  Hand(const GameRules& game, const Position& position);

  /// Makes the move, or returns the rule that it breaks. Selections and passes take effect when all seats have made
  /// theirs.
  [[nodiscard]] std::optional<RuleBreach> apply(Seat seat, const Move& move);

  /// The seat that must move. If several must (select, pass), it is the first that has not moved. kNobody when the hand
  /// is done.
  Seat to_move() const { return to_move_; }
  bool broken() const { return broken_; }
  /// Which of its two hands the seat plays first: 0 or 1.
  int selected(Seat seat) const { return selected_[seat]; }

  /// The trick on the table.
  const Trick& trick() const { return trick_; }
  /// The trick that was completed last, and the seat that won it. Before the first one, its count is 0.
  const Trick& last_trick() const { return last_trick_; }
  Seat last_winner() const { return last_winner_; }

  /// The legal cards of the seat to move. Empty in other phases than `play`.
  CardSet legal() const { return legal_; }

 private:
  template <class Layout, class Bits>
  friend class Playout;  // the tests' own player of many hands at a time, with the same moves

  PlaySituation situation() const { return HandState::situation(trick_.started() ? trick_.led().lane() : -1); }
  std::optional<RuleBreach> select(Seat seat, int hand_index);
  std::optional<RuleBreach> pass(Seat seat, CardSet cards);
  std::optional<RuleBreach> play(Card card);

  void give_turn(Seat seat);
  void start_sub_hand();
  void open();
  bool take_trick(Seat winner, CardSet cards);

  PerSeat<int> selected_{};
  CardSet legal_;
  Trick trick_;
  Trick last_trick_;
  Seat to_move_ = 0;
  Seat last_winner_ = kNobody;
};

/// How many cards were played so far in all tricks of the deal.
inline int plays_made(const Hand& hand) {
  const GameRules& game = hand.game();
  if (hand.phase() == Phase::select) return 0;
  if (hand.phase() == Phase::choose || hand.phase() == Phase::done)
    return game.seats() * game.hand_size() * game.rules().hands_per_seat;
  return game.seats() * (hand.sub_hand() * game.hand_size() + hand.trick_number() - 1) + hand.trick().count;
}

/// Draws a card of the set, each with the same probability. The set must not be empty.
inline Card random_card(CardSet from, Random& random) {
  return from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.size()))));
}

/// Draws a legal move of the seat to move, each with the same probability. The hand must not be done.
Move random_move(const Hand& hand, Random& random);

}  // namespace hearts
