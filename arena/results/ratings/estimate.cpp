#include "arena/results/ratings/estimate.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
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
using Normal = boost::math::normal_distribution<double, Policy>;

constexpr double kLevel = 0.05;  // of the two sides of an interval together
/// A difference of two variances that is a smaller part of them than this is rounding.
constexpr double kCancelled = 1e-13;

/// With fewer degrees of freedom, a difference that never varies may be one that nothing checks, because there are as
/// many figures as observations.
constexpr double kDegreesOfConstant = 8.5;

/// The carriers of a difference minus one; at most the blocks of the bot with fewer blocks minus one.
double degrees_of(const Estimate& estimate, int i, int j) {
  const int blocks = std::min(estimate.blocks[at(i)], estimate.blocks[at(j)]);
  if (estimate.carriers.size() == 0) return blocks - 1;
  return std::min<double>(blocks, estimate.carriers(i, j)) - 1;
}

/// Raises the error of a difference to the least that it has, see Estimate::least_errors.
void set_least_error(Measured& measured, const Estimate& estimate, int i, int j) {
  if (!estimate.least_errors.empty() && measured.error.value_or(0) > 0)
    measured.error = std::max(*measured.error, estimate.least_errors[at(i)] + estimate.least_errors[at(j)]);
}

/// The prior variance of the normal mixture, in blocks, for which its boundary at kOpenBlocks is lowest (Howard,
/// Ramdas, McAuliffe and Sekhon, "Time-uniform, Nonparametric, Nonasymptotic Confidence Sequences", Annals of
/// Statistics 49, 2021, section 3.5): kOpenBlocks / (w - 1), where w - ln w = 1 - 2 ln kLevel.
constexpr double kMixtureBlocks = kOpenBlocks / 8.2121;

/// A tail of a distribution that is smaller than this is taken for this, so that it has a quantile.
constexpr double kTailMin = 1e-300;

/// The blocks that an open-ended figure rests on.
double blocks_of(const Measured& measured) { return measured.degrees + 1; }

/// The boundary of the normal mixture at a level, in standard errors of a normal distribution.
double mixture_boundary(double level, double blocks) {
  const double all = blocks + kMixtureBlocks;
  return std::sqrt(all / blocks * std::log(all / (kMixtureBlocks * level * level)));
}

/// The probability, at most 1, that the mixture's boundary would ever reach these standard errors by now.
double mixture_p(double errors, double blocks) {
  const double all = blocks + kMixtureBlocks;
  return std::min(1.0, std::sqrt(all / kMixtureBlocks) * std::exp(-errors * errors * blocks / (2 * all)));
}

bool is_known(const Measured& measured, const Looks& looks) {
  return measured.error && (looks.kind == Looks::Kind::once || measured.degrees >= kLiveDegreesMin);
}

}  // namespace

void set_error(Measured& measured, double variance, double of) {
  const double error = variance <= kCancelled * std::max(of, 0.0) ? 0 : std::sqrt(variance);
  measured.error = error < kErrorFloor ? 0 : error;
  const bool is_constant = *measured.error == 0 && std::abs(measured.value) > kErrorFloor;
  if (is_constant && measured.degrees < kDegreesOfConstant) measured.error.reset();
}

std::string_view intervals_name(const Looks& looks) {
  if (looks.kind == Looks::Kind::once) return "plain";
  return looks.kind == Looks::Kind::planned ? "planned" : "open";
}

std::optional<double> half_width(const Measured& measured, const Looks& looks) {
  if (!is_known(measured, looks)) return std::nullopt;
  if (*measured.error == 0) return 0.0;
  const Student student(measured.degrees);
  const auto errors_at = [&](double tail) { return -boost::math::quantile(student, tail); };
  switch (looks.kind) {
    case Looks::Kind::once:
      return *measured.error * errors_at(kLevel / 2);
    case Looks::Kind::planned:
      return *measured.error * errors_at(kLevel / 4) / std::sqrt(looks.fraction);
    case Looks::Kind::open:
      break;
  }
  return *measured.error * errors_at(boost::math::cdf(Normal(), -mixture_boundary(kLevel, blocks_of(measured))));
}

std::optional<double> likelihood_above(const Measured& measured) {
  if (!measured.error) return std::nullopt;
  if (*measured.error == 0) return std::abs(measured.value) <= kErrorFloor ? 0.5 : measured.value > 0 ? 1 : 0;
  return boost::math::cdf(Student(measured.degrees), measured.value / *measured.error);
}

std::optional<double> p_value(const Measured& measured, const Looks& looks) {
  if (!is_known(measured, looks)) return std::nullopt;
  if (*measured.error == 0) return std::abs(measured.value) <= kErrorFloor ? 1 : 0;
  const double errors = std::abs(measured.value / *measured.error);
  const auto tail_of = [&](double at_errors) { return boost::math::cdf(Student(measured.degrees), -at_errors); };
  switch (looks.kind) {
    case Looks::Kind::once:
      return 2 * tail_of(errors);
    case Looks::Kind::planned:
      return std::min(1.0, 4 * tail_of(errors * std::sqrt(looks.fraction)));
    case Looks::Kind::open:
      break;
  }
  return std::min(1.0, 2 * p_at_all_looks(tail_of(errors), blocks_of(measured), looks));
}

double errors_at(double level, const Looks& looks, double blocks) {
  switch (looks.kind) {
    case Looks::Kind::once:
      return normal_quantile(1 - level / 2);
    case Looks::Kind::planned:
      return normal_quantile(1 - level / 4) / std::sqrt(looks.fraction);
    case Looks::Kind::open:
      break;
  }
  return mixture_boundary(level, blocks);
}

double p_at_all_looks(double p, double blocks, const Looks& looks) {
  if (looks.kind == Looks::Kind::once) return p;
  if (p >= 0.5) return 1;
  const double errors = -boost::math::quantile(Normal(), std::max(p, kTailMin));
  if (looks.kind == Looks::Kind::open) return mixture_p(errors, blocks) / 2;
  return 2 * boost::math::cdf(Normal(), -errors * std::sqrt(looks.fraction));
}

double normal_quantile(double p) { return boost::math::quantile(Normal(), p); }

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

Measured against_mean(const Estimate& estimate, int i, std::optional<int> only) {
  Measured measured{estimate.values[at(i)], std::nullopt, degrees_of(estimate, i, i)};
  if (only) measured.degrees = std::min<double>(measured.degrees, estimate.blocks[at(*only)] - 1);
  if (only == i) measured.degrees = estimate.blocks[at(i)] - 1;
  if (!estimate.covariance || measured.degrees < kDegreesMin) return measured;
  const SquareMatrix<double>& v = *estimate.covariance;
  double largest = 0;
  for (int j = 0; j < estimate.size(); ++j) {
    if (estimate.groups[at(j)] == estimate.groups[at(i)]) largest = std::max(largest, v(j, j));
  }
  set_error(measured, v(i, i), largest);
  if (only) set_least_error(measured, estimate, i, *only);
  return measured;
}

std::optional<Measured> against(const Estimate& estimate, int i, int j) {
  if (estimate.groups[at(i)] != estimate.groups[at(j)]) return std::nullopt;
  Measured measured{estimate.values[at(i)] - estimate.values[at(j)], std::nullopt, degrees_of(estimate, i, j)};
  if (!estimate.covariance || measured.degrees < kDegreesMin) return measured;
  const SquareMatrix<double>& v = *estimate.covariance;
  set_error(measured, v(i, i) + v(j, j) - 2 * v(i, j), v(i, i) + v(j, j));
  set_least_error(measured, estimate, i, j);
  return measured;
}

}  // namespace arena
