#include "arena/ratings/sandwich.h"

namespace arena {
namespace {

Eigen::MatrixXd block_scatter(const BlockList& blocks, const Comparisons& comparisons, const Residual& residual) {
  Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(comparisons.size(), comparisons.size());
  Eigen::VectorXd u = Eigen::VectorXd::Zero(comparisons.size());
  std::vector<int> present;
  for (const BlockSum* block : blocks) {
    present.clear();
    for (const BotGames& bot : block->bots()) {
      if (const int i = comparisons.position[bot.bot]; i >= 0) present.push_back(i);
    }
    for (const PairSum& pair : block->pairs()) {
      const int i = comparisons.position[pair.first];
      const int j = comparisons.position[pair.second];
      const double part = residual(*block, pair, i, j);
      u(i) += part;
      u(j) -= part;
    }
    for (const int i : present) {
      for (const int j : present) scatter(i, j) += u(i) * u(j);
    }
    for (const int i : present) u(i) = 0;
  }
  return scatter;
}

}  // namespace

std::optional<SquareMatrix<double>> sandwich(const Eigen::MatrixXd& bread, const BlockList& blocks,
                                             const Comparisons& comparisons, const Residual& residual) {
  const int count = comparisons.blocks_total;
  if (count < 2) return std::nullopt;
  const double correction = static_cast<double>(count) / (count - 1);
  const Eigen::MatrixXd v = correction * (bread * block_scatter(blocks, comparisons, residual) * bread);
  SquareMatrix<double> covariance(comparisons.size());
  for (int i = 0; i < covariance.size(); ++i) {
    for (int j = 0; j < covariance.size(); ++j) covariance(i, j) = (v(i, j) + v(j, i)) / 2;
  }
  return covariance;
}

}  // namespace arena
