#include "arena/results/ratings/comparison_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/value_from.hpp>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "arena/base/text/csv.h"
#include "arena/base/text/markdown.h"
#include "arena/base/text/text_layout.h"
#include "arena/records/line_fields.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_parts.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::counted;
using hearts::joined;

constexpr std::string_view kAbove = "\x1b[94m";
constexpr std::string_view kBelow = "\x1b[33m";
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::size_t kFixedColumns = 2;  // rank and bot

/// The sign of an excess if its 95% interval does not contain 0, otherwise 0.
int sign_of(const ComparedCell& cell) {
  if (!cell.excess || !cell.excess->plus_minus) return 0;
  if (std::abs(cell.excess->value) <= *cell.excess->plus_minus) return 0;
  return cell.excess->value > 0 ? 1 : -1;
}

std::string cell_text(const std::optional<ComparedCell>& cell, bool color) {
  if (!cell) return std::string(kNotKnown);
  const std::string text =
      fixed(cell->pooled.value, 0) + "±" + width_text(cell->pooled.plus_minus, 0) + (cell->is_specialist ? "*" : "");
  const int sign = color ? sign_of(*cell) : 0;
  if (sign == 0) return text;
  return std::string(sign > 0 ? kAbove : kBelow) + text + std::string(kPlain);
}

/// The matrix: a row for each bot, and one for the scales.
CellTable matrix(const VariantComparison& comparison, bool color) {
  CellTable table;
  table.heads = {{"#"}, {"bot", true, 0, Narrowing::shortens}, {"level"}, {"±"}};
  for (const std::string& variant : comparison.field.variants) table.heads.push_back({variant});
  int rank = 0;
  for (const ComparedBot& bot : comparison.bots) {
    const bool is_ranked = comparison.field.is_current(bot.bot);
    std::vector<std::string> row = {is_ranked ? std::to_string(++rank) : std::string(kNotKnown),
                                    comparison.field.bots[at(bot.bot)], fixed(bot.level.value, 0),
                                    width_text(bot.level.plus_minus, 0)};
    for (const auto& cell : bot.cells) row.push_back(cell_text(cell, color));
    table.rows.push_back(std::move(row));
  }
  std::vector<std::string> scales = {"", "scale", "", ""};
  for (const auto& scale : comparison.scales)
    scales.push_back(scale ? fixed(scale->factor, 2) : std::string(kNotKnown));
  table.rows.push_back(std::move(scales));
  return table;
}

/// The names of the bots at these positions.
std::vector<std::string> names_at(const VariantComparison& comparison, const std::vector<int>& positions) {
  std::vector<std::string> names;
  for (const int position : positions) names.push_back(comparison.field.bots[at(comparison.bots[at(position)].bot)]);
  return names;
}

/// What the levels are relative to, in words.
std::string anchor_text(const VariantComparison& comparison) {
  if (comparison.anchored.empty()) return fmt::format("its mean is {}", kEloAnchor);
  // If several groups have anchors, those of the first group are named.
  std::vector<int> anchored;
  double sum = 0;
  for (const std::vector<int>& group : comparison.joined) {
    if (!anchored.empty()) break;
    for (const int position : comparison.anchored) {
      if (std::ranges::find(group, position) == group.end()) continue;
      anchored.push_back(position);
      sum += comparison.given_elo(position);
    }
  }
  return fmt::format("{}{} is {:.0f}", anchored.size() == 1 ? "" : "the mean of ",
                     bots_text(names_at(comparison, anchored)), sum / static_cast<double>(anchored.size()));
}

/// How likely a specialist would be found.
std::optional<std::string> finding_sentence(const VariantComparison& comparison) {
  const FindingBlocks& finding = comparison.finding;
  if (!finding.needed && comparison.field.variants.size() < 3) {
    return "No specialist can be found, because only two variants are compared: if a bot does better in one of two, "
           "nothing shows which of the two is unusual for it. Add a third variant to the league.";
  }
  if (!finding.needed) {
    std::vector<std::string> unknown;
    for (std::size_t v = 0; v < comparison.scales.size(); ++v) {
      if (!comparison.scales[v]) unknown.push_back(comparison.field.variants[v]);
    }
    return fmt::format(
        "Specialists cannot be found yet, because no bot has enough blocks in three variants. In each of them it needs "
        "at least {} blocks, and at least {:.0f} points won and as many lost.{}",
        kCellBlocksMin, kPointsMin,
        unknown.empty() ? "" : fmt::format(" No bot has that in {}.", hearts::listed(unknown)));
  }
  if (*finding.needed <= finding.now) return std::nullopt;
  return fmt::format(
      "These runs are too short to find most specialists: a bot that is {:.0f} Elo better in one variant is found with "
      "a probability of {} from about {} blocks in each variant, and each has {} on average.",
      kFindableExcess, kFindingPower, *finding.needed, finding.now);
}

