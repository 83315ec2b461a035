#include "arena/results/ratings/variant_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
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

Figure figure_at(double elo, const Measured& measured, const Looks& looks) {
  return {elo + measured.value, half_width(measured, looks)};
}

/// The bots that hold their component at given Elo: the reference or the anchors, as far as they have cells.
std::vector<Anchor> holding_bots(const Field& field, const std::vector<ComparedBot>& bots) {
  std::vector<Anchor> holding = field.anchors;
  if (field.reference) holding = {{*field.reference, kEloAnchor}};
  std::erase_if(holding, [&](const Anchor& anchor) {
    return std::ranges::none_of(bots[at(anchor.of)].cells, [](const auto& cell) { return cell.has_value(); });
  });
  return holding;
}

/// The Elo of level 0 in each component that anchors hold: the mean of what they are given.
std::map<int, double> zero_elos(const std::vector<Anchor>& holding, const std::vector<int>& components) {
  std::map<int, std::pair<double, int>> sums;
  for (const Anchor& anchor : holding) {
    auto& [sum, count] = sums[components[at(anchor.of)]];
    sum += anchor.elo;
    ++count;
  }
  std::map<int, double> elos;
  for (const auto& [component, sum] : sums) elos[component] = sum.first / sum.second;
  return elos;
}

/// By how much a normal approximation of FindingBlocks::needed is too small: a strong cell makes tau larger, and with
/// it all errors, and Student's distribution has longer tails. With 2.5 times as many blocks, 100 Elo were found in .93
/// to .96 of simulated leagues with a ladder of 8 or 16 bots, and in .77 with 6 equal bots; with the number itself in
/// .27 to .33.
constexpr double kFindingFactor = 2.5;

/// See FindingBlocks. The errors of cells shrink with the square root of the blocks, and so does everything that the
/// model predicts from them.
///
/// If readers look again and again, a specialist must stand out further. If the length of the runs is planned, it is
/// found at their end.
FindingBlocks blocks_to_find(const CellModel& model, const CellGrid& grid, int blocks, const Looks& looks) {
  std::map<int, int> variants_of;
  for (const Cell& cell : grid.cells) ++variants_of[cell.bot];
  FindingBlocks finding;
  finding.now = blocks / std::max(grid.variants, 1);
  std::vector<double> errors;
  std::vector<double> carriers;  // the blocks that an excess rests on
  for (std::size_t k = 0; k < grid.cells.size(); ++k) {
    const Measured& excess = model.cells[k].excess;
    if (!excess.error || variants_of[grid.cells[k].bot] <= 2) continue;
    errors.push_back(*excess.error);
    carriers.push_back(excess.degrees + 1);
  }
  if (errors.empty()) return finding;
  const auto median = [](std::vector<double>& numbers) {
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
  };
  const double error = median(errors);
  const double level = kSpecialistLevel / model.tests;
  const auto needed_at = [&](double blocks_then, const Looks& looks_then) {
    const double quantiles = errors_at(level, looks_then, blocks_then) + normal_quantile(kFindingPower);
    return kFindingFactor * finding.now * std::pow(quantiles * error / kFindableExcess, 2);
  };
  double needed = needed_at(0, {});
  if (looks.kind == Looks::Kind::open) {
    // The more blocks, the lower the boundary in standard errors, which hardly depends on the number.
    const double carriers_a_block = median(carriers) / std::max(finding.now, 1);
    constexpr int kSteps = 5;
    for (int step = 0; step < kSteps; ++step) needed = needed_at(std::max(1.0, carriers_a_block * needed), looks);
  }
  finding.needed = static_cast<int>(std::ceil(std::min(needed, static_cast<double>(kBlocksMax))));
  return finding;
}

/// The positions of which the distance to the others is known in a variant. A bot that won or lost nearly everything
/// is left out, unless most bots of its group are like that: nobody knows how far off it is, and it would distort the
/// scale of the variant.
std::vector<bool> told_apart(const Comparisons& comparisons, const std::vector<int>& groups) {
  std::map<int, std::pair<int, int>> sizes;  // by group: bots with and without rough figures
  std::vector<bool> told(groups.size());
  for (int i = 0; i < comparisons.size(); ++i) {
    told[at(i)] = !is_rough(comparisons, i);
    ++(told[at(i)] ? sizes[groups[at(i)]].second : sizes[groups[at(i)]].first);
  }
  for (std::size_t i = 0; i < told.size(); ++i) {
    const auto [rough, clear] = sizes.at(groups[i]);
    told[i] = told[i] || clear < rough || clear < 2;
  }
  return told;
}

// Why kCellBlocksMin is 3: cells are weighted by their variances as the blocks show them. With two blocks there is one
// degree of freedom: the mean of such a weight is infinite, and an interval would be of 12.7 standard errors.

/// The quasi-variances of Elo if all comparisons were independent: from the second derivative of the likelihood alone.
std::vector<double> naive_variances(const Strengths& fit, const Estimate& elo) {
  Estimate naive = elo;
  naive.covariance = fit.inverse;
  std::vector<double> variances = quasi_variances(naive);
  for (double& variance : variances) variance *= kEloUnit * kEloUnit;
  return variances;
}

