#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

/// What came of holding what bots were sent against the checksums in a run's records.
struct InputAudit {
  int right = 0;    ///< seats of games that were sent just what follows from the records
  int unknown = 0;  ///< those without a checksum: nobody sat there, or the clocks' file lacks the game
  int wrong = 0;
  std::vector<std::string> problems;  ///< one sentence for each of those, with its game; the first kInputProblemsMax
};

inline constexpr std::size_t kInputProblemsMax = 20;

/// Makes the bytes again that each bot was sent in each game of a run, and compares them with timings.jsonl, if it is
/// there. Throws InputError for files that cannot be read as records.
InputAudit audit_inputs(const std::filesystem::path& run);

}  // namespace arena
