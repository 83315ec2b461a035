#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "arena/league/run/run_records.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// The file in a run's folder that says what to publish, and when.
inline constexpr std::string_view kReceiptFile = "receipt.txt";

/// Fills in what the run commits to: its key, this arena's version, and the level of its sandbox.
void commit(Manifest& manifest, const RunKey& key, std::string_view isolation);

/// The contents of the receipt file of a run's folder.
struct KeptReceipt {
  std::optional<std::string> receipt;  ///< that of the last stage; empty if there is none
  /// The receipt was made before the run began, so a run in this folder must have it.
  bool is_committed = false;
};
/// Reads the receipt file. A missing file has no receipt.
KeptReceipt read_receipt(const std::filesystem::path& folder);

/// Writes the receipt file: the receipts of the stages before this one, its own and, if it has games, their digest.
/// `stages` are the recorded stages, with or without this one. Throws std::system_error.
void write_receipt(const std::filesystem::path& folder, const Manifest& manifest, std::span<const Manifest> stages,
                   int games, std::string_view digest, bool is_committed = false);

/// Calls RunRecords::begin() and rates all games that the records hold, except those of void blocks. `folder` is where
/// the records are, for messages. The other parameters and the exceptions are those of RunRecords::begin().
void rate_records(RatedRuns& rated, RunRecords& records, const Manifest& manifest, int workers,
                  const std::filesystem::path& folder, const std::optional<RunKey>& last_key = {},
                  std::optional<Shard> shard = {});

/// Computes the standings, and writes them to kRatingsFile and kStandingsFile in the folder. Each file is written under
/// another name and then moved into place, so a reader never sees half a file. Throws std::system_error with the path.
Standings write_standings(const RatedRuns& rated, const std::filesystem::path& folder);

/// The result of write_results() and write_digest(), which write files next to the records of a run.
struct WrittenResults {
  std::string digest;    ///< the digest of the recorded games; empty if it was not written
  int digest_games = 0;  ///< how many games it covers
  /// Block and number of the game that a message may propose to replay: the first one that counts.
  std::pair<int, int> first_game{};
  bool is_published = false;             ///< the organiser publishes receipt and digest
  std::optional<Standings> standings{};  ///< the standings as they were written; empty if they were not
};

/// Whether the organiser publishes the receipt and the digests of a run: if it was committed to before its first card,
/// or if its league has a name. Both are always kept in the folder.
bool is_published(const Manifest& manifest, const KeptReceipt& kept);

/// Waits until the records are on disk, and writes the receipt file with their digest. Throws std::system_error.
WrittenResults write_digest(const std::filesystem::path& folder, const Manifest& manifest, RunRecords& records);

/// Writes standings and ratings, and then does what write_digest() does. Throws std::system_error.
WrittenResults write_results(const std::filesystem::path& folder, const Manifest& manifest, RunRecords& records,
                             const RatedRuns& rated);

/// A run that has ended, rated once more.
struct EndedRun {
  RatedRuns rated;
  WrittenResults results;
};
/// Rates a run after its key was revealed, and writes its results. Throws InputError and std::system_error.
EndedRun rate_ended_run(const std::filesystem::path& folder);

}  // namespace arena
