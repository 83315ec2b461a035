#include "arena/results/ratings/order_effect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/catch.h"

namespace order_effect_test {

using namespace arena;

namespace {

constexpr int kSeats = 4;

/// A league of four-handed blocks, drawn by lot: bots differ in strength, seats in their cards, and some hands are wild.
/// `gain`: points a hand that the first bot of each circle has more at each turn.
class DrawnLeague {
 public:
  DrawnLeague(unsigned seed, int bots, int blocks, const std::array<double, kSeats>& gain = {})
      : random_(seed), scores_(bots, 1) {
    for (int block = 0; block < blocks; ++block) add_block(block, bots, gain);
  }

  std::vector<OrderEffect> test() const { return test_order(scores_.complete(), scores_.bots()); }

 private:
  void add_block(int block, int bots, const std::array<double, kSeats>& gain) {
    std::vector<int> circle(static_cast<std::size_t>(bots));
    std::iota(circle.begin(), circle.end(), 0);
    std::shuffle(circle.begin() + 1, circle.end(), random_);  // bot 0 plays every block
    std::array<int, kSeats> order = {0, 1, 2, 3};
    std::shuffle(order.begin(), order.end(), random_);
    std::normal_distribution<double> normal;
    std::array<double, kSeats> cards{};
    for (double& one : cards) one = 4 * normal(random_);
    for (int turn = 0; turn < kSeats; ++turn) {
      RatedGame game{"run", block, order[static_cast<std::size_t>(turn)], kSeats, 0, 1, {}, turn};
      const bool is_wild = random_() % 20 == 0;
      for (std::size_t seat = 0; seat < kSeats; ++seat) {
        const int bot = circle[(seat + static_cast<std::size_t>(game.game)) % kSeats];
        double score = 6.5 + cards[seat] - bot + 3 * normal(random_);
        if (is_wild && random_() % 4 == 0) score += 20;
        if (bot == 0) score -= gain[static_cast<std::size_t>(turn)];
        game.seats.push_back({bot, 1, static_cast<int>(std::lround(score)), false, {}});
      }
      scores_.add(game);
    }
  }

  std::mt19937 random_;
  BlockScores scores_;
};

bool has_suspect(const std::vector<OrderEffect>& effects) {
  return std::ranges::any_of(effects, &OrderEffect::is_suspect);
}

}  // namespace

TEST_CASE("of 1,000 honest leagues at most 10 name a suspect") {
  int alarms = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) alarms += has_suspect(DrawnLeague(seed, 8, 40).test()) ? 1 : 0;
  CHECK(alarms <= 10);
}

TEST_CASE("p-values of honest bots are spread evenly") {
  std::array<int, 10> tenths{};
  int tests = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    for (const OrderEffect& effect : DrawnLeague(seed, 6, 30).test()) {
      ++tenths[std::min<std::size_t>(static_cast<std::size_t>(effect.p * 10), 9)];
      ++tests;
    }
  }
  CHECK(tests == 500 * 6);
  for (const int count : tenths) CHECK(std::abs(count - tests / 10) < tests / 25);
}

TEST_CASE("a bot whose processes learn the deals from each other is named in 24 blocks") {
  // The margins by turn of one that did.
  const std::array<double, kSeats> gain = {-0.83, 2.06, 5.28, 6.89};
  int named = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::vector<OrderEffect> effects = DrawnLeague(seed, 4, 24, gain).test();
    REQUIRE(effects.size() == 4);
    named += effects[0].is_suspect() ? 1 : 0;
    if (seed == 0) CHECK(effects[0].gain > 1);
  }
  CHECK(named >= 190);
}

TEST_CASE("a bot of few blocks, and games whose turns are not known, are not tested") {
  CHECK(DrawnLeague(1, 4, kOrderBlocksMin).test().size() == 4);
  CHECK(DrawnLeague(1, 4, kOrderBlocksMin - 1).test().empty());
  BlockScores scores(2, 1);
  for (int block = 0; block < 20; ++block) {
    for (int game = 0; game < 2; ++game)
      scores.add({"run", block, game, 2, 0, 1, {{0, 1, game, false, {}}, {1, 2, 5, false, {}}}, -1});
  }
  CHECK(test_order(scores.complete(), 2).empty());
}

TEST_CASE("the sum of a block and its variance are those of a permutation test") {
  BlockScores scores(2, 1);
  // Margins of bot 0: 2.5, 0.5 in the order of turns.
  scores.add({"run", 0, 0, 2, 0, 1, {{0, 2, 4, false, {}}, {1, 1, 5, false, {}}}, 1});
  scores.add({"run", 0, 1, 2, 0, 1, {{1, 2, 5, false, {}}, {0, 1, 0, false, {}}}, 0});
  const BlockList blocks = scores.complete();
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0]->bots[0].trend == -1);          // 2.5 * -1/2 + 0.5 * 1/2
  CHECK(blocks[0]->bots[0].trend_variance == 1);  // 1 or -1, as the lot falls
  CHECK(blocks[0]->bots[1].trend == 1);
}

TEST_CASE("in a block of four the cards of a seat count for nobody") {
  BlockScores scores(4, 1);
  constexpr std::array<int, kSeats> cards = {0, 3, 8, 15};
  for (int game = 0; game < kSeats; ++game) {
    RatedGame rated{"run", 0, game, kSeats, 0, 1, {}, game};
    for (int seat = 0; seat < kSeats; ++seat) {
      const int bot = (seat + game) % kSeats;
      rated.seats.push_back({bot, 1, cards[static_cast<std::size_t>(seat)] + (bot == 0 ? -3 * game : game), false, {}});
    }
    scores.add(rated);
  }
  const BlockList complete = scores.complete();
  const auto bots = complete.at(0)->bots;
  CHECK(bots[0].trend == 10);  // margins 1.5, 3.5, 5.5, 7.5
  CHECK(bots[1].trend == -4);  // margins -1.5, 0.5, -1.5, -3.5
}

}  // namespace order_effect_test
