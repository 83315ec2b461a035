#include "arena/report/standings_markdown.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace arena {
namespace {

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

}  // namespace

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

}  // namespace arena
