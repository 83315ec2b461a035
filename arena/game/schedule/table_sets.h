#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/random.h"
#include "engine/seat.h"

namespace arena {

/// Gives the sets of bots that fill a table: each once in a random order that follows from a seed, then all again in
/// another order.
class TableSets {
 public:
  /// Indices of bots, ascending; -1 after the last seat.
  using Set = std::array<std::int16_t, hearts::kSeatsMax>;

  /// Returns how many sets there are, or `most` + 1 if there are more than `most`. `authors` has the author of each
  /// bot; no two bots of a set have the same. If any bots may sit together, give each bot an author of its own.
  static std::int64_t count(const std::vector<std::size_t>& authors, std::size_t seats, std::int64_t most);

  /// Returns in how many of all sets each bot is.
  static std::vector<std::int64_t> sets_of_each(const std::vector<std::size_t>& authors, std::size_t seats);

  TableSets(const std::vector<std::size_t>& authors, std::size_t seats, std::uint64_t seed);

  /// Returns the cheapest of the next few sets that are left.
  Set next(const std::function<std::int64_t(const Set&)>& cost);

 private:
  std::vector<Set> sets_;  // those that are left are at the end
  std::size_t left_ = 0;
  hearts::Random random_;
};

}  // namespace arena
