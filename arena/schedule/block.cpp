#include "arena/schedule/block.h"

#include <algorithm>

namespace arena {

std::vector<int> seating(const Circle& circle, int game) {
  std::vector<int> seats = circle;
  std::rotate(seats.begin(), seats.begin() + game % static_cast<int>(circle.size()), seats.end());
  return seats;
}

int games_of_block(const Circle& circle) {
  int games = 1;
  while (seating(circle, games) != circle) ++games;
  return games;
}

}  // namespace arena
