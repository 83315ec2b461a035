#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/results/report/page.h"
#include "arena/results/report/report_games.h"

namespace arena {

/// The most games that one page shows card by card, the most of them that are there for a fault, and the most bytes of
/// them.
inline constexpr std::size_t kReplaysMax = 1000;
inline constexpr std::size_t kFaultyReplaysMax = 200;
inline constexpr std::size_t kReplayBytesMax = std::size_t{8} << 20;

/// Chooses the games that are shown card by card, and returns their indices, the most important first. Games with a
/// fault come first, the rarest kinds before others. Then come games until each two bots have met `a_pairing` times in
/// each variant. The choice depends only on the games.
std::vector<std::size_t> choose_replays(const std::vector<ReportGame>& games, int a_pairing);

/// A run with games that are read again.
struct SampledRun {
  std::filesystem::path file;              ///< its games.jsonl
  std::map<std::string, Manifest> stages;  ///< with their rules, by run_id()
};

/// Reads the games that were chosen, from the first on, until kReplayBytesMax is reached. Throws InputError that names
/// the file and the line.
PageReplays read_replays(const std::vector<SampledRun>& runs, const std::vector<ReportGame>& games,
                         const std::vector<std::size_t>& chosen);

/// One game as text: `Replay` of web/data.ts. If `wrong` is not null, it gets what is wrong with the record.
std::string replay_text(const ReportGame& game, const GameRecord& record, const Manifest& manifest,
                        const GameDetails& details, std::optional<std::string>* wrong = nullptr);

}  // namespace arena
