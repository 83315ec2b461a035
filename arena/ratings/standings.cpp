#include "arena/ratings/standings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "arena/ratings/block_scores.h"
#include "arena/ratings/elo.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

Figure figure_of(const Measured& measured) { return {measured.value, half_width(measured)}; }

/// What rounding may do to a figure must not decide an order.
long long without_rounding(double value) { return std::llround(value * 1e6); }

/// The figures of some blocks, by position.
struct Rating {
  Comparisons comparisons;
  Estimate elo;
  Estimate margin;
};

Rating rating_of(const BlockList& blocks, int field) {
  const Comparisons comparisons = sum_comparisons(blocks, field);
  return {comparisons, estimate_elo(blocks, comparisons), estimate_margin(blocks, comparisons)};
}

int position_of(const Rating& rating, std::optional<int> bot) {
  return bot ? rating.comparisons.position[at(*bot)] : -1;
}

/// Against the reference where it is in the group, else against the group's mean.
Measured anchored(const Estimate& estimate, int i, int reference) {
  if (reference >= 0) {
    if (const auto difference = against(estimate, i, reference)) return *difference;
  }
  return against_group(estimate, i);
}

/// On the scale where `reference` (a position, or -1 for the mean) is at the anchor.
Figure elo_figure(const Estimate& elo, int i, int reference) {
  Figure figure = figure_of(anchored(elo, i, reference));
  figure.value += kEloAnchor;
  return figure;
}

/// What decides the order of rows, in which equals share a rank.
long long elo_key(const Estimate& elo, int i) { return without_rounding(elo.values[at(i)]); }

/// Positions, best first, then in the order of the field.
std::vector<int> best_first(const Estimate& elo) {
  std::vector<int> order(at(elo.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return elo_key(elo, a) > elo_key(elo, b); });
  return order;
}

/// Positions of rows by group, in the order of the rows.
std::vector<std::vector<int>> row_groups(const std::vector<int>& order, const std::vector<int>& groups) {
  std::vector<std::vector<int>> lists;
  std::map<int, std::size_t> list_of;
  for (std::size_t row = 0; row < order.size(); ++row) {
    const auto [found, is_new] = list_of.try_emplace(groups[at(order[row])], lists.size());
    if (is_new) lists.emplace_back();
    lists[found->second].push_back(static_cast<int>(row));
  }
  return lists;
}

SquareMatrix<Pairing> pairings_of(const Rating& rating, const std::vector<int>& order) {
  SquareMatrix<Pairing> pairings(rating.comparisons.size());
  for (int row = 0; row < pairings.size(); ++row) {
    pairings(row, row).elo.plus_minus = 0;
    pairings(row, row).los = 0.5;
    for (int column = row + 1; column < pairings.size(); ++column) {
      const int i = order[at(row)];
      const int j = order[at(column)];
      const Measured difference = against(rating.elo, i, j).value();
      Pairing& there = pairings(row, column);
      there.comparisons = rating.comparisons.count(i, j);
      there.points = static_cast<double>(rating.comparisons.halves(i, j)) / 2;
      there.elo = figure_of(difference);
      there.los = likelihood_above(difference);
      Pairing& back = pairings(column, row);
      back.comparisons = there.comparisons;
      back.points = static_cast<double>(rating.comparisons.halves(j, i)) / 2;
      back.elo = {-there.elo.value, there.elo.plus_minus};
      if (there.los) back.los = 1 - *there.los;
    }
  }
  return pairings;
}

StandingsRow row_of(const Rating& rating, int i, int reference) {
  StandingsRow row;
  row.bot = rating.comparisons.bots[at(i)];
  row.elo = elo_figure(rating.elo, i, reference);
  row.margin = figure_of(anchored(rating.margin, i, reference));
  long halves = 0;
  for (int j = 0; j < rating.comparisons.size(); ++j) {
    row.comparisons += rating.comparisons.count(i, j);
    halves += rating.comparisons.halves(i, j);
  }
  row.share = static_cast<double>(halves) / 2 / static_cast<double>(row.comparisons);
  return row;
}

