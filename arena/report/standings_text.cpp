#include "arena/report/standings_text.h"

#include <cstddef>

namespace arena {
namespace {

constexpr std::size_t kColumns = 120;

std::string table_text(const Standings& standings, const StandingsTable& table, bool is_of_variant) {
  if (table.rows.empty()) return "no rated games yet\n";
  std::string text = aligned(standings_cells(standings, table, is_of_variant));
  for (const std::string& sentence : table_sentences(standings, table)) text += wrapped(sentence, kColumns);
  return text;
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

}  // namespace arena
