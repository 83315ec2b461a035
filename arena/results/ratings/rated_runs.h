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
#include "arena/records/manifest_schedule.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/duel_report.h"
#include "arena/results/ratings/history.h"
#include "arena/results/ratings/standings.h"
#include "arena/results/ratings/variant_comparison.h"

namespace arena {

/// A time from `since` on, and before `until`.
struct TimeSpan {
  std::optional<std::chrono::sys_seconds> since{};
  std::optional<std::chrono::sys_seconds> until{};

  bool is_bounded() const { return since || until; }
};

/// When the blocks of runs ended, by run and number.
using BlockEnds = std::map<std::string, std::map<int, std::chrono::sys_seconds>>;

/// Collects the games of one or more runs and rates them: from records to Standings. Games may be added in any order;
/// games of void or incomplete blocks are kept, but not rated. There is no lock: only one thread may use it at a time.
///
/// In different runs a bot is the same if its name and its hash are the same. If one name has several hashes, the bots
/// are shown as NAME~HASH. A variant is the same if its rules hash and the length of its matches are the same. It is
/// shown by the first of its ids in alphabetical order: as ID~HASH if this id has several rules, as "ID (4 hands)" if
/// it has several lengths.
class RatedRuns {
 public:
  /// Makes the common field of the runs. A manifest that is given twice counts once. The order of the manifests does
  /// not matter, except that the stages of a run must follow each other to count as one run. If there are `patterns`,
  /// only games of variants that one of them selects (selects_variant()) are rated.
  ///
  /// Throws InputError if two different runs have the same commitment, because their blocks are not independent; if
  /// there are more bots than kRatedBotsMax or variants than kRatedVariantsMax; and for a pattern that matches no
  /// variant. Throws std::invalid_argument without runs.
  explicit RatedRuns(const std::vector<Manifest>& runs, const std::vector<std::string>& patterns = {});

  /// Compares the bots that a pattern matches with no other bot. All else that happened in their games still counts.
  /// Throws InputError for a pattern that matches no bot, and if fewer than two bots are left. Do not add games before
  /// that.
  void leave_out_bots(const std::vector<std::string>& patterns);

  /// Adds a game. Throws InputError "PLACE: ..." if it belongs to none of the runs or was added before. `place` is a
  /// text or a LinePlace; a LinePlace is only turned into text for an error.
  template <class Place>
  void add(const Outcome& outcome, const Place& place) {
    add_from(outcome, [&] { return std::string(place); });
  }
  /// Marks a void block: none of its games counts. Throws InputError as add() does.
  void add_void(const std::string& run, int block, std::string_view place);

  /// Notes that a run has ended, so that no more blocks will be played. `is_cut` says that it ended before its last
  /// planned block (end_json()), so its length was not planned. Throws InputError as add() does.
  void add_end(const std::string& name, std::string_view place, bool is_cut = false);

  /// Rates only the last `blocks` complete blocks of each run, by their numbers. The stages of a run count as one run
  /// if their manifests were given one after another. Do not add games after that.
  void keep_last(int blocks);
  /// Rates only complete blocks that ended in that time. Blocks with an unknown end are left out. Throws InputError
  /// that names the run if a run has complete blocks and the ends of none of them are known. Do not add games after
  /// that.
  void keep_within(const TimeSpan& time, const BlockEnds& ends);

  /// Leaves out the blocks in which pairs to look at (collusion.h) sat together. What a duel or a search for the first
  /// bots has shown stays: it was decided by all blocks. Do not add games after that.
  void leave_out_pairs();

  /// The variant of a rated block, as an index in the field; nothing for other blocks.
  std::optional<int> rated_variant(const std::string& run, int block) const;
  /// The variant with this id in a run, as an index in the field; nothing if it is left out.
  std::optional<int> variant_of(const std::string& run, const std::string& id) const;
  /// The bot with this name in a run, as an index in the field.
  std::optional<int> bot_of(const std::string& run, const std::string& name) const;

  /// Stores where the records of a run were read, see RatedRun::path.
  void set_path(const std::string& run, const std::string& path);

