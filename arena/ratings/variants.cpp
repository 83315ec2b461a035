#include "arena/ratings/variants.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

constexpr std::size_t kCommonForSlopes = 3;

std::vector<int> common_bots(const VariantElos& elos) {
  std::vector<int> common;
  for (std::size_t bot = 0; bot < elos.overall.size(); ++bot) {
    const bool everywhere = std::all_of(elos.played.begin(), elos.played.end(), [&](const auto& variant) {
      return variant[bot].has_value() && variant[bot]->error.has_value();
    });
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
