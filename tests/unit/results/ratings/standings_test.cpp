#include "arena/results/ratings/standings.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/catch.h"
#include "tests/unit/results/ratings/exact_text.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/naive_ratings.h"

namespace standings_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

std::vector<int> bots_of(const StandingsTable& table) {
  std::vector<int> bots;
  for (const StandingsRow& row : table.rows) bots.push_back(row.bot);
  return bots;
}

Standings rated(int bots, const std::vector<std::string>& games) {
  return rate(made_scores(bots, games), made_field(bots));
}

const MadeTournament kTwoVariants{{{0.5, 0.1, -0.1, -0.5, 0.2}, {0.2, 0.1, 0, -0.3, 0.4}}, 4, 60, "r"};

}  // namespace

TEST_CASE("the table is the plain calculation's, best first") {
  std::mt19937_64 random(5);
  const MadeTournament tournament{{{-0.4, 0.1, 0.5, 0.2, -0.1}}, 4, 50, "r"};
  const auto games = tournament.play(random);
  const Standings standings = rate(scores_of(games, 5), made_field(5));
  const NaiveRatings naive = naive_ratings(games, 5);
  const StandingsTable& table = standings.overall;
  REQUIRE(table.rows.size() == 5);
  CHECK(table.blocks == 50);
  CHECK(table.games == 200);
  for (std::size_t row = 0; row < 5; ++row) {
    const StandingsRow& here = table.rows[row];
    const auto bot = static_cast<std::size_t>(here.bot);
    CHECK(here.rank == static_cast<int>(row) + 1);
    CHECK(here.elo.value == Approx(naive.elo[bot] - naive.weighted(naive.elo, 1500)).epsilon(1e-9));
    CHECK(here.margin.value == Approx(naive.margin[bot] - naive.weighted(naive.margin, 0)).epsilon(1e-8));
    const double error = std::sqrt(naive.variance_against_mean(naive.elo_covariance, bot));
    const auto degrees = static_cast<double>(here.blocks - 1);
    CHECK(here.elo.plus_minus.value() == Approx(half_width({0, error, degrees}).value()).epsilon(1e-5));
    CHECK(here.games == 4 * here.blocks);
    CHECK(here.comparisons == 3 * here.games);
    if (row + 1 == 5) continue;
    CHECK(here.elo.value > table.rows[row + 1].elo.value);
    // Of the pair: V_ii + V_jj - 2 V_ij and the fewer blocks.
    const auto next = static_cast<std::size_t>(table.rows[row + 1].bot);
    const auto& v = naive.elo_covariance;
    const Measured difference{naive.elo[bot] - naive.elo[next],
                              std::sqrt(v[bot][bot] + v[next][next] - 2 * v[bot][next]),
                              static_cast<double>(std::min(here.blocks, table.rows[row + 1].blocks) - 1)};
    CHECK(here.los_next.value() == Approx(likelihood_above(difference).value()).epsilon(1e-5));
    const Pairing& pairing = table.pairings(static_cast<int>(row), static_cast<int>(row) + 1);
    CHECK(pairing.elo->plus_minus.value() == Approx(half_width(difference).value()).epsilon(1e-5));
    CHECK(pairing.los == here.los_next);
  }
  CHECK_FALSE(table.rows.back().los_next);
}

TEST_CASE("a pairing seen from the other side is its opposite") {
  std::mt19937_64 random(6);
  const Standings standings = rate(scores_of(kTwoVariants.play(random), 5, 2), made_field(5, 2));
  const auto& pairings = standings.overall.pairings;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      CHECK(pairings(i, j).comparisons == pairings(j, i).comparisons);
      CHECK(pairings(i, j).points + pairings(j, i).points == static_cast<double>(pairings(i, j).comparisons));
      CHECK(pairings(i, j).elo.value().value == -pairings(j, i).elo.value().value);
      CHECK(pairings(i, j).elo->plus_minus == pairings(j, i).elo->plus_minus);
      CHECK(*pairings(i, j).los + *pairings(j, i).los == Approx(1));
    }
  }
}

