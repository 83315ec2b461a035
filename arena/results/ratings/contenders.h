#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

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
/// bots are shown to be stronger by Elo. At least `first` bots are therefore left, if there are as many.
///
/// A bot is shown to be stronger than another one by the p-value of their difference that holds at all looks together
/// (Looks::Kind::open), so that the answer may be asked for after every block. The p-value is one-sided, and it is
/// multiplied by the number of pairs of which one of the truly first bots is the stronger one, n (2 N - n - 1) / 2 for
/// n first ones of N bots (Bonferroni): only with a wrong answer about one of these pairs could one of the first be
/// left out.
std::vector<int> find_outclassed(const BlockList& blocks, int field, int variants, const Contest& contest);

/// The p-value of a bot's lead over another one, two-sided and right at all looks together. Empty if it does not lead,
/// or too little is known.
using LeadP = std::function<std::optional<double>(int bot, int over)>;

/// The same from p-values that are known.
std::vector<int> find_outclassed(const LeadP& lead_p, const Contest& contest);

/// How far a league that looks for its first bots is. Bots are indices in the field.
struct FirstBots {
  int first = 0;  ///< how many it looks for
  /// The bots that can still be among them. If these are no more than `first`, the search has ended: there are fewer
  /// if too many bots were withdrawn.
  std::vector<int> contenders;
  std::map<int, int> left_at;    ///< bots that were left out, and how many blocks were complete before that
  std::vector<int> withdrawn{};  ///< bots that take no part any more for another reason
  bool is_over = false;          ///< all blocks are played, whether the first are known or not

  bool has_ended() const { return static_cast<int>(contenders.size()) <= first; }
};

}  // namespace arena
