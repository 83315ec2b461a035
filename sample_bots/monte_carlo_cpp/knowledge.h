// What one seat knows about the current hand, and the deals that are possible as far as it knows.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/hand.h"
#include "engine/random.h"

namespace monte {

using namespace hearts;

/// Everything that is public, the seat's own cards, and the cards that the others cannot hold.
class Knowledge {
 public:
  /// A hand starts. The rules must outlive this object.
  Knowledge(const GameRules& game, Seat me, const Hand::Setup& setup);

  // Events, to be called in the order of the game. Cards must be in the pack, and seats at the table.
  void start_sub_hand(int sub_hand);
  void deal(CardSet cards) { position_.held[me_] = cards; }
  /// The pass: the seat gave away `passed` and got `received`.
  void exchange(CardSet passed, CardSet received);
  void start_trick(int number, Seat leader);
  void play(Seat seat, Card card);
  void break_suit() { position_.broken = true; }
  void take_trick(Seat winner);
  void take_kitty(Seat taker) { position_.kitty_taker = taker; }
  void see_leftover(CardSet cards) { leftover_ = cards; }

  /// Returns whether it is my turn and every seat has the right number of cards for it. False only if a line was lost.
  bool adds_up() const;

  const GameRules& game() const { return *game_; }
  Seat me() const { return me_; }
  /// Returns all that is public, with my own cards in `held`. Other hands, undealt cards and later hands are empty.
  const Hand::Position& position() const { return position_; }
  CardSet cards() const { return position_.held[me_]; }

  /// Returns how many cards the seat holds.
  int count(Seat seat) const { return count_[seat]; }
  /// Returns the cards that I passed to the seat and that it has not played yet.
  CardSet sure(Seat seat) const { return sure_[seat]; }
  /// Returns the cards that the seat cannot hold, given how it has played.
  CardSet never(Seat seat) const { return never_[seat]; }
  /// Returns the cards that the seat has played in this sub-hand.
  CardSet played(Seat seat) const { return played_[seat]; }
  /// Returns who led the first trick of this sub-hand; kNobody before that.
  Seat opener() const { return opener_; }
  /// Returns the undealt cards if I have seen them.
  const std::optional<CardSet>& leftover() const { return leftover_; }
  /// Returns the cards whose place I do not know.
  CardSet unseen() const;

 private:
  /// No seat holds a card that would have opened before this one.
  void rule_out_openings_before(Card card);

  const GameRules* game_;
  Seat me_;
  Hand::Position position_;
  PerSeat<int> count_{};
  PerSeat<CardSet> sure_{};
  PerSeat<CardSet> never_{};
  PerSeat<CardSet> played_{};
  CardSet fallen_;  // cards played in this deal
  Seat opener_ = kNobody;
  std::optional<CardSet> leftover_;
};

/// Makes random deals that agree with what the seat knows: each unseen card is in a place where it can be.
class Deals {
 public:
  /// The knowledge must outlive this object and must not change.
  explicit Deals(const Knowledge& known);

  /// Writes a random deal into `position`. Returns false if none was found: the lines received contradict each other.
  [[nodiscard]] bool draw(Random& random, Hand::Position& position) const;

 private:
  /// The places: current hands, then later hands, then the undealt cards.
  static constexpr std::size_t kPlaces = 2 * kSeatsMax + 1;
  static constexpr std::size_t kLeftover = kPlaces - 1;
  /// Limit on deals that are thrown away because another seat would have opened.
  static constexpr int kTries = 200;
  static constexpr int kNowhere = -1;

  struct Unseen {
    Card card;
    std::vector<std::size_t> places;  // where it can be
  };
  /// Where each unseen card is, and how many more cards each place takes.
  struct Layout {
    std::array<int, kCodesMax> place;
    std::array<int, kPlaces> room;
  };

  bool lay(Random& random, Layout& layout) const;
  bool make_room(Layout& layout, std::size_t card) const;
  bool opens_as_seen(const Hand::Position& position) const;

  const Knowledge& known_;
  std::vector<Unseen> unseen_;  // cards with the fewest possible places first
  std::array<int, kPlaces> room_{};
  bool adds_up_ = false;
};

}  // namespace monte
