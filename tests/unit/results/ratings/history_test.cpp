#include "arena/results/ratings/history_data.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <random>

#include "arena/records/outcome.h"
#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"
#include "tests/unit/results/ratings/made_runs.h"

namespace history_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

/// Two stages of five bots: 60 blocks of run "r" and 30 of run "s".
std::vector<RatedGame> games_of_two_stages() {
  std::mt19937_64 random(5);
  MadeTournament tournament{{{0.6, 0.3, 0.0, -0.3, -0.6}}, 4, 60};
  std::vector<RatedGame> games = tournament.play(random);
  tournament.run = "s";
  tournament.blocks = 30;
  std::ranges::move(tournament.play(random), std::back_inserter(games));
  return games;
}

const std::vector<HistoryStage> kStages = {{"r", 1, {20, 40, 60}}, {"s", 2, {15, 30}}};

/// The standings of the first blocks of both runs.
StandingsTable rated_until(const std::vector<RatedGame>& games, int blocks_of_r, int blocks_of_s, const Field& field) {
  BlockScores scores(5, 1);
  for (const RatedGame& game : games) {
    if (game.block < (game.run == "r" ? blocks_of_r : blocks_of_s)) scores.add(game);
  }
  return rate(scores, field).overall;
}

std::vector<int> blocks_of(const RatingHistory& history) {
  std::vector<int> blocks;
  for (const HistoryPoint& point : history) blocks.push_back(point.blocks);
  return blocks;
}

}  // namespace

TEST_CASE("a history has the Elo that the standings had at the end of each chunk and stage") {
  const std::vector<RatedGame> games = games_of_two_stages();
  const BlockScores scores = scores_of(games, 5);
  for (const std::vector<Anchor>& anchors :
       {std::vector<Anchor>{}, std::vector<Anchor>{{2, 1600}}, std::vector<Anchor>{{1, 1550}, {3, 1450}}}) {
    Field field = made_field(5);
    field.anchors = anchors;
    const RatingHistory history = rating_history(scores, field, kStages);
    CHECK(blocks_of(history) == std::vector<int>{20, 40, 60, 75, 90});
    const std::pair<int, int> moments[] = {{20, 0}, {40, 0}, {60, 0}, {60, 15}, {60, 30}};
    for (std::size_t i = 0; i < history.size(); ++i) {
      const HistoryPoint& point = history[i];
      CAPTURE(i, anchors.size());
      CHECK(point.stage == (i < 3 ? 1 : 2));
      CHECK(point.run == (i < 3 ? "r" : "s"));
      CHECK(point.ends_stage == (i == 2 || i == 4));
      for (const StandingsRow& row : rated_until(games, moments[i].first, moments[i].second, field).rows) {
        const auto& elo = point.elo.at(static_cast<std::size_t>(row.bot));
        REQUIRE(elo);
        CHECK(elo->value == Approx(row.elo.value).margin(1e-6));
        REQUIRE(elo->plus_minus.has_value() == row.elo.plus_minus.has_value());
        // Earlier intervals hold at all looks together, so that they are wider.
        if (i + 1 == history.size()) {
          CHECK(*elo->plus_minus == Approx(*row.elo.plus_minus).margin(1e-6));
        } else if (*row.elo.plus_minus > 0) {
          CHECK(*elo->plus_minus > 1.3 * *row.elo.plus_minus);
        }
      }
    }
  }
}

TEST_CASE("a run in progress ends its history with the blocks so far, and void blocks do not count") {
  std::vector<RatedGame> games = games_of_two_stages();
  std::erase_if(games, [](const RatedGame& game) { return game.run == "s" && game.block >= 7; });
  BlockScores scores = scores_of(games, 5);
  CHECK(blocks_of(rating_history(scores, made_field(5), kStages)) == std::vector<int>{20, 40, 60, 67});
  scores.void_block("r", 3);
  CHECK(blocks_of(rating_history(scores, made_field(5), kStages)) == std::vector<int>{19, 39, 59, 66});
  // A block that replaces a void one has a number after all others.
  for (RatedGame game : games) {
    if (game.run != "r" || game.block != 3) continue;
    game.block = 60;
    scores.add(game);
  }
  CHECK(blocks_of(rating_history(scores, made_field(5), kStages)) == std::vector<int>{19, 39, 60, 67});
  CHECK(rating_history(BlockScores(5, 1), made_field(5), kStages).empty());
}

TEST_CASE("a bot has no Elo before it is compared") {
  BlockScores scores(3, 1);
  for (int block = 0; block < 8; ++block)
    scores.add(made_game(block, 0, 1, block < 4 ? (block % 2 == 0 ? "0:1 1:2" : "0:2 1:1") : "0:1 2:2"));
  const RatingHistory history = rating_history(scores, made_field(3), {{"r", 1, {4, 8}}});
  REQUIRE(history.size() == 2);
  CHECK(history[0].elo[0]);
  CHECK_FALSE(history[0].elo[2]);
  CHECK(history[1].elo[2]);
}

