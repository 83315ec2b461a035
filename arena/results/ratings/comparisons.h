#pragma once

#include <cstddef>
#include <vector>

#include "arena/results/ratings/block_scores.h"

namespace arena {

/// A square table of numbers, which are 0 at first.
template <class Number>
class SquareMatrix {
 public:
  SquareMatrix() = default;
  /// The size must be 0 or more.
  explicit SquareMatrix(int size)
      : size_(size), cells_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  int size() const { return size_; }
  Number& operator()(int row, int column) { return cells_[index(row, column)]; }
  const Number& operator()(int row, int column) const { return cells_[index(row, column)]; }

  friend bool operator==(const SquareMatrix&, const SquareMatrix&) = default;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(column);
  }

  int size_ = 0;
  std::vector<Number> cells_;
};

/// All comparisons of some blocks, summed by pairs of bots. The fits of elo.h start from them. The bots that were
/// compared have *positions*, numbered from 0 in the order of the field.
struct Comparisons {
  std::vector<int> bots;      ///< by position: index in the field
  std::vector<int> position;  ///< by index in the field; -1 for a bot that was never compared
  std::vector<int> blocks;    ///< by position: blocks in which the bot was compared, at least 1
  int blocks_total = 0;       ///< blocks with a comparison
  /// By variant: the weight of one comparison in a fit. Empty: every weight is 1.
  std::vector<double> weights;
  // The next members are indexed by positions:
  SquareMatrix<long> count;     ///< symmetric: how often the two were compared
  SquareMatrix<long> halves;    ///< points of the row's bot against the column's, in halves
  SquareMatrix<double> weight;  ///< symmetric: the weight of all their comparisons
  SquareMatrix<double> points;  ///< points of the row's bot against the column's, each times its weight
  /// Antisymmetric: (score of the column's bot - score of the row's) / hands, each times its weight.
  SquareMatrix<double> margins;

  int size() const { return static_cast<int>(bots.size()); }
  /// Numbers by position as numbers by index in the field. A bot that was never compared has 0.
  std::vector<double> by_index(const std::vector<double>& by_position) const {
    std::vector<double> numbers(position.size());
    for (std::size_t i = 0; i < bots.size(); ++i) numbers[static_cast<std::size_t>(bots[i])] = by_position[i];
    return numbers;
  }
  double weight_in(const BlockSum& block) const { return weights.empty() ? 1 : weights[block.variant]; }
};

/// Sums the comparisons of the blocks, in their order. The field has `field` bots in all.
Comparisons sum_comparisons(const BlockList& blocks, int field, std::vector<double> weights = {});

/// Weights by variant with which each block counts as much as any other, however many seats are compared in it. The
/// mean weight of a comparison is 1. The schedule gives variants their blocks by their weights in the league, so these
/// weights count, too.
std::vector<double> weights_by_blocks(const BlockList& blocks, int variants);

/// The group of each position, where a group is a set of bots that comparisons join. Groups are numbered from 0, in the
/// order of their first position.
std::vector<int> joined_groups(const Comparisons& comparisons);

/// The group of each position, where points went both ways within a group: from each bot to each other one leads a
/// chain of bots, each of which took points from the next. Between two groups all points went one way, or none were
/// played for. Then only the prior keeps the distance of their ratings finite (Ford 1957). Groups are numbered from 0,
/// in the order of their first position.
std::vector<int> level_groups(const Comparisons& comparisons);

/// The rows of each group, in the order of the rows. `order` has the position that each row shows, `groups` the group
/// of each position.
std::vector<std::vector<int>> row_groups(const std::vector<int>& order, const std::vector<int>& groups);

}  // namespace arena
