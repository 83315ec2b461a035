#include "tests/unit/results/ratings/duplicate_leagues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

#include "arena/results/ratings/order_effect.h"
#include "engine/seat.h"

namespace arena::test {
namespace {

using hearts::at;

constexpr int kRecordedSeats = 4;

struct RecordedBlock {
  std::array<int, kRecordedSeats> circle;  // seat s of game g belongs to circle[(s + g) % 4]
  std::array<std::array<int, kRecordedSeats>, kRecordedSeats> scores;  // by game and seat
};

// clang-format off
constexpr RecordedBlock kRecorded[] = {
    {{0, 2, 3, 1}, {{{0, 22, 4, 0}, {2, 24, 0, 0}, {21, 1, 0, 4}, {1, 0, 5, 20}}}},
    {{0, 3, 1, 2}, {{{0, 8, 1, 17}, {0, 1, 21, 4}, {1, 3, 1, 21}, {15, 1, 10, 0}}}},
    {{0, 3, 2, 1}, {{{2, 11, 0, 13}, {5, 20, 1, 0}, {9, 0, 0, 17}, {21, 0, 5, 0}}}},
    {{0, 1, 3, 2}, {{{0, 2, 9, 15}, {2, 0, 8, 16}, {25, 0, 1, 0}, {4, 4, 0, 18}}}},
    {{0, 2, 1, 3}, {{{0, 5, 0, 21}, {19, 1, 6, 0}, {4, 18, 0, 4}, {0, 26, 26, 26}}}},
    {{0, 1, 2, 3}, {{{0, 0, 4, 22}, {17, 0, 9, 0}, {0, 15, 0, 11}, {19, 0, 0, 7}}}},
    {{0, 1, 2, 3}, {{{1, 13, 0, 12}, {7, 13, 5, 1}, {22, 4, 0, 0}, {12, 13, 1, 0}}}},
    {{0, 2, 1, 3}, {{{0, 8, 0, 18}, {3, 22, 1, 0}, {4, 22, 0, 0}, {23, 0, 3, 0}}}},
    {{0, 1, 3, 2}, {{{0, 3, 23, 0}, {0, 23, 3, 0}, {22, 3, 0, 1}, {15, 0, 7, 4}}}},
    {{0, 2, 3, 1}, {{{0, 8, 18, 0}, {1, 24, 0, 1}, {22, 1, 0, 3}, {0, 3, 3, 20}}}},
    {{0, 3, 2, 1}, {{{0, 10, 1, 15}, {7, 0, 6, 13}, {4, 0, 0, 22}, {0, 4, 2, 20}}}},
    {{0, 3, 1, 2}, {{{1, 1, 3, 21}, {21, 0, 3, 2}, {1, 7, 5, 13}, {6, 4, 0, 16}}}},
    {{0, 2, 1, 3}, {{{7, 0, 18, 1}, {4, 15, 7, 0}, {2, 18, 1, 5}, {0, 0, 19, 7}}}},
    {{0, 1, 3, 2}, {{{17, 4, 2, 3}, {3, 9, 14, 0}, {14, 0, 9, 3}, {5, 1, 0, 20}}}},
    {{0, 3, 2, 1}, {{{0, 1, 4, 21}, {18, 0, 8, 0}, {2, 1, 5, 18}, {13, 1, 9, 3}}}},
    {{0, 1, 2, 3}, {{{4, 3, 16, 3}, {4, 2, 20, 0}, {0, 25, 0, 1}, {9, 0, 17, 0}}}},
    {{0, 3, 1, 2}, {{{0, 19, 7, 0}, {4, 0, 18, 4}, {4, 20, 1, 1}, {0, 22, 0, 4}}}},
    {{0, 2, 3, 1}, {{{1, 6, 16, 3}, {20, 5, 0, 1}, {24, 1, 0, 1}, {0, 4, 4, 18}}}},
    {{0, 1, 2, 3}, {{{1, 4, 13, 8}, {24, 2, 0, 0}, {3, 23, 0, 0}, {21, 1, 0, 4}}}},
    {{0, 2, 3, 1}, {{{0, 6, 19, 1}, {1, 4, 21, 0}, {3, 1, 0, 22}, {0, 0, 11, 15}}}},
    {{0, 3, 1, 2}, {{{0, 22, 4, 0}, {13, 0, 12, 1}, {1, 5, 1, 19}, {2, 0, 23, 1}}}},
    {{0, 1, 3, 2}, {{{9, 0, 13, 4}, {16, 0, 0, 10}, {2, 0, 0, 24}, {10, 1, 0, 15}}}},
    {{0, 2, 1, 3}, {{{0, 3, 7, 16}, {12, 0, 13, 1}, {4, 22, 0, 0}, {21, 0, 2, 3}}}},
    {{0, 3, 2, 1}, {{{1, 18, 1, 6}, {8, 18, 0, 0}, {18, 0, 1, 7}, {1, 0, 10, 15}}}},
    {{0, 2, 1, 3}, {{{18, 3, 5, 0}, {16, 0, 4, 6}, {22, 4, 0, 0}, {23, 0, 2, 1}}}},
    {{0, 2, 3, 1}, {{{0, 4, 21, 1}, {3, 19, 4, 0}, {17, 1, 8, 0}, {0, 1, 6, 19}}}},
    {{0, 3, 2, 1}, {{{26, 26, 26, 0}, {9, 17, 0, 0}, {6, 19, 0, 1}, {3, 3, 0, 20}}}},
    {{0, 1, 2, 3}, {{{1, 0, 6, 19}, {16, 10, 0, 0}, {26, 0, 26, 26}, {18, 4, 1, 3}}}},
    {{0, 1, 3, 2}, {{{18, 1, 3, 4}, {21, 4, 1, 0}, {4, 0, 1, 21}, {3, 0, 3, 20}}}},
    {{0, 3, 1, 2}, {{{4, 20, 0, 2}, {18, 0, 8, 0}, {0, 17, 0, 9}, {19, 6, 0, 1}}}},
    {{0, 2, 3, 1}, {{{3, 4, 19, 0}, {11, 15, 0, 0}, {12, 1, 0, 13}, {1, 0, 22, 3}}}},
    {{0, 3, 2, 1}, {{{1, 24, 0, 1}, {13, 11, 2, 0}, {3, 14, 3, 6}, {9, 0, 17, 0}}}},
    {{0, 3, 1, 2}, {{{0, 22, 2, 2}, {3, 4, 17, 2}, {4, 0, 1, 21}, {0, 0, 20, 6}}}},
    {{0, 1, 3, 2}, {{{4, 7, 0, 15}, {0, 4, 6, 16}, {25, 1, 0, 0}, {6, 1, 1, 18}}}},
    {{0, 1, 2, 3}, {{{0, 0, 14, 12}, {0, 12, 14, 0}, {0, 9, 16, 1}, {7, 17, 2, 0}}}},
    {{0, 2, 1, 3}, {{{0, 0, 5, 21}, {16, 0, 10, 0}, {20, 1, 0, 5}, {0, 26, 26, 26}}}},
    {{0, 2, 1, 3}, {{{0, 0, 25, 1}, {20, 2, 4, 0}, {0, 9, 0, 17}, {4, 4, 0, 18}}}},
    {{0, 1, 3, 2}, {{{0, 7, 19, 0}, {9, 16, 0, 1}, {22, 4, 0, 0}, {0, 14, 8, 4}}}},
    {{0, 3, 2, 1}, {{{0, 1, 2, 23}, {18, 2, 5, 1}, {1, 1, 9, 15}, {0, 1, 23, 2}}}},
    {{0, 1, 2, 3}, {{{0, 6, 3, 17}, {4, 0, 22, 0}, {15, 11, 0, 0}, {16, 2, 4, 4}}}},
    {{0, 2, 3, 1}, {{{1, 3, 22, 0}, {6, 6, 0, 14}, {22, 2, 0, 2}, {1, 0, 5, 20}}}},
    {{0, 3, 1, 2}, {{{0, 8, 5, 13}, {6, 4, 16, 0}, {0, 17, 0, 9}, {5, 0, 21, 0}}}},
    {{0, 2, 1, 3}, {{{1, 19, 0, 6}, {16, 5, 5, 0}, {0, 7, 0, 19}, {7, 1, 18, 0}}}},
    {{0, 2, 3, 1}, {{{3, 13, 10, 0}, {4, 21, 0, 1}, {4, 13, 0, 9}, {0, 1, 2, 23}}}},
    {{0, 3, 2, 1}, {{{0, 8, 0, 18}, {4, 1, 21, 0}, {0, 20, 2, 4}, {5, 0, 8, 13}}}},
    {{0, 3, 1, 2}, {{{0, 0, 6, 20}, {0, 2, 2, 22}, {2, 14, 0, 10}, {6, 0, 20, 0}}}},
    {{0, 1, 2, 3}, {{{4, 0, 1, 21}, {3, 2, 20, 1}, {9, 4, 0, 13}, {4, 0, 1, 21}}}},
    {{0, 1, 3, 2}, {{{0, 23, 3, 0}, {26, 0, 26, 26}, {1, 23, 1, 1}, {15, 11, 0, 0}}}},
    {{0, 1, 2, 3}, {{{0, 0, 18, 8}, {13, 4, 8, 1}, {2, 22, 1, 1}, {4, 1, 5, 16}}}},
    {{0, 2, 3, 1}, {{{1, 7, 18, 0}, {4, 19, 3, 0}, {17, 5, 0, 4}, {4, 1, 17, 4}}}},
    {{0, 2, 1, 3}, {{{4, 4, 1, 17}, {0, 22, 4, 0}, {0, 4, 0, 22}, {23, 1, 2, 0}}}},
    {{0, 3, 1, 2}, {{{6, 17, 0, 3}, {23, 0, 0, 3}, {1, 3, 14, 8}, {10, 0, 15, 1}}}},
    {{0, 3, 2, 1}, {{{4, 5, 0, 17}, {7, 14, 5, 0}, {0, 13, 0, 13}, {9, 0, 17, 0}}}},
    {{0, 1, 3, 2}, {{{0, 4, 18, 4}, {0, 7, 19, 0}, {13, 0, 12, 1}, {2, 4, 6, 14}}}},
    {{0, 1, 3, 2}, {{{0, 1, 4, 21}, {2, 6, 15, 3}, {21, 1, 4, 0}, {0, 0, 13, 13}}}},
    {{0, 3, 2, 1}, {{{1, 4, 0, 21}, {11, 0, 1, 14}, {2, 0, 0, 24}, {0, 3, 23, 0}}}},
    {{0, 2, 1, 3}, {{{19, 4, 1, 2}, {1, 5, 19, 1}, {7, 0, 4, 15}, {17, 1, 4, 4}}}},
    {{0, 1, 2, 3}, {{{0, 0, 3, 23}, {0, 19, 7, 0}, {4, 4, 1, 17}, {4, 0, 0, 22}}}},
    {{0, 2, 3, 1}, {{{3, 0, 23, 0}, {1, 16, 9, 0}, {0, 0, 1, 25}, {1, 0, 21, 4}}}},
    {{0, 3, 1, 2}, {{{3, 21, 0, 2}, {19, 3, 4, 0}, {16, 0, 2, 8}, {2, 4, 20, 0}}}},
    {{0, 3, 2, 1}, {{{13, 3, 2, 8}, {19, 0, 0, 7}, {6, 2, 0, 18}, {16, 0, 7, 3}}}},
    {{0, 2, 3, 1}, {{{0, 3, 19, 4}, {6, 16, 0, 4}, {25, 1, 0, 0}, {1, 1, 6, 18}}}},
    {{0, 2, 1, 3}, {{{1, 3, 0, 22}, {17, 4, 5, 0}, {12, 1, 0, 13}, {21, 0, 0, 5}}}},
    {{0, 1, 3, 2}, {{{0, 5, 17, 4}, {0, 16, 0, 10}, {25, 0, 1, 0}, {1, 15, 0, 10}}}},
};
// clang-format on

/// The numbers 0 to count - 1 in random order.
std::vector<int> random_order(int count, std::mt19937_64& random) {
  std::vector<int> order(at(count));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

/// The cheat takes no points; the others share those that it would have taken.
void avoid_points(RatedGame& game, int cheat, std::mt19937_64& random) {
  const auto own = std::ranges::find(game.seats, cheat, &RatedSeat::bot);
  const auto others = static_cast<int>(game.seats.size()) - 1;
  for (int left = std::exchange(own->score, 0); left > 0; --left) {
    auto taker = game.seats.begin() + std::uniform_int_distribution<int>(1, others)(random) - 1;
    if (taker >= own) ++taker;
    ++taker->score;
  }
}

/// Adds a block with these scores, by game and seat, in random order.
void add_block(BlockScores& scores, const DuplicateLeague& league, int block, const std::vector<int>& circle,
               const std::vector<std::vector<int>>& by_game, std::mt19937_64& random) {
  const std::vector<int> order = random_order(league.seats, random);
  for (int turn = 0; turn < league.seats; ++turn) {
    const int number = order[at(turn)];
    RatedGame game{"run", block, number, league.seats, 0, 1, {}, turn};
    for (int seat = 0; seat < league.seats; ++seat)
      game.seats.push_back({circle[at((seat + number) % league.seats)], 1, by_game[at(number)][at(seat)], false, {}});
    if (!league.knows.empty() && std::bernoulli_distribution(league.knows[at(turn)])(random))
      avoid_points(game, league.cheat, random);
    scores.add(std::move(game));
  }
}

/// Draws who takes the points of one hand; a seat takes more of them the greater its weight is.
std::vector<int> draw_hand(const std::vector<double>& weights, std::mt19937_64& random) {
  constexpr int kQueen = 13;
  constexpr int kHearts = 13;
  constexpr double kMoons = 0.03;
  std::discrete_distribution<int> taker(weights.begin(), weights.end());
  std::vector<int> points(weights.size(), 0);
  if (std::uniform_real_distribution<double>()(random) < kMoons) {
    std::ranges::fill(points, kQueen + kHearts);
    points[at(taker(random))] = 0;
    return points;
  }
  points[at(taker(random))] += kQueen;
  for (int left = kHearts; left > 0;) {  // hearts come several to a trick
    const int trick = std::min(left, std::uniform_int_distribution<int>(1, 4)(random));
    points[at(taker(random))] += trick;
    left -= trick;
  }
  return points;
}

}  // namespace

BlockScores draw_league(const DuplicateLeague& league, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> strength(at(league.bots));
  for (double& one : strength) one = normal(random) / 2;
  BlockScores scores(league.bots, 1);
  for (int block = 0; block < league.blocks; ++block) {
    std::vector<int> circle = random_order(league.bots, random);
    std::iter_swap(circle.begin(), std::ranges::find(circle, league.cheat));
    std::vector<double> cards(at(league.seats));
    for (double& one : cards) one = normal(random);
    std::vector<std::vector<int>> by_game;
    for (int game = 0; game < league.seats; ++game) {
      std::vector<double> weights;
      for (int seat = 0; seat < league.seats; ++seat) {
        const int bot = circle[at((seat + game) % league.seats)];
        weights.push_back(std::exp(cards[at(seat)] - strength[at(bot)] + normal(random) / 2));
      }
      by_game.push_back(draw_hand(weights, random));
    }
    add_block(scores, league, block, circle, by_game, random);
  }
  return scores;
}

BlockScores shuffle_recorded_league(const DuplicateLeague& league, std::mt19937_64& random) {
  BlockScores scores(league.bots, 1);
  std::uniform_int_distribution<std::size_t> any(0, std::size(kRecorded) - 1);
  for (int block = 0; block < league.blocks; ++block) {
    const RecordedBlock& recorded = kRecorded[any(random)];
    std::vector<std::vector<int>> by_game;
    for (const auto& game : recorded.scores) by_game.emplace_back(game.begin(), game.end());
    add_block(scores, league, block, {recorded.circle.begin(), recorded.circle.end()}, by_game, random);
  }
  return scores;
}

int count_suspicious(MakeLeague make, const DuplicateLeague& league, int leagues) {
  int suspicious = 0;
  for (int seed = 0; seed < leagues; ++seed) {
    std::mt19937_64 random(at(seed));
    const BlockScores scores = make(league, random);
    suspicious += find_suspects(test_order(scores.complete(), scores.bots())).empty() ? 0 : 1;
  }
  return suspicious;
}

Looks plain_looks(double) { return {}; }
Looks planned_looks(double done) { return done < 1 ? Looks{Looks::Kind::planned, done} : Looks{}; }
Looks open_looks(double) { return {Looks::Kind::open}; }

std::vector<int> first_suspicious(MakeLeague make, const DuplicateLeague& league, int leagues, LooksAt looks,
                                  std::optional<int> who) {
  std::vector<int> first(at(leagues), 0);
  for (int seed = 0; seed < leagues; ++seed) {
    std::mt19937_64 random(at(seed));
    const BlockScores scores = make(league, random);
    const BlockList blocks = scores.complete();
    for (int played = kOrderBlocksMin; played <= league.blocks && first[at(seed)] == 0; ++played) {
      const BlockList so_far(blocks.begin(), blocks.begin() + played);
      const std::vector<OrderEffect> suspects =
          find_suspects(test_order(so_far, scores.bots(), looks(static_cast<double>(played) / league.blocks)));
      const auto counts = [&](const OrderEffect& one) { return !who || one.bot == *who; };
      if (std::ranges::any_of(suspects, counts)) first[at(seed)] = played;
    }
  }
  return first;
}

}  // namespace arena::test