/// Games, blocks, forfeits and faults of the rows, and of the table.
void count(const BlockList& blocks, int field, StandingsTable& table) {
  std::vector<StandingsRow*> row_of(at(field), nullptr);  // by bot
  for (StandingsRow& row : table.rows) row_of[at(row.bot)] = &row;
  for (const BlockSum* block : blocks) {
    ++table.blocks;
    table.games += block->games;
    for (const BotGames& bot : block->bots) {
      StandingsRow* row = row_of[bot.bot];
      if (row == nullptr) continue;
      ++row->blocks;
      row->games += bot.games;
      row->forfeits += bot.forfeits;
    }
    for (const BotFault& bot : block->faults) {
      if (StandingsRow* row = row_of[bot.bot]) row->faults.add(bot.fault, bot.times);
    }
    for (const BotLaw& bot : block->laws) {
      if (StandingsRow* row = row_of[bot.bot]) row->laws.add(bot.figure, bot.times);
    }
  }
}

StandingsTable table_of(const BlockList& blocks, const Rating& rating, std::optional<int> reference_bot) {
  StandingsTable table;
  const Comparisons& comparisons = rating.comparisons;
  const int reference = position_of(rating, reference_bot);
  table.has_reference = reference >= 0;
  for (std::size_t bot = 0; bot < comparisons.position.size(); ++bot) {
    if (comparisons.position[bot] < 0) table.unrated.push_back(static_cast<int>(bot));
  }

  const std::vector<int> order = best_first(rating.elo);
  for (const int position : order) table.rows.push_back(row_of(rating, position, reference));
  count(blocks, static_cast<int>(comparisons.position.size()), table);
  table.pairings = pairings_of(rating, order);
  table.joined = row_groups(order, joined_groups(comparisons));
  table.level = row_groups(order, level_groups(comparisons));

  for (std::size_t row = 0; row < order.size(); ++row) {
    StandingsRow& here = table.rows[row];
    here.rank = static_cast<int>(row) + 1;
    if (row > 0 && elo_key(rating.elo, order[row]) == elo_key(rating.elo, order[row - 1]))
      here.rank = table.rows[row - 1].rank;
    if (row + 1 == order.size()) break;
    const int position = static_cast<int>(row);
    here.los_next = table.pairings(position, position + 1).los;
    if (elo_key(rating.elo, order[row]) == elo_key(rating.elo, order[row + 1])) continue;
    const auto margin = against(rating.margin, order[row], order[row + 1]);
    if (margin && without_rounding(margin->value) < 0) table.margin_disagrees.push_back(position);
  }
  return table;
}

/// Elo of all bots and variants relative to the mean of the bots that have an error in every variant.
VariantElos variant_elos(const Rating& overall, const std::vector<Rating>& by_variant, int field) {
  VariantElos elos;
  elos.overall.resize(at(field));
  elos.played.assign(by_variant.size(), std::vector<std::optional<Measured>>(at(field)));
  std::vector<int> common;
  for (int bot = 0; bot < field; ++bot) {
    const bool everywhere = std::ranges::all_of(by_variant, [&](const Rating& rating) {
      const int i = position_of(rating, bot);
      return i >= 0 && has_error(rating.elo, i);
    });
    if (everywhere) common.push_back(bot);
  }
  if (common.empty()) return elos;

  const auto fill = [&](const Rating& rating, const auto& put) {
    std::vector<int> others;
    for (const int bot : common) others.push_back(position_of(rating, bot));
    for (int bot = 0; bot < field; ++bot) {
      const int i = position_of(rating, bot);
      if (i >= 0) put(at(bot), against_mean(rating.elo, i, others));
    }
  };
  fill(overall, [&](std::size_t bot, const Measured& elo) { elos.overall[bot] = elo.value; });
  for (std::size_t v = 0; v < by_variant.size(); ++v)
    fill(by_variant[v], [&](std::size_t bot, const Measured& elo) { elos.played[v][bot] = elo; });
  return elos;
}

