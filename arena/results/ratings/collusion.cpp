#include "arena/results/ratings/collusion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "arena/results/ratings/elo.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// Sums from which mean and variance follow.
struct Moments {
  int count = 0;
  double sum = 0;
  double squares = 0;

  void add(double value) {
    ++count;
    sum += value;
    squares += value * value;
  }
  void add(const Moments& more) {
    count += more.count;
    sum += more.sum;
    squares += more.squares;
  }
  void subtract(const Moments& less) {
    count -= less.count;
    sum -= less.sum;
    squares -= less.squares;
  }
  double mean() const { return sum / count; }
  /// The square of the standard error of the mean.
  double variance_of_mean() const {
    return std::max(0.0, squares - sum * sum / count) / (static_cast<double>(count) - 1) / count;
  }
};

/// A sum over comparisons of what the margins do not explain.
struct Residual {
  int comparisons = 0;
  double sum = 0;

  void add(int more_comparisons, double points) {
    comparisons += more_comparisons;
    sum += points;
  }
  double mean() const { return comparisons == 0 ? 0 : sum / comparisons; }
};

double residual_of(const PairSum& pair, const std::vector<double>& margins) {
  return pair.margin - pair.comparisons * (margins[pair.first] - margins[pair.second]);
}

/// What the strength of a bot and of its opponents may explain of residuals: 1, the opponents' mean margin, and its
/// product with the bot's own margin.
using Terms = Eigen::Vector3d;

/// A bot's residual in one block, and the margins of its opponents there.
struct BlockResidual {
  Residual residual;
  double opponents = 0;  ///< sum over comparisons of the opponent's margin

  void add(int comparisons, double points, double opponent) {
    residual.add(comparisons, points);
    opponents += comparisons * opponent;
  }
  Terms terms(double own) const {
    const double mean = opponents / std::max(residual.comparisons, 1);
    return {1, mean, own * mean};
  }
};

/// The residuals of a gainer, divided by their standard deviation in the variant.
struct GainerSums {
  Moments with;       ///< in blocks with the helper
  Moments elsewhere;  ///< in other blocks of the same variants
  double points = 0;  ///< sum over the blocks with the helper of the standard deviation, in points a hand
};

class PairSums {
 public:
  explicit PairSums(int field) : sums_(field), of_bot_(at(field)) {}

  void add(const MarginBlocks& variant) {
    Moments moments;
    fit_composition(variant);
    each_block(variant, [&](const BlockSum& block) {
      for (const BotGames& bot : block.bots) {
        if (of_bot_[bot.bot].residual.comparisons > 0) moments.add(left_of(variant, bot.bot));
      }
    });
    const double deviation = moments.count == 0 ? 0 : std::sqrt(moments.squares / moments.count);
    if (deviation < kErrorFloor) return;

    std::vector<Moments> all(of_bot_.size());
    SquareMatrix<Moments> with(sums_.size());  // by helper and gainer
    each_block(variant, [&](const BlockSum& block) {
      for (const BotGames& bot : block.bots) {
        if (of_bot_[bot.bot].residual.comparisons > 0) all[bot.bot].add(left_of(variant, bot.bot) / deviation);
      }
      for (const PairSum& pair : block.pairs) {
        with(pair.first, pair.second).add(left_of(variant, pair.second) / deviation);
        with(pair.second, pair.first).add(left_of(variant, pair.first) / deviation);
      }
    });
    for (int helper = 0; helper < sums_.size(); ++helper) {
      for (int gainer = 0; gainer < sums_.size(); ++gainer) {
        const Moments& shared = with(helper, gainer);
        if (shared.count == 0) continue;
        GainerSums& sums = sums_(helper, gainer);
        sums.with.add(shared);
        sums.elsewhere.add(all[at(gainer)]);
        sums.elsewhere.subtract(shared);
        sums.points += deviation * shared.count;
      }
    }
  }

  const GainerSums& operator()(int helper, int gainer) const { return sums_(helper, gainer); }

 private:
  /// Fits what a bot's margin and those of its opponents explain of residuals, by least squares over all bots and
  /// blocks. Margins do not simply add up: two strong bots at one table share what two weak ones lose.
  void fit_composition(const MarginBlocks& variant) {
    Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
    Terms right = Terms::Zero();
    each_block(variant, [&](const BlockSum& block) {
      for (const BotGames& bot : block.bots) {
        if (of_bot_[bot.bot].residual.comparisons == 0) continue;
        const Terms terms = of_bot_[bot.bot].terms(variant.margins[bot.bot]);
        normal += terms * terms.transpose();
        right += of_bot_[bot.bot].residual.mean() * terms;
      }
    });
    composition_ = normal.completeOrthogonalDecomposition().solve(right);
  }

  /// What is left of a bot's residual in the block that is visited.
  double left_of(const MarginBlocks& variant, std::uint16_t bot) const {
    const BlockResidual& here = of_bot_[bot];
    return here.residual.mean() - composition_.dot(here.terms(variant.margins[bot]));
  }

  /// Calls `visit` with each block. Meanwhile of_bot_ has the residual of each bot of the block.
  template <class Visit>
  void each_block(const MarginBlocks& variant, Visit visit) {
    for (const BlockSum* block : variant.blocks) {
      for (const BotGames& bot : block->bots) of_bot_[bot.bot] = {};
      for (const PairSum& pair : block->pairs) {
        const double points = residual_of(pair, variant.margins);
        of_bot_[pair.first].add(pair.comparisons, points, variant.margins[pair.second]);
        of_bot_[pair.second].add(pair.comparisons, -points, variant.margins[pair.first]);
      }
      visit(*block);
    }
  }

