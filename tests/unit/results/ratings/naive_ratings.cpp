#include "tests/unit/results/ratings/naive_ratings.h"

#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace arena::test {
namespace {

using Matrix = NaiveRatings::Matrix;

/// Inverse by Gauss and Jordan with pivots, O(N^3).
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix result(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column; row < n; ++row) {
      if (std::abs(a[row][column]) > std::abs(a[pivot][column])) pivot = row;
    }
    std::swap(a[pivot], a[column]);
    std::swap(result[pivot], result[column]);
    const double scale = a[column][column];
    for (std::size_t j = 0; j < n; ++j) {
      a[column][j] /= scale;
      result[column][j] /= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column) continue;
      const double factor = a[row][column];
      for (std::size_t j = 0; j < n; ++j) {
        a[row][j] -= factor * a[column][j];
        result[row][j] -= factor * result[column][j];
      }
    }
  }
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.size(), std::vector<double>(a.size(), 0.0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      for (std::size_t k = 0; k < a.size(); ++k) result[i][j] += a[i][k] * b[k][j];
  return result;
}

/// One seat of i against one seat of j.
struct Meeting {
  std::pair<std::string, int> block;
  std::size_t i, j;
  double points;  // of i
  double margin;  // a hand
  double weight;
};

std::vector<Meeting> meetings(const std::vector<RatedGame>& games) {
  std::vector<Meeting> all;
  for (const RatedGame& game : games) {
    for (std::size_t a = 0; a < game.seats.size(); ++a) {
      for (std::size_t b = a + 1; b < game.seats.size(); ++b) {
        const RatedSeat& one = game.seats[a];
        const RatedSeat& two = game.seats[b];
        if (one.bot == two.bot) continue;
        all.push_back({{game.run, game.block},
                       static_cast<std::size_t>(one.bot),
                       static_cast<std::size_t>(two.bot),
                       one.place < two.place    ? 1.0
                       : one.place == two.place ? 0.5
                                                : 0.0,
                       static_cast<double>(two.score - one.score) / game.hands,
                       1.0});
      }
    }
  }
  return all;
}

double sigma(double x) { return 1 / (1 + std::exp(-x)); }

/// G / (G - 1) C A B A C.
Matrix covariance(const std::vector<Meeting>& all, const Matrix& bread,
                  const std::function<double(const Meeting&)>& residual) {
  const std::size_t n = bread.size();
  std::map<std::pair<std::string, int>, std::vector<double>> scores;
  for (const Meeting& meeting : all) {
    std::vector<double>& u = scores[meeting.block];
    u.resize(n, 0.0);
    u[meeting.i] += residual(meeting);
    u[meeting.j] -= residual(meeting);
  }
  Matrix scatter(n, std::vector<double>(n, 0.0));
  for (const auto& [block, u] : scores)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) scatter[i][j] += u[i] * u[j];
  const auto g = static_cast<double>(scores.size());
  Matrix centre(n, std::vector<double>(n, -1 / static_cast<double>(n)));
  for (std::size_t i = 0; i < n; ++i) centre[i][i] += 1;
  Matrix v = product(product(centre, product(bread, product(scatter, bread))), centre);
  for (auto& row : v)
    for (double& cell : row) cell *= g / (g - 1);
  return v;
}

}  // namespace

double NaiveRatings::weighted(const std::vector<double>& figures, double mean) const {
  double sum = 0;
  for (std::size_t i = 0; i < figures.size(); ++i) sum += weight[i] * figures[i];
  return sum - mean;
}

double NaiveRatings::variance_against_mean(const Matrix& covariance, std::size_t bot) const {
  double variance = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    for (std::size_t j = 0; j < weight.size(); ++j) {
      variance += ((i == bot ? 1 : 0) - weight[i]) * ((j == bot ? 1 : 0) - weight[j]) * covariance[i][j];
    }
  }
  return variance;
}

