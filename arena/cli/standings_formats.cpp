#include "arena/cli/standings_formats.h"

#include <fmt/format.h>

namespace arena::cli {

std::string standings_in(StandingsFormat format, const RatedRuns& rated, const std::string& reference) {
  const Standings standings = rated.standings(reference);
  std::string text;
  for (const StandingsRow& row : standings.overall.rows) {
    text += fmt::format("{} {} {} {:.3f} {}\n", static_cast<int>(format),
                        standings.field.bots[static_cast<std::size_t>(row.bot)], row.elo.value,
                        row.elo.plus_minus.value_or(-1), row.games);
  }
  return text;
}

}  // namespace arena::cli