TEST_CASE("the order in which games come does not change a bit") {
  std::mt19937_64 random(7);
  auto games = kTwoVariants.play(random);
  MadeTournament second = kTwoVariants;
  second.run = "another";
  for (const RatedGame& game : second.play(random)) games.push_back(game);
  games.pop_back();
  const auto standings_of = [&](bool void_first) {
    BlockScores scores(5, 2);
    if (void_first) scores.void_block("r", 11);
    for (const RatedGame& game : games) scores.add(game);
    scores.void_block("r", 11);
    return exact(rate(scores, made_field(5, 2)));
  };
  const std::string expected = standings_of(false);
  for (int shuffle = 0; shuffle < 5; ++shuffle) {
    for (std::size_t i = games.size(); i > 1; --i) std::swap(games[i - 1], games[random() % i]);
    INFO("shuffle " << shuffle);
    CHECK(standings_of(shuffle % 2 == 0) == expected);
  }
}

TEST_CASE("standings asked for in between change nothing") {
  std::mt19937_64 random(8);
  const auto games = kTwoVariants.play(random);
  BlockScores scores(5, 2);
  for (std::size_t i = 0; i < games.size(); ++i) {
    scores.add(games[i]);
    if (i % 50 == 3) CHECK(ExactText(rate(scores, made_field(5, 2))).finite());
  }
  CHECK(exact(rate(scores, made_field(5, 2))) == exact(rate(scores_of(games, 5, 2), made_field(5, 2))));
}

TEST_CASE("two runs are rated together") {
  MadeTournament first{{{0.5, 0.1, -0.1, -0.5}}, 4, 30, "first"};
  MadeTournament second = first;
  second.run = "second";
  std::mt19937_64 random(9);
  auto games = first.play(random);
  for (const RatedGame& game : second.play(random)) games.push_back(game);
  const Standings standings = rate(scores_of(games, 4), made_field(4));
  CHECK(standings.overall.blocks == 60);
  const NaiveRatings naive = naive_ratings(games, 4);
  CHECK(standings.overall.rows[0].elo.value ==
        Approx(*std::ranges::max_element(naive.elo) - naive.weighted(naive.elo, 1500)));
}

TEST_CASE("the same games twice in each block leave the intervals where they were") {
  std::mt19937_64 random(10);
  const MadeTournament tournament{{{0.5, 0.1, -0.1, -0.5, 0}}, 4, 60, "r"};
  const auto games = tournament.play(random);
  auto doubled = games;
  for (RatedGame& game : doubled) game.games_in_block *= 2;
  const std::size_t half = doubled.size();
  for (std::size_t i = 0; i < half; ++i) {
    RatedGame again = doubled[i];
    again.game += 4;
    doubled.push_back(again);
  }
  const Standings once = rate(scores_of(games, 5), made_field(5));
  const Standings twice = rate(scores_of(doubled, 5), made_field(5));
  for (std::size_t row = 0; row < 5; ++row) {
    CHECK(twice.overall.rows[row].games == 2 * once.overall.rows[row].games);
    // The phantom's one comparison weighs half as much: hence not equal.
    CHECK(twice.overall.rows[row].elo.plus_minus.value() ==
          Approx(once.overall.rows[row].elo.plus_minus.value()).epsilon(0.01));
    CHECK(twice.overall.rows[row].margin.plus_minus.value() ==
          Approx(once.overall.rows[row].margin.plus_minus.value()).epsilon(1e-3));
  }
}

TEST_CASE("identical deterministic bots are indistinguishable") {
  // Seat 0 takes 20 of the 26 points, seat 2 the rest, whoever sits there.
  BlockScores scores(4, 1);
  for (int block = 0; block < 5; ++block) {
    for (int game = 0; game < 4; ++game) {
      std::string seats;
      for (int seat = 0; seat < 4; ++seat)
        seats += std::to_string((seat + game) % 4) + (seat == 0 ? ":20 " : seat == 2 ? ":6 " : ":0 ");
      scores.add(made_game(block, game, 4, seats, 3));
    }
  }
  for (const BlockSum* block : scores.complete())
    for (const PairSum& pair : block->pairs) CHECK(pair.margin == 0.0);
  const Standings standings = rate(scores, made_field(4));
  CHECK(bots_of(standings.overall) == std::vector<int>{0, 1, 2, 3});
  for (const StandingsRow& row : standings.overall.rows) {
    CHECK(row.rank == 1);
    CHECK(row.elo.value == 1500);
    CHECK(row.elo.plus_minus == 0.0);
    CHECK(row.margin.value == 0.0);
    CHECK(row.margin.plus_minus == 0.0);
    CHECK(row.share == 0.5);
  }
  CHECK(standings.overall.rows[0].los_next == 0.5);
  CHECK(standings.overall.margin_disagrees.empty());
}

