#pragma once

#include <optional>
#include <vector>

#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// One bot in one variant.
struct ComparedCell {
  int blocks = 0;  ///< of the bot, in this variant
  Figure alone;    ///< Elo by the games of this variant alone; the mean of those whom they join is kEloAnchor
  Figure pooled;   ///< Elo by all games together; see CellFigures. kEloAnchor is the mean of all bots' levels
  /// Elo of this variant above what the bot's other variants predict; empty where they predict nothing.
  std::optional<Figure> excess;
  std::optional<double> p;     ///< two-sided, of "the excess is 0", after Holm's correction; empty without a test
  bool is_specialist = false;  ///< `p` is below kSpecialistLevel
};

/// One bot in all variants.
struct ComparedBot {
  int bot = 0;   ///< index in the field
  Figure level;  ///< Elo on the scale of all variants together; kEloAnchor is the mean of its group
  std::vector<std::optional<ComparedCell>> cells;  ///< by variant; empty where nothing can be told
};

/// How wide a variant spreads the same bots in Elo, as a factor; the mean of all (geometric) is 1.
struct VariantScale {
  double factor = 1;
  std::optional<double> times;  ///< its 95% interval is from factor / times to factor * times
};

/// Where which bot is how good.
struct VariantComparison {
  Field field;
  int blocks = 0;  ///< rated
  int games = 0;
  std::vector<ComparedBot> bots;                    ///< the largest group first, in each the best level
  std::vector<int> untold;                          ///< bots of which nothing can be told, in the order of the field
  std::vector<std::optional<VariantScale>> scales;  ///< by variant; empty where nobody is compared
  std::vector<std::vector<int>> joined;             ///< groups of positions in `bots` between which nothing is known
  double tau = 0;                                   ///< see CellModel
  int tests = 0;                                    ///< for specialists, made
  /// Positions in `bots` and variants of the specialists, smallest p first.
  std::vector<std::pair<int, int>> specialists;
};

/// Compares the bots in all variants by one model (see fit_cells), from what each variant's complete blocks say. A bot
/// that missed some, or has few blocks there, is judged by the others. The answer depends on the games alone. The
/// reference and the anchors of the field are not used. Throws std::invalid_argument when the field has not as many bots
/// and variants as the scores, and std::runtime_error as fit_cells does.
VariantComparison compare_variants(const BlockScores& scores, const Field& field);

}  // namespace arena