std::vector<std::string> comparison_sentences(const VariantComparison& comparison, const std::vector<RatedRun>& runs) {
  std::vector<std::string> sentences = run_sentences(runs);
  std::ranges::move(status_sentences(comparison.field, [](int) { return true; }), std::back_inserter(sentences));
  std::ranges::move(anchor_sentences(comparison.field, runs), std::back_inserter(sentences));
  const auto bot_name = [&](int bot) { return comparison.field.bots[at(bot)]; };
  for (const auto& [position, variant] : comparison.specialists) {
    const ComparedBot& bot = comparison.bots[at(position)];
    const ComparedCell& cell = *bot.cells[at(variant)];
    sentences.push_back(
        fmt::format("{} plays {} {} than its other variants predict: {} ± {} Elo ({} after Holm's correction for {}).",
                    bot_name(bot.bot), comparison.field.variants[at(variant)],
                    cell.excess->value > 0 ? "better" : "worse", fixed(cell.excess->value, 0, true),
                    width_text(cell.excess->plus_minus, 0), p_text(*cell.p), counted(comparison.tests, "test")));
  }
  if (comparison.tests > 0 && comparison.finding.needed && comparison.specialists.empty()) {
    sentences.push_back(fmt::format("No bot is shown to be a specialist in any variant ({}, Holm's correction).",
                                    counted(comparison.tests, "test")));
  }
  if (auto sentence = finding_sentence(comparison)) sentences.push_back(*std::move(sentence));
  if (comparison.joined.size() > 1) {
    std::vector<std::string> groups;
    for (const auto& group : comparison.joined) groups.push_back("{" + joined(names_at(comparison, group), ", ") + "}");
    sentences.push_back("No games connect " + hearts::listed(groups) +
                        ", so nothing is known about their difference. Compare levels only within one group.");
  }
  if (!comparison.untold.empty()) {
    sentences.push_back("No estimate for " + joined(comparison.untold, ", ", bot_name) +
                        ": too few blocks, or nearly all points won or lost.");
  }
  return sentences;
}

std::string legend(const VariantComparison& comparison) {
  return fmt::format(
      "{} Each cell: the bot's Elo in the variant ± that. It combines the games of the variant with the bot's level in "
      "all variants, as far as the variants agree. level: Elo over all variants; {}. scale: how widely "
      "the variant spreads the same bots in Elo. *: a specialist. -: fewer than three blocks count, or nearly all "
      "points were won or lost.",
      interval_sentence(comparison.looks), anchor_text(comparison));
}

/// Calls `add` with the key and the number of each figure of a cell, in order.
template <class Add>
void each_figure(const ComparedCell& cell, Add add) {
  using Number = std::optional<double>;
  add("elo", Number(cell.pooled.value));
  add("elo_pm", cell.pooled.plus_minus);
  add("excess", cell.excess ? Number(cell.excess->value) : std::nullopt);
  add("excess_pm", cell.excess ? cell.excess->plus_minus : std::nullopt);
  add("p", cell.p);
  add("alone", Number(cell.alone.value));
  add("alone_pm", cell.alone.plus_minus);
}

}  // namespace

std::string comparison_text(const VariantComparison& comparison, const std::vector<RatedRun>& runs, bool color,
                            const Page& page) {
  std::string text =
      wrapped(field_sentence(comparison.field, comparison.blocks, comparison.games, runs), page.columns) + "\n";
  if (comparison.bots.empty()) {
    text += "nothing can be compared yet\n\n";
  } else {
    text += aligned_in_parts(matrix(comparison, color), kFixedColumns, page.columns) + "\n";
  }
  for (const std::string& sentence : comparison_sentences(comparison, runs)) text += wrapped(sentence, page.columns);
  return text + wrapped(legend(comparison), page.columns);
}

std::string comparison_markdown(const VariantComparison& comparison, const std::vector<RatedRun>& runs) {
  std::string text =
      markdown_escaped(field_sentence(comparison.field, comparison.blocks, comparison.games, runs)) + ".\n\n";
  text += comparison.bots.empty() ? "Nothing can be compared yet.\n" : markdown_table(matrix(comparison, false));
  return text + markdown_list(comparison_sentences(comparison, runs)) + "\n" + markdown_escaped(legend(comparison)) +
         "\n";
}

