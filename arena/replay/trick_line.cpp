#include "arena/replay/trick_line.h"

#include <fmt/format.h>

#include <algorithm>

namespace arena {
namespace {

/// Spaces that fill `text` up to `width`; escape sequences beside it take no room.
std::string filling(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ');
}

}  // namespace

TrickLine::TrickLine(const std::vector<std::string>& names, const CardPaint& paint, const hearts::Deck& deck,
                     bool timed)
    : names_(names), paint_(paint), deck_(deck), timed_(timed) {
  for (const std::string& name : names) width_ = std::max(width_, name.size());
}

std::string TrickLine::text(int number, hearts::Seat winner, int points) const {
  std::string line = fmt::format("  {:>2}", number);
  for (const Cell& cell : cells_) {
    const std::string marks = (cell.seat == winner ? "*" : "") + std::string(cell.mark);
    line += fmt::format("   {:<{}} {}{}", names_[static_cast<std::size_t>(cell.seat)], width_, paint_.card(cell.card),
                        marks);
    line += filling(deck_.name(cell.card) + marks, 5);
    if (!timed_) continue;
    line += " " + (cell.slow ? paint_.alarm(cell.time) : paint_.faint(cell.time)) + filling(cell.time, 6);
  }
  while (line.back() == ' ') line.pop_back();
  if (points != 0) line += fmt::format("  ({} {})", points, points == 1 ? "point" : "points");
  return line + "\n";
}

}  // namespace arena
