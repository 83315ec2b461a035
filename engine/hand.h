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

/// One decision of one seat. Those from `demand` on are acts of the laws of the table, which LawsHand alone takes.
struct Move {
  enum class Kind : std::uint8_t {
    select,
    pass,
    play,
    choose,
    demand,        ///< a card played out of turn must be taken back
    correct,       ///< replaces one's own card that did not follow suit
    call_misdeal,  ///< throws the deal in
    claim_revoke,  ///< some seat did not follow suit in a trick that lies turned
    claim_hand,    ///< some seat was dealt a wrong number of cards
    agree,         ///< has nothing (more) to claim before the hand is scored
  };

  Kind kind = Kind::play;
  MoonOption option = MoonOption::subtract_self;  ///< choose
  Card card{};                                    ///< play; correct: the card played instead
  int hand_index = 0;                             ///< select: 0 or 1, which hand is played first
  Seat seat = kNobody;                            ///< demand, claim_revoke, claim_hand: whose card or hand
  int trick = 0;                                  ///< claim_revoke: number of the trick, from 1
  CardSet cards{};                                ///< pass: the cards passed

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

/// Why a move was refused, and the rule that says so (its id may be empty where no sheet states it).
struct RuleBreach {
  Breach breach = Breach::wrong_phase;
  std::string_view rule;

  bool operator==(const RuleBreach&) const = default;
};

/// What a hand is doing. A two-hand deal passes and plays twice, once a sub-hand. Two phases are of hands under the laws
/// alone, see LawsHand. `claim`: all cards are played, and revokes or incorrect hands may still be claimed. `thrown_in`:
/// a misdeal was called.
enum class Phase : std::uint8_t { select, pass, play, choose, done, claim, thrown_in };

/// What a hand has whether it is played under the laws or not: its cards, its passes, what was won, and its score.
class HandState {
 public:
  struct Setup {
    int number = 1;  ///< of the match, from 1; sets the pass
    Seat dealer = 0;
    PerSeat<int> totals{};  ///< before the hand
    Deal deal;              ///< must be whole, see is_whole(); under the laws one that LawsHand takes
  };

  const GameRules& game() const { return *game_; }
  const Setup& setup() const { return setup_; }
  Phase phase() const { return phase_; }

  int pass_offset() const { return pass_offset_; }
  /// 0 for the first, 1 for the second of a two-hand deal.
  int sub_hand() const { return sub_hand_; }
  int point_lane() const { return setup_.deal.point_lane; }
  /// Under the laws by cards of complete tricks alone.
  bool broken_for_good() const { return broken_; }

  /// Cards the seat holds now; under the laws after the last full trick those it could not play. Private to it.
  CardSet cards(Seat seat) const { return hands_[seat]; }
  /// Cards the seat passed away and received in this sub-hand; empty before all have passed. Private to it.
  CardSet passed(Seat seat) const { return phase_ == Phase::pass ? CardSet{} : passed_[seat]; }
  CardSet received(Seat seat) const { return phase_ == Phase::pass ? CardSet{} : received_[seat]; }

  /// Trick number within the sub-hand, from 1; after the last one more than that.
  int trick_number() const { return trick_number_; }
  /// Cards each seat has won, undealt cards included once they are taken. The excess of incorrect hands is not here.
  CardSet won(Seat seat) const { return won_[seat]; }
  /// Who took the undealt cards; kNobody before or without a kitty.
  Seat kitty_taker() const { return kitty_taker_; }

  /// After the last trick, and after all claims.
  const Tally& tally() const { return tally_; }
  const MoonOptions& options() const { return options_; }
  MoonOption option_taken() const { return option_taken_; }
  /// Phase done only: a hand thrown in has no score.
  const HandScore& score() const { return score_; }

 protected:
  HandState(const GameRules& game, const Setup& setup)
      : game_(&game), setup_(setup), pass_offset_(game.pass_offset(setup.number)) {}