/// Moves the figures of a variant so that the reference, or else the mean, is at the anchor.
void anchor(std::vector<VariantCell>& cells, std::optional<int> reference, std::optional<double> VariantCell::*figure) {
  const double zero = reference ? (cells[at(*reference)].*figure).value_or(0) : 0;
  for (VariantCell& cell : cells) {
    if (cell.*figure) cell.*figure = *(cell.*figure) - zero + kEloAnchor;
  }
}

/// Compares the variants in `played`; `by_variant` has their ratings.
void add_variants(const Rating& overall, const std::vector<Rating>& by_variant, const std::vector<std::size_t>& played,
                  Standings& standings) {
  const int field = static_cast<int>(standings.field.bots.size());
  VariantComparison comparison = compare_variants(variant_elos(overall, by_variant, field));
  standings.tau = comparison.tau;
  standings.scales.resize(standings.by_variant.size());
  standings.slopes.resize(standings.by_variant.size());
  standings.specialist_tests = comparison.tests;
  for (std::size_t v = 0; v < played.size(); ++v) {
    const std::size_t variant = played[v];
    standings.scales[variant] = comparison.scales[v];
    standings.slopes[variant] = comparison.slopes[v];
    std::vector<VariantCell>& cells = comparison.cells[v];
    anchor(cells, standings.field.reference, &VariantCell::shrunk);
    anchor(cells, standings.field.reference, &VariantCell::adjusted);
    for (StandingsRow& row : standings.by_variant[variant].rows) row.variant = cells[at(row.bot)];
    for (int bot = 0; bot < field; ++bot) {
      const auto& test = cells[at(bot)].specialist;
      if (test && test->found()) standings.specialists.push_back({bot, static_cast<int>(variant), *test});
    }
  }
  std::ranges::stable_sort(standings.specialists, {}, [](const Specialist& one) { return one.test.p; });
}

}  // namespace

Standings rate(const BlockScores& scores, const Field& field) {
  const int bots = scores.bots();
  if (field.bots.size() != at(bots) || field.variants.size() != at(scores.variants()))
    throw std::invalid_argument("the field is not that of the scores");
  if (field.reference && (*field.reference < 0 || *field.reference >= bots))
    throw std::invalid_argument("the reference is not in the field");

  Standings standings;
  standings.field = field;
  standings.left_out = scores.left_out();
  const BlockList blocks = scores.complete();
  std::vector<BlockList> blocks_of(field.variants.size());
  for (const BlockSum* block : blocks) blocks_of[at(block->variant)].push_back(block);

  const Rating overall = rating_of(blocks, bots);
  standings.overall = table_of(blocks, overall, field.reference);
  std::vector<Rating> by_variant;
  std::vector<std::size_t> played;
  for (std::size_t variant = 0; variant < blocks_of.size(); ++variant) {
    const bool is_only = blocks_of.size() == 1;
    Rating rating = is_only ? overall : rating_of(blocks_of[variant], bots);
    standings.by_variant.push_back(is_only ? standings.overall : table_of(blocks_of[variant], rating, field.reference));
    if (rating.comparisons.size() == 0) continue;
    played.push_back(variant);
    by_variant.push_back(std::move(rating));
  }
  add_variants(overall, by_variant, played, standings);
  for (const OrderEffect& effect : test_order(blocks, bots)) {
    ++standings.order_tests;
    if (effect.is_suspect()) standings.suspects.push_back(effect);
  }
  std::ranges::stable_sort(standings.suspects, {}, &OrderEffect::p);
  return standings;
}

std::optional<Leader> leader_of(const BlockScores& scores) {
  const BlockList blocks = scores.complete();
  const Comparisons comparisons = sum_comparisons(blocks, scores.bots());
  if (comparisons.size() == 0) return std::nullopt;
  const Estimate elo = estimate_elo(blocks, comparisons);
  const int first = best_first(elo).front();
  return Leader{comparisons.bots[at(first)], elo_figure(elo, first, -1)};
}

}  // namespace arena
