#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/text/card_paint.h"
#include "engine/seat.h"

namespace arena {

/// One trick as a line of text: who played what, in order, and who took it.
class TrickLine {
 public:
  /// A card on the table. `time` is at most six columns wide.
  struct Cell {
    hearts::Seat seat = 0;
    hearts::Card card;
    std::string_view mark;
    std::string time;
    bool slow = false;
  };

  /// Names by seat. `timed`: leave room for a time beside each card.
  TrickLine(const std::vector<std::string>& names, const CardPaint& paint, const hearts::Deck& deck, bool timed);

  void add(Cell cell) { cells_.push_back(std::move(cell)); }
  void clear() { cells_.clear(); }
  const std::vector<Cell>& cells() const { return cells_; }
  std::size_t name_width() const { return width_; }

  /// "   3   ann QC   bob KC*  (14 points)", with a newline. Takers are marked *; points are left out if 0.
  std::string text(int number, hearts::Seat winner, int points) const;

 private:
  const std::vector<std::string>& names_;
  const CardPaint& paint_;
  const hearts::Deck& deck_;
  bool timed_;
  std::size_t width_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace arena