  /// A move of the phase that the hand is in; both have the same order.
  bool is_due(const Move& move) const {
    return !move.is_of_law() && static_cast<int>(move.kind) == static_cast<int>(phase_);
  }
  RuleBreach refuse(Breach breach) const { return {breach, game_->cited(breach)}; }
  bool has_moved(Seat seat) const { return (moved_ >> seat & 1U) != 0; }
  /// The first seat that has not moved; the number of seats once all have.
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
  Tally tally_;
  MoonOptions options_;
  HandScore score_;
  std::optional<Card> opening_card_;
  int pass_offset_ = 0;
  int sub_hand_ = 0;
  int trick_number_ = 0;
  Seat kitty_taker_ = kNobody;
  unsigned moved_ = 0;  ///< bit a seat, where all move before anything comes of it
  Phase phase_ = Phase::pass;
  MoonOption option_taken_ = MoonOption::subtract_self;
  bool broken_ = false;
};

/// One deal, played out: a state machine whose moves are values. A refused move leaves it unchanged.
/// No allocation; copies are plain. Refers to the GameRules, which must outlive it.
class Hand : public HandState {
 public:
  /// A hand that has begun, as somebody knows it or imagines it.
  struct Position {
    Setup setup;  ///< of its deal: the point suit, the undealt cards, and hands[1] as long as it is to come
    Phase phase = Phase::play;   ///< pass, before anybody has passed, or play
    int sub_hand = 0;            ///< the second is the one of hands[1]
    PerSeat<CardSet> held{};     ///< what each seat holds now
    PerSeat<CardSet> won{};      ///< of the tricks of the deal; undealt cards left out
    Seat kitty_taker = kNobody;  ///< who has the undealt cards
    int trick_number = 1;        ///< within the sub-hand, from 1
    Trick trick;                 ///< on the table, not complete; its leader before a card lies, too
    bool broken = false;
  };

  Hand(const GameRules& game, const Setup& setup);

  /// Goes on from a position. It must be one that a game can come to: the seat to move holds a card, and who opens
  /// holds the opening card. What was passed and the trick before are forgotten.
  Hand(const GameRules& game, const Position& position);

  /// Makes the move, or says which rule it breaks. Selections and passes take effect when all seats have made theirs.
  [[nodiscard]] std::optional<RuleBreach> apply(Seat seat, const Move& move);

  /// The seat whose move is awaited; with several (select, pass) the first that has not moved. kNobody when done.
  Seat to_move() const { return to_move_; }
  bool broken() const { return broken_; }
  /// Which of the two hands the seat plays first.
  int selected(Seat seat) const { return selected_[seat]; }

  /// The trick on the table.
  const Trick& trick() const { return trick_; }
  /// The trick completed last, and who took it; count 0 before the first.
  const Trick& last_trick() const { return last_trick_; }
  Seat last_winner() const { return last_winner_; }

  /// Legal cards of the seat to move; empty but in phase play.
  CardSet legal() const { return legal_; }

 private:
  template <class Layout, class Bits>
  friend class Playout;  // of the tests: the same moves, many at a time

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

/// The number of cards played so far in all tricks of the deal.
inline int plays_made(const Hand& hand) {
  const GameRules& game = hand.game();
  if (hand.phase() == Phase::select) return 0;
  if (hand.phase() == Phase::choose || hand.phase() == Phase::done)
    return game.seats() * game.hand_size() * game.rules().hands_per_seat;
  return game.seats() * (hand.sub_hand() * game.hand_size() + hand.trick_number() - 1) + hand.trick().count;
}

/// A card of the set, each as likely as any other. The set must not be empty.
inline Card random_card(CardSet from, Random& random) {
  return from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.size()))));
}

/// A legal move of the seat to move, each as likely as any other. The hand must not be done.
Move random_move(const Hand& hand, Random& random);

}  // namespace hearts
