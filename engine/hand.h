#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "engine/deal.h"
#include "engine/game_rules.h"
#include "engine/score.h"
#include "engine/trick.h"

namespace hearts {

/// One decision of one seat.
struct Move {
  enum class Kind : std::uint8_t { select, pass, play, choose };

  Kind kind = Kind::play;
  int hand_index = 0;                             ///< select: 0 or 1, which hand is played first
  CardSet cards{};                                ///< pass: the cards passed
  Card card{};                                    ///< play
  MoonOption option = MoonOption::subtract_self;  ///< choose

  static Move select(int hand_index) { return {.kind = Kind::select, .hand_index = hand_index}; }
  static Move pass(CardSet cards) { return {.kind = Kind::pass, .cards = cards}; }
  static Move play(Card card) { return {.kind = Kind::play, .card = card}; }
  static Move choose(MoonOption option) { return {.kind = Kind::choose, .option = option}; }

  bool operator==(const Move&) const = default;
};

/// Why a move was refused, and the rule that says so (its id may be empty where no sheet states it).
struct RuleBreach {
  Breach breach = Breach::wrong_phase;
  std::string_view rule;
};

/// What a hand is doing. A two-hand deal passes and plays twice, once a sub-hand. Two phases are of hands under the laws
/// alone, see LawsHand. `claim`: all cards are played, and revokes or incorrect hands may still be claimed. `thrown_in`:
/// a misdeal was called.
enum class Phase : std::uint8_t { select, pass, play, choose, done, claim, thrown_in };

/// One deal, played out: a state machine whose moves are values. A refused move leaves it unchanged.
/// No allocation; copies are plain. Refers to the GameRules, which must outlive it.
class Hand {
 public:
  struct Setup {
    int number = 1;  ///< of the match, from 1; sets the pass
    Seat dealer = 0;
    PerSeat<int> totals{};  ///< before the hand
    Deal deal;              ///< must be whole, see is_whole()
  };

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

  const GameRules& game() const { return *game_; }
  const Setup& setup() const { return setup_; }
  Phase phase() const { return phase_; }
  /// The seat whose move is awaited; with several (select, pass) the first that has not moved. kNobody when done.
  Seat to_move() const { return to_move_; }

  int pass_offset() const { return pass_offset_; }
  /// 0 for the first, 1 for the second of a two-hand deal.
  int sub_hand() const { return sub_hand_; }
  int point_lane() const { return setup_.deal.point_lane; }
  bool broken() const { return broken_; }

  /// Cards the seat holds now. Private to it.
  CardSet cards(Seat seat) const { return hands_[seat]; }
  /// Cards the seat passed away and received in this sub-hand; empty before all have passed. Private to it.
  CardSet passed(Seat seat) const { return phase_ == Phase::pass ? CardSet{} : passed_[seat]; }
  CardSet received(Seat seat) const { return phase_ == Phase::pass ? CardSet{} : received_[seat]; }
  /// Which of the two hands the seat plays first.
  int selected(Seat seat) const { return selected_[seat]; }

  /// Trick number within the sub-hand, from 1.
  int trick_number() const { return trick_number_; }
  /// The trick on the table.
  const Trick& trick() const { return trick_; }
  /// The trick completed last, and who took it; count 0 before the first.
  const Trick& last_trick() const { return last_trick_; }
  Seat last_winner() const { return last_winner_; }
  /// Cards each seat has won, undealt cards included once they are taken.
  CardSet won(Seat seat) const { return won_[seat]; }
  /// Who took the undealt cards; kNobody before or without a kitty.
  Seat kitty_taker() const { return kitty_taker_; }

  /// Legal cards of the seat to move; empty but in phase play.
  CardSet legal() const { return legal_; }

  /// After the last trick.
  const Tally& tally() const { return tally_; }
  const MoonOptions& options() const { return options_; }
  MoonOption option_taken() const { return option_taken_; }
  /// Phase done only.
  const HandScore& score() const { return score_; }

 private:
  template <class Layout, class Bits>
  friend class Playout;  // of the tests: the same moves, many at a time

  PlaySituation situation() const;
  std::optional<RuleBreach> refuse(Breach breach) const;
  std::optional<RuleBreach> select(Seat seat, int hand_index);
  std::optional<RuleBreach> pass(Seat seat, CardSet cards);
  std::optional<RuleBreach> play(Card card);
  std::optional<RuleBreach> choose(MoonOption option);

  void give_turn(Seat seat);
  void start_sub_hand();
  void exchange();
  void open();
  bool take_trick(Seat winner, CardSet cards);
  void finish_play();
  void settle(MoonOption option);
  Seat next_unmoved() const;

  const GameRules* game_;
  Setup setup_;
  PerSeat<CardSet> hands_{};
  PerSeat<CardSet> passed_{};
  PerSeat<CardSet> received_{};
  PerSeat<CardSet> won_{};
  PerSeat<int> selected_{};
  CardSet legal_;
  Trick trick_;
  Trick last_trick_;
  Tally tally_;
  MoonOptions options_;
  HandScore score_;
  std::optional<Card> opening_card_;
  int pass_offset_ = 0;
  int sub_hand_ = 0;
  int trick_number_ = 0;
  Seat to_move_ = 0;
  Seat last_winner_ = kNobody;
  Seat kitty_taker_ = kNobody;
  unsigned moved_ = 0;  ///< bit a seat, in select and pass
  Phase phase_ = Phase::pass;
  MoonOption option_taken_ = MoonOption::subtract_self;
  bool broken_ = false;
};

/// A move, and the seat that makes it.
struct SeatMove {
  Seat seat = 0;
  Move move{};
};

/// A move that the rules forbid.
struct RefusedMove {
  SeatMove made{};
  RuleBreach breach{};
};

/// Drives a hand: `next(hand)` gives an optional SeatMove, `moved(hand, made)` sees the hand after each. Goes on until
/// the hand is done, there is no next move, or one is refused: that one is returned, and the hand is as it was before.
template <class Next, class Moved>
std::optional<RefusedMove> walk_hand(Hand& hand, Next next, Moved moved) {
  while (hand.phase() != Phase::done) {
    const std::optional<SeatMove> made = next(std::as_const(hand));
    if (!made) break;
    if (const auto breach = hand.apply(made->seat, made->move)) return RefusedMove{*made, *breach};
    moved(std::as_const(hand), *made);
  }
  return std::nullopt;
}

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
