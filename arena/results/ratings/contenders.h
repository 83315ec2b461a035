#pragma once

#include <map>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/results/ratings/block_scores.h"

namespace arena {

/// A league that looks for its first bots (Manifest::until_first): a bot that can no longer be among them is left out.
/// Bots are indices in the field.
struct Contest {
  int first = 0;             ///< how many bots it looks for, at least 1
  std::vector<int> current;  ///< the bots that play, in any order
  /// The bots that play, and those that were left out before because they could no longer be among the first.
  int bots = 0;
};

/// The probability of leaving out a bot that belongs to the first, in the whole league.
inline constexpr double kLeftOutLevel = 0.05;

/// Returns the current bots that can no longer be among the first, in the order of `current`: at least `first` current
/// bots are shown to be stronger by Elo. It never returns so many that fewer than `first`
/// would be left.
///
/// A bot is shown to be stronger than another one by the p-value of their difference that holds at all looks together
/// (Looks::Kind::open), so that the answer may be asked for after every block. The p-value is one-sided, and it is
/// multiplied by the number of pairs of which one of the truly first bots is the stronger one, n (2 N - n - 1) / 2 for
/// n first ones of N bots (Bonferroni): only with a wrong answer about one of these pairs could one of the first be
/// left out.
std::vector<int> find_outclassed(const BlockList& blocks, int field, int variants, const Contest& contest);

/// The same for a stage of a league, as indices into its bots. `bots` are these bots as indices in the field. The
/// complete blocks of all runs count that have a number below `end_block`.
std::vector<int> find_outclassed(const BlockScores& scores, const Manifest& stage, const std::vector<int>& bots,
                                 int end_block);

/// How far a league that looks for its first bots is. Bots are indices in the field.
struct FirstBots {
  int first = 0;                ///< how many it looks for
  std::vector<int> contenders;  ///< the bots that can still be among them; if these are `first`, they are the first
  std::map<int, int> left_at;   ///< bots that were left out, and how many blocks were complete before that
};

/// Finds that out from all complete blocks. `stage` is the last one, `bots` are its bots, and `left_at` has those that
/// were left out before it.
FirstBots find_first_bots(const BlockScores& scores, const Manifest& stage, const std::vector<int>& bots,
                          std::map<int, int> left_at);

}  // namespace arena
