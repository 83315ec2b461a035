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

/// What of games can be shown card by card in one page at most: so many, and those with a fault among them; and bytes.
inline constexpr std::size_t kReplaysMax = 1000;
inline constexpr std::size_t kFaultyReplaysMax = 200;
inline constexpr std::size_t kReplayBytesMax = std::size_t{8} << 20;

/// The games that are shown so, as indexes, what matters most first: those with a fault, the rarest kinds before others;
/// then those by which each two bots have met `a_pairing` times in each variant. It follows from the games alone.
std::vector<std::size_t> choose_replays(const std::vector<ReportGame>& games, int a_pairing);

/// A run whose games are read again.
struct SampledRun {
  std::filesystem::path file;              ///< its games.jsonl
  std::map<std::string, Manifest> stages;  ///< with their rules, by run_id()
};

/// Reads the games that were chosen, as many of the first ones as kReplayBytesMax holds. Throws InputError naming file and
/// line.
PageReplays read_replays(const std::vector<SampledRun>& runs, const std::vector<ReportGame>& games,
                         const std::vector<std::size_t>& chosen);

/// One of them as text: `Replay` of web/data.ts.
std::string replay_text(const ReportGame& game, const GameRecord& record, const Manifest& manifest,
                        const GameDetails& details, std::optional<std::string>* wrong = nullptr);

}  // namespace arena
