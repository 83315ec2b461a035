#include "arena/results/ratings/order_effect.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>

#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// With less skewness, Pearson's curve is the normal one to many digits.
constexpr double kSkewMin = 1e-3;

// Computes in double only: the result is then the same on machines with another long double.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

/// What one test sums over the blocks of a bot.
struct Sums {
  // The gain is the quotient of these two.
  double points = 0;
  double weight = 0;
  // What a block contributes, divided by its standard deviation under random orders: blocks with little luck then count
  // as much as those with much. Each term has mean 0 and variance 1, and blocks are independent.
  double score = 0;
  double third = 0;  // sum of the third moments of these terms

  void add(double points_of_block, double weight_of_block, double variance, double third_moment) {
    points += points_of_block;
    weight += weight_of_block;
    if (variance == 0) return;
    const double deviation = std::sqrt(variance);
    score += points_of_block / deviation;
    third += third_moment / (variance * deviation);
  }

  /// The probability of this score or a greater one, by Pearson's curve of type III: a gamma distribution of shape
  /// 4 / skewness^2, moved and scaled.
  double upper_tail(int terms) const {
    const double root_terms = std::sqrt(terms);
    const double z = score / root_terms;
    const double skew = third / (terms * root_terms);
    if (skew < kSkewMin) return std::erfc(z / std::numbers::sqrt2) / 2;
    const double root_shape = 2 / skew;
    return boost::math::gamma_q(root_shape * root_shape, std::max(0.0, root_shape * (root_shape + z)), Policy());
  }
};

/// Whether the bot's games differ in the block, by more than rounding.
bool differs(const BotGames& bot) { return bot.squares > kErrorFloor; }

struct BotSums {
  int blocks = 0;
  int terms = 0;  // blocks whose games differ
  Sums trend;
  Sums first_game;

  void add(const BotGames& bot) {
    const double games = bot.games;
    const double squares = differs(bot) ? bot.squares : 0;
    ++blocks;
    terms += differs(bot) ? 1 : 0;
    // A sum of a(i) x(i) over a random order of the x has the variance sum of a^2 * sum of (x - mean)^2 / (n - 1). As
    // the a are symmetric, an order and its reverse give opposite sums, so the third moment is 0.
    trend.add(bot.trend, games * (games * games - 1) / 12, games * (games + 1) / 12 * squares, 0);
    // The mean minus one margin that is drawn at random.
    first_game.add(bot.after, (games - 1) / games, squares / games, -bot.cubes / games);
  }
};

}  // namespace

const char* order_test_name(OrderTest test) { return test == OrderTest::trend ? "trend" : "first_game"; }

std::vector<OrderEffect> test_order(const BlockList& blocks, int field, const Looks& looks) {
  std::vector<BotSums> sums(at(field));
  for (const BlockSum* block : blocks) {
    // Otherwise the turns are not known, or all games are alike.
    if (std::ranges::none_of(block->bots, differs)) continue;
    for (const BotGames& bot : block->bots) {
      if (bot.games > 1) sums[bot.bot].add(bot);
    }
  }
  std::vector<OrderEffect> effects;
  std::vector<double> p_values;
  for (std::size_t bot = 0; bot < sums.size(); ++bot) {
    const BotSums& sum = sums[bot];
    if (sum.terms < kOrderBlocksMin) continue;
    const auto add = [&](OrderTest test, const Sums& of_test) {
      const double p = of_test.upper_tail(sum.terms);
      p_values.push_back(p_at_all_looks(p, sum.terms, looks));
      effects.push_back({static_cast<int>(bot), test, sum.blocks, of_test.points / of_test.weight, p, 1});
    };
    add(OrderTest::trend, sum.trend);
    add(OrderTest::first_game, sum.first_game);
  }
  const std::vector<double> corrected = holm(p_values);
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i].p_holm = corrected[i];
  return effects;
}

std::vector<OrderEffect> find_suspects(const std::vector<OrderEffect>& effects) {
  const auto does_better_after_the_first = [&](const OrderEffect& one) {
    return std::ranges::any_of(effects, [&](const OrderEffect& other) {
      return other.bot == one.bot && other.test == OrderTest::first_game && other.gain > 0 && other.p < kSupportLevel;
    });
  };
  std::vector<OrderEffect> suspects;
  for (const OrderEffect& one : effects) {
    if (one.p_holm < kSuspectLevel && does_better_after_the_first(one)) suspects.push_back(one);
  }
  std::ranges::stable_sort(suspects, {}, &OrderEffect::p);
  std::vector<OrderEffect> once;
  for (const OrderEffect& one : suspects) {
    if (std::ranges::find(once, one.bot, &OrderEffect::bot) == once.end()) once.push_back(one);
  }
  return once;
}

}  // namespace arena
