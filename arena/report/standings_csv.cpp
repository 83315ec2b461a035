#include "arena/report/standings_csv.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {
namespace {

constexpr std::string_view kHeads =
    "variant,rank,bot,elo,elo_pm,margin,margin_pm,games,blocks,comparisons,share,forfeits,faults,faults_by_name,"
    "los_next,shrunk,adjusted,specialist_excess,specialist_p\n";

std::string quoted(std::string_view text) {
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
    const std::vector<std::string> cells = {quoted(variant),
                                            std::to_string(row.rank),
                                            quoted(standings.field.bots[static_cast<std::size_t>(row.bot)]),
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

std::string standings_csv(const Standings& standings) {
  std::string text(kHeads);
  put_rows(text, standings, standings.overall, "overall");
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    put_rows(text, standings, standings.by_variant[variant], standings.field.variants[variant]);
  return text;
}

}  // namespace arena
