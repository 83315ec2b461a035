#include "arena/ratings/standings_formats.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {
namespace {

constexpr std::size_t kColumns = 120;

std::string table_text(const Standings& standings, const StandingsTable& table, bool is_of_variant) {
  if (table.rows.empty()) return "no rated games yet\n";
  std::string text = aligned(standings_cells(standings, table, is_of_variant));
  for (const std::string& sentence : table_sentences(standings, table)) text += wrapped(sentence, kColumns);
  return text;
}

/// "_" within a word, as names have it, means nothing in GitHub's Markdown.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\|*`<>[]").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string table_markdown(const CellTable& table) {
  std::string text = "|";
  for (const auto& head : table.heads) text += " " + escaped(head.text) + " |";
  text += "\n|";
  for (const auto& head : table.heads) text += head.is_left ? "---|" : "---:|";
  text += "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (const std::string& cell : row) text += " " + escaped(cell) + " |";
    text += "\n";
  }
  return text;
}

std::string list_markdown(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "- " + escaped(sentence) + "\n";
  return text.empty() ? text : "\n" + text;
}

std::string section(const Standings& standings, const StandingsTable& table, bool is_of_variant) {
  if (table.rows.empty()) return "No rated games yet.\n";
  return table_markdown(standings_cells(standings, table, is_of_variant)) +
         list_markdown(table_sentences(standings, table));
}

constexpr std::string_view kHeads =
    "variant,rank,bot,elo,elo_pm,margin,margin_pm,games,blocks,comparisons,share,forfeits,faults,faults_by_name,"
    "los_next,shrunk,adjusted,specialist_excess,specialist_p\n";

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string number(std::optional<double> value) {
  if (!value) return "";
  std::string text = fmt::format("{:.4f}", *value);
  if (text == "-0.0000") text.erase(0, 1);
  return text;
}

void put_rows(std::string& text, const Standings& standings, const StandingsTable& table, std::string_view variant) {
  for (const StandingsRow& row : table.rows) {
    const auto& test = row.variant.specialist;
    const std::vector<std::string> cells = {csv_text(variant),
                                            std::to_string(row.rank),
                                            csv_text(standings.field.bots[static_cast<std::size_t>(row.bot)]),
                                            number(row.elo.value),
                                            number(row.elo.plus_minus),
                                            number(row.margin.value),
                                            number(row.margin.plus_minus),
                                            std::to_string(row.games),
                                            std::to_string(row.blocks),
                                            std::to_string(row.comparisons),
                                            number(row.share),
                                            std::to_string(row.forfeits),
                                            std::to_string(row.faults.total()),
                                            row.faults.text(),
                                            number(row.los_next),
                                            number(row.variant.shrunk),
                                            number(row.variant.adjusted),
                                            test ? number(test->excess) : "",
                                            test ? number(test->p_holm) : ""};
    text += fmt::format("{}\n", fmt::join(cells, ","));
  }
}

}  // namespace

std::string standings_text(const Standings& standings, const StandingsFacts& facts) {
  std::string text = wrapped(field_sentence(standings, facts), kColumns) + "\n";
  if (has_variants(standings)) text += "Overall\n";
  text += table_text(standings, standings.overall, false);
  if (has_variants(standings)) {
    for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant) {
      const StandingsTable& table = standings.by_variant[variant];
      text += "\n" + standings.field.variants[variant] + ": " + size_words(table) + "\n";
      text += table_text(standings, table, true);
    }
  }
  text += "\n";
  for (const std::string& sentence : field_sentences(standings)) text += wrapped(sentence, kColumns);
  return text + wrapped(legend(standings), kColumns);
}

std::string standings_markdown(const Standings& standings, const StandingsFacts& facts) {
  std::string text = escaped(field_sentence(standings, facts)) + ".\n\n";
  if (has_variants(standings)) text += "### Overall\n\n";
  text += section(standings, standings.overall, false);
  if (has_variants(standings)) {
    for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant) {
      const StandingsTable& table = standings.by_variant[variant];
      text += "\n### " + escaped(standings.field.variants[variant]) + "\n\n" + size_words(table) + ".\n\n";
      text += section(standings, table, true);
    }
  }
  text += list_markdown(field_sentences(standings));
  return text + "\n" + escaped(legend(standings)) + "\n";
}

std::string standings_csv(const Standings& standings) {
  std::string text(kHeads);
  put_rows(text, standings, standings.overall, "overall");
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    put_rows(text, standings, standings.by_variant[variant], standings.field.variants[variant]);
  return text;
}

}  // namespace arena
