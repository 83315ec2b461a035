#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/random.h"
#include "engine/seat.h"

namespace arena {

/// Sets of bots that fill a table: each once, in an order drawn from a seed, then all again in another one.
class TableSets {
 public:
  /// Indices below the number of authors, ascending; behind the last seat -1.
  using Set = std::array<std::int16_t, hearts::kSeatsMax>;

  /// How many sets there are, at most `most` + 1. No two of a set have one author: give each bot its own where any bots
  /// may sit together.
  static std::int64_t count(const std::vector<std::size_t>& authors, std::size_t seats, std::int64_t most);

  /// In how many of all sets each of them is.
  static std::vector<std::int64_t> sets_of_each(const std::vector<std::size_t>& authors, std::size_t seats);

  TableSets(const std::vector<std::size_t>& authors, std::size_t seats, std::uint64_t seed);

  /// Of the next few sets that are left the one that costs least.
  Set next(const std::function<std::int64_t(const Set&)>& cost);

 private:
  std::vector<Set> sets_;  // those that are left last
  std::size_t left_ = 0;
  hearts::Random random_;
};

}  // namespace arena
