#include "arena/results/ratings/estimate.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

// Computes in double only. This is six times as fast as long double, and the same on machines with another long double.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using Student = boost::math::students_t_distribution<double, Policy>;

constexpr double kQuantile = 0.975;
/// A difference of two variances that is a smaller part of them than this is rounding.
constexpr double kCancelled = 1e-13;

/// With fewer degrees of freedom, a difference that never varies may be one that nothing checks, because there are as
/// many figures as observations.
constexpr double kDegreesOfConstant = 8.5;

/// Sets the error of a measured value that has its degrees already. `of` is the size of the terms that the variance is
/// a difference of.
void set_error(Measured& measured, double variance, double of) {
  const double error = variance <= kCancelled * std::max(of, 0.0) ? 0 : std::sqrt(variance);
  measured.error = error < kErrorFloor ? 0 : error;
  const bool is_constant = *measured.error == 0 && std::abs(measured.value) > kErrorFloor;
  if (is_constant && measured.degrees < kDegreesOfConstant) measured.error.reset();
}

/// The carriers of a difference minus one; at most the blocks of the bot with fewer blocks minus one.
double degrees_of(const Estimate& estimate, int i, int j) {
  const int blocks = std::min(estimate.blocks[at(i)], estimate.blocks[at(j)]);
  if (estimate.carriers.size() == 0) return blocks - 1;
  return std::min<double>(blocks, estimate.carriers(i, j)) - 1;
}

}  // namespace

std::optional<double> half_width(const Measured& measured) {
  if (!measured.error) return std::nullopt;
  if (*measured.error == 0) return 0.0;
  return *measured.error * boost::math::quantile(Student(measured.degrees), kQuantile);
}

std::optional<double> likelihood_above(const Measured& measured) {
  if (!measured.error) return std::nullopt;
  if (*measured.error == 0) return std::abs(measured.value) <= kErrorFloor ? 0.5 : measured.value > 0 ? 1 : 0;
  return boost::math::cdf(Student(measured.degrees), measured.value / *measured.error);
}

std::optional<double> p_value(const Measured& measured) {
  if (!measured.error || *measured.error == 0) return std::nullopt;
  return 2 * boost::math::cdf(Student(measured.degrees), -std::abs(measured.value / *measured.error));
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> corrected(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, left * p_values[order[rank]]));
    corrected[order[rank]] = largest;
  }
  return corrected;
}

Measured against_mean(const Estimate& estimate, int i, const std::vector<int>& others) {
  const auto count = static_cast<double>(others.size());
  double mean = 0;
  for (const int j : others) mean += estimate.values[at(j)];
  Measured measured{estimate.values[at(i)] - mean / count, std::nullopt, degrees_of(estimate, i, i)};
  if (!estimate.covariance || measured.degrees < kDegreesMin) return measured;
  const SquareMatrix<double>& v = *estimate.covariance;
  double with_mean = 0;
  double of_mean = 0;
  for (const int j : others) {
    with_mean += v(i, j);
    for (const int k : others) of_mean += v(j, k);
  }
  of_mean /= count * count;
  set_error(measured, v(i, i) - 2 * with_mean / count + of_mean, v(i, i) + of_mean);
  return measured;
}

std::optional<Measured> against(const Estimate& estimate, int i, int j) {
  if (estimate.groups[at(i)] != estimate.groups[at(j)]) return std::nullopt;
  Measured measured{estimate.values[at(i)] - estimate.values[at(j)], std::nullopt, degrees_of(estimate, i, j)};
  if (!estimate.covariance || measured.degrees < kDegreesMin) return measured;
  const SquareMatrix<double>& v = *estimate.covariance;
  set_error(measured, v(i, i) + v(j, j) - 2 * v(i, j), v(i, i) + v(j, j));
  return measured;
}

}  // namespace arena
