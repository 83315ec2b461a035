// Ratings of a part of what was played: the last blocks, those since some time, some bots.

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "arena/base/text/input_error.h"
#include "arena/records/outcome.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/detail_tables.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/results/ratings/exact_text.h"
#include "tests/unit/results/ratings/made_runs.h"
#include "tests/unit/results/ratings/made_standings.h"

namespace rated_part_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using std::chrono::seconds;
using std::chrono::sys_seconds;
namespace json = boost::json;

namespace {

constexpr sys_seconds kStart(seconds(1'900'000'000));

/// A run's folder whose block b was over b minutes after kStart, each game of it a second after the one before; without
/// the end of the blocks in `without`.
class Folder {
 public:
  explicit Folder(const MadeRun& run, const std::set<int>& without = {}) {
    write_file(folder_ / std::string(kGamesFile), joined(run.lines));
    RecordFile timings(folder_ / std::string(kTimingsFile));
    for (GameRecord record : run.games) {
      const hearts::GameRules rules(hearts::resolve_variant(record.variant));
      for (SeatTiming& clock : record.result.timing) {
        clock.questions = 10;
        clock.total = std::chrono::milliseconds(30);
        clock.slowest = {{4, std::chrono::milliseconds(9 + record.block)}};
      }
      const auto end = kStart + std::chrono::minutes(record.block) - seconds(10) + seconds(record.game);
      if (!without.contains(record.block)) record.result.ended = end;
      timings.append(timing_json(record, rules));
    }
  }
  std::string path() const { return folder_.path().string(); }
  Standings within(const TimeSpan& time) const { return read_rated_runs({path()}, {.time = time}).standings(); }
  Standings since(sys_seconds time) const { return within({.since = time}); }

 private:
  ScratchFolder folder_;
};

/// The standings of a finished run that has only these blocks.
std::string of_blocks(const MadeRun& run, int first, int end = 1000) {
  RatedRuns rated({run.manifest});
  for (const GameRecord& game : run.games) {
    if (game.block >= first && game.block < end) rated.add(outcome_of(game), game.id);
  }
  rated.add_end(run_id(run.manifest), "here");
  Standings standings = rated.standings();
  return exact(standings);
}

std::string without_left_out(Standings standings) {
  standings.left_out = {};
  return exact(standings);
}

}  // namespace

TEST_CASE("the last blocks of a run are rated as if no others had been played") {
  const MadeRun run("ratings", 12);
  const Folder folder(run);
  const RatedRuns rated = read_rated_runs({folder.path()}, {.last = 5});
  const Standings standings = rated.standings();
  CHECK(standings.overall.blocks == 5);
  CHECK(without_left_out(standings) == of_blocks(run, 7));
  CHECK(standings.left_out.earlier_blocks == 7);
  CHECK(standings.left_out.earlier_games == static_cast<int>(run.games.size()) - standings.overall.games);
  CHECK(rated.runs().front().planned_blocks == std::nullopt);
  CHECK_THAT(standings_text(standings, rated.runs()),
             ContainsSubstring("\n7 blocks are older than the blocks that you asked for: "));
  CHECK(read_rated_runs({folder.path()}, {.last = 100}).standings().left_out.earlier_blocks == 0);
}

TEST_CASE("of several runs each has its last blocks rated") {
  const MadeRun monday("monday", 6);
  const MadeRun tuesday("tuesday", 4);
  const Folder a(monday);
  const Folder b(tuesday);
  const Standings standings = read_rated_runs({a.path(), b.path()}, {.last = 3}).standings();
  CHECK(standings.overall.blocks == 6);
  CHECK(standings.left_out.earlier_blocks == 4);
  CHECK(exact(standings) == exact(read_rated_runs({b.path(), a.path()}, {.last = 3}).standings()));
}

TEST_CASE("a block is rated if its last game was over at the time or later") {
  const MadeRun run("ratings", 12);
  const Folder folder(run);
  int games = 0;
  for (const GameRecord& game : run.games) games += game.block == 7 ? 1 : 0;
  const sys_seconds end = kStart + std::chrono::minutes(7) - seconds(10) + seconds(games - 1);
  CHECK(without_left_out(folder.since(end)) == of_blocks(run, 7));
  CHECK(without_left_out(folder.since(end + seconds(1))) == of_blocks(run, 8));
  CHECK(folder.since(kStart - std::chrono::hours(1)).overall.blocks == 12);
  CHECK(folder.since(kStart + std::chrono::hours(1)).overall.rows.empty());
}

TEST_CASE("blocks that ended before a time are rated as if no others had been played") {
  const MadeRun run("ratings", 12);
  const Folder folder(run);
  const sys_seconds until = kStart + std::chrono::minutes(6);  // block 6 ends a few seconds before
  const Standings standings = folder.within({.until = until});
  CHECK(without_left_out(standings) == of_blocks(run, 0, 7));
  CHECK(standings.left_out.later_blocks == 5);
  CHECK(standings.left_out.earlier_blocks == 0);
  CHECK_THAT(standings_text(standings, {}),
             ContainsSubstring("\n5 blocks are newer than the blocks that you asked for: "));
  const json::object data = standings_json(standings, {});
  CHECK(data.at("left_out").at("later_blocks") == 5);
  CHECK_FALSE(data.at("left_out").as_object().contains("earlier_blocks"));
  const Standings both = folder.within({.since = kStart + std::chrono::minutes(2), .until = until});
  CHECK(without_left_out(both) == of_blocks(run, 3, 7));
  CHECK(both.left_out.earlier_blocks == 3);
  CHECK(both.left_out.later_blocks == 5);
}

TEST_CASE("comparisons with a bot that is left out do not count, and all else in the blocks does") {
  const MadeRun run("ratings", 12);
  const Folder folder(run);
  const Standings whole = read_rated_runs({folder.path()}).standings();
  const RatedRuns rated = read_rated_runs({folder.path()}, {.without = {"bob"}});
  const Standings standings = rated.standings();
  CHECK(standings.overall.blocks == 12);
  CHECK(standings.overall.games == whole.overall.games);
  CHECK(standings.overall.rows.size() == 4);
  CHECK(standings.overall.unrated.empty());
  CHECK(rated.runs().front().planned_blocks == 12);
  const auto row_in = [](const Standings& of, const std::string& name) {
    return *std::ranges::find(of.overall.rows, name, [&](const StandingsRow& row) { return of.name(row.bot); });
  };
  for (const char* name : {"ann", "cyd", "dan", "eve"}) {
    const StandingsRow alone = row_in(standings, name);
    const StandingsRow all = row_in(whole, name);
    CHECK(alone.games == all.games);
    CHECK(alone.firsts == all.firsts);
    CHECK(alone.comparisons < all.comparisons);
  }
  // The same comparisons by hand: seats of bob are not compared.
  BlockScores scores(5, 2);
  scores.leave_out({.bots = {1}});
  for (const GameRecord& game : run.games) {
    const Outcome outcome = outcome_of(game);
    RatedGame one{"r",
                  outcome.block,
                  outcome.game,
                  outcome.games_in_block,
                  *rated.variant_of(game.run, game.variant),
                  outcome.hands,
                  {},
                  outcome.turn};
    for (const Outcome::Seat& seat : outcome.seats)
      one.seats.push_back({*rated.bot_of(game.run, seat.bot), seat.place, seat.score, seat.forfeited, {}, {}});
    scores.add(std::move(one));
  }
  for (const BlockSum* block : scores.complete()) {
    for (const PairSum& pair : block->pairs) CHECK((pair.first != 1 && pair.second != 1));
  }
  CHECK_THAT(standings_text(standings, rated.runs()),
             ContainsSubstring("Comparisons with bob are left out of the ratings."));
  CHECK_THAT(history_text(rated.histories(), standings, rated.runs(), {}),
             ContainsSubstring("Comparisons with bob are left out of the ratings.\nEach row") &&
                 ContainsSubstring("from all rated blocks until"));
  Standings shown = standings;
  CHECK_THROWS_WITH(show_only(shown, {"bob"}),
                    "nothing is left to show: all comparisons with bob are left out of the ratings");
  CHECK_NOTHROW(show_only(shown, {"bob", "ann"}));
  CHECK(json::serialize(standings_json(standings, {}).at("field").at("without")) == R"(["bob"])");
  CHECK_THROWS_WITH(read_rated_runs({folder.path()}, {.without = {"zoe"}}),
                    "these runs have no bot 'zoe'; their bots are: ann, bob, cyd, dan, eve");
  CHECK_THROWS_WITH(read_rated_runs({folder.path()}, {.without = {"*"}}),
                    StartsWith("without * fewer than two bots are left to be rated; "));
}

TEST_CASE("of several clocks of a game the last one says when it was over") {
  const MadeRun run("ratings", 4);
  const Folder folder(run);
  GameRecord again = run.games.front();
  again.result.ended = kStart + std::chrono::hours(5);
  RecordFile(std::filesystem::path(folder.path()) / std::string(kTimingsFile))
      .append(timing_json(again, hearts::GameRules(hearts::resolve_variant(again.variant))));
  CHECK(folder.since(kStart + std::chrono::hours(4)).overall.blocks == 1);
}

TEST_CASE("blocks of which nobody knows when they were over are left out, and a run of such alone is refused") {
  const MadeRun run("ratings", 4);
  const Standings standings = Folder(run, {2}).since(kStart - std::chrono::hours(1));
  CHECK(standings.overall.blocks == 3);
  CHECK(standings.left_out.earlier_blocks == 1);
  const std::string why = "it is unknown when the games of run " + run_id(run.manifest) + " ended: ";
  CHECK_THROWS_WITH(Folder(run, {0, 1, 2, 3}).since(kStart), StartsWith(why));
  const MadeFiles files;
  CHECK_THROWS_WITH(read_rated_runs({files.write("alone.jsonl", run.lines)}, {.time = {.since = kStart}}),
                    StartsWith(why));
}

TEST_CASE("only the bots that are asked for have rows, with the figures of the whole field") {
  const Standings whole = small_standings();
  Standings some = whole;
  show_only(some, {"rules_*", "new"});
  CHECK(some.overall.rows[0].los_next == whole.overall.pairings(0, 2).los);
  const std::string text = standings_text(some, {});
  CHECK_THAT(text, ContainsSubstring(" 1-3  rules_cpp  1612 "));
  CHECK_THAT(text, ContainsSubstring("\nrules_cpp\nrank  against  points  comparisons   Elo   ±     LOS\n"
                                     " 2-3  duck     81.3%*            8  +162  30  >0.999\n"
                                     "   3  new      100.0%            4  +175   -       -\n\nnew\n"));
  CHECK_THAT(text, !ContainsSubstring("duck       1450"));
  some.overall.rows[0].details.emplace();
  CHECK_THAT(standings_text(some, {}, false, {400, 400}),
             ContainsSubstring("stronger than the next one shown, for this pair alone."));
  CHECK_THAT(standings_markdown(some, {}),
             ContainsSubstring("\nrules\\_cpp\n\n| rank | against |") || ContainsSubstring("\nrules_cpp\n\n|"));

  const json::object data = standings_json(some, {});
  CHECK(json::serialize(data.at("field").at("shown")) == R"(["rules_cpp","new"])");
  const json::array& rows = data.at("tables").at(0).at("rows").as_array();
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].at("bot") == "new");
  CHECK(rows[1].at("rank") == 3);
  CHECK(data.at("tables").at(0).at("pairs").as_array().size() == 3);
  show_only(some, {"duck"});
  CHECK(standings_json(some, {}).at("tables").at(0).at("pairs").as_array().size() == 2);
  const std::string csv = standings_csv(some);
  CHECK(std::ranges::count(csv, '\n') == 3);  // heads, overall, the variant
  CHECK_THROWS_WITH(show_only(some, {"duck", "zoe*"}),
                    "these runs have no bot 'zoe*'; their bots are: duck, rules_cpp, new");
}