Measured against_plain_mean(const Estimate& estimate, int i) {
  const SquareMatrix<double>& v = estimate.covariance.value();
  const double part = 1.0 / estimate.size();
  Measured measured{estimate.values[static_cast<std::size_t>(i)], v(i, i), 1e6};
  for (int j = 0; j < estimate.size(); ++j) {
    measured.value -= part * estimate.values[static_cast<std::size_t>(j)];
    *measured.error -= 2 * part * v(i, j);
    for (int k = 0; k < estimate.size(); ++k) *measured.error += part * part * v(j, k);
  }
  measured.error = std::sqrt(*measured.error);
  return measured;
}

NaiveRatings naive_ratings(const std::vector<RatedGame>& games, int bots) {
  const auto n = static_cast<std::size_t>(bots);
  const std::vector<Meeting> all = meetings(games);
  const double unit = 400 / std::log(10.0);
  NaiveRatings result;

  std::vector<double> theta(n, 0.0);
  Matrix bread;
  for (int step = 0; step < 50; ++step) {
    std::vector<double> gradient(n);
    Matrix curvature(n, std::vector<double>(n, 0.0));
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] = 0.5 - sigma(theta[i]);
      curvature[i][i] = sigma(theta[i]) * sigma(-theta[i]);
    }
    for (const Meeting& m : all) {
      const double p = sigma(theta[m.i] - theta[m.j]);
      gradient[m.i] += m.points - p;
      gradient[m.j] -= m.points - p;
      curvature[m.i][m.i] += p * (1 - p);
      curvature[m.j][m.j] += p * (1 - p);
      curvature[m.i][m.j] -= p * (1 - p);
      curvature[m.j][m.i] -= p * (1 - p);
    }
    bread = inverse(curvature);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) theta[i] += bread[i][j] * gradient[j];
  }
  result.weight.assign(n, 0.0);
  for (const Meeting& m : all) {
    const double p = sigma(theta[m.i] - theta[m.j]);
    result.weight[m.i] += p * (1 - p);
    result.weight[m.j] += p * (1 - p);
  }
  std::vector<double> comparisons(n, 30.0);
  for (const Meeting& m : all) {
    comparisons[m.i] += 1;
    comparisons[m.j] += 1;
  }
  double information = 0;
  for (std::size_t i = 0; i < n; ++i) information += result.weight[i] /= comparisons[i];
  for (double& one : result.weight) one /= information;
  double mean = 0;
  for (const double one : theta) mean += one / bots;
  for (const double one : theta) result.elo.push_back(1500 + unit * (one - mean));
  result.elo_covariance =
      covariance(all, bread, [&](const Meeting& m) { return m.points - sigma(theta[m.i] - theta[m.j]); });
  for (auto& row : result.elo_covariance)
    for (double& cell : row) cell *= unit * unit;

  // The last bot is held at 0, the mean is taken off afterwards.
  Matrix laplacian(n, std::vector<double>(n, 0.0));
  std::vector<double> sums(n, 0.0);
  for (const Meeting& m : all) {
    laplacian[m.i][m.i] += m.weight;
    laplacian[m.j][m.j] += m.weight;
    laplacian[m.i][m.j] -= m.weight;
    laplacian[m.j][m.i] -= m.weight;
    sums[m.i] += m.weight * m.margin;
    sums[m.j] -= m.weight * m.margin;
  }
  for (std::size_t j = 0; j < n; ++j) laplacian[n - 1][j] = laplacian[j][n - 1] = j == n - 1 ? 1.0 : 0.0;
  Matrix solve = inverse(laplacian);
  solve[n - 1][n - 1] = 0;
  result.margin.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) result.margin[i] += solve[i][j] * sums[j];
  result.margin_covariance = covariance(
      all, solve, [&](const Meeting& m) { return m.weight * (m.margin - (result.margin[m.i] - result.margin[m.j])); });
  double margin_mean = 0;
  for (const double one : result.margin) margin_mean += one / bots;
  for (double& one : result.margin) one -= margin_mean;
  return result;
}

}  // namespace arena::test
