#include "arena/results/ratings/standings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/results/ratings/anchors.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/pair_shares.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

Figure figure_of(const Measured& measured, const Looks& looks) { return {measured.value, half_width(measured, looks)}; }

Figure elo_figure(const Anchors& anchors, const Estimate& elo, int i, const Looks& looks) {
  Figure figure = figure_of(anchors.measure(elo, i), looks);
  figure.value += anchors.elo(i);
  return figure;
}

/// Elo and margin disagree about neighbours if each is this sure of its order: the probability that an order is wrong,
/// of all neighbours together, is at most this.
constexpr double kDoubtful = 0.1;

/// The figures of some blocks, by position, relative to the anchors.
struct Rating {
  Comparisons comparisons;
  Strengths fit;
  Anchors anchors;
  Estimate elo;
  std::vector<int> order;  ///< all positions, see best_first()
  Estimate margin;         ///< with the carriers of neighbours among current bots only
};

/// The anchors of the field, or its reference, as positions. Only those that are compared here.
std::vector<Anchor> fixed_positions(const Comparisons& comparisons, const Field& field) {
  std::vector<Anchor> positions;
  for (const Anchor& bot : field.reference ? std::vector<Anchor>{{*field.reference, kEloAnchor}} : field.anchors) {
    if (const int position = comparisons.position[at(bot.of)]; position >= 0) positions.push_back({position, bot.elo});
  }
  return positions;
}

/// The key that orders rows; rows with equal keys share a rank. It is rounded, so that rounding errors of a figure do
/// not matter.
long long elo_key(const Strengths& fit, int i) { return std::llround(kEloUnit * fit.theta[at(i)] * 1e6); }

/// All positions: the largest group first, in each group the best Elo, then the order of the field. Disqualified bots
/// are the last of their group.
std::vector<int> best_first(const Strengths& fit, const std::vector<int>& groups, const Comparisons& comparisons,
                            const Field& field) {
  std::map<int, int> sizes;
  for (const int group : groups) ++sizes[group];
  const auto key = [&](int i) {
    const int group = groups[at(i)];
    const auto status = field.statuses.find(comparisons.bots[at(i)]);
    const bool is_last = status != field.statuses.end() && status->second.state == BotState::disqualified;
    return std::tuple(-sizes[group], group, is_last, -elo_key(fit, i));
  };
  std::vector<int> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, key);
  return order;
}

Rating rating_of(const BlockList& blocks, const Field& field, std::vector<double> weights = {}) {
  const Comparisons comparisons = sum_comparisons(blocks, static_cast<int>(field.bots.size()), std::move(weights));
  const Strengths fit = fit_strengths(comparisons);
  const Anchors anchors(comparisons, fit, fixed_positions(comparisons, field));
  const Estimate elo = estimate_elo(blocks, comparisons, fit, anchors.weights());
  const std::vector<int> order = best_first(fit, elo.groups, comparisons, field);
  Carriers neighbours = Carriers::own();
  std::optional<int> above;
  for (const int i : order) {
    if (!field.is_current(comparisons.bots[at(i)])) continue;
    if (const auto before = std::exchange(above, i)) neighbours.pairs.emplace_back(*before, i);
  }
  return {comparisons, fit, anchors, elo, order, estimate_margin(blocks, comparisons, anchors.weights(), neighbours)};
}

SquareMatrix<Pairing> pairings_of(const Rating& rating, const BlockList& blocks, const std::vector<int>& order,
                                  const Looks& looks) {
  SquareMatrix<Pairing> pairings(rating.comparisons.size());
  PairSquares squares(pairings.size());
  squares.add(blocks, rating.comparisons);
  for (int row = 0; row < pairings.size(); ++row) {
    pairings(row, row).elo = Figure{0, 0};
    pairings(row, row).los = 0.5;
    for (int column = row + 1; column < pairings.size(); ++column) {
      const int i = order[at(row)];
      const int j = order[at(column)];
      Pairing& there = pairings(row, column);
      Pairing& back = pairings(column, row);
      there.comparisons = back.comparisons = rating.comparisons.count(i, j);
      there.points = static_cast<double>(rating.comparisons.halves(i, j)) / 2;
      back.points = static_cast<double>(rating.comparisons.halves(j, i)) / 2;
      if (there.comparisons > 0) {
        const Measured share = share_difference(rating.comparisons, squares, std::min(i, j), std::max(i, j));
        there.share_p = back.share_p = p_value(share, looks);
      }
      const std::optional<Measured> difference = against(rating.elo, i, j);
      if (!difference) continue;
      there.elo = figure_of(*difference, looks);
      back.elo = {-there.elo->value, there.elo->plus_minus};
      there.p = back.p = p_value(*difference, looks);
      there.los = likelihood_above(*difference);
      if (there.los) back.los = 1 - *there.los;
    }
  }
  return pairings;
}