std::string comparison_csv(const VariantComparison& comparison) {
  std::vector<std::string> heads = {"bot", "level", "level_pm", "variant", "scale"};
  each_figure({}, [&](const char* key, const auto&) { heads.emplace_back(key); });
  heads.insert(heads.end(), {"blocks", "specialist", "intervals"});
  std::string text = csv_line(heads);
  for (const ComparedBot& bot : comparison.bots) {
    for (std::size_t v = 0; v < bot.cells.size(); ++v) {
      if (!bot.cells[v]) continue;
      std::vector<std::string> line = {csv_quoted(comparison.field.bots[at(bot.bot)]), figure_csv(bot.level.value),
                                       figure_csv(bot.level.plus_minus), csv_quoted(comparison.field.variants[v]),
                                       figure_csv(comparison.scales[v]->factor)};
      each_figure(*bot.cells[v], [&](const char*, const auto& number) { line.push_back(figure_csv(number)); });
      line.push_back(std::to_string(bot.cells[v]->blocks));
      line.emplace_back(bot.cells[v]->is_specialist ? "1" : "0");
      line.emplace_back(intervals_name(comparison.looks));
      text += csv_line(line);
    }
  }
  return text;
}

json::object comparison_json(const VariantComparison& comparison, const std::vector<RatedRun>& runs) {
  const auto bot_name = [&](int bot) { return json::value(comparison.field.bots[at(bot)]); };
  const auto name_at = [&](int position) { return bot_name(comparison.bots[at(position)].bot); };
  json::object object;
  object["v"] = kComparisonVersion;
  object["runs"] = list_json(runs, [](const RatedRun& run) { return json::value(run.name); });
  object["bots"] = json::value_from(comparison.field.bots);
  object["blocks"] = comparison.blocks;
  object["games"] = comparison.games;
  object["intervals"] = intervals_json(comparison.looks);
  object["reference"] = comparison.field.reference ? bot_name(*comparison.field.reference) : nullptr;
  object["anchored"] = list_json(comparison.anchored, name_at);
  object["tau"] = figure_json(comparison.tau);
  json::array variants;
  for (std::size_t v = 0; v < comparison.scales.size(); ++v) {
    const auto& scale = comparison.scales[v];
    variants.push_back(json::object{{"variant", comparison.field.variants[v]},
                                    {"scale", scale ? figure_json(scale->factor) : nullptr},
                                    {"scale_times", scale ? figure_json(scale->times) : nullptr}});
  }
  object["variants"] = std::move(variants);
  object["levels"] = list_json(comparison.bots, [&](const ComparedBot& bot) {
    return json::object{{"bot", bot_name(bot.bot)},
                        {"level", figure_json(bot.level.value)},
                        {"level_pm", figure_json(bot.level.plus_minus)}};
  });
  json::array cells;
  for (const ComparedBot& bot : comparison.bots) {
    for (std::size_t v = 0; v < bot.cells.size(); ++v) {
      if (!bot.cells[v]) continue;
      json::object cell = {{"bot", bot_name(bot.bot)}, {"variant", comparison.field.variants[v]}};
      each_figure(*bot.cells[v], [&](const char* key, const auto& number) { cell[key] = figure_json(number); });
      cell["blocks"] = bot.cells[v]->blocks;
      cell["specialist"] = bot.cells[v]->is_specialist;
      cells.push_back(std::move(cell));
    }
  }
  object["cells"] = std::move(cells);
  object["tests"] = comparison.tests;
  const FindingBlocks& finding = comparison.finding;
  object["finding"] =
      json::object{{"excess", kFindableExcess},
                   {"power", kFindingPower},
                   {"blocks", finding.now},
                   {"blocks_needed", finding.needed ? json::value(*finding.needed) : json::value(nullptr)}};
  object["specialists"] = list_json(comparison.specialists, [&](const auto& one) {
    const ComparedCell& cell = *comparison.bots[at(one.first)].cells[at(one.second)];
    return json::object{{"bot", name_at(one.first)},
                        {"variant", comparison.field.variants[at(one.second)]},
                        {"excess", figure_json(cell.excess->value)},
                        {"excess_pm", figure_json(cell.excess->plus_minus)},
                        {"p", figure_json(cell.p)}};
  });
  object["joined"] =
      list_json(comparison.joined, [&](const std::vector<int>& group) { return list_json(group, name_at); });
  object["untold"] = list_json(comparison.untold, bot_name);
  return object;
}

}  // namespace arena