TEST_CASE("points are thinned evenly, ends of stages go last, and the last point always stays") {
  using Positions = std::vector<int>;
  const auto stages = [](std::size_t count, const Positions& ends) {
    std::vector<bool> stays(count);
    for (const int end : ends) stays[static_cast<std::size_t>(end)] = true;
    return stays;
  };
  CHECK(thinned_positions({}, 5).empty());
  CHECK(thinned_positions(stages(5, {}), 5) == Positions{0, 1, 2, 3, 4});
  CHECK(thinned_positions(stages(9, {}), 3) == Positions{2, 5, 8});
  CHECK(thinned_positions(stages(9, {1, 8}), 4) == Positions{1, 4, 7, 8});
  CHECK(thinned_positions(stages(9, {0, 1, 2, 3}), 3) == Positions{1, 3, 8});
  CHECK(thinned_positions(stages(9, {0, 1, 2, 3, 8}), 1) == Positions{8});
  for (std::size_t count = 1; count < 200; count += 7) {
    for (int most = 1; most < 70; most += 11) {
      const Positions kept = thinned_positions(stages(count, {0, static_cast<int>(count / 2)}), most);
      CHECK(std::ssize(kept) == std::min<std::ptrdiff_t>(most, static_cast<std::ptrdiff_t>(count)));
      CHECK(kept.back() == static_cast<int>(count) - 1);
    }
  }
  std::vector<int> ends(100);
  for (int i = 0; i < 100; ++i) ends[static_cast<std::size_t>(i)] = (i + 1) / 2;
  const RatingHistory history =
      rating_history(scores_of(games_of_two_stages(), 5), made_field(5), {{"r", 1, {1, 2, 3, 60}}, {"s", 2, ends}});
  CHECK(std::ssize(history) <= kHistoryPointsMax);
}

TEST_CASE("histories of runs are written as text, JSON and CSV") {
  const MadeRun run("history", 140);
  RatedRuns rated({run.manifest});
  for (const GameRecord& game : run.games) rated.add(outcome_of(game), game.id);
  Standings standings = rated.standings();
  const auto histories = rated.histories();
  REQUIRE(histories.size() == 1);
  CHECK(blocks_of(histories[0]) == std::vector<int>{70, 140});
  const std::string& best = standings.name(standings.overall, 0);

  const std::string text = history_text(histories, standings, rated.runs(), {});
  CHECK_THAT(text, ContainsSubstring("\nstage  blocks  ") && ContainsSubstring("\n    1      70  ") &&
                       ContainsSubstring("\n    1     140  "));
  const std::size_t heads = text.find("stage  blocks");
  CHECK(text.find(best, heads) < text.find(standings.name(standings.overall, 1), heads));

  const json::object data = history_json(histories, standings);
  CHECK(data.at("bots").as_array().size() == 5);
  CHECK(data.at("bots").at(0) == json::value(best));
  const json::array& points = data.at("histories").at(0).as_array();
  REQUIRE(points.size() == 2);
  CHECK(points[1].at("run").as_string() == run_id(run.manifest));
  CHECK(points[1].at("blocks") == 140);
  CHECK(points[1].at("ends_stage") == true);
  CHECK(points[1].at("elo").as_array().size() == 5);
  CHECK(points[1].at("elo").at(0).as_double() == Approx(standings.overall.rows[0].elo.value).margin(1e-4));
  CHECK(points[1].at("elo_pm").at(0).as_double() == Approx(*standings.overall.rows[0].elo.plus_minus).margin(1e-4));

  const std::string csv = history_csv(histories, standings);
  CHECK_THAT(csv, ContainsSubstring("run,stage,blocks,ends_stage,bot,elo,elo_pm,intervals\n" + run_id(run.manifest) +
                                    ",1,70,0," + best + ","));
  CHECK(std::ranges::count(csv, '\n') == 1 + 2 * 5);
  // All points but the last are wider, so that they hold together.
  CHECK(points[0].at("intervals").at("kind") == "open");
  CHECK(points[1].at("intervals") == intervals_json(standings.looks));
  CHECK(standings.looks.kind == Looks::Kind::planned);
  CHECK_THAT(csv, ContainsSubstring(",open\n") && ContainsSubstring(",planned\n"));
  show_only(standings, {best});
  CHECK(std::ranges::count(history_csv(histories, standings), '\n') == 1 + 2);
  CHECK(history_json(histories, standings).at("bots").as_array().size() == 1);
}

}  // namespace history_test
