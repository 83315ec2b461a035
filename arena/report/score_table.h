#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/records/game_record.h"

namespace arena {

/// Sums of a run by bot, and their table. Ratings with intervals are another matter; this only counts.
class ScoreTable {
 public:
  /// Bots appear even if they have not played.
  explicit ScoreTable(const std::vector<std::string>& bots);
  void add(const GameRecord& record);

  /// Lines of text, best mean place first:
  /// bot, games, wins (shared ones in parts), mean place, mean points a game, forfeits, faults.
  std::string text() const;

 private:
  struct Sums {
    std::string bot;
    int games = 0;
    double wins = 0;
    long places = 0;
    long points = 0;
    int forfeits = 0;
    int faults = 0;
  };
  Sums& of(const std::string& bot);

  std::vector<Sums> rows_;
};

}  // namespace arena
