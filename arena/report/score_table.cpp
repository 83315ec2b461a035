#include "arena/report/score_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace arena {

ScoreTable::ScoreTable(const std::vector<std::string>& bots) {
  for (const std::string& bot : bots) of(bot);
}

ScoreTable::Sums& ScoreTable::of(const std::string& bot) {
  const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Sums& sums) { return sums.bot == bot; });
  if (row != rows_.end()) return *row;
  rows_.push_back({});
  rows_.back().bot = bot;
  return rows_.back();
}

void ScoreTable::add(const GameRecord& record) {
  const auto seats = record.bots.size();
  const auto winners =
      std::count(record.result.places.begin(), record.result.places.begin() + static_cast<std::ptrdiff_t>(seats), 1);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    Sums& sums = of(record.bots[seat]);
    ++sums.games;
    sums.places += record.result.places[seat];
    sums.points += record.result.scores[seat];
    if (record.result.places[seat] == 1) sums.wins += 1.0 / static_cast<double>(winners);
  }
  for (const Forfeit& forfeit : record.result.forfeits)
    ++of(record.bots[static_cast<std::size_t>(forfeit.seat)]).forfeits;
  for (const FaultEvent& event : record.result.faults) ++of(record.bots[static_cast<std::size_t>(event.seat)]).faults;
}

std::string ScoreTable::text() const {
  std::vector<Sums> rows = rows_;
  const auto mean_place = [](const Sums& sums) {
    return sums.games == 0 ? 1e9 : static_cast<double>(sums.places) / sums.games;
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Sums& a, const Sums& b) { return mean_place(a) < mean_place(b); });
  std::size_t width = 3;
  for (const Sums& sums : rows) width = std::max(width, sums.bot.size());

  std::string text = fmt::format("{:<{}}  {:>6}  {:>6}  {:>6}  {:>7}  {:>8}  {:>6}\n", "bot", width, "games", "wins",
                                 "place", "points", "forfeits", "faults");
  for (const Sums& sums : rows) {
    if (sums.games == 0) {
      text += fmt::format("{:<{}}  {:>6}\n", sums.bot, width, 0);
      continue;
    }
    text += fmt::format("{:<{}}  {:>6}  {:>6.1f}  {:>6.2f}  {:>7.1f}  {:>8}  {:>6}\n", sums.bot, width, sums.games,
                        sums.wins, mean_place(sums), static_cast<double>(sums.points) / sums.games, sums.forfeits,
                        sums.faults);
  }
  return text;
}

}  // namespace arena