TEST_CASE("what befell hidden bots is not reported") {
  Standings standings = eventful_standings();
  standings.overall.pairings = SquareMatrix<Pairing>(3);
  standings.by_variant[0].pairings = SquareMatrix<Pairing>(3);
  show_only(standings, {"cyd"});
  const std::string text = standings_text(standings, {});
  CHECK_THAT(text, ContainsSubstring("cyd had 1 fault (flood)."));
  CHECK_THAT(text, !ContainsSubstring("ann forfeited"));
  CHECK_THAT(text, !ContainsSubstring("No rated games against others yet"));
  CHECK_THAT(text, ContainsSubstring("cyd does better in later games"));
  CHECK_THAT(text, !ContainsSubstring("bob does better in later games"));
  const json::object data = standings_json(standings, {});
  CHECK(data.at("left_out").at("bots").as_array().empty());
  CHECK(data.at("suspects").as_array().size() == 1);
}

TEST_CASE("details are results by seat, moons, and the time of answers") {
  // In whole matches nobody may choose what a moon does, so points show who shot.
  const MadeRun run("details", 40, {"black-lady@4+deck.ranks=J,Q,K,A+moon.award=add_to_others"});
  const Folder folder(run);
  const RatedRuns rated = read_rated_runs({folder.path()}, {.last = 30});
  Standings standings = rated.standings();
  add_details(standings, {folder.path()}, rated);

  std::map<std::string, BotDetails> expected;
  for (const GameRecord& game : run.games) {
    if (game.block < 10) continue;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      BotDetails& bot = expected[game.bots[seat]];
      bot.answers += 10;
      bot.time += std::chrono::milliseconds(30);
      bot.slowest = std::chrono::milliseconds(9 + 39);
      bot.hands += static_cast<long>(game.result.hands.size());
      for (std::size_t other = 0; other < 4; ++other) {
        if (other == seat) continue;
        ++bot.seats[seat].comparisons;
        bot.seats[seat].halves += game.result.places[seat] < game.result.places[other]    ? 2
                                  : game.result.places[seat] == game.result.places[other] ? 1
                                                                                          : 0;
      }
      for (const HandResult& hand : game.result.hands) {
        const int all = hand.points[0] + hand.points[1] + hand.points[2] + hand.points[3];
        bot.moons += all == 3 * 26 && hand.points[seat] == 0 ? 1 : 0;
      }
    }
  }
  long moons = 0;
  for (const StandingsRow& row : standings.overall.rows) {
    const std::string& name = standings.field.bots[hearts::at(row.bot)];
    CAPTURE(name);
    const BotDetails& bot = expected.at(name);
    REQUIRE(row.details);
    CHECK(row.details->hands == bot.hands);
    CHECK(row.details->moons == bot.moons);
    CHECK(row.details->answers == bot.answers);
    CHECK(row.details->time == bot.time);
    CHECK(row.details->slowest <= bot.slowest);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      CHECK(row.details->seats[seat].comparisons == bot.seats[seat].comparisons);
      CHECK(row.details->seats[seat].halves == bot.seats[seat].halves);
    }
    moons += bot.moons;
  }
  CHECK(moons > 0);
  CHECK(standings.by_variant[0].rows.front().details->hands == standings.overall.rows.front().details->hands);
}