/// Corrects the p-values of the pairs that are shown: `shows` says so of two rows. Sets the rank range of each bot that
/// has a rank.
void correct_for_pairs(StandingsTable& table, const std::function<bool(int row, int column)>& shows) {
  const auto rows = static_cast<int>(table.rows.size());
  const auto each_pair = [&](const auto& use) {
    for (int row = 0; row < rows; ++row) {
      for (int column = row + 1; column < rows; ++column) {
        if (shows(row, column)) use(table.pairings(row, column), table.pairings(column, row));
      }
    }
  };
  const auto corrected = [&](std::optional<double> Pairing::* p, const auto& set) {
    std::vector<double> alone;
    each_pair([&](const Pairing& there, const Pairing&) {
      if (there.*p) alone.push_back(*(there.*p));
    });
    const std::vector<double> all = holm(alone);
    auto next = all.begin();
    each_pair([&](Pairing& there, Pairing& back) {
      if (there.*p) set(there, back, *next++);
    });
  };
  corrected(&Pairing::p, [](Pairing& there, Pairing& back, double p) { there.p_holm = back.p_holm = p; });
  corrected(&Pairing::share_p,
            [](Pairing& there, Pairing& back, double p) { there.share_differs = back.share_differs = p < kSureLevel; });

  const auto ranked = static_cast<int>(std::ranges::count(table.rows, true, &StandingsRow::is_ranked));
  for (int row = 0; row < rows; ++row) {
    StandingsRow& here = table.rows[at(row)];
    if (!here.is_ranked) continue;
    here.rank_best = 1;
    here.rank_worst = ranked;
    for (int other = 0; other < rows; ++other) {
      const Pairing& pairing = table.pairings(row, other);
      if (!table.rows[at(other)].is_ranked || pairing.p_holm.value_or(1) >= kSureLevel) continue;
      if (pairing.elo->value < 0) ++here.rank_best;
      if (pairing.elo->value > 0) --here.rank_worst;
    }
  }
}

StandingsRow row_of(const Rating& rating, int i, const Looks& looks) {
  StandingsRow row;
  row.bot = rating.comparisons.bots[at(i)];
  row.elo = elo_figure(rating.anchors, rating.elo, i, looks);
  row.margin = figure_of(rating.anchors.measure(rating.margin, i), looks);
  row.is_rough = is_rough(rating.comparisons, i);
  long halves = 0;
  for (int j = 0; j < rating.comparisons.size(); ++j) {
    row.comparisons += rating.comparisons.count(i, j);
    halves += rating.comparisons.halves(i, j);
  }
  row.share = static_cast<double>(halves) / 2 / static_cast<double>(row.comparisons);
  return row;
}

/// Counts games, blocks, forfeits and faults for the rows and for the table.
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
      row->seats += bot.placement.seats;
      row->place += bot.placement.place_halves / 2.0;
      row->firsts += static_cast<double>(bot.placement.firsts) / Placement::kFirst;
    }
    for (const auto& bot : block->faults) {
      if (StandingsRow* row = row_of[bot.bot]) row->faults.add(bot.thing, bot.times);
    }
    for (const auto& bot : block->laws) {
      if (StandingsRow* row = row_of[bot.bot]) row->laws.add(bot.thing, bot.times);
    }
  }
  for (StandingsRow& row : table.rows) {
    row.place /= row.seats;
    row.firsts /= row.seats;
  }
}