  SquareMatrix<GainerSums> sums_;
  std::vector<BlockResidual> of_bot_;
  Terms composition_ = Terms::Zero();
};

/// The degrees of freedom of a difference of two means (Welch 1947; Satterthwaite 1946).
double welch_degrees(const Moments& one, const Moments& other) {
  const auto part = [](const Moments& moments) {
    const double variance = moments.variance_of_mean();
    return variance * variance / (moments.count - 1);
  };
  const double variance = one.variance_of_mean() + other.variance_of_mean();
  return variance * variance / (part(one) + part(other));
}

/// Computes the margins from the blocks.
void fit_to_blocks(MarginBlocks& variant, int field) {
  const Comparisons comparisons = sum_comparisons(variant.blocks, field);
  variant.margins = comparisons.by_index(fit_margins(comparisons));
}

/// The blocks of a pair in which the residual of the gainer was greatest.
std::vector<BlockPlace> clearest_blocks(const PairEffect& pair, const std::vector<MarginBlocks>& by_variant,
                                        const BlockScores& scores) {
  std::vector<std::pair<double, BlockPlace>> blocks;  // with the residual of the gainer
  for (const std::string& run : scores.runs()) {
    for (const auto& [number, block] : scores.complete_of(run)) {
      if (!sit_together(*block, pair.helper, pair.gainer)) continue;
      blocks.emplace_back(residual_in(*block, by_variant[block->variant].margins, pair.gainer),
                          BlockPlace{run, number});
    }
  }
  std::ranges::stable_sort(blocks, std::ranges::greater(), [](const auto& block) { return block.first; });
  std::vector<BlockPlace> places;
  for (std::size_t i = 0; i < blocks.size() && i < at(kBlocksToLookAt); ++i) places.push_back(blocks[i].second);
  return places;
}

}  // namespace

double residual_in(const BlockSum& block, const std::vector<double>& margins, int bot) {
  Residual residual;
  for (const PairSum& pair : block.pairs) {
    if (pair.first != bot && pair.second != bot) continue;
    const double points = residual_of(pair, margins);
    residual.add(pair.comparisons, pair.first == bot ? points : -points);
  }
  return residual.mean();
}

std::vector<PairEffect> test_collusion(const std::vector<MarginBlocks>& by_variant, int field, const Looks& looks) {
  PairSums sums(field);
  for (const MarginBlocks& variant : by_variant) sums.add(variant);
  std::vector<PairEffect> effects;
  std::vector<double> p_values;
  for (int helper = 0; helper < field; ++helper) {
    for (int gainer = 0; gainer < field; ++gainer) {
      const auto& [with, elsewhere, points] = sums(helper, gainer);
      if (with.count < kPairBlocksMin || elsewhere.count < kOtherBlocksMin) continue;
      const double gain = with.mean() - elsewhere.mean();
      const double variance = with.variance_of_mean() + elsewhere.variance_of_mean();
      if (std::sqrt(variance) < kErrorFloor) continue;
      const Measured measured{gain, std::sqrt(variance), welch_degrees(with, elsewhere)};
      p_values.push_back(gain > 0 ? p_value(measured, looks).value_or(1) / 2 : 1);
      effects.push_back({helper, gainer, with.count, gain * points / with.count, p_values.back(), 1});
    }
  }
  const std::vector<double> corrected = holm(p_values);
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i].p_holm = corrected[i];
  return effects;
}

PairsFound find_pairs_to_look_at(const BlockScores& scores, const Looks& looks) {
  std::vector<MarginBlocks> by_variant(at(scores.variants()));
  for (const BlockSum* block : scores.complete()) by_variant[block->variant].blocks.push_back(block);
  for (MarginBlocks& variant : by_variant) fit_to_blocks(variant, scores.bots());

  PairsFound found;
  while (std::ssize(found.pairs) < kPairsToLookAt) {
    const std::vector<PairEffect> effects = test_collusion(by_variant, scores.bots(), looks);
    if (found.pairs.empty()) found.tests = static_cast<int>(effects.size());
    const auto clearest = std::ranges::min_element(effects, {}, &PairEffect::p);
    if (clearest == effects.end() || clearest->p_holm >= kCollusionLevel) return found;
    found.pairs.push_back({*clearest, clearest_blocks(*clearest, by_variant, scores)});
    for (MarginBlocks& variant : by_variant) {
      const auto of_pair = [&](const BlockSum* block) {
        return sit_together(*block, clearest->helper, clearest->gainer);
      };
      if (std::erase_if(variant.blocks, of_pair) > 0) fit_to_blocks(variant, scores.bots());
    }
  }
  return found;
}

std::vector<BlockPlace> blocks_of(const std::vector<PairToLookAt>& pairs, const BlockScores& scores) {
  std::vector<BlockPlace> places;
  for (const std::string& run : scores.runs()) {
    for (const auto& [number, block] : scores.complete_of(run)) {
      const auto is_together = [&, sum = block](const PairToLookAt& pair) {
        return sit_together(*sum, pair.helper, pair.gainer);
      };
      if (std::ranges::any_of(pairs, is_together)) places.push_back({run, number});
    }
  }
  return places;
}

}  // namespace arena
