// Deals that the seat cannot tell from the true one: every card it has not seen is put where it may be.
#pragma once

#include <array>

#include "engine/random.h"
#include "sample_bots/monte_carlo_cpp/knowledge.h"

namespace monte {

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
    unsigned places = 0;  // where it may be, a bit a place
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
  std::array<Unseen, kCodesMax> unseen_{};  // those that may be in the fewest places first
  std::size_t unseen_count_ = 0;
  std::array<int, kPlaces> room_{};
  bool adds_up_ = false;
};

}  // namespace monte
