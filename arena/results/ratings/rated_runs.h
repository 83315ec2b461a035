#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/duel.h"
#include "arena/results/ratings/standings.h"
#include "arena/results/ratings/variant_comparison.h"

namespace arena {

/// When the blocks of runs were over, by run and number.
using BlockEnds = std::map<std::string, std::map<int, std::chrono::sys_seconds>>;

/// Collects the games of one or more runs and rates them: from records to Standings. Games may come in any order; those of
/// blocks that are void or not complete are kept, but not rated. One thread at a time.
///
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

  /// Throws InputError "PLACE: ..." for a game that is of none of the runs or was there before. `place` is a text, or a
  /// LinePlace, of which the text is made only then.
  template <class Place>
  void add(const Outcome& outcome, const Place& place) {
    add_from(outcome, [&] { return std::string(place); });
  }
  /// The block is void: none of its games counts.
  void add_void(const std::string& run, int block, std::string_view place);

  /// Only the last so many complete blocks of each run are rated, by their numbers, which go on from stage to stage of a
  /// run whose manifests were given one after another. Takes no games after that.
  void keep_last(int blocks);
  /// Only complete blocks that were over at that time or later are rated; those of which that is not known are not. Throws
  /// InputError that names the run when of none of its blocks it is known. Takes no games after that.
  void keep_since(std::chrono::sys_seconds since, const BlockEnds& ends);

  /// The variant of a block that is rated, by index in the field; nothing for others.
  std::optional<int> rated_variant(const std::string& run, int block) const;
  /// The variant that has this id in a run, by index in the field; nothing for one that is left out.
  std::optional<int> variant_of(const std::string& run, const std::string& id) const;
  /// The bot that has this name in a run, by index in the field.
  std::optional<int> bot_of(const std::string& run, const std::string& name) const;

  /// The runs by their ids, sorted.
  const std::vector<RatedRun>& runs() const { return rated_; }
  /// Bots as shown, by index in the field.
  const std::vector<std::string>& bots() const { return field_.bots; }
  /// Variants as shown, likewise.
  const std::vector<std::string>& variants() const { return field_.variants; }
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
  static constexpr int kNotRated = -1;  ///< of a variant that is left out
  struct Run {
    std::map<std::string, int> bots;                              ///< by name in the run
    std::map<std::string, std::pair<int, std::string>> variants;  ///< by id: index or kNotRated, rules
  };
  using PlaceText = std::function<std::string()>;
  void add_from(const Outcome& outcome, const PlaceText& place);
  const Run& run_of(const std::string& id, const PlaceText& place) const;
  std::vector<Anchor> read_anchors(const std::vector<std::string>& words) const;

  void forget_plans();

  std::map<std::string, Run> runs_;
  std::vector<std::vector<std::string>> stages_;  ///< of each run, by their ids
  std::vector<RatedRun> rated_;
  SequentialTest duel_;  ///< of the first run
  Field field_;
  std::optional<BlockScores> scores_;
};

/// Which games of runs are rated.
struct RatedPart {
  std::vector<std::string> variants{};  ///< see RatedRuns; empty: all
  int last = 0;                         ///< blocks of each run, see keep_last(); 0: all
  std::optional<std::chrono::sys_seconds> since{};
};

/// Reads the games of runs from any number of files (or folders of runs): in any order, one run in several files or
/// several in one. Only the manifests must be among them. Throws InputError naming file and line.
/// With `since` the clocks beside the files are read, too.
RatedRuns read_rated_runs(const std::vector<std::string>& paths, const RatedPart& part = {});

}  // namespace arena
