#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// A stage of a run, and where its ratings are looked at.
struct HistoryStage {
  std::string run;          ///< the id of the stage
  int number = 1;           ///< the number of the stage
  std::vector<int> ends{};  ///< the block numbers before which its chunks end, ascending
};

/// The Elo of all bots of a field at one moment of a run.
struct HistoryPoint {
  std::string run;          ///< the id of the stage that was played
  int stage = 1;            ///< its number
  int blocks = 0;           ///< rated blocks until then, in all stages
  bool ends_stage = false;  ///< no later block of this stage is rated
  Looks looks{};            ///< which kind of intervals the figures have
  /// By bot: its Elo, as it would have been computed then. Empty for bots that had been compared with no other.
  std::vector<std::optional<Figure>> elo;
};

/// How the Elo of the bots of a run developed, oldest point first. The last point has the Elo of the standings of this
/// run.
using RatingHistory = std::vector<HistoryPoint>;

/// The most points of a history.
inline constexpr int kHistoryPointsMax = 60;

/// Rates a run, of which these are the stages, as of the end of each chunk and each stage. If there are too many
/// points, they are thinned evenly; ends of stages go last, and the last point always stays. A long run with many bots
/// has fewer points, but at least ten.
///
/// A reader of a history looks at the ratings again and again, so that all intervals but the last hold at all points
/// together. The last one is that of the standings, with these `looks`.
RatingHistory rating_history(const BlockScores& scores, const Field& field, const std::vector<HistoryStage>& stages,
                             const Looks& looks = {});

/// The positions that stay if of `count` things at most `most`, at least 1, are kept, evenly and with the last one.
/// Those for which `stays` is true go last.
std::vector<int> thinned_positions(const std::vector<bool>& stays, int most);

/// A table for each history, with a row for each of some points and a column for each bot that the standings show.
std::string history_text(const std::vector<RatingHistory>& histories, const Standings& standings,
                         const std::vector<RatedRun>& runs, const Page& page);

}  // namespace arena
