#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/league/audit/input_audit.h"
#include "arena/records/duel_end.h"
#include "arena/records/game_record.h"

namespace arena {

/// What an organiser has published about a run. Lists are empty if nothing was published.
struct Published {
  /// Receipts, which were published before the first card of a stage, see receipt_of().
  std::vector<std::string> receipts;
  /// Digests, which were published when the run stopped or ended, see RecordsDigest.
  std::vector<std::string> digests;

  bool has_receipt(const std::string& receipt) const { return std::ranges::find(receipts, receipt) != receipts.end(); }
};

/// The result of checking the records of one stage. Most runs have one stage.
struct Verification {
  int stage = 1;
  bool is_cut = false;  ///< it was ended early, see end_json()
  std::string receipt;  ///< the receipt that follows from the records
  std::string digest;   ///< the digest that follows from the records
  std::string entropy;  ///< the public random text that the key was mixed with
  int starts = 0;       ///< starts of the arena, from timings.jsonl
  /// Timing lines beyond one for each recorded game: games that were played again.
  int clocked_again = 0;
  /// Faults in recorded games where a signal killed the bot; nobody knows who sent it.
  int killed = 0;
  int games = 0;
  bool key_revealed = false;    ///< if so, the seeds were checked against the key
  int deals_wrong = 0;          ///< seeds, deals and dealers that are wrong
  int deals_given = 0;          ///< deals that the run was given
  bool duplicate_deals = true;  ///< all games of a block have the same deals
  /// False if the file with the given deals is missing, so that no deal could be compared.
  bool deals_compared = true;
  std::optional<SequentialTest> test;  ///< of a duel
  std::optional<DuelVerdict> verdict;  ///< that a duel recorded, if its games give the same
  /// If a duel was decided early: the block before which it ended. Otherwise 0.
  int decided_at = 0;
  std::vector<std::string> withdrawn;   ///< bots that had forfeited too often in a row when the stage ended
  std::vector<std::string> outclassed;  ///< bots that could then no longer be among the first, see find_left_out()
  bool ended_early = false;             ///< whether the stage ended before its last block because bots left
  /// Games of the schedule that are not recorded; once the run has ended, these are gaps.
  int missing = 0;
  int void_blocks = 0;  ///< blocks that were void and played again under other numbers
  /// A void block, and what it cost.
  struct VoidFound {
    VoidBlock block;
    int games = 0;  ///< recorded games of it, which do not count
  };
  std::vector<VoidFound> voids;  ///< the first kVoidsListedMax
  int problems_found = 0;
  /// The problems, one sentence each, with its place. Only the first kProblemsMax.
  std::vector<std::string> problems;
};

/// The most void blocks that a verification lists. All of them are counted.
inline constexpr std::size_t kVoidsListedMax = 20;

/// The result of checking a run.
struct RunVerification {
  std::vector<Verification> stages;
  InputAudit inputs;
  /// For each published digest, how many games all stages had recorded when the records had it; 0 if they never had it.
  std::vector<int> digest_games;
  std::uint64_t torn_bytes = 0;
  int problems_found = 0;  ///< in what was published and in all stages
  /// The problems, one sentence each, with its place. Only the first kProblemsMax.
  std::vector<std::string> problems;
};

/// Audits a run, which is given by its folder or its games.jsonl:
///
/// - plays every record again and checks deals (which follow from the block's seed), passes, plays, scores and places;
/// - makes the schedule from the manifest and checks who played what, and in which seat;
/// - looks for missing games, if the run has ended;
/// - checks that each seed follows from the key or, while the key is not revealed, that each block has a seed of its
///   own;
/// - compares receipts and digests with `published`.
///
/// If it is given a folder, it also checks the checksums of the other files, that the ledger has the fault of each void
/// block, that the starts of the arena allow this number of void blocks, and that each start found the records that the
/// one before had left. If the clocks are there, it compares what bots were sent with their checksums. What it finds
/// wrong is in the result. Throws InputError if a file cannot be read as records.
RunVerification verify_run(const std::filesystem::path& path, const Published& published = {});

}  // namespace arena
