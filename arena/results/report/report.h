#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/run_folder.h"

namespace arena {

/// When a page was written, and by whom.
struct ReportFrame {
  std::int64_t made = 0;  ///< in seconds since 1970
  std::string arena;      ///< "0.1.0 (commit)"

  struct Live {
    int games = 0;
    int planned = 0;
    int every = 0;  ///< seconds
  };
  std::optional<Live> live{};  ///< the run is under way, and the page is written again
};

/// What of the runs is in a report.
struct ReportPart {
  std::vector<std::string> variants{};  ///< patterns, see RatedRuns; empty: all
  int games_a_pairing = 2;              ///< see choose_replays()
};

/// What a report holds, and what of the runs it does not.
struct ReportCounts {
  int games = 0;
  int games_left_out = 0;
  int replays = 0;
  int faults = 0;
  int faults_left_out = 0;
};

/// Most pairs of bots that a page tells of, all tables together: 400 bots have 79,800 pairs in each table.
inline constexpr std::size_t kReportPairsMax = 100'000;

/// Leaves so many pairs in the tables of `arena rate --json`, where they have more: pairs that were compared, those of the
/// overall table before those of variants, those of the best bots before others. Returns how many have gone.
std::size_t bound_pairs(boost::json::object& standings, std::size_t pairs_max);

/// Writes the report of whole runs, each a folder or its games.jsonl, as one page. Games are read in passes, so that it
/// takes memory for what the page holds. Throws InputError naming file and line for records that cannot be read,
/// std::system_error with the path when something cannot be read or written.
ReportCounts write_report(const std::filesystem::path& file, const std::vector<std::string>& runs,
                          const ReportPart& part, const ReportFrame& frame);

/// Writes a page of one game. `stage` is that of find_game(), its manifest with rules. Returns what is wrong with the record,
/// if anything; the page then shows it as far as it goes. Throws std::system_error with the path.
std::optional<std::string> write_game_page(const std::filesystem::path& file, const GameRecord& record,
                                           StageSummary stage, const GameDetails& details, const ReportFrame& frame);

}  // namespace arena
