#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

/// What came of checking a run's records again.
struct Verification {
  int games = 0;
  bool key_revealed = false;  ///< so the seeds were checked against it
  int deals_wrong = 0;        ///< seeds, deals and dealers that do not follow
  std::uint64_t torn_bytes = 0;
  std::vector<std::string> problems;  ///< one sentence each, with its place; at most kProblemsMax
};

inline constexpr std::size_t kProblemsMax = 20;

/// Plays every record of a run again: deals (from their block's seed), passes, plays, scores, places, who sat where;
/// and, once the key is revealed, that each seed follows from it. In a folder the checksums of the other files are
/// checked, too. Throws InputError for a file that cannot be read as records.
Verification verify_run(const std::filesystem::path& path);

}  // namespace arena
