#include "arena/results/ratings/variant_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "arena/results/ratings/anchors.h"
#include "arena/results/ratings/cell_model.h"
#include "arena/results/ratings/elo.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// What one variant alone says.
struct VariantElo {
  Comparisons comparisons;
  Estimate elo;
};

Figure at_anchor(const Measured& measured) { return {kEloAnchor + measured.value, half_width(measured)}; }

/// The cells that can be told, and where each comes from. A bot that won or lost nearly all in a variant is far off, but
/// nobody knows how far: it would bend the scale of the variant. See Anchors.
struct Cells {
  CellGrid grid;
  std::vector<int> blocks;    ///< of the bot in the variant
  std::vector<Figure> alone;  ///< what the variant's own games say
};

Cells cells_of(const std::vector<VariantElo>& variants, int bots) {
  Cells cells;
  cells.grid.bots = bots;
  cells.grid.variants = static_cast<int>(variants.size());
  for (std::size_t v = 0; v < variants.size(); ++v) {
    const Estimate& elo = variants[v].elo;
    const std::vector<double> variances = quasi_variances(elo);
    const Anchors anchors(variants[v].comparisons, elo.groups, {});
    std::map<int, int> groups;
    for (int i = 0; i < elo.size(); ++i) {
      const Measured measured = anchors.measure(elo, i);
      if (!measured.error || !std::ranges::binary_search(anchors.of_group(elo.groups[at(i)]), i)) continue;
      const auto [group, is_new] = groups.try_emplace(elo.groups[at(i)], cells.grid.groups);
      if (is_new) ++cells.grid.groups;
      cells.grid.cells.push_back({variants[v].comparisons.bots[at(i)], static_cast<int>(v), group->second,
                                  measured.value, variances[at(i)], measured.degrees});
      cells.blocks.push_back(elo.blocks[at(i)]);
      cells.alone.push_back(at_anchor(measured));
    }
  }
  return cells;
}

/// Sorted into their places; see VariantComparison::bots.
void order_bots(const CellModel& model, VariantComparison& comparison) {
  std::map<int, int> sizes;
  for (const ComparedBot& one : comparison.bots) ++sizes[model.components[at(one.bot)]];
  std::ranges::stable_sort(comparison.bots, {}, [&](const ComparedBot& one) {
    const int group = model.components[at(one.bot)];
    return std::tuple(-sizes[group], group, -one.level.value, one.bot);
  });
  int group = -1;
  for (std::size_t position = 0; position < comparison.bots.size(); ++position) {
    const int here = model.components[at(comparison.bots[position].bot)];
    if (comparison.joined.empty() || here != group) comparison.joined.emplace_back();
    group = here;
    comparison.joined.back().push_back(static_cast<int>(position));
  }
}

void list_specialists(VariantComparison& comparison) {
  for (std::size_t position = 0; position < comparison.bots.size(); ++position) {
    const auto& cells = comparison.bots[position].cells;
    for (std::size_t v = 0; v < cells.size(); ++v) {
      if (cells[v] && cells[v]->is_specialist)
        comparison.specialists.emplace_back(static_cast<int>(position), static_cast<int>(v));
    }
  }
  std::ranges::stable_sort(comparison.specialists, {},
                           [&](const auto& one) { return *comparison.bots[at(one.first)].cells[at(one.second)]->p; });
}

}  // namespace

VariantComparison compare_variants(const BlockScores& scores, const Field& field) {
  const int bots = scores.bots();
  if (field.bots.size() != at(bots) || field.variants.size() != at(scores.variants()))
    throw std::invalid_argument("the field is not that of the scores");
  std::vector<BlockList> blocks_of(field.variants.size());
  VariantComparison comparison;
  comparison.field = field;
  for (const BlockSum* block : scores.complete()) {
    blocks_of[at(block->variant)].push_back(block);
    ++comparison.blocks;
    comparison.games += block->games;
  }
  std::vector<VariantElo> variants;
  for (const BlockList& blocks : blocks_of) {
    Comparisons comparisons = sum_comparisons(blocks, bots);
    Estimate elo = estimate_elo(blocks, comparisons);
    variants.push_back({std::move(comparisons), std::move(elo)});
  }
  const Cells cells = cells_of(variants, bots);
  const CellModel model = fit_cells(cells.grid);

  comparison.tau = model.tau;
  comparison.tests = model.tests;
  comparison.scales.resize(field.variants.size());
  std::vector<ComparedBot> rows(at(bots));
  std::vector<bool> is_told(at(bots), false);
  for (std::size_t k = 0; k < cells.grid.cells.size(); ++k) {
    const Cell& cell = cells.grid.cells[k];
    const CellFigures& figures = model.cells[k];
    ComparedBot& row = rows[at(cell.bot)];
    if (row.cells.empty()) row.cells.resize(field.variants.size());
    is_told[at(cell.bot)] = true;
    ComparedCell& compared = row.cells[at(cell.variant)].emplace();
    compared.blocks = cells.blocks[k];
    compared.alone = cells.alone[k];
    compared.pooled = at_anchor(figures.pooled);
    compared.is_specialist = figures.found;
    if (figures.excess.error) {
      compared.excess = Figure{figures.excess.value, half_width(figures.excess)};
      compared.p = figures.p_holm;
    }
    const Measured& scale = model.scales[at(cell.variant)];
    const std::optional<double> width = half_width(scale);
    comparison.scales[at(cell.variant)] =
        VariantScale{std::exp(scale.value), width ? std::optional(std::exp(*width)) : std::nullopt};
  }
  for (int bot = 0; bot < bots; ++bot) {
    if (!is_told[at(bot)]) {
      comparison.untold.push_back(bot);
      continue;
    }
    rows[at(bot)].bot = bot;
    rows[at(bot)].level = at_anchor(model.levels[at(bot)]);
    comparison.bots.push_back(std::move(rows[at(bot)]));
  }
  order_bots(model, comparison);
  list_specialists(comparison);
  return comparison;
}

}  // namespace arena