TEST_CASE("perfect scores are finite, and said to be so by the phantom alone") {
  const Standings standings = rated(3, {"0:1 1:2", "0:1 1:2", "0:1 2:2", "1:1 2:2", "2:1 1:2"});
  CHECK(ExactText(standings).finite());
  CHECK(standings.overall.rows[0].bot == 0);
  CHECK(standings.overall.rows[0].share == 1);
  CHECK(standings.overall.level == Groups{{0}, {1, 2}});
  CHECK(standings.overall.joined == Groups{{0, 1, 2}});
}

TEST_CASE("a field that falls apart is reported") {
  const Standings standings = rated(5, {"0:1 3:2", "3:1 0:2", "1:1 4:9", "1:4 4:1", "0:1 3:9", "2:1 2:5"});
  CHECK(ExactText(standings).finite());
  CHECK(standings.overall.unrated == std::vector<int>{2});
  CHECK(bots_of(standings.overall) == std::vector<int>{0, 3, 1, 4});
  CHECK(standings.overall.joined == Groups{{0, 1}, {2, 3}});
  // Bots 1 and 4 took a point each: equal Elo, and the margin of their own two.
  CHECK(standings.overall.rows[1].rank == 2);
  CHECK(standings.overall.rows[2].rank == 3);
  CHECK(standings.overall.rows[3].rank == 3);
  CHECK(standings.overall.rows[2].elo.value == Approx(1500));
  CHECK(standings.overall.rows[2].margin.value == Approx((8.0 - 3.0) / 4));
  CHECK(standings.overall.rows[3].margin.value == Approx((-8.0 + 3.0) / 4));
  // Between the two groups there is no number.
  CHECK_FALSE(standings.overall.rows[1].los_next);
  for (const int mine : {0, 1}) {
    for (const int other : {2, 3}) {
      CHECK_FALSE(standings.overall.pairings(mine, other).elo);
      CHECK_FALSE(standings.overall.pairings(other, mine).los);
    }
  }
}

TEST_CASE("the largest group comes first, and its mean is the anchor") {
  const Standings standings = rated(5, {"0:1 1:2", "0:2 1:1", "2:1 3:9", "3:1 4:9", "4:2 2:1"});
  CHECK(standings.overall.joined == Groups{{0, 1, 2}, {3, 4}});
  CHECK(standings.overall.rows[0].bot == 2);
  double mean = 0;
  for (std::size_t row = 0; row < 3; ++row) mean += standings.overall.rows[row].elo.value / 3;
  CHECK(mean == Approx(1500));
}

TEST_CASE("a hopeless bot hardly moves the others, and not all of a sudden when it wins its tenth point") {
  // 0 to 4 share all among them; 5 nearly always loses to all.
  std::vector<std::string> games;
  std::vector<double> means;
  int won = 0;
  for (int block = 0; block < 400; ++block) {
    const bool wins = block % 30 == 29;
    won += wins ? 1 : 0;
    games.push_back(wins             ? "0:3 1:2 2:4 3:2 4:4 5:1"
                    : block % 2 == 0 ? "0:1 1:2 2:3 3:4 4:5 5:9"
                                     : "4:1 3:2 2:3 1:4 0:5 5:9");
    if (block < 9 || block % 10 != 9) continue;
    const StandingsTable table = rated(6, games).overall;
    CHECK(table.rows.back().bot == 5);
    CHECK(table.rows.back().is_rough == (5 * won < 10));
    CHECK(table.rows.back().elo.value < 1100);
    double mean = 0;
    for (std::size_t row = 0; row < 5; ++row) mean += table.rows[row].elo.value / 5;
    // With the plain mean they would be more than 80 above it.
    CHECK(mean < 1525);
    if (!means.empty()) CHECK(std::abs(mean - means.back()) < 16);
    means.push_back(mean);
  }
}

