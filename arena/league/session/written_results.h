#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "arena/league/run/run_records.h"
#include "arena/league/session/receipt.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// What a run's folder says beside its records: see write_results().
struct WrittenResults {
  std::string digest;                ///< of the games recorded; empty: it was not written
  int digest_games = 0;              ///< how many these are
  std::pair<int, int> first_game{};  ///< block and number of the first one
  bool is_published = false;         ///< the organiser publishes receipt and digest
};

/// Whether the organiser publishes the receipt and digests of a run: it was committed to before its first card, or its
/// league has a name. Both are always kept in the folder.
bool is_published(const Manifest& manifest, const KeptReceipt& kept);

/// Writes the receipt with the digest of what is recorded, once the records are on disk. Throws std::system_error.
WrittenResults write_digest(const std::filesystem::path& folder, const Manifest& manifest, RunRecords& records);

/// Writes standings and ratings, and then as write_digest() does. Throws std::system_error.
WrittenResults write_results(const std::filesystem::path& folder, const Manifest& manifest, RunRecords& records,
                             const RatedRuns& rated);

/// A run that has ended, rated anew.
struct EndedRun {
  RatedRuns rated;
  WrittenResults results;
};
/// Rates a run whose key is revealed, and writes its results. Throws InputError, std::system_error.
EndedRun rate_ended_run(const std::filesystem::path& folder);

}  // namespace arena
