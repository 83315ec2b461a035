#pragma once

#include <cstddef>
#include <vector>

#include "arena/results/ratings/block_scores.h"

namespace arena {

/// A square table of numbers, all 0 at first.
template <class Number>
class SquareMatrix {
 public:
  SquareMatrix() = default;
  /// size >= 0.
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

/// All comparisons of some blocks, summed by pairs of bots: what the fits of elo.h start from. Bots that were compared are
/// counted by *position*, from 0 in the field's order.
struct Comparisons {
  std::vector<int> bots;      ///< by position: index in the field
  std::vector<int> position;  ///< by index in the field; -1 for a bot that was never compared
  std::vector<int> blocks;    ///< by position: blocks in which the bot was compared, at least 1
  int blocks_total = 0;       ///< blocks with a comparison
  /// By variant: what a comparison there weighs in a fit. Empty: 1.
  std::vector<double> weights;
  // By positions:
  SquareMatrix<long> count;      ///< symmetric: how often the two were compared
  SquareMatrix<long> halves;     ///< points of the row's bot against the column's, in halves
  SquareMatrix<double> weight;   ///< symmetric: of all their comparisons
  SquareMatrix<double> points;   ///< of the row's bot against the column's, each times its weight
  SquareMatrix<double> margins;  ///< antisymmetric: (score of the column's bot - score of the row's) / hands, likewise

  int size() const { return static_cast<int>(bots.size()); }
  double weight_in(const BlockSum& block) const { return weights.empty() ? 1 : weights[block.variant]; }
};

/// Sums over the blocks in their order. `field` bots in all.
Comparisons sum_comparisons(const BlockList& blocks, int field, std::vector<double> weights = {});

/// By variant: weights with which each block counts as much as any other, however many seats compare there. Comparisons
/// weigh 1 on average. The schedule gives variants blocks by their weights in the league, so these weigh them, too.
std::vector<double> weights_by_blocks(const BlockList& blocks, int variants);

/// Numbers the groups of bots that comparisons join, from 0 in the order of their first position; by position.
std::vector<int> joined_groups(const Comparisons& comparisons);

/// Numbers the groups within which points went round: from each bot of a group a chain of bots that took points from
/// the next leads to each other one. Between two groups all points went one way, or none were played for; then only
/// the prior keeps the distance of their ratings finite (Ford 1957). From 0 in the order of first positions.
std::vector<int> level_groups(const Comparisons& comparisons);

/// Lists the rows of each group, in the order of the rows: `order` says of what each row is, `groups` in which group that is.
std::vector<std::vector<int>> row_groups(const std::vector<int>& order, const std::vector<int>& groups);

}  // namespace arena
