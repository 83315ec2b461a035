#include "arena/ratings/elo.h"

#include <Eigen/Dense>
#include <cmath>
#include <utility>

#include "arena/ratings/sandwich.h"

namespace arena {
namespace {

constexpr double kPhantom = 1;          // comparisons of each bot with the phantom at 0, drawn
constexpr double kStepMin = 1e-10;      // in natural units; a smaller step ends the search
constexpr double kLossAllowed = 1e-12;  // of the likelihood in one step, relative: rounding
constexpr int kStepsMax = 100;          // four are usual
constexpr int kHalvingsMax = 60;

using Eigen::MatrixXd;
using Eigen::VectorXd;

double sigma(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double log_sigma(double x) { return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }

double points(const Comparisons& comparisons, int i, int j) {
  return static_cast<double>(comparisons.halves(i, j)) / 2;
}

double log_likelihood(const Comparisons& comparisons, const VectorXd& theta) {
  double sum = 0;
  for (int i = 0; i < comparisons.size(); ++i) {
    sum += kPhantom / 2 * (log_sigma(theta(i)) + log_sigma(-theta(i)));
    for (int j = i + 1; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double x = theta(i) - theta(j);
      sum += points(comparisons, i, j) * log_sigma(x) + points(comparisons, j, i) * log_sigma(-x);
    }
  }
  return sum;
}

VectorXd gradient_at(const Comparisons& comparisons, const VectorXd& theta) {
  VectorXd gradient(comparisons.size());
  for (int i = 0; i < comparisons.size(); ++i) {
    gradient(i) = kPhantom * (sigma(-theta(i)) - sigma(theta(i))) / 2;
    for (int j = 0; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double x = theta(i) - theta(j);
      // w - n p, written so that nothing cancels where p is near 0 or 1.
      gradient(i) += points(comparisons, i, j) * sigma(-x) - points(comparisons, j, i) * sigma(x);
    }
  }
  return gradient;
}

MatrixXd curvature_at(const Comparisons& comparisons, const VectorXd& theta) {
  MatrixXd curvature = MatrixXd::Zero(comparisons.size(), comparisons.size());
  for (int i = 0; i < comparisons.size(); ++i) {
    curvature(i, i) += kPhantom * sigma(theta(i)) * sigma(-theta(i));
    for (int j = i + 1; j < comparisons.size(); ++j) {
      const double x = theta(i) - theta(j);
      const double weight = static_cast<double>(comparisons.count(i, j)) * sigma(x) * sigma(-x);
      curvature(i, i) += weight;
      curvature(j, j) += weight;
      curvature(i, j) = curvature(j, i) = -weight;
    }
  }
  return curvature;
}

/// See Strengths.
struct Fit {
  VectorXd theta;
  MatrixXd inverse;
  int steps = 0;
};

Fit fit_of(const Comparisons& comparisons) {
  const int size = comparisons.size();
  if (size == 0) return {};
  int steps = 0;
  VectorXd theta = VectorXd::Zero(size);
  double likelihood = log_likelihood(comparisons, theta);
  while (steps < kStepsMax) {
    ++steps;
    VectorXd step = curvature_at(comparisons, theta).llt().solve(gradient_at(comparisons, theta));
    double next = log_likelihood(comparisons, theta + step);
    // Written so that a number that is none is a loss, too.
    for (int halvings = 0; !(next >= likelihood - kLossAllowed * std::abs(likelihood)); ++halvings) {
      if (halvings == kHalvingsMax) break;
      step /= 2;
      next = log_likelihood(comparisons, theta + step);
    }
    theta += step;
    likelihood = next;
    if (step.cwiseAbs().maxCoeff() < kStepMin) break;
  }

  MatrixXd inverse = curvature_at(comparisons, theta).llt().solve(MatrixXd::Identity(size, size));
  return {std::move(theta), std::move(inverse), steps};
}

}  // namespace

Strengths fit_strengths(const Comparisons& comparisons) {
  const Fit fit = fit_of(comparisons);
  const int size = comparisons.size();
  Strengths strengths{{fit.theta.begin(), fit.theta.end()}, SquareMatrix<double>(size), fit.steps};
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) strengths.inverse(i, j) = fit.inverse(i, j);
  }
  return strengths;
}

Estimate estimate_elo(const BlockList& blocks, const Comparisons& comparisons) {
  const Fit fit = fit_of(comparisons);
  const int size = comparisons.size();
  MatrixXd share(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) share(i, j) = sigma(fit.theta(i) - fit.theta(j));
  }
  Estimate estimate;
  estimate.blocks = comparisons.blocks;
  estimate.groups.assign(comparisons.bots.size(), 0);
  for (const double theta : fit.theta) estimate.values.push_back(kEloUnit * theta);
  estimate.covariance =
      sandwich(fit.inverse, blocks, comparisons, [&](const BlockSum&, const PairSum& pair, int i, int j) {
        return static_cast<double>(pair.halves) / 2 * share(j, i) -
               (pair.comparisons - static_cast<double>(pair.halves) / 2) * share(i, j);
      });
  if (estimate.covariance) {
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) (*estimate.covariance)(i, j) *= kEloUnit * kEloUnit;
    }
  }
  return centred(std::move(estimate));
}

}  // namespace arena
