#include "arena/ratings/variants.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

constexpr std::size_t kVariantsMin = 2;
constexpr std::size_t kBotsMin = 3;
constexpr int kRoundsMax = 100;  // of filling in; ten are usual
constexpr double kSlopeErrors = 2;
constexpr double kRoundChange = 1e-6;  // Elo

/// Variant and bot.
using Cell = std::pair<std::size_t, std::size_t>;

/// A cell that was found.
struct Aside {
  double slope = 0;  ///< of its variant at that time
  double value = 0;  ///< its own, against the mean of its variant as filled in
};

/// See test_specialists.
class Search {
 public:
  explicit Search(VariantGrid grid) : grid_(std::move(grid)) {
    result_.slopes.resize(grid_.size());
    result_.cells.resize(grid_.size());
    for (std::size_t v = 0; v < grid_.size(); ++v) result_.cells[v].resize(grid_[v].size());
  }

  SpecialistTests run() {
    if (grid_.size() < kVariantsMin || grid_.front().size() < kBotsMin) return std::move(result_);
    test_all();
    result_.made = static_cast<int>(tested_.size());
    double largest = 0;
    for (auto left = static_cast<double>(tested_.size()); !tested_.empty(); --left) {
      const Cell best = *std::ranges::min_element(tested_, {}, [&](const Cell& cell) { return test(cell).p; });
      largest = std::max(largest, std::min(1.0, left * test(best).p));
      test(best).p_holm = largest;
      if (!test(best).found()) break;
      if (!may_go_aside(best) || !set_aside(best)) {
        test(best).p_holm = 1;
        largest = 1;
        break;
      }
      test_all();
    }
    correct_the_rest(largest);
    return std::move(result_);
  }

 private:
  SpecialistTest& test(const Cell& cell) { return *result_.cells[cell.first][cell.second]; }

  NoisyValue mean_over_others(const Cell& cell) const {
    std::vector<NoisyValue> others;
    for (std::size_t v = 0; v < grid_.size(); ++v) {
      if (v != cell.first) others.push_back(grid_[v][cell.second]);
    }
    return mean_of(others);
  }

  /// Of the variant on the others, by the cells that are not aside.
  std::optional<double> slope(std::size_t variant) const {
    std::vector<NoisyValue> y, x;
    for (std::size_t bot = 0; bot < grid_[variant].size(); ++bot) {
      if (aside_.contains({variant, bot})) continue;
      y.push_back(grid_[variant][bot]);
      x.push_back(mean_over_others({variant, bot}));
    }
    if (y.size() < kBotsMin) return std::nullopt;
    return slope_of(y, x, 0);
  }

  /// Whether the bot's other variants say anything of their own.
  bool can_be_tested(const Cell& cell) const {
    for (std::size_t v = 0; v < grid_.size(); ++v) {
      if (v != cell.first && !aside_.contains({v, cell.second})) return true;
    }
    return false;
  }

  void test_all() {
    tested_.clear();
    for (std::size_t v = 0; v < grid_.size(); ++v) {
      result_.slopes[v] = slope(v);
      for (std::size_t bot = 0; bot < grid_[v].size(); ++bot) {
        const Cell cell{v, bot};
        if (aside_.contains(cell)) continue;
        auto& here = result_.cells[v][bot];
        here.reset();
        if (!result_.slopes[v] || !can_be_tested(cell)) continue;
        here = tested(grid_[v][bot], mean_over_others(cell), *result_.slopes[v]);
        if (here) tested_.push_back(cell);
      }
    }
  }

  static std::optional<SpecialistTest> tested(const NoisyValue& y, const NoisyValue& x, double slope) {
    const double scaled = slope * slope * x.variance;
    const double variance = y.variance + scaled;
    const double spread = y.variance * y.variance / y.degrees + scaled * scaled / x.degrees;
    if (spread <= 0) return std::nullopt;
    const Measured excess{y.value - slope * x.value, std::sqrt(variance), variance * variance / spread};
    const std::optional<double> p = p_value(excess);
    if (!p) return std::nullopt;
    return SpecialistTest{excess.value, excess.degrees, *p, 1};
  }

