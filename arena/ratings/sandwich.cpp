#include "arena/ratings/sandwich.h"

#include <Eigen/Dense>

namespace arena {
namespace {

// Into Eigen's own memory: how it sums may depend on the alignment of what it is given, and results must not.
Eigen::MatrixXd dense(const SquareMatrix<double>& matrix) {
  Eigen::MatrixXd copy(matrix.size(), matrix.size());
  for (int i = 0; i < matrix.size(); ++i) {
    for (int j = 0; j < matrix.size(); ++j) copy(i, j) = matrix(i, j);
  }
  return copy;
}

}  // namespace

std::optional<SquareMatrix<double>> sandwich(const SquareMatrix<double>& bread, const SquareMatrix<double>& scatter,
                                             int blocks) {
  if (blocks < 2) return std::nullopt;
  const Eigen::MatrixXd a = dense(bread);
  const double correction = static_cast<double>(blocks) / (blocks - 1);
  const Eigen::MatrixXd v = correction * (a * dense(scatter) * a);
  SquareMatrix<double> covariance(bread.size());
  for (int i = 0; i < covariance.size(); ++i) {
    for (int j = 0; j < covariance.size(); ++j) covariance(i, j) = (v(i, j) + v(j, i)) / 2;
  }
  return covariance;
}

}  // namespace arena
