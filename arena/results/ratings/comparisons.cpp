#include "arena/results/ratings/comparisons.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// The positions that can be reached from `start` along `leads`.
std::vector<bool> reached_from(int start, int size, const std::function<bool(int, int)>& leads) {
  std::vector<bool> reached(at(size), false);
  std::vector<int> open{start};
  reached[at(start)] = true;
  while (!open.empty()) {
    const int from = open.back();
    open.pop_back();
    for (int to = 0; to < size; ++to) {
      if (reached[at(to)] || !leads(from, to)) continue;
      reached[at(to)] = true;
      open.push_back(to);
    }
  }
  return reached;
}

/// The groups of positions that reach each other along `leads`.
std::vector<int> groups_along(int size, const std::function<bool(int, int)>& leads) {
  std::vector<int> groups(at(size), -1);
  int next = 0;
  for (int start = 0; start < size; ++start) {
    if (groups[at(start)] >= 0) continue;
    const std::vector<bool> there = reached_from(start, size, leads);
    const std::vector<bool> back = reached_from(start, size, [&](int from, int to) { return leads(to, from); });
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (there[i] && back[i]) groups[i] = next;
    }
    ++next;
  }
  return groups;
}

}  // namespace

std::vector<double> weights_by_blocks(const BlockList& blocks, int variants) {
  std::vector<double> comparisons(at(variants), 0);
  std::vector<double> count(at(variants), 0);
  double all_comparisons = 0;
  double all_blocks = 0;
  for (const BlockSum* block : blocks) {
    double here = 0;
    for (const PairSum& pair : block->pairs) here += pair.comparisons;
    if (here == 0) continue;
    comparisons[block->variant] += here;
    count[block->variant] += 1;
    all_comparisons += here;
    all_blocks += 1;
  }
  std::vector<double> weights(at(variants), 1);
  for (std::size_t v = 0; v < weights.size(); ++v) {
    if (count[v] > 0) weights[v] = (count[v] / comparisons[v]) * (all_comparisons / all_blocks);
  }
  return weights;
}

Comparisons sum_comparisons(const BlockList& blocks, int field, std::vector<double> weights) {
  Comparisons sums;
  sums.weights = std::move(weights);
  std::vector<int> blocks_of(at(field), 0);
  std::vector<int> seen;
  for (const BlockSum* block : blocks) {
    seen.clear();
    for (const PairSum& pair : block->pairs) seen.insert(seen.end(), {int{pair.first}, int{pair.second}});
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const int bot : seen) ++blocks_of[at(bot)];
    if (!seen.empty()) ++sums.blocks_total;
  }

  sums.position.assign(at(field), -1);
  for (int bot = 0; bot < field; ++bot) {
    const int played = blocks_of[at(bot)];
    if (played == 0) continue;
    sums.position[at(bot)] = sums.size();
    sums.bots.push_back(bot);
    sums.blocks.push_back(played);
  }

  const int size = sums.size();
  sums.count = sums.halves = SquareMatrix<long>(size);
  sums.weight = sums.points = sums.margins = SquareMatrix<double>(size);
  for (const BlockSum* block : blocks) {
    const double weight = sums.weight_in(*block);
    for (const PairSum& pair : block->pairs) {
      const int i = sums.position[pair.first];
      const int j = sums.position[pair.second];
      sums.count(i, j) += pair.comparisons;
      sums.halves(i, j) += pair.halves;
      const double points = static_cast<double>(pair.halves) / 2;
      sums.weight(i, j) += weight * pair.comparisons;
      sums.points(i, j) += weight * points;
      sums.points(j, i) += weight * (pair.comparisons - points);
      sums.margins(i, j) += weight * pair.margin;
    }
  }
  // Only the cells with i < j are filled so far, because positions keep the order of the field.
  for (int i = 0; i < size; ++i) {
    for (int j = i + 1; j < size; ++j) {
      sums.count(j, i) = sums.count(i, j);
      sums.halves(j, i) = 2 * sums.count(i, j) - sums.halves(i, j);
      sums.weight(j, i) = sums.weight(i, j);
      sums.margins(j, i) = -sums.margins(i, j);
    }
  }
  return sums;
}

std::vector<int> joined_groups(const Comparisons& comparisons) {
  return groups_along(comparisons.size(), [&](int from, int to) { return comparisons.count(from, to) > 0; });
}

std::vector<int> level_groups(const Comparisons& comparisons) {
  return groups_along(comparisons.size(), [&](int from, int to) { return comparisons.halves(from, to) > 0; });
}

std::vector<std::vector<int>> row_groups(const std::vector<int>& order, const std::vector<int>& groups) {
  std::vector<std::vector<int>> lists;
  std::map<int, std::size_t> list_of;
  for (std::size_t row = 0; row < order.size(); ++row) {
    const auto [found, is_new] = list_of.try_emplace(groups[at(order[row])], lists.size());
    if (is_new) lists.emplace_back();
    lists[found->second].push_back(static_cast<int>(row));
  }
  return lists;
}

}  // namespace arena