  /// Enough of the bot and of the variant are left then to predict anything from.
  bool may_go_aside(const Cell& cell) const {
    const auto of_bot = std::ranges::count_if(aside_, [&](const auto& one) { return one.first.second == cell.second; });
    const auto of_variant =
        std::ranges::count_if(aside_, [&](const auto& one) { return one.first.first == cell.first; });
    return 2 * (of_bot + 1) <= std::ssize(grid_) && 2 * (of_variant + 1) < std::ssize(grid_[cell.first]);
  }

  /// False, and all is as it was, where what the rest predicts does not settle.
  bool set_aside(const Cell& cell) {
    const VariantGrid grid = grid_;
    const std::map<Cell, Aside> aside = aside_;
    const auto cells = result_.cells;
    aside_[cell] = {result_.slopes[cell.first].value(), grid_[cell.first][cell.second].value};
    if (fill_in()) return true;
    grid_ = grid;
    aside_ = aside;
    result_.cells = cells;
    return false;
  }

  /// Puts what the rest predicts in the place of the cells that are aside, until nothing changes any more. False if that
  /// does not come.
  bool fill_in() {
    double change = 1;
    for (int round = 0; round < kRoundsMax && change > kRoundChange; ++round) {
      change = 0;
      for (const auto& [cell, aside] : aside_) {
        std::vector<NoisyValue>& variant = grid_[cell.first];
        NoisyValue predicted = mean_over_others(cell);
        const double c = slope(cell.first).value_or(aside.slope);
        predicted.value *= c;
        predicted.variance *= c * c;
        change = std::max(change, std::abs(predicted.value - variant[cell.second].value));
        variant[cell.second] = predicted;
        centre(cell.first);
      }
    }
    for (const auto& [cell, aside] : aside_) test(cell).excess = aside.value - grid_[cell.first][cell.second].value;
    return change <= kRoundChange;
  }

  void centre(std::size_t variant) {
    double mean = 0;
    for (const NoisyValue& one : grid_[variant]) mean += one.value / static_cast<double>(grid_[variant].size());
    for (NoisyValue& one : grid_[variant]) one.value -= mean;
    for (auto& [cell, aside] : aside_) {
      if (cell.first == variant) aside.value -= mean;
    }
  }

  void correct_the_rest(double at_least) {
    std::vector<double> p_values;
    for (const Cell& cell : tested_) p_values.push_back(test(cell).p);
    const std::vector<double> corrected = holm(p_values);
    for (std::size_t i = 0; i < tested_.size(); ++i) test(tested_[i]).p_holm = std::max(at_least, corrected[i]);
  }

  VariantGrid grid_;
  std::map<Cell, Aside> aside_;
  std::vector<Cell> tested_;
  SpecialistTests result_;
};

constexpr std::size_t kCommonForSlopes = 3;

std::vector<int> common_bots(const VariantElos& elos) {
  std::vector<int> common;
  for (std::size_t bot = 0; bot < elos.overall.size(); ++bot) {
    const bool everywhere = std::ranges::all_of(
        elos.played, [&](const auto& variant) { return variant[bot] && variant[bot]->error.has_value(); });
    if (everywhere && elos.overall[bot]) common.push_back(static_cast<int>(bot));
  }
  return common;
}

/// tau^2.
double spread_of(const VariantElos& elos, const std::vector<int>& common) {
  const auto variants = static_cast<double>(elos.played.size());
  double sum = 0;
  for (const auto& variant : elos.played) {
    for (const int bot : common) {
      const Measured& cell = *variant[at(bot)];
      const double deviation = cell.value - *elos.overall[at(bot)];
      sum += deviation * deviation - *cell.error * *cell.error * (1 - 1 / variants);
    }
  }
  return std::max(0.0, sum / (variants * static_cast<double>(common.size())));
}

