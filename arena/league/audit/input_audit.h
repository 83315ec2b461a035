#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace arena {

/// The most problems that a verification lists. All of them are counted.
inline constexpr std::size_t kProblemsMax = 20;

/// The result of reconstructing what bots were sent, and comparing it with the checksums in timings.jsonl.
struct InputAudit {
  /// Seats of games that were sent exactly what follows from the records.
  int right = 0;
  /// Seats without a checksum, because no bot sat there or timings.jsonl lacks the game.
  int unknown = 0;
  int wrong = 0;
  /// One sentence for each wrong seat, with its game. Only the first kProblemsMax.
  std::vector<std::string> problems;
};

/// Reconstructs what the bots of a game were sent, and compares it with the checksums.
void check_inputs(const GameRecord& record, const Manifest& stage, DetailsReader& details, InputAudit& audit);

}  // namespace arena
