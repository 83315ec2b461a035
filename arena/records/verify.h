#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

/// What came of checking a run's records again.
struct Verification {
  int games = 0;
  bool deals_checked = false;  ///< the key is revealed, so deals and seats of chance were checked too
  int deals_wrong = 0;         ///< deals and dealers that do not follow from the key
  std::uint64_t torn_bytes = 0;
  std::vector<std::string> problems;  ///< one sentence each, with its place; at most kProblemsMax
};

inline constexpr std::size_t kProblemsMax = 20;

/// Plays every record of a run again: deals, passes, plays, scores, places, who sat where, and, once the key is
/// revealed, that each deal follows from it. In a folder the checksums of the other files are checked, too. Throws InputError for a file that cannot be read as records.
Verification verify_run(const std::filesystem::path& path);

}  // namespace arena
