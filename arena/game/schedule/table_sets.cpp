#include "arena/game/schedule/table_sets.h"

#include <algorithm>
#include <limits>

namespace arena {
namespace {

/// The cheapest set is searched among so many: just enough to keep the bots level.
constexpr std::size_t kLooks = 64;

/// Calls `visit` for each set until it returns false.
void each_set(const std::vector<std::size_t>& authors, std::size_t seats,
              const std::function<bool(const TableSets::Set&)>& visit) {
  TableSets::Set set;
  set.fill(-1);
  const auto fill = [&](const auto& self, std::size_t seat, std::size_t from) -> bool {
    if (seat == seats) return visit(set);
    for (std::size_t bot = from; bot < authors.size(); ++bot) {
      const bool sits = std::any_of(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(seat),
                                    [&](std::int16_t one) { return authors[hearts::at(one)] == authors[bot]; });
      if (sits) continue;
      set[seat] = static_cast<std::int16_t>(bot);
      if (!self(self, seat + 1, bot + 1)) return false;
    }
    set[seat] = -1;
    return true;
  };
  fill(fill, 0, 0);
}

}  // namespace

std::int64_t TableSets::count(const std::vector<std::size_t>& authors, std::size_t seats, std::int64_t most) {
  std::int64_t sets = 0;
  each_set(authors, seats, [&](const Set&) { return ++sets <= most; });
  return sets;
}

std::vector<std::int64_t> TableSets::sets_of_each(const std::vector<std::size_t>& authors, std::size_t seats) {
  std::vector<std::int64_t> sets(authors.size(), 0);
  each_set(authors, seats, [&](const Set& set) {
    for (std::size_t seat = 0; seat < seats; ++seat) ++sets[hearts::at(set[seat])];
    return true;
  });
  return sets;
}

TableSets::TableSets(const std::vector<std::size_t>& authors, std::size_t seats, std::uint64_t seed)
    : random_({seed, ~seed, seats, authors.size()}) {
  each_set(authors, seats, [&](const Set& set) {
    sets_.push_back(set);
    return true;
  });
}

TableSets::Set TableSets::next(const std::function<std::int64_t(const Set&)>& cost) {
  if (left_ == 0) {
    left_ = sets_.size();
    for (std::size_t i = left_; i > 1; --i) {
      std::swap(sets_[i - 1], sets_[random_.below(static_cast<std::uint32_t>(i))]);
    }
  }
  std::size_t best = left_ - 1;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t look = 0; look < std::min(kLooks, left_); ++look) {
    const std::int64_t costs = cost(sets_[left_ - 1 - look]);
    if (costs >= least) continue;
    least = costs;
    best = left_ - 1 - look;
  }
  --left_;
  std::swap(sets_[best], sets_[left_]);
  return sets_[left_];
}

}  // namespace arena