void shrink(const VariantElos& elos, double tau_squared, VariantComparison& comparison) {
  for (std::size_t v = 0; v < elos.played.size(); ++v) {
    for (std::size_t bot = 0; bot < elos.overall.size(); ++bot) {
      const auto& cell = elos.played[v][bot];
      if (!cell || !cell->error || !elos.overall[bot]) continue;
      const double variance = *cell->error * *cell->error;
      // Without noise and without spread the two are the same.
      const double weight = tau_squared + variance > 0 ? tau_squared / (tau_squared + variance) : 1;
      comparison.cells[v][bot].shrunk = *elos.overall[bot] + weight * (cell->value - *elos.overall[bot]);
    }
  }
}

/// By variant, the common bots.
VariantGrid grid_of(const VariantElos& elos, const std::vector<int>& common) {
  VariantGrid values(elos.played.size());
  for (std::size_t v = 0; v < elos.played.size(); ++v) {
    for (const int bot : common) {
      const Measured& cell = *elos.played[v][at(bot)];
      values[v].push_back({cell.value, *cell.error * *cell.error, cell.degrees});
    }
  }
  return values;
}

void find_scales(const VariantElos& elos, const VariantGrid& grid, VariantComparison& comparison) {
  std::vector<NoisyValue> means;
  for (std::size_t i = 0; i < grid.front().size(); ++i) {
    std::vector<NoisyValue> one_bot;
    for (const auto& variant : grid) one_bot.push_back(variant[i]);
    means.push_back(mean_of(one_bot));
  }
  for (std::size_t v = 0; v < grid.size(); ++v) {
    double shared = 0;
    for (const NoisyValue& one : grid[v]) shared += one.variance / static_cast<double>(grid.size());
    comparison.scales[v] = slope_of(grid[v], means, shared);
    if (!comparison.scales[v]) continue;
    for (std::size_t bot = 0; bot < elos.overall.size(); ++bot) {
      const auto& cell = elos.played[v][bot];
      if (cell) comparison.cells[v][bot].adjusted = cell->value / *comparison.scales[v];
    }
  }
}

}  // namespace

NoisyValue mean_of(const std::vector<NoisyValue>& values) {
  const auto count = static_cast<double>(values.size());
  NoisyValue mean;
  double spread = 0;
  for (const NoisyValue& one : values) {
    mean.value += one.value / count;
    const double part = one.variance / (count * count);
    mean.variance += part;
    spread += part * part / one.degrees;
  }
  if (spread > 0) mean.degrees = mean.variance * mean.variance / spread;
  return mean;
}

std::optional<double> slope_of(const std::vector<NoisyValue>& y, const std::vector<NoisyValue>& x, double shared) {
  double xy = -shared;
  double xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += x[i].value * y[i].value;
    xx += x[i].value * x[i].value - x[i].variance;
  }
  if (xx <= 0 || xy <= 0) return std::nullopt;
  const double slope = xy / xx;
  double variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    variance += x[i].value * x[i].value * (y[i].variance + slope * slope * x[i].variance);
  if (slope <= kSlopeErrors * std::sqrt(variance) / xx) return std::nullopt;
  return slope;
}

SpecialistTests test_specialists(VariantGrid grid) { return Search(std::move(grid)).run(); }

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

VariantComparison compare_variants(const VariantElos& elos) {
  VariantComparison comparison;
  comparison.scales.resize(elos.played.size());
  comparison.slopes.resize(elos.played.size());
  comparison.cells.assign(elos.played.size(), std::vector<VariantCell>(elos.overall.size()));
  const std::vector<int> common = common_bots(elos);
  if (elos.played.size() < 2 || common.size() < 2) return comparison;

  const double tau_squared = spread_of(elos, common);
  comparison.tau = std::sqrt(tau_squared);
  shrink(elos, tau_squared, comparison);
  if (common.size() < kCommonForSlopes) return comparison;
  const VariantGrid grid = grid_of(elos, common);
  find_scales(elos, grid, comparison);
  SpecialistTests tests = test_specialists(grid);
  comparison.slopes = std::move(tests.slopes);
  comparison.tests = tests.made;
  for (std::size_t v = 0; v < grid.size(); ++v) {
    for (std::size_t i = 0; i < common.size(); ++i) comparison.cells[v][at(common[i])].specialist = tests.cells[v][i];
  }
  return comparison;
}

}  // namespace arena