StandingsTable table_of(const BlockList& blocks, const Rating& rating, const Field& field, const Looks& looks) {
  StandingsTable table;
  const Comparisons& comparisons = rating.comparisons;
  table.has_reference = field.reference && !fixed_positions(comparisons, field).empty();
  for (std::size_t bot = 0; bot < comparisons.position.size(); ++bot) {
    const auto index = static_cast<int>(bot);
    if (comparisons.position[bot] < 0 && !field.without.contains(index)) table.unrated.push_back(index);
  }

  const std::vector<int>& order = rating.order;
  for (const int position : order) {
    if (!field.reference && rating.anchors.holds(position))
      table.anchored.push_back(static_cast<int>(table.rows.size()));
    table.rows.push_back(row_of(rating, position, looks));
    table.rows.back().is_ranked = field.is_current(table.rows.back().bot);
  }
  count(blocks, static_cast<int>(comparisons.position.size()), table);
  table.pairings = pairings_of(rating, blocks, order, looks);
  correct_for_pairs(
      table, [&](int row, int column) { return table.rows[at(row)].is_ranked && table.rows[at(column)].is_ranked; });
  table.joined = row_groups(order, joined_groups(comparisons));
  table.level = row_groups(order, level_groups(comparisons));

  int ranked = 0;
  const double doubtful = kDoubtful / std::max<double>(static_cast<double>(order.size()) - 1, 1);
  std::optional<int> above;  // the row with the rank before
  for (int row = 0; row < std::ssize(table.rows); ++row) {
    StandingsRow& here = table.rows[at(row)];
    if (!here.is_ranked) continue;
    here.rank = ++ranked;
    const std::optional<int> before = std::exchange(above, row);
    if (!before) continue;
    StandingsRow& there = table.rows[at(*before)];
    const int i = order[at(*before)];
    const int j = order[at(row)];
    const bool is_joined = rating.elo.groups[at(i)] == rating.elo.groups[at(j)];
    if (is_joined && elo_key(rating.fit, i) == elo_key(rating.fit, j)) here.rank = there.rank;
    there.los_next = table.pairings(*before, row).los;
    const auto margin = against(rating.margin, i, j);
    const std::optional<double> by_margin = margin ? likelihood_above(*margin) : std::nullopt;
    if (there.los_next.value_or(0.5) >= 1 - doubtful && by_margin.value_or(0.5) <= doubtful)
      table.margin_disagrees.emplace_back(*before, row);
  }
  return table;
}

}  // namespace

Standings rate(const BlockScores& scores, const Field& field, const Looks& looks) {
  const int bots = scores.bots();
  if (field.bots.size() != at(bots) || field.variants.size() != at(scores.variants()))
    throw std::invalid_argument("the field is not that of the scores");
  if (field.reference && (*field.reference < 0 || *field.reference >= bots))
    throw std::invalid_argument("the reference is not in the field");
  for (const Anchor& anchor : field.anchors) {
    if (anchor.of < 0 || anchor.of >= bots) throw std::invalid_argument("an anchor is not in the field");
  }

  Standings standings;
  standings.field = field;
  standings.looks = looks;
  standings.left_out = scores.left_out();
  const BlockList blocks = scores.complete();
  std::vector<BlockList> blocks_of(field.variants.size());
  for (const BlockSum* block : blocks) blocks_of[at(block->variant)].push_back(block);

  const Rating overall = rating_of(blocks, field, weights_by_blocks(blocks, scores.variants()));
  standings.overall = table_of(blocks, overall, field, looks);
  for (const BlockList& of_variant : blocks_of) {
    standings.by_variant.push_back(
        blocks_of.size() == 1 ? standings.overall : table_of(of_variant, rating_of(of_variant, field), field, looks));
  }
  PairsFound pairs = find_pairs_to_look_at(scores, looks);
  standings.pair_tests = pairs.tests;
  standings.pairs_to_look_at = std::move(pairs.pairs);
  const std::vector<OrderEffect> effects = test_order(blocks, bots, looks);
  standings.order_tests = static_cast<int>(effects.size());
  standings.suspects = find_suspects(effects);
  if (std::ranges::none_of(standings.overall.rows, &StandingsRow::is_ranked)) show_former(standings);
  return standings;
}