TEST_CASE("each block of a league counts as much as any other, whatever its table") {
  // Two at a table: 0 wins each; six at a table: 1 wins each. A table of six has 15 times the comparisons.
  std::vector<RatedGame> games;
  for (int block = 0; block < 40; ++block) {
    const bool is_large = block % 2 == 1;
    games.push_back(made_game(block, 0, 1, is_large ? "1:0 0:5 2:5 3:5 4:5 5:5" : "0:0 1:5", 1, is_large ? 1 : 0));
  }
  const Standings standings = rate(scores_of(games, 6, 2), made_field(6, 2));
  const auto elo = [&](int bot) {
    for (const StandingsRow& row : standings.overall.rows) {
      if (row.bot == bot) return row.elo.value;
    }
    return 0.0;
  };
  // Of each pair's weight 0 has most against 1, since the small table is all theirs.
  CHECK(elo(0) > elo(2));
  const std::vector<double> weights = weights_by_blocks(scores_of(games, 6, 2).complete(), 2);
  CHECK(weights[0] == Approx(15 * weights[1]));
  CHECK(weights[0] * 20 * 1 + weights[1] * 20 * 15 == Approx(20 * 1 + 20 * 15));
}

TEST_CASE("with one block there are ratings but no intervals") {
  const Standings standings = rated(3, {"0:1 1:2 2:3"});
  CHECK(bots_of(standings.overall) == std::vector<int>{0, 1, 2});
  for (const StandingsRow& row : standings.overall.rows) {
    CHECK_FALSE(row.elo.plus_minus);
    CHECK_FALSE(row.margin.plus_minus);
    CHECK_FALSE(row.los_next);
  }
  CHECK_FALSE(standings.overall.pairings(0, 1).los);
  CHECK(standings.overall.pairings(1, 1).los == 0.5);
}

TEST_CASE("a bot with one block has no interval while the others do") {
  const Standings standings = rated(3, {"0:1 1:2", "1:1 0:2", "0:1 1:3", "2:5 0:1"});
  for (const StandingsRow& row : standings.overall.rows) CHECK(row.elo.plus_minus.has_value() == (row.bot != 2));
}

TEST_CASE("a forfeiter is rated as last") {
  // Bot 1 had the fewest points of its own when it forfeited.
  const Standings standings = rated(3, {"0:10 1:12! 2:12", "0:12 1:13! 2:10", "0:9 1:12!!2 2:12"});
  CHECK(bots_of(standings.overall).back() == 1);
  CHECK(standings.overall.rows[2].share == 0);
  CHECK(standings.overall.rows[2].forfeits == 3);
  CHECK(standings.overall.rows[2].faults.total() == 2);
  CHECK(standings.overall.rows[0].forfeits == 0);
}

TEST_CASE("copies of a bot do not rate each other") {
  const Standings standings = rated(3, {"0:1 0:2 1:3 1:4", "0:4 0:3 1:2 1:1", "2:1 2:2", "0:1 0:4 1:2 1:2"});
  CHECK(standings.overall.unrated == std::vector<int>{2});
  CHECK(standings.overall.blocks == 4);
  for (const StandingsRow& row : standings.overall.rows) {
    CHECK(row.comparisons == 12);
    CHECK(row.games == 3);
    CHECK(row.share == 0.5);
  }
}

TEST_CASE("blocks that are incomplete or void are counted and not rated") {
  BlockScores scores(3, 1);
  scores.add(made_game(0, 0, 1, "0:1 1:2"));
  scores.add(made_game(1, 0, 2, "1:1 0:2!!3"));
  scores.add(made_game(2, 0, 1, "1:1 0:2"));
  scores.void_block("r", 2);
  const Standings standings = rate(scores, made_field(3));
  CHECK(standings.overall.blocks == 1);
  CHECK(standings.overall.rows[0].bot == 0);
  CHECK(standings.overall.rows[0].share == 1);
  CHECK(standings.overall.rows[0].forfeits == 0);
  CHECK(standings.left_out.incomplete_blocks == 1);
  CHECK(standings.left_out.incomplete_games == 1);
  CHECK(standings.left_out.void_blocks == 1);
  CHECK(standings.left_out.void_games == 1);
  CHECK(standings.left_out.bots.at(0).forfeits == 1);
  CHECK(standings.left_out.bots.at(0).faults.total() == 3);
}

