#include "arena/results/ratings/comparison_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "arena/base/text/markdown.h"
#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/standings_formats.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
using hearts::counted;
using hearts::joined;

constexpr std::string_view kAbove = "\x1b[94m";
constexpr std::string_view kBelow = "\x1b[33m";
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::size_t kFixedColumns = 2;  // rank and bot

std::string figure_text(const Figure& figure) {
  return fixed(figure.value, 0) + "±" + width_text(figure.plus_minus, 0);
}

/// An excess of which 0 is not in the 95% interval.
int sign_of(const ComparedCell& cell) {
  if (!cell.excess || !cell.excess->plus_minus) return 0;
  if (std::abs(cell.excess->value) <= *cell.excess->plus_minus) return 0;
  return cell.excess->value > 0 ? 1 : -1;
}

std::string cell_text(const std::optional<ComparedCell>& cell, bool color) {
  if (!cell) return std::string(kNotKnown);
  const std::string text = figure_text(cell->pooled) + (cell->is_specialist ? "*" : "");
  const int sign = color ? sign_of(*cell) : 0;
  if (sign == 0) return text;
  return std::string(sign > 0 ? kAbove : kBelow) + text + std::string(kPlain);
}

/// The matrix: a row for each bot, and one of scales.
CellTable matrix(const VariantComparison& comparison, bool color) {
  CellTable table;
  table.heads = {{"#"}, {"bot", true, 0, Narrowing::shortens}, {"level"}, {"±"}};
  for (const std::string& variant : comparison.field.variants) table.heads.push_back({variant});
  int rank = 0;
  for (const ComparedBot& bot : comparison.bots) {
    std::vector<std::string> row = {std::to_string(++rank), comparison.field.bots[at(bot.bot)],
                                    fixed(bot.level.value, 0), width_text(bot.level.plus_minus, 0)};
    for (const auto& cell : bot.cells) row.push_back(cell_text(cell, color));
    table.rows.push_back(std::move(row));
  }
  std::vector<std::string> scales = {"", "scale", "", ""};
  for (const auto& scale : comparison.scales)
    scales.push_back(scale ? fixed(scale->factor, 2) : std::string(kNotKnown));
  table.rows.push_back(std::move(scales));
  return table;
}

std::string names(const VariantComparison& comparison, const std::vector<int>& positions) {
  return "{" +
         joined(positions, ", ",
                [&](int position) { return comparison.field.bots[at(comparison.bots[at(position)].bot)]; }) +
         "}";
}

std::vector<std::string> comparison_sentences(const VariantComparison& comparison, const std::vector<RatedRun>& runs) {
  std::vector<std::string> sentences = run_sentences(runs);
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
  if (comparison.tests == 0) {
    sentences.emplace_back("Specialists cannot be told yet: that takes bots with several blocks in several variants.");
  } else if (comparison.specialists.empty()) {
    sentences.push_back(fmt::format("No bot is shown to be a specialist of any variant ({}, Holm's correction).",
                                    counted(comparison.tests, "test")));
  }
  if (comparison.joined.size() > 1) {
    std::vector<std::string> groups;
    for (const auto& group : comparison.joined) groups.push_back(names(comparison, group));
    sentences.push_back("No games join " + hearts::listed(groups) +
                        ": nothing is known of their difference. Levels are within each.");
  }
  if (!comparison.untold.empty()) {
    sentences.push_back("Nothing can be told of " + joined(comparison.untold, ", ", bot_name) +
                        ": too few blocks, or nearly all points won or lost.");
  }
  return sentences;
}

constexpr std::string_view kLegend =
    "Each cell: Elo of the bot in the variant ± half of its 95% interval, by all games together: the variant's own, "
    "and "
    "the bot's level in all variants as far as they agree. level: Elo over all variants; its mean is 1500. scale: how "
    "wide the variant spreads the same bots in Elo. *: a specialist. -: too little to tell.";

}  // namespace

std::string comparison_text(const VariantComparison& comparison, const std::vector<RatedRun>& runs, bool color,
                            const Page& page) {
  std::string text =
      wrapped(field_sentence(comparison.field, comparison.blocks, comparison.games, runs), page.columns) + "\n";
  if (comparison.bots.empty()) {
    text += "nothing can be told yet\n\n";
  } else {
    text += aligned_in_parts(matrix(comparison, color), kFixedColumns, page.columns) + "\n";
  }
  for (const std::string& sentence : comparison_sentences(comparison, runs)) text += wrapped(sentence, page.columns);
  return text + wrapped(kLegend, page.columns);
}

std::string comparison_markdown(const VariantComparison& comparison, const std::vector<RatedRun>& runs) {
  std::string text =
      markdown_escaped(field_sentence(comparison.field, comparison.blocks, comparison.games, runs)) + ".\n\n";
  text += comparison.bots.empty() ? "Nothing can be told yet.\n" : markdown_table(matrix(comparison, false));
  return text + markdown_list(comparison_sentences(comparison, runs)) + "\n" + markdown_escaped(kLegend) + "\n";
}

}  // namespace arena