void show_former(Standings& standings) {
  standings.shows_former = true;
  const auto shows_all = [](int, int) { return true; };
  correct_for_pairs(standings.overall, shows_all);
  for (StandingsTable& table : standings.by_variant) correct_for_pairs(table, shows_all);
}

std::vector<std::optional<Figure>> elo_of(const BlockList& blocks, const Field& field, const Looks& looks) {
  const auto bots = static_cast<int>(field.bots.size());
  const auto variants = static_cast<int>(field.variants.size());
  const Comparisons comparisons = sum_comparisons(blocks, bots, weights_by_blocks(blocks, variants));
  const Strengths fit = fit_strengths(comparisons);
  const Anchors anchors(comparisons, fit, fixed_positions(comparisons, field));
  const Estimate elo = estimate_elo(blocks, comparisons, fit, anchors.weights(), Carriers::own());
  std::vector<std::optional<Figure>> figures(field.bots.size());
  for (int i = 0; i < comparisons.size(); ++i)
    figures[at(comparisons.bots[at(i)])] = elo_figure(anchors, elo, i, looks);
  return figures;
}

std::set<int> matching_bots(const std::vector<std::string>& bots, const std::vector<std::string>& patterns) {
  std::set<int> matching;
  for (const std::string& pattern : patterns) {
    bool has_one = false;
    for (std::size_t bot = 0; bot < bots.size(); ++bot) {
      if (!matches_pattern(pattern, bots[bot])) continue;
      matching.insert(static_cast<int>(bot));
      has_one = true;
    }
    if (!has_one) {
      throw InputError(fmt::format("these runs have no bot '{}'; their bots are: {}", printable(pattern, 60),
                                   fmt::join(bots, ", ")));
    }
  }
  return matching;
}

void show_only(Standings& standings, const std::vector<std::string>& patterns) {
  const std::set<int> chosen = matching_bots(standings.field.bots, patterns);
  if (std::ranges::includes(standings.field.without, chosen)) {
    throw InputError(fmt::format("nothing is left to show: all comparisons with {} are left out of the ratings",
                                 hearts::joined(chosen, ", ", [&](int bot) { return standings.name(bot); })));
  }
  standings.hidden.assign(standings.field.bots.size(), true);
  for (const int bot : chosen) standings.hidden[at(bot)] = false;
  const auto compare_shown = [&](StandingsTable& table) {
    std::optional<int> above;
    for (int row = 0; row < std::ssize(table.rows); ++row) {
      StandingsRow& here = table.rows[at(row)];
      if (!standings.shows(here.bot) || !here.is_ranked) continue;
      here.los_next.reset();
      if (const auto before = std::exchange(above, row))
        table.rows[at(*before)].los_next = table.pairings(*before, row).los;
    }
  };
  compare_shown(standings.overall);
  for (StandingsTable& table : standings.by_variant) compare_shown(table);
}

std::optional<Leader> leader_of(const BlockScores& scores, const Field& field, const Looks& looks) {
  const BlockList blocks = scores.complete();
  const Comparisons comparisons = sum_comparisons(blocks, scores.bots(), weights_by_blocks(blocks, scores.variants()));
  if (comparisons.size() == 0) return std::nullopt;
  const Strengths fit = fit_strengths(comparisons);
  const std::vector<int> groups = joined_groups(comparisons);
  std::vector<int> ranked = best_first(fit, groups, comparisons, field);
  std::erase_if(ranked, [&](int i) { return !field.is_current(comparisons.bots[at(i)]); });
  if (ranked.size() < 2 || groups[at(ranked[0])] != groups[at(ranked[1])]) return std::nullopt;
  if (elo_key(fit, ranked[0]) == elo_key(fit, ranked[1])) return std::nullopt;
  const Carriers of_lead{false, {{ranked[0], ranked[1]}}};
  const Estimate elo = estimate_elo(blocks, comparisons, fit, plain_weights(groups), of_lead);
  const Figure figure = figure_of(against(elo, ranked[0], ranked[1]).value(), looks);
  if (!figure.plus_minus || *figure.plus_minus > kLeadWidthMax) return std::nullopt;
  return Leader{comparisons.bots[at(ranked[0])], comparisons.bots[at(ranked[1])], figure};
}

}  // namespace arena
