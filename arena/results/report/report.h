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

/// When a page was written, and by which arena.
struct ReportFrame {
  std::int64_t made = 0;  ///< seconds since 1970
  std::string arena;      ///< version and commit: "0.1.0 (commit)"

  struct Live {
    int games = 0;
    int planned = 0;
    int every = 0;  ///< seconds between two versions of the page
  };
  std::optional<Live> live{};  ///< set if the run is in progress and the page will be written again
};

/// Which part of the runs is in a report.
struct ReportPart {
  std::vector<std::string> variants{};  ///< patterns, see RatedRuns; empty for all
  int games_a_pairing = 2;              ///< see choose_replays()
};

/// What a report has, and how much was left out.
struct ReportCounts {
  int games = 0;
  int games_left_out = 0;
  int replays = 0;
  int faults = 0;
  int faults_left_out = 0;
};

/// The most pairs of bots in a page, in all tables together. 400 bots have 79,800 pairs in each table.
inline constexpr std::size_t kReportPairsMax = 100'000;

/// Removes pairs from the tables of `arena rate --json` if there are more than `pairs_max`, and returns how many were
/// removed. First it removes all pairs that were never compared. If there are still too many, it keeps the overall
/// table's pairs before those of variants, and in each table those of the best bots.
std::size_t bound_pairs(boost::json::object& standings, std::size_t pairs_max);

/// Writes the report of runs as one page. Each run is a folder or its games.jsonl; it may still be in progress. The
/// games are read in several passes, so that only what the page has is in memory.
///
/// Throws InputError that names the file and the line for records that cannot be read, and std::system_error with the
/// path if something cannot be read or written.
ReportCounts write_report(const std::filesystem::path& file, const std::vector<std::string>& runs,
                          const ReportPart& part, const ReportFrame& frame);

/// Writes a page about one game. `stage` comes from find_game(), and its manifest must have its rules. Returns what is
/// wrong with the record, if anything; the page then ends where the mistake is. Throws std::system_error with the path.
std::optional<std::string> write_game_page(const std::filesystem::path& file, const GameRecord& record,
                                           StageSummary stage, const GameDetails& details, const ReportFrame& frame);

}  // namespace arena
