#include "tests/unit/results/ratings/made_cells.h"

#include <cmath>
#include <cstddef>
#include <random>

#include "engine/seat.h"

namespace arena::test {
namespace {

using hearts::at;

constexpr double kDegrees = 100;

/// The same with every standard library.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : random_(seed) {}
  double uniform() { return static_cast<double>(random_() >> 11) / 9007199254740992.0; }
  double next() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

MadeCells made_cells(const MadeLeague& league) {
  Normal random(league.seed);
  const auto level = [&](int bot) { return league.ladder * (0.5 - static_cast<double>(bot) / (league.bots - 1)); };
  MadeCells made;
  made.grid.bots = league.bots;
  made.grid.variants = made.grid.groups = league.variants;
  for (int v = 0; v < league.variants; ++v) {
    const double scale = std::exp(league.scales * random.next());
    const std::size_t first = made.grid.cells.size();
    double seen = 0;
    double moved = 0;
    for (int bot = 0; bot < league.bots; ++bot) {
      double effect = scale * league.tau * random.next();
      const double error = league.error * random.next();
      const bool is_missing = random.uniform() < league.missing;
      double variance = 0;
      for (int i = 0; i < static_cast<int>(kDegrees); ++i) variance += std::pow(random.next(), 2) / kDegrees;
      const bool is_strong = bot == 1 && v + 1 == league.variants && league.strong != 0;
      if (is_strong) effect += league.strong;
      if (is_missing && !is_strong) continue;
      const double value = scale * level(bot) + effect;
      made.grid.cells.push_back({bot, v, v, value + error, league.error * league.error * variance, kDegrees});
      made.pooled.push_back(value);
      made.excess.push_back(effect);
      seen += value + error;
      moved += effect;
    }
    // Seen are differences alone; the effects of a variant have mean 0.
    const auto count = static_cast<double>(made.grid.cells.size() - first);
    for (std::size_t k = first; k < made.grid.cells.size(); ++k) {
      made.grid.cells[k].value -= seen / count;
      made.pooled[k] -= moved / count;
    }
  }
  return made;
}

}  // namespace arena::test
