#pragma once

#include <utility>
#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// The Elo points of one natural unit of strength: 400 / ln 10.
inline constexpr double kEloUnit = 173.71779276130073;

/// The strengths theta of bots, by position, in natural units. Bot i is expected to take from bot j the share
/// sigma(theta_i - theta_j) of the points, where sigma(x) = 1 / (1 + exp(-x)). Elo is kEloUnit times theta, up to a
/// constant: 400 Elo are odds of 10 to 1.
struct Strengths {
  std::vector<double> theta;
  SquareMatrix<double> inverse;  ///< inverse of the negative second derivative of the likelihood at theta
  int steps = 0;                 ///< the number of Newton's steps
};

/// Computes strengths by the penalised Bradley-Terry fit (Bradley and Terry 1952). They are the only maximum of
///
///     sum_{i<j} [ w_ij ln sigma(theta_i - theta_j) + w_ji ln sigma(theta_j - theta_i) ]
///     + 1/2 sum_i [ ln sigma(theta_i) + ln sigma(-theta_i) ],
///
/// where w_ij are the points of i against j, with their weights. The last term is one drawn comparison of each bot with
/// a phantom at 0. It keeps theta finite for perfect scores and for bots that were never compared.
///
/// In words: with these ratings, the share of opponents that each bot is expected to beat is the share that it did
/// beat.
Strengths fit_strengths(const Comparisons& comparisons);

/// The differences for which Estimate::carriers are computed; against() must not be called for others. Those of each
/// value and its mean always are. With 400 bots all of them take thirty times as long as some.
struct Carriers {
  bool are_all = true;
  std::vector<std::pair<int, int>> pairs{};  ///< of positions, if they are not all

  /// Only those of each value and its mean.
  static Carriers own() { return {false, {}}; }
};

/// The weights of bots in the mean of their group, by position. Those of a group add up to 1.
using MeanWeights = std::vector<double>;

/// Gives all bots of a group the same weight.
MeanWeights plain_weights(const std::vector<int>& groups);

/// Elo with its covariance. The groups are those that comparisons join; nothing is known about differences between
/// groups.
///
/// The games of a block depend on each other, so errors are computed from how blocks differ. This is the sandwich
/// estimator with one cluster for each block (Liang and Zeger 1986, with the correction CR1): V = G / (G - 1) A B A. A
/// is the inverse of the negative second derivative of the likelihood. B is the sum over the G blocks of u u', where u
/// is what a block adds to the first derivative. A model of independent comparisons would give intervals that are too
/// narrow.
///
/// The drawn comparison with the phantom moves theta by up to half of its variance. Errors are at least that much, up
/// to half an Elo point: two identical bots with different opponents would otherwise be told apart.
///
/// `fit` is that of the comparisons, and `weights` are those of the means that Elo is relative to.
Estimate estimate_elo(const BlockList& blocks, const Comparisons& comparisons, const Strengths& fit,
                      const MeanWeights& weights, const Carriers& carriers = {});
/// The same relative to plain means.
Estimate estimate_elo(const BlockList& blocks, const Comparisons& comparisons, const Carriers& carriers = {});

/// Margins: the points a hand by which each bot does better (takes fewer) than the mean of its group, with their
/// covariance over blocks. The means have these weights; without any they are plain. They are the a that minimise
///
///     sum over comparisons of weight [ (score of j - score of i) / hands - (a_i - a_j) ]^2,
///
/// a weighted least-squares ranking (Massey 1997). The groups are those of estimate_elo().
Estimate estimate_margin(const BlockList& blocks, const Comparisons& comparisons, const MeanWeights& weights = {},
                         const Carriers& carriers = {});

/// The values of estimate_margin() alone, up to rounding.
std::vector<double> fit_margins(const Comparisons& comparisons);

}  // namespace arena
