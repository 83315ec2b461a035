#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Returns why the league cannot look for its first bots, as the end of a sentence, or nothing if it can or does not.
/// `may_have_begun` leaves contest_size_problem() to the caller, who knows whether the run has begun.
std::optional<std::string> contest_problem(const Manifest& manifest, bool may_have_begun);

/// Returns why a run that begins has too few bots to look for its first ones, as the end of a sentence, or nothing if
/// it has enough or does not look for them. A run that has begun may lose bots: its search has then ended.
std::optional<std::string> contest_size_problem(const Manifest& manifest);

/// Returns the bots that a stage leaves out because they can no longer be among the first (Manifest::until_first), and
/// the block before which it therefore ends, or nothing if there are none. It looks at the end of each chunk of blocks,
/// as soon as all blocks before it are complete or void, and counts the complete ones of all stages. Bots that are
/// withdrawn at the same look take no part any more: they neither leave for this reason nor count as stronger. The
/// answer depends on the records alone, so that anybody can check it.
///
/// `rated` has the games of the stage and of those before it. Looks up to block `looked_at` are not made again, and
/// none after `end_block`; both count as the blocks of the run do. Bots stay as long as the others could not fill the
/// tables.
std::optional<Withdrawal::Found> find_left_out(const Manifest& stage, const RatedRuns& rated, int looked_at,
                                               int end_block);

/// The bots that leave when a stage ends, and why.
struct Departure {
  int end_block = 0;                    ///< the stage ends before this block
  std::vector<std::string> withdrawn;   ///< they have forfeited too often, see Withdrawal
  std::vector<std::string> outclassed;  ///< they can no longer be among the first, see find_left_out()

  /// Returns all of them. No bot leaves for both reasons.
  std::vector<std::string> bots() const;
};

/// Returns what ends a stage first: bots that are withdrawn, or bots that are left out, or both if that is before the
/// same block. Returns nothing if neither does.
std::optional<Departure> first_departure(const std::optional<Withdrawal::Found>& withdrawn,
                                         const std::optional<Withdrawal::Found>& left_out);

/// Returns the bots of the stage without those that leave.
std::vector<std::string> bots_left(const Manifest& stage, const Departure& departure);

/// Whether the stage ends the search for the first bots: no more bots are left than it looks for.
bool is_settled(const Manifest& stage, const Departure& departure);

}  // namespace arena
