#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/ratings/block_scores.h"
#include "arena/ratings/comparison.h"
#include "arena/ratings/duel.h"
#include "arena/ratings/rated_run.h"
#include "arena/ratings/standings.h"
#include "arena/records/manifest.h"
#include "arena/records/outcome.h"

namespace arena {

/// The games of one or more runs on the way to standings. One thread at a time.
/// Across runs a bot is the same if its name and its hash are; one name with several hashes shows as NAME~HASH.
/// A variant is the same if the hash of its rules and the length of its matches are. It shows by the least of its ids:
/// as ID~HASH if that stands for several rules, as "ID (4 hands)" if for several lengths.
class RatedRuns {
 public:
  /// The field of the runs together. A manifest that is given twice counts once; their order does not matter.
  /// `patterns`: only games of variants that one of them means (means_variant) are rated; empty: all.
  /// Throws InputError when two different ones have the same commitment: their blocks are not independent, when there are
  /// more bots than kRatedBotsMax or variants than kRatedVariantsMax, and for a pattern that means no variant of them.
  explicit RatedRuns(const std::vector<Manifest>& runs, const std::vector<std::string>& patterns = {});

  /// Throws InputError "PLACE: ..." for a game that is of none of the runs or was there before.
  void add(const Outcome& outcome, std::string_view place);
  /// The block is void: none of its games counts.
  void add_void(const std::string& run, int block, std::string_view place);

  /// The runs by their ids, sorted.
  const std::vector<RatedRun>& runs() const { return rated_; }
  /// Bots as shown, by index in the field.
  const std::vector<std::string>& bots() const { return field_.bots; }
  /// See leader_of.
  std::optional<Leader> leader() const { return leader_of(*scores_, field_.anchors); }
  /// `reference`: see Field; a name as shown. `anchors`: NAME=ELO each, likewise; without both the anchors of the runs, if
  /// all have the same ones. Throws InputError when there is no such bot, or no such Elo.
  Standings standings(const std::string& reference = {}, const std::vector<std::string>& anchors = {}) const;

  /// The duel that the one run is. `looks`: see judge_duel.
  DuelState duel(const std::vector<int>& looks) const;
  const SequentialTest& duel_test() const { return duel_; }
  /// Throws InputError where there are not two variants to compare.
  VariantComparison comparison() const;

 private:
  struct Run {
    std::map<std::string, int> bots;                              ///< by name in the run
    std::map<std::string, std::pair<int, std::string>> variants;  ///< by id: index or kNotRated, rules
  };
  Run& run_of(const std::string& id, std::string_view place);
  std::vector<Anchor> read_anchors(const std::vector<std::string>& words) const;

  std::map<std::string, Run> runs_;
  std::vector<RatedRun> rated_;
  SequentialTest duel_;  ///< of the first run
  Field field_;
  std::optional<BlockScores> scores_;
};

/// Reads the games of runs from any number of files (or folders of runs): in any order, one run in several files or
/// several in one. Only the manifests must be among them. Throws InputError naming file and line.
/// `patterns`: see RatedRuns.
RatedRuns read_rated_runs(const std::vector<std::string>& paths, const std::vector<std::string>& patterns = {});

}  // namespace arena