TEST_CASE("every format has details if they are asked for, and none otherwise") {
  Standings standings = small_standings();
  CHECK_THAT(standings_text(standings, {}), !ContainsSubstring("moon rate"));
  CHECK_THAT(standings_csv(standings), !ContainsSubstring("share_by_seat"));
  BotDetails details;
  details.seats[0] = {8, 9};
  details.seats[2] = {4, 4};
  details.hands = 30;
  details.moons = 3;
  for (StandingsTable* table : {&standings.overall, &standings.by_variant[0]}) {
    for (StandingsRow& row : table->rows) row.details = details;
  }
  details.answers = 40;
  details.time = std::chrono::microseconds(100'000);
  details.slowest = std::chrono::microseconds(31'250);
  standings.overall.rows[0].details = details;
  const std::string text = standings_text(standings, {});
  CHECK_THAT(
      text,
      ContainsSubstring(
          "\nrank  bot        firsts  blocks  forfeits     LOS  seat 0  seat 1  seat 2  hands  moons  moon rate  "
          "answers  ms/answer  slowest ms\n"
          " 1-3  rules_cpp     31%       2         0  >0.999   56.3%       -   50.0%     30      3     10.00%       "
          "40      2.500        31.3\n"
          " 2-3  duck          31%       2         0           56.3%       -   50.0%     30      3     10.00%        "
          "0          -           -\n"));
  CHECK_THAT(text, ContainsSubstring("seat: its share of the points in that seat"));
  CHECK_THAT(standings_markdown(standings, {}), ContainsSubstring("| moon rate |") || ContainsSubstring("moon rate |"));
  CHECK_THAT(standings_csv(standings), ContainsSubstring(",share_by_seat,hands,moons,answers,answer_ms,slowest_ms,"));
  CHECK_THAT(standings_csv(standings), ContainsSubstring("0.5625 - 0.5000,30,3,0,,,"));
  const json::object data = standings_json(standings, {});
  const json::object& row = data.at("tables").at(0).at("rows").at(0).as_object();
  CHECK(json::serialize(row.at("share_by_seat")) == "[5.625E-1,null,5E-1]");
  CHECK(row.at("moons") == 3);
  CHECK(row.at("answer_ms") == 2.5);
}

TEST_CASE("hands that the arena played for a bot that forfeited are not its own") {
  MadeRun run("forfeit", 1, {"black-lady@4"});
  const std::string variant = run.manifest.variants[0].id;
  GameRecord& first = run.games.front();
  const int before = static_cast<int>(first.result.hands.size());
  first = made_game(run.manifest, run.key, 0, 0, {.timeouts = {}, .exits = {{0, 0}}});
  run.lines = made_lines(run.manifest, run.games, run.key);
  const Folder folder(run);
  const RatedRuns rated = read_rated_runs({folder.path()});
  Standings standings = rated.standings();
  add_details(standings, {folder.path()}, rated);
  long hands = 0;
  for (const GameRecord& game : run.games) {
    for (std::size_t seat = 0; seat < game.bots.size(); ++seat) {
      if (game.bots[seat] != first.bots[0]) continue;
      hands += game.game == 0 && seat == 0 ? 0 : static_cast<long>(game.result.hands.size());
    }
  }
  CHECK(before > 0);
  for (const StandingsRow& row : standings.overall.rows) {
    if (standings.field.bots[hearts::at(row.bot)] == first.bots[0]) CHECK(row.details->hands == hands);
  }
}

}  // namespace rated_part_test
