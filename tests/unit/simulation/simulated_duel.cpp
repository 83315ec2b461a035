#include "tests/unit/simulation/simulated_duel.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "arena/game/schedule/schedule.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/duel.h"
#include "tests/unit/simulation/simulated_league.h"

namespace arena {
namespace {

constexpr int kSeats = 4;
constexpr int kBlocks = 5000;  // as many as a duel has at most, if nothing else is wanted

std::vector<Block> blocks_of(bool has_others) {
  ScheduledVariant variant{kSeats, 1, has_others ? std::vector{0, 1, 2, 3} : std::vector{0, 1}};
  ScheduleRules rules{{variant}, {}, "duel"};
  if (has_others) rules.challengers = rules.challengers_a_table = 2;
  return schedule(rules, kBlocks);
}

}  // namespace

DuelTally simulate(const SimulatedDuel& duel, int duels, hearts::Random& random) {
  const double truth = duel.test.low + duel.truth * (duel.test.high - duel.test.low);
  const bool is_elo = duel.test.measure == SequentialTest::Measure::elo;
  const double points = is_elo ? SimulatedLeague::points_for(1 / (1 + std::pow(10, -truth / 400)), duel.hands) : truth;
  std::vector<double> bots = {-points / 2, points / 2};
  if (duel.has_others) bots.insert(bots.end(), {-0.3, 0.3});
  const SimulatedLeague league(bots, duel.hands);
  const std::vector<Block> blocks = blocks_of(duel.has_others);
  const std::vector<int> looks = chunk_ends(kBlocks);
  DuelTally tally;
  for (int number = 0; number < duels; ++number) {
    BlockScores scores(static_cast<int>(bots.size()), 1);
    DuelState state;
    int played = 0;
    for (const int look : looks) {
      const std::vector<Block> chunk(blocks.begin() + played, blocks.begin() + look);
      played = look;
      for (RatedGame& game : league.play(chunk, "r", random)) scores.add(std::move(game));
      state = judge_duel(scores, "r", duel.test, looks, look);
      if (state.verdict != DuelVerdict::undecided) break;
    }
    ++tally.duels;
    tally.stronger += state.verdict == DuelVerdict::stronger ? 1 : 0;
    tally.not_stronger += state.verdict == DuelVerdict::not_stronger ? 1 : 0;
    tally.blocks += state.all.blocks;
    const double error = state.all.difference - truth;
    const double half = state.all.plus_minus.value();
    tally.bias += error;
    tally.held += std::abs(error) <= half ? 1 : 0;
    tally.width += half;
  }
  for (double* sum : {&tally.blocks, &tally.bias, &tally.held, &tally.width}) *sum /= duels;
  return tally;
}

}  // namespace arena
