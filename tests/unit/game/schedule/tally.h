#pragma once

#include <cstddef>
#include <vector>

#include "arena/game/schedule/schedule.h"

namespace arena {

/// Numbers of which one grows by a little at a time, and how far the least and the greatest are apart.
class Spread {
 public:
  explicit Spread(std::size_t cells) : values_(cells, 0), cells_with_{static_cast<int>(cells)} {}
  void add(std::size_t cell, int amount);
  int width() const { return highest_ - lowest_; }

 private:
  std::vector<int> values_;
  std::vector<int> cells_with_;  // by value
  int lowest_ = 0;
  int highest_ = 0;
};

/// The counts of a schedule, kept apart from those the schedule keeps itself.
class Tally {
 public:
  /// Bots are 0 .. bots - 1.
  Tally(int bots, int seats);

  /// Each pair of seats with different bots is a meeting, each ordered one a distance; all `times` times.
  void add(const Circle& circle, int times = 1);

  /// The most that any bot has more of than another: seats had, ...
  int appearances() const { return appearances_.width(); }
  /// ... meetings, over the pairs of bots; ...
  int meetings() const { return meetings_.width(); }
  /// ... times that one sat d seats clockwise of another, over the ordered pairs and d = 1 .. seats - 1.
  int distances() const { return distances_.width(); }

 private:
  std::size_t pair(int from, int to) const;  // ordered, different

  std::size_t bots_;
  Spread appearances_;
  Spread meetings_;  // over ordered pairs, each unordered one twice
  Spread distances_;
};

}  // namespace arena
