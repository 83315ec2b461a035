#include <cmath>
#include <string>
#include <vector>

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/naive_ratings.h"
#include "tests/unit/simulation/simulated_league.h"

namespace coverage_test {

using namespace arena;

namespace {

constexpr int kLeagues = 1000;
constexpr int kBlocks = 48;  // of eight bots each plays 18 to 36

/// How many intervals there were, and how many held the truth.
class Coverage {
 public:
  void add(double estimate, double half_width, double truth) {
    ++intervals_;
    held_ += std::abs(estimate - truth) <= half_width ? 1 : 0;
  }
  double share() const { return static_cast<double>(held_) / intervals_; }

 private:
  int intervals_ = 0;
  int held_ = 0;
};

struct Coverages {
  Coverage elo;
  Coverage elo_of_pairs;
  Coverage margin;
  Coverage naive_elo;  // as if all comparisons were independent
};

BlockScores scores_of(const std::vector<RatedGame>& games, int bots) {
  BlockScores scores(bots, 1);
  for (const RatedGame& game : games) scores.add(game);
  return scores;
}

StandingsTable table_of(const BlockScores& scores) {
  const std::vector<std::string> names(static_cast<std::size_t>(scores.bots()), "bot");
  return rate(scores, {names, {"variant"}, {}}).overall;
}

void add_intervals(const StandingsTable& table, const std::vector<double>& elo, const std::vector<double>& margin,
                   Coverages& coverages) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const StandingsRow& one = table.rows[row];
    const auto bot = static_cast<std::size_t>(one.bot);
    coverages.elo.add(one.elo.value, one.elo.plus_minus.value(), elo[bot]);
    coverages.margin.add(one.margin.value, one.margin.plus_minus.value(), margin[bot]);
    for (std::size_t below = row + 1; below < table.rows.size(); ++below) {
      const Figure difference = table.pairings(static_cast<int>(row), static_cast<int>(below)).elo.value();
      const double truth = elo[bot] - elo[static_cast<std::size_t>(table.rows[below].bot)];
      coverages.elo_of_pairs.add(difference.value, difference.plus_minus.value(), truth);
    }
  }
}

// What rating tools without blocks print: the inverse of the second derivative, and the normal quantile.
void add_naive_intervals(const BlockScores& scores, const std::vector<double>& elo, Coverages& coverages) {
  const Comparisons comparisons = sum_comparisons(scores.complete(), scores.bots());
  const Strengths strengths = fit_strengths(comparisons);
  Estimate estimate;
  estimate.blocks = comparisons.blocks;
  estimate.values = strengths.theta;
  estimate.groups.assign(estimate.values.size(), 0);
  estimate.covariance = strengths.inverse;
  for (int bot = 0; bot < scores.bots(); ++bot) {
    const Measured measured = test::against_plain_mean(estimate, bot);
    const double half_width = 1.96 * kEloUnit * measured.error.value();
    coverages.naive_elo.add(kEloAnchor + kEloUnit * measured.value, half_width, elo[static_cast<std::size_t>(bot)]);
  }
}

Coverages coverages_of(int bots, int seats) {
  Coverages coverages;
  hearts::Random random = random_from(std::to_string(bots) + " bots at " + std::to_string(seats) + " seats");
  for (int number = 0; number < kLeagues; ++number) {
    const SimulatedLeague league(bots, random);
    const BlockScores scores = scores_of(league.play(seats, kBlocks, std::to_string(number), random), bots);
    const std::vector<double> elo = league.true_elo();
    add_intervals(table_of(scores), elo, league.true_margin(), coverages);
    add_naive_intervals(scores, elo, coverages);
  }
  return coverages;
}

void check_coverages(int bots, int seats) {
  const Coverages coverages = coverages_of(bots, seats);
  INFO("Elo " << coverages.elo.share() << ", pairs " << coverages.elo_of_pairs.share() << ", margin "
              << coverages.margin.share() << ", naive Elo " << coverages.naive_elo.share());
  for (const Coverage& coverage : {coverages.elo, coverages.elo_of_pairs, coverages.margin}) {
    CHECK(coverage.share() > 0.93);
    CHECK(coverage.share() < 0.97);
  }
  CHECK(coverages.naive_elo.share() < 0.91);
}

}  // namespace

TEST_CASE("95% intervals hold the truth in 95% of leagues at three seats, naive ones in fewer") {
  check_coverages(8, 3);
}

TEST_CASE("95% intervals hold the truth in 95% of leagues at four seats, naive ones in fewer") {
  check_coverages(8, 4);
}

TEST_CASE("95% intervals hold the truth in 95% of leagues at five seats, naive ones in fewer") {
  check_coverages(8, 5);
}

TEST_CASE("95% intervals hold the truth in 95% of leagues at six seats, naive ones in fewer") { check_coverages(8, 6); }

TEST_CASE("95% intervals hold the truth in 95% of leagues of three bots at four seats, naive ones in fewer") {
  check_coverages(3, 4);
}

TEST_CASE("95% intervals hold the truth in 95% of leagues of two bots at four seats, naive ones in fewer") {
  check_coverages(2, 4);
}

TEST_CASE("a long league comes out at the true ratings") {
  constexpr int kBots = 8;
  for (int seats = 3; seats <= 6; ++seats) {
    hearts::Random random = random_from("long league at " + std::to_string(seats) + " seats");
    const SimulatedLeague league(kBots, random);
    const std::vector<double> elo = league.true_elo();
    const std::vector<double> margin = league.true_margin();
    for (const StandingsRow& row : table_of(scores_of(league.play(seats, 8000, "long", random), kBots)).rows) {
      const auto bot = static_cast<std::size_t>(row.bot);
      INFO(seats << " seats, bot " << bot << ": true Elo " << elo[bot] << ", margin " << margin[bot] << "; Elo "
                 << row.elo.value << " +- " << row.elo.plus_minus.value() << ", margin " << row.margin.value << " +- "
                 << row.margin.plus_minus.value());
      // Four standard errors.
      CHECK(std::abs(row.elo.value - elo[bot]) < 2 * row.elo.plus_minus.value());
      CHECK(std::abs(row.margin.value - margin[bot]) < 2 * row.margin.plus_minus.value());
      CHECK(row.elo.plus_minus.value() < 8);
      CHECK(row.margin.plus_minus.value() < 0.15);
    }
  }
}

}  // namespace coverage_test