  /// The runs, sorted by their ids.
  const std::vector<RatedRun>& runs() const { return rated_; }
  /// The names of the bots as they are shown, by index in the field.
  const std::vector<std::string>& bots() const { return field_.bots; }
  /// The ids of the variants as they are shown, by index in the field.
  const std::vector<std::string>& variants() const { return field_.variants; }
  /// Whether no block is rated yet.
  bool is_empty() const { return scores_->complete().empty(); }
  /// Which kind of intervals the figures of these games have. Runs of planned length have the plain ones once their
  /// records say that they have ended. A run with several stages is of open length, since somebody may look at its
  /// figures before each extension, and so are a duel and a search for the first bots, which end when their figures are
  /// clear.
  Looks looks() const;
  /// The leader so far; see leader_of().
  std::optional<Leader> leader() const { return leader_of(*scores_, field(), looks()); }
  /// Rates the games. `reference` is the name of a bot as it is shown (see Field). Each of `anchors` is NAME=ELO with
  /// such a name. Without both, the anchors of the runs are used if all runs have the same ones. Throws InputError if
  /// there is no such bot, or no such Elo.
  Standings standings(const std::string& reference = {}, const std::vector<std::string>& anchors = {}) const;

  /// How the ratings of each run developed, see rating_history(). The runs are in the order in which their manifests
  /// were given. The arguments and errors are those of standings().
  std::vector<RatingHistory> histories(const std::string& reference = {},
                                       const std::vector<std::string>& anchors = {}) const;
  /// The bots of a stage that are withdrawn because they have forfeited too often before `end_block`, see Withdrawal.
  std::optional<Withdrawal::Found> withdrawn(const Manifest& stage, int end_block) const;
  /// The bots of a stage that can no longer be among the first ones that it looks for, see find_outclassed(), apart
  /// from those that are withdrawn. Complete blocks of all runs count that have a number below `end_block`; the runs
  /// must be the stages of one run.
  std::vector<std::string> outclassed(const Manifest& stage, int end_block) const;
  /// The first block of a run, from this number on, that is neither complete nor void.
  int first_open_block(const std::string& run, int from) const { return scores_->first_open_block(run, from); }

  /// The duel so far, or its result if the run has ended, by all of its blocks. Nothing unless there is only one run,
  /// it is a duel, both bots are rated, and no blocks are left out for another reason than pairs to look at.
  std::optional<DuelReport> duel() const;
  /// The state of that duel after the looks up to the one before block `reached`, before which all blocks are over.
  DuelState duel_at(int reached) const;
  /// Compares the variants, with a reference and anchors like those of standings(). Throws InputError as standings()
  /// does, and if there are fewer than two variants.
  VariantComparison comparison(const std::string& reference = {}, const std::vector<std::string>& anchors = {}) const;

 private:
  static constexpr int kNotRated = -1;  ///< index of a variant that is left out
  struct Run {
    explicit Run(const Manifest& manifest) : withdrawal(manifest) {}

    std::map<std::string, int> bots;                              ///< by name in the run
    std::map<std::string, std::pair<int, std::string>> variants;  ///< by id: index or kNotRated, and rules hash
    bool duplicate_deals = true;
    int stage = 1;
    std::vector<int> chunk_ends{};  ///< see stage_chunk_ends()
    bool is_open = false;           ///< its length is not planned
    int planned_games = 0;
    bool has_ended = false;
    int games = 0;  ///< that were added, also of variants that are not rated
    Withdrawal withdrawal;
  };
  using PlaceText = std::function<std::string()>;
  void add_from(const Outcome& outcome, const PlaceText& place);
  Run& run_of(const std::string& id, const PlaceText& place);
  /// The field with this reference or these anchors; see standings().
  Field field_with(const std::string& reference, const std::vector<std::string>& anchors) const;
  /// The field with the states that its bots have after these games.
  Field field() const;
  void forget_plans();
  void set_contest(const std::map<std::string, const Manifest*>& runs);
  /// The search for the first bots as of this block of a stage, among the bots that are not withdrawn by then.
  Contest contest_at(const Manifest& stage, int end_block) const;

  std::map<std::string, Run> runs_;
  std::vector<std::vector<std::string>> stages_;  ///< of each run, by their ids
  /// Of each run: the state of each of its bots according to its manifests, see former_entrants().
  std::vector<std::map<int, BotStatus>> statuses_;
  std::vector<RatedRun> rated_;
  /// The test of the one run, if it is a duel.
  struct Duel {
    SequentialTest test;
    std::vector<int> looks;
    bool is_over = false;
  };
  std::optional<Duel> duel_;
  Field field_;
  /// The last stage, if the runs are the stages of one league that looks for its first bots.
  std::optional<Manifest> contest_;
  std::map<int, int> left_at_;  ///< bots that it left out, and the number of complete blocks before that
  std::optional<BlockScores> scores_;
  std::optional<std::vector<PairToLookAt>> left_out_pairs_;
  /// The duel and the search for the first bots by all blocks, if blocks of pairs to look at are left out.
  std::optional<DuelReport> whole_duel_;
  std::optional<FirstBots> whole_search_;
  bool is_part_ = false;  ///< only some of the blocks are rated, see keep_last()
};

}  // namespace arena
