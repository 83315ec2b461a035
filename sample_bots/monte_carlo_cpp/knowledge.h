// What one seat knows of the hand that is played, and the deals that it cannot tell from the true one.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/hand.h"
#include "engine/random.h"

namespace monte {

using namespace hearts;

/// What is public, the seat's own cards, and which cards the others cannot hold.
class Knowledge {
 public:
  /// A hand starts. The rules must outlive this.
  Knowledge(const GameRules& game, Seat me, const Hand::Setup& setup);

  // What is heard, in the order of the game. Cards are of the pack, seats are at the table.
  void start_sub_hand(int sub_hand);
  void deal(CardSet cards) { position_.held[me_] = cards; }
  /// The exchange: these went away, those came.
  void exchange(CardSet passed, CardSet received);
  void start_trick(int number, Seat leader);
  void play(Seat seat, Card card);
  void break_suit() { position_.broken = true; }
  void take_trick(Seat winner);
  void take_kitty(Seat taker) { position_.kitty_taker = taker; }
  void see_leftover(CardSet cards) { leftover_ = cards; }

  /// It is my turn, and every seat has as many cards as it must have then. It is so unless a line was lost.
  bool adds_up() const;

  const GameRules& game() const { return *game_; }
  Seat me() const { return me_; }
  /// All that is public, and my own cards in `held`. Other hands, the undealt cards and the hands to come are empty.
  const Hand::Position& position() const { return position_; }
  CardSet cards() const { return position_.held[me_]; }

  /// How many cards the seat holds.
  int count(Seat seat) const { return count_[seat]; }
  /// Cards of mine that I passed to the seat and have not seen again.
  CardSet sure(Seat seat) const { return sure_[seat]; }
  /// Cards the seat cannot hold, or it could not have played as it did.
  CardSet never(Seat seat) const { return never_[seat]; }
  /// Cards the seat has played in this sub-hand.
  CardSet played(Seat seat) const { return played_[seat]; }
  /// Who led the first trick of this sub-hand; kNobody before.
  Seat opener() const { return opener_; }
  /// The undealt cards, where I have seen them.
  const std::optional<CardSet>& leftover() const { return leftover_; }
  /// Cards that are in some place I cannot see.
  CardSet unseen() const;

 private:
  /// Nobody but the opener holds a card that would have opened before this one.
  void rule_out_openings_before(Card card);

  const GameRules* game_;
  Seat me_;
  Hand::Position position_;
  PerSeat<int> count_{};
  PerSeat<CardSet> sure_{};
  PerSeat<CardSet> never_{};
  PerSeat<CardSet> played_{};
  CardSet fallen_;  // in this deal
  Seat opener_ = kNobody;
  std::optional<CardSet> leftover_;
};

/// Deals in which every card that the seat has not seen is put where it may be.
class Deals {
 public:
  /// The knowledge must outlive this, and stay as it is.
  explicit Deals(const Knowledge& known);

  /// One deal by chance, as a position. False where none was found: then what was heard does not fit together.
  [[nodiscard]] bool draw(Random& random, Hand::Position& position) const;

 private:
  /// Hands now, then hands to come, then the undealt cards.
  static constexpr std::size_t kPlaces = 2 * kSeatsMax + 1;
  static constexpr std::size_t kLeftover = kPlaces - 1;
  /// Deals thrown away because another seat would have opened.
  static constexpr int kTries = 200;
  static constexpr int kNowhere = -1;

  struct Unseen {
    Card card;
    std::vector<std::size_t> places;  // where it may be
  };
  /// Where each unseen card is, and how many more each place takes.
  struct Layout {
    std::array<int, kCodesMax> place;
    std::array<int, kPlaces> room;
  };

  bool lay(Random& random, Layout& layout) const;
  bool make_room(Layout& layout, std::size_t card) const;
  bool opens_as_seen(const Hand::Position& position) const;

  const Knowledge& known_;
  std::vector<Unseen> unseen_;  // those that may be in the fewest places first
  std::array<int, kPlaces> room_{};
  bool adds_up_ = false;
};

}  // namespace monte