/// Adds the cells of one variant, from its own blocks, to the grid and to the bots.
void add_cells(const BlockList& blocks, int variant, const Looks& looks, CellGrid& grid,
               std::vector<ComparedBot>& bots) {
  const Comparisons comparisons = sum_comparisons(blocks, grid.bots);
  const Strengths fit = fit_strengths(comparisons);
  const Anchors anchors(comparisons, fit, {});
  const Estimate elo = estimate_elo(blocks, comparisons, fit, anchors.weights(), Carriers::own());
  const std::vector<double> variances = quasi_variances(elo);
  const std::vector<double> naive = naive_variances(fit, elo);
  const std::vector<bool> told = told_apart(comparisons, elo.groups);
  std::map<int, int> groups;
  const std::size_t before = grid.cells.size();
  std::vector<double> expected;  // by cell that is added
  for (int i = 0; i < elo.size(); ++i) {
    const Measured measured = anchors.measure(elo, i);
    if (!measured.error || elo.blocks[at(i)] < kCellBlocksMin || !told[at(i)]) continue;
    const auto [group, is_new] = groups.try_emplace(elo.groups[at(i)], grid.groups);
    if (is_new) ++grid.groups;
    const int bot = comparisons.bots[at(i)];
    grid.cells.push_back({bot, variant, group->second, measured.value, variances[at(i)], measured.degrees});
    expected.push_back(naive[at(i)]);
    ComparedCell& cell = bots[at(bot)].cells[at(variant)].emplace();
    cell.blocks = elo.blocks[at(i)];
    cell.alone = figure_at(kEloAnchor, measured, looks);
  }
  moderate_variances(std::span(grid.cells).subspan(before), expected);
}

/// Sorts the bots as VariantComparison::bots describes.
void order_bots(const CellModel& model, VariantComparison& comparison) {
  std::map<int, int> sizes;
  for (const ComparedBot& one : comparison.bots) ++sizes[model.components[at(one.bot)]];
  std::ranges::stable_sort(comparison.bots, {}, [&](const ComparedBot& one) {
    const int group = model.components[at(one.bot)];
    return std::tuple(-sizes[group], group, !comparison.field.is_current(one.bot), -one.level.value, one.bot);
  });
  std::vector<int> order;
  for (const ComparedBot& one : comparison.bots) order.push_back(one.bot);
  comparison.joined = row_groups(order, model.components);
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

double VariantComparison::given_elo(int position) const {
  if (field.reference) return kEloAnchor;
  return std::ranges::find(field.anchors, bots[at(position)].bot, &Anchor::of)->elo;
}

VariantComparison compare_variants(const BlockScores& scores, const Field& field, const Looks& looks) {
  const int bots = scores.bots();
  if (field.bots.size() != at(bots) || field.variants.size() != at(scores.variants()))
    throw std::invalid_argument("the field is not that of the scores");
  std::vector<BlockList> blocks_of(field.variants.size());
  VariantComparison comparison;
  comparison.field = field;
  comparison.looks = looks;
  for (const BlockSum* block : scores.complete()) {
    blocks_of[at(block->variant)].push_back(block);
    ++comparison.blocks;
    comparison.games += block->games;
  }
  std::vector<ComparedBot> rows(at(bots));
  for (ComparedBot& row : rows) row.cells.resize(field.variants.size());
  CellGrid grid{bots, scores.variants(), 0, {}, {}};
  for (int variant = 0; variant < grid.variants; ++variant)
    add_cells(blocks_of[at(variant)], variant, looks, grid, rows);
  const std::vector<Anchor> holding = holding_bots(field, rows);
  for (const Anchor& anchor : holding) grid.anchors.push_back(anchor.of);
  const CellModel model = fit_cells(grid, looks);
  const std::map<int, double> zeros = zero_elos(holding, model.components);
  const auto zero_of = [&](int bot) {
    const auto found = zeros.find(model.components[at(bot)]);
    return found == zeros.end() ? kEloAnchor : found->second;
  };

  comparison.tau = model.tau;
  comparison.tests = model.tests;
  comparison.finding = blocks_to_find(model, grid, comparison.blocks, looks);
  comparison.scales.resize(field.variants.size());
  for (std::size_t k = 0; k < grid.cells.size(); ++k) {
    const Cell& cell = grid.cells[k];
    const CellFigures& figures = model.cells[k];
    ComparedCell& compared = *rows[at(cell.bot)].cells[at(cell.variant)];
    compared.pooled = figure_at(zero_of(cell.bot), figures.pooled, looks);
    compared.is_specialist = figures.found;
    if (figures.excess.error) {
      compared.excess = Figure{figures.excess.value, half_width(figures.excess, looks)};
      compared.p = figures.p_holm;
    }
    const Measured& scale = model.scales[at(cell.variant)];
    const std::optional<double> width = half_width(scale, looks);
    comparison.scales[at(cell.variant)] =
        VariantScale{std::exp(scale.value), width ? std::optional(std::exp(*width)) : std::nullopt};
  }
  for (int bot = 0; bot < bots; ++bot) {
    ComparedBot& row = rows[at(bot)];
    if (std::ranges::none_of(row.cells, [](const auto& cell) { return cell.has_value(); })) {
      comparison.untold.push_back(bot);
      continue;
    }
    row.bot = bot;
    row.level = figure_at(zero_of(bot), model.levels[at(bot)], looks);
    comparison.bots.push_back(std::move(row));
  }
  order_bots(model, comparison);
  for (std::size_t position = 0; position < comparison.bots.size(); ++position) {
    ComparedBot& one = comparison.bots[position];
    if (std::ranges::find(holding, one.bot, &Anchor::of) == holding.end()) continue;
    comparison.anchored.push_back(static_cast<int>(position));
    const auto is_beside = [&](const Anchor& other) {
      return other.of != one.bot && model.components[at(other.of)] == model.components[at(one.bot)];
    };
    // The level of a bot that holds its group alone is given, not measured.
    if (std::ranges::none_of(holding, is_beside)) one.level = {zero_of(one.bot), 0};
  }
  list_specialists(comparison);
  return comparison;
}

}  // namespace arena
