#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "arena/league/run/run_records.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// The file of a run's folder that says what to publish, and when.
inline constexpr std::string_view kReceiptFile = "receipt.txt";

/// Fills in what the run commits to: its key, this arena's version, the level of its sandbox.
void commit(Manifest& manifest, const RunKey& key, std::string_view isolation);

/// What the receipt file of a run's folder says.
struct KeptReceipt {
  std::optional<std::string> receipt;  ///< nothing if there is none
  bool is_committed = false;           ///< it was made before the run, for the run: there must be no other
};
KeptReceipt read_receipt(const std::filesystem::path& folder);

/// Writes that file: the receipt, and the digest of the games that are recorded, if there are any. Throws
/// std::system_error.
void write_receipt(const std::filesystem::path& folder, const Manifest& manifest, int games, std::string_view digest,
                   bool is_committed = false);

/// Calls RunRecords::begin() and rates all games that the records hold, those of void blocks left out. `folder` is where
/// the records are, for messages. `take_game` is called with each game first; it may be empty. The other parameters, and
/// what is thrown, are as for RunRecords::begin().
void rate_records(RatedRuns& rated, RunRecords& records, const Manifest& manifest, int workers,
                  const std::filesystem::path& folder, const std::function<void(const GameRecord&)>& take_game = {},
                  const std::optional<RunKey>& last_key = {}, std::optional<Shard> shard = {});

/// Rates the games and returns the standings, which it writes to kRatingsFile and kStandingsFile in the folder. Each file
/// is written aside and then moved into place, so that a reader never sees half of one. Throws std::system_error with the
/// path.
Standings write_standings(const RatedRuns& rated, const std::filesystem::path& folder);

/// What a run's folder says beside its records: see write_results().
struct WrittenResults {
  std::string digest;                    ///< of the games recorded; empty: it was not written
  int digest_games = 0;                  ///< how many these are
  std::pair<int, int> first_game{};      ///< block and number of the first game that counts
  bool is_published = false;             ///< the organiser publishes receipt and digest
  std::optional<Standings> standings{};  ///< as they are written; nothing: they are not
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