TEST_CASE("a reference has 1500 and margin 0, and the others their difference to it") {
  std::mt19937_64 random(12);
  const auto games = kTwoVariants.play(random);
  const Standings plain = rate(scores_of(games, 5, 2), made_field(5, 2));
  Field field = made_field(5, 2);
  field.reference = 2;
  const Standings anchored = rate(scores_of(games, 5, 2), field);
  CHECK(bots_of(anchored.overall) == bots_of(plain.overall));
  CHECK_FALSE(plain.overall.has_reference);
  CHECK(anchored.overall.has_reference);
  int reference = -1;
  for (std::size_t row = 0; row < 5; ++row)
    if (anchored.overall.rows[row].bot == 2) reference = static_cast<int>(row);
  REQUIRE(reference >= 0);
  for (int row = 0; row < 5; ++row) {
    const StandingsRow& here = anchored.overall.rows[static_cast<std::size_t>(row)];
    const Pairing& pairing = plain.overall.pairings(row, reference);
    CHECK(here.elo.value == Approx(1500 + pairing.elo.value().value));
    CHECK(here.elo.plus_minus.value() == Approx(pairing.elo->plus_minus.value()));
    if (row != reference) continue;
    CHECK(here.elo.value == 1500);
    CHECK(here.elo.plus_minus == 0.0);
    CHECK(here.margin.value == 0);
    CHECK(here.margin.plus_minus == 0.0);
  }
}

TEST_CASE("one anchor has its Elo, and the others their difference to it") {
  std::mt19937_64 random(12);
  const auto games = kTwoVariants.play(random);
  Field field = made_field(5, 2);
  field.reference = 2;
  const Standings reference = rate(scores_of(games, 5, 2), field);
  field.reference.reset();
  field.anchors = {{2, 1600}};
  const Standings anchored = rate(scores_of(games, 5, 2), field);
  for (const auto& [a, b] : {std::pair(&anchored.overall, &reference.overall),
                             std::pair(&anchored.by_variant[1], &reference.by_variant[1])}) {
    CHECK_FALSE(a->has_reference);
    REQUIRE(a->anchored.size() == 1);
    CHECK(a->rows[static_cast<std::size_t>(a->anchored[0])].bot == 2);
    for (std::size_t row = 0; row < 5; ++row) {
      CHECK(a->rows[row].bot == b->rows[row].bot);
      CHECK(a->rows[row].elo.value == Approx(b->rows[row].elo.value + 100));
      CHECK(a->rows[row].elo.plus_minus == b->rows[row].elo.plus_minus);
      CHECK(a->rows[row].margin.value == b->rows[row].margin.value);
      CHECK(a->rows[row].los_next == b->rows[row].los_next);
    }
  }
  // A lead is a difference, so that anchors do not change it.
  const auto leader = leader_of(scores_of(games, 5, 2), field);
  REQUIRE(leader);
  CHECK(leader->lead.value == leader_of(scores_of(games, 5, 2))->lead.value);
}

TEST_CASE("several anchors have their Elo on average, and no difference changes") {
  std::mt19937_64 random(12);
  const auto games = kTwoVariants.play(random);
  const Standings plain = rate(scores_of(games, 5, 2), made_field(5, 2));
  Field field = made_field(5, 2);
  field.anchors = {{0, 1700}, {3, 1400}, {4, 1550}};
  const Standings anchored = rate(scores_of(games, 5, 2), field);
  double sum = 0;
  for (const int row : anchored.overall.anchored) sum += anchored.overall.rows[static_cast<std::size_t>(row)].elo.value;
  REQUIRE(anchored.overall.anchored.size() == 3);
  CHECK(sum == Approx(1700 + 1400 + 1550));
  for (int row = 0; row < 5; ++row) {
    const auto at = static_cast<std::size_t>(row);
    CHECK(anchored.overall.rows[at].elo.value - anchored.overall.rows[0].elo.value ==
          Approx(plain.overall.rows[at].elo.value - plain.overall.rows[0].elo.value));
    CHECK(anchored.overall.pairings(0, row).los.value() == Approx(plain.overall.pairings(0, row).los.value()));
    CHECK(anchored.overall.rows[at].elo.plus_minus.value() > 0);
  }
}

