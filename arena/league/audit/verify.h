#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/records/game_record.h"

namespace arena {

/// What an organiser has published of a run; empty: nothing.
struct Published {
  std::vector<std::string> receipts;  ///< before the first card of a stage, see receipt_of()
  std::vector<std::string> digests;   ///< at stops and the end, see RecordsDigest

  bool has_receipt(const std::string& receipt) const { return std::ranges::find(receipts, receipt) != receipts.end(); }
};

/// What came of checking the records of a stage of a run again; most runs have one stage.
struct Verification {
  int stage = 1;
  bool is_cut = false;    ///< it was ended before its time, for the next stage
  std::string receipt;    ///< that follows from the records
  std::string digest;     ///< likewise
  std::string entropy;    ///< that the key was mixed with
  int starts = 0;         ///< of the arena, as the clocks' file has them
  int clocked_again = 0;  ///< lines of clocks beyond one for each recorded game
  int killed = 0;         ///< faults in recorded games that are a signal's: who sent it is not known
  int games = 0;
  bool key_revealed = false;   ///< so the seeds were checked against it
  int deals_wrong = 0;         ///< seeds, deals and dealers that do not follow
  int deals_given = 0;         ///< in the list of deals that the run was given
  bool deals_compared = true;  ///< false: that list is not here, and no deal could be compared
  int decided_at = 0;          ///< before this block the duel that the run is was decided, and ended; 0: it was not
  std::vector<std::string> withdrawn;  ///< bots that had forfeited too often in a row when the stage ended
  bool ended_early = false;            ///< because of these, before its last block
  int missing = 0;                     ///< games of the schedule that are not recorded: gaps, once the run has ended
  int void_blocks = 0;                 ///< played again as others
  struct VoidFound {
    VoidBlock block;
    int games = 0;  ///< of it recorded, that do not count
  };
  std::vector<VoidFound> voids;  ///< the first kVoidsToldMax
  int problems_found = 0;
  std::vector<std::string> problems;  ///< one sentence each, with its place; the first kProblemsMax
};

inline constexpr std::size_t kProblemsMax = 20;
inline constexpr std::size_t kVoidsToldMax = 20;

/// What came of making again what bots were sent, and holding it against the checksums beside the records.
struct InputAudit {
  int right = 0;    ///< seats of games that were sent just what follows from the records
  int unknown = 0;  ///< those without a checksum: nobody sat there, or the clocks' file lacks the game
  int wrong = 0;
  std::vector<std::string> problems;  ///< one sentence for each of those, with its game; the first kProblemsMax
};

/// What came of checking a run.
struct RunVerification {
  std::vector<Verification> stages;
  InputAudit inputs;
  std::vector<int> digest_games;  ///< recorded in all stages when each published digest was; 0: it is not right
  std::uint64_t torn_bytes = 0;
  int problems_found = 0;             ///< in what was published, and in all stages
  std::vector<std::string> problems;  ///< one sentence each, with its place; the first kProblemsMax
};

/// Audits a run: plays every record again (deals from their block's seed, passes, plays, scores, places), makes the
/// schedule anew from the manifest and compares who played what and sat where, looks for gaps in a run that has ended,
/// checks that each seed follows from the key or, before it is revealed, that each block has one of its own. In a
/// folder it also checks the other files' checksums, that the ledger has the fault of each void block, that the
/// starts of the arena allow so many, and that each found the records which the one before had left. Holds all against
/// what was published, and what bots were sent against the clocks' checksums, if these lie beside the records. Throws
/// InputError for a file that cannot be read as records.
RunVerification verify_run(const std::filesystem::path& path, const Published& published = {});

}  // namespace arena