TEST_CASE("with the same anchor on each bot, their plain mean has that Elo") {
  std::mt19937_64 random(3);
  const auto games = kTwoVariants.play(random);
  const Standings plain = rate(scores_of(games, 5, 2), made_field(5, 2));
  Field field = made_field(5, 2);
  for (int bot = 0; bot < 5; ++bot) field.anchors.push_back({bot, 1500});
  const Standings anchored = rate(scores_of(games, 5, 2), field);
  double sum = 0;
  for (std::size_t row = 0; row < 5; ++row) {
    sum += anchored.overall.rows[row].elo.value;
    CHECK(anchored.overall.rows[row].elo.value - anchored.overall.rows[0].elo.value ==
          Approx(plain.overall.rows[row].elo.value - plain.overall.rows[0].elo.value));
  }
  CHECK(sum == Approx(5 * 1500));
}

TEST_CASE("an anchor holds its own group, and the others keep their mean") {
  const auto scores = made_scores(5, {"0:1 1:2", "0:2 1:1", "2:1 3:9", "3:1 4:9", "4:2 2:1"});
  const auto with = [&](std::vector<Anchor> anchors) {
    Field field = made_field(5);
    field.anchors = std::move(anchors);
    return rate(scores, field).overall;
  };
  const auto elo_of = [](const StandingsTable& table, int bot) {
    return std::ranges::find(table.rows, bot, &StandingsRow::bot)->elo.value;
  };
  const StandingsTable one = with({{1, 2000}});
  CHECK(one.joined == Groups{{0, 1, 2}, {3, 4}});
  CHECK(elo_of(one, 1) == Approx(2000));
  CHECK(elo_of(one, 0) == Approx(2000));
  CHECK(elo_of(one, 2) + elo_of(one, 3) + elo_of(one, 4) == Approx(4500));
  const StandingsTable both = with({{1, 2000}, {3, 900}});
  CHECK(elo_of(both, 1) == Approx(2000));
  CHECK(elo_of(both, 3) == Approx(900));
  CHECK(both.anchored.size() == 2);
}

TEST_CASE("an anchor that won or lost too few points holds nothing where another does") {
  std::vector<std::string> games;
  for (int block = 0; block < 60; ++block) games.push_back(block % 2 == 0 ? "0:1 1:2 2:3 3:9" : "2:1 1:2 0:3 3:9");
  Field field = made_field(4);
  field.anchors = {{0, 1600}, {3, 1000}};
  const StandingsTable table = rate(made_scores(4, games), field).overall;
  REQUIRE(table.anchored.size() == 1);
  CHECK(table.rows[static_cast<std::size_t>(table.anchored[0])].bot == 0);
  CHECK(table.rows[static_cast<std::size_t>(table.anchored[0])].elo.value == Approx(1600));
  field.anchors = {{3, 1000}};
  const StandingsTable rough = rate(made_scores(4, games), field).overall;
  REQUIRE(rough.anchored.size() == 1);
  CHECK(rough.rows.back().bot == 3);
  CHECK(rough.rows.back().elo.value == Approx(1000));
}

TEST_CASE("an anchor that is not in the field is refused") {
  Field field = made_field(2);
  for (const int bot : {-1, 2}) {
    field.anchors = {{bot, 1500}};
    CHECK_THROWS_AS(rate(BlockScores(2, 1), field), std::invalid_argument);
  }
}

TEST_CASE("a reference that took no part leaves the mean as the anchor") {
  Field field = made_field(3);
  field.reference = 2;
  const Standings standings = rate(made_scores(3, {"0:1 1:2", "0:1 1:2"}), field);
  CHECK_FALSE(standings.overall.has_reference);
  CHECK(standings.overall.rows[0].elo.value + standings.overall.rows[1].elo.value == Approx(3000));
}

TEST_CASE("each variant has a table of the bots that took part in it") {
  BlockScores scores(3, 3);
  scores.add(made_game(0, 0, 1, "0:1 1:2", 1, 0));
  scores.add(made_game(1, 0, 1, "2:1 1:2", 1, 1));
  scores.add(made_game(2, 0, 1, "0:1 1:2", 1, 0));
  const Standings standings = rate(scores, made_field(3, 3));
  REQUIRE(standings.by_variant.size() == 3);
  CHECK(bots_of(standings.by_variant[0]) == std::vector<int>{0, 1});
  CHECK(standings.by_variant[0].blocks == 2);
  CHECK(bots_of(standings.by_variant[1]) == std::vector<int>{2, 1});
  CHECK(standings.by_variant[1].unrated == std::vector<int>{0});
  CHECK(standings.by_variant[2].rows.empty());
  CHECK(standings.by_variant[2].blocks == 0);
  CHECK(standings.overall.rows.size() == 3);
}

TEST_CASE("with one variant its table is the overall one") {
  std::mt19937_64 random(13);
  const MadeTournament tournament{{{0.5, 0.1, -0.1, -0.5}}, 4, 20, "r"};
  Standings standings = rate(scores_of(tournament.play(random), 4), made_field(4));
  Standings swapped = standings;
  std::swap(swapped.overall, swapped.by_variant[0]);
  CHECK(exact(standings) == exact(swapped));
}

TEST_CASE("where Elo and margin disagree in order it is reported") {
  // 0 beats 1 by a point, three times of four, and loses by many.
  std::vector<std::string> games;
  for (int block = 0; block < 24; ++block) games.push_back(block % 4 == 3 ? "0:32 1:2" : "0:1 1:2");
  const Standings standings = rated(2, games);
  CHECK(bots_of(standings.overall) == std::vector<int>{0, 1});
  CHECK(standings.overall.margin_disagrees == std::vector{std::pair(0, 1)});
  // Three blocks prove neither.
  CHECK(rated(2, {"0:1 1:2", "0:1 1:2", "0:20 1:2"}).overall.margin_disagrees.empty());
  CHECK(rated(2, {"0:1 1:2", "0:1 1:2", "0:2 1:1"}).overall.margin_disagrees.empty());
}

TEST_CASE("64 bots and one game, a bot with no games and no games at all give finite figures") {
  std::string seats;
  for (int bot = 0; bot < 63; ++bot)
    seats += std::to_string(bot) + ":" + std::to_string((bot * 8 % 63) * 30000000) + " ";
  const Standings large = rated(64, {seats});
  CHECK(ExactText(large).finite());
  CHECK(large.overall.rows.size() == 63);
  CHECK(large.overall.unrated == std::vector<int>{63});
  CHECK(ExactText(rated(64, {seats, seats})).finite());
  std::string nine_ties;
  for (int bot = 0; bot < 63; ++bot) nine_ties += std::to_string(bot) + ":" + std::to_string(bot % 9) + " ";
  CHECK(ExactText(rated(64, {nine_ties, nine_ties})).finite());
  CHECK(ExactText(rated(2, {"0:2147483647 1:-2147483648", "0:2147483647 1:-2147483648"})).finite());
  CHECK(rated(3, {}).overall.unrated == std::vector<int>{0, 1, 2});
  CHECK(rate(BlockScores(0, 0), Field{}).overall.rows.empty());
}

TEST_CASE("a field that is not that of the scores is refused") {
  CHECK_THROWS_AS(rate(BlockScores(2, 1), made_field(3)), std::invalid_argument);
  CHECK_THROWS_AS(rate(BlockScores(2, 1), made_field(2, 2)), std::invalid_argument);
  Field field = made_field(2);
  field.reference = 2;
  CHECK_THROWS_AS(rate(BlockScores(2, 1), field), std::invalid_argument);
}

}  // namespace standings_test
