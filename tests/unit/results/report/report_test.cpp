#include "arena/results/report/report.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "arena/records/record_file.h"
#include "arena/results/ratings/comparison_formats.h"
#include "arena/results/ratings/detail_tables.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/report/fault_rows.h"
#include "arena/results/report/replay_sample.h"
#include "arena/results/report/run_facts.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/results/report/page_json.h"

namespace report_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;
using Catch::Matchers::ContainsSubstring;
using hearts::at;

namespace {

const RunKey kKey = RunKey::from_seed("reports");

/// A league with its clocks and its ledger, in "run".
struct Run {
  explicit Run(int blocks = 6) {
    manifest = made_league({"black-lady@4+deck.ranks=J,Q,K,A+pass.count=1", "royal-classic@2+deck.ranks=Q,K,A"}, kKey,
                           5, blocks, {2, true});
    std::filesystem::create_directory(folder / "run");
    games = made_games(manifest, kKey);
  }

  /// The game is another one, in which this goes wrong.
  void mishap(std::size_t number, const Mishaps& mishaps) {
    games[number] = made_game(manifest, kKey, games[number].block, games[number].game, mishaps);
  }

  void write(bool finished = true) {
    for (GameRecord& game : games) game.run = run_id(manifest);
    write_file(folder / "run/games.jsonl", joined(made_lines(manifest, games, kKey, finished)));
    std::string timings;
    std::string faults;
    for (const GameRecord& game : games) {
      const hearts::GameRules rules(hearts::resolve_variant(game.variant));
      timings += seal_line(timing_json(game, rules));
      for (const FaultEvent& event : game.result.faults) faults += seal_line(fault_json(game, event));
    }
    write_file(folder / "run/timings.jsonl", timings);
    write_file(folder / "run/faults.jsonl", faults);
  }

  std::string path() const { return (folder / "run").string(); }
  json::object report(const ReportPart& part = {}) {
    counts = write_report(folder / "page.html", {path()}, part, {1234, "0.1.0 (test)", {}});
    return json::parse(data_of(read_file(folder / "page.html"))).as_object();
  }

  ScratchFolder folder;
  Manifest manifest;
  std::vector<GameRecord> games;
  ReportCounts counts;
};

long sum_of(const json::value& list) {
  long sum = 0;
  for (const json::value& one : list.as_array()) sum += one.as_int64();
  return sum;
}

}  // namespace

TEST_CASE("standings and comparison are those of rate and compare, and games those of the records") {
  Run run;
  run.games[3].result.timing[1].asks = {std::chrono::microseconds(3), std::chrono::microseconds(1000)};
  run.games[3].result.timing[1].questions = 2;
  run.games[3].result.timing[1].total = std::chrono::microseconds(1003);
  run.write();
  const json::object report = run.report();
  const RatedRuns rated = read_rated_runs({run.path()});
  Standings standings = rated.standings();
  add_details(standings, {run.path()}, rated);
  CHECK(report.at("standings") == json::parse(json::serialize(standings_json(standings, rated.runs()))));
  CHECK(report.at("comparison") == json::parse(json::serialize(comparison_json(rated.comparison(), rated.runs()))));

  const json::array& games = report.at("games").as_array();
  REQUIRE(games.size() == run.games.size());
  CHECK(run.counts.games == std::ssize(run.games));
  for (std::size_t i = 0; i < games.size(); ++i) {
    const json::array& row = games[i].as_array();
    const auto record = std::ranges::find_if(
        run.games, [&](const GameRecord& game) { return row[2] == game.block && row[3] == game.game; });
    REQUIRE(record != run.games.end());
    CHECK(rated.variants()[at(static_cast<int>(row[1].as_int64()))] == record->variant);
    for (std::size_t seat = 0; seat < record->bots.size(); ++seat) {
      CHECK(rated.bots()[at(static_cast<int>(row[4].at(seat).as_int64()))] == record->bots[seat]);
      CHECK(row[5].at(seat) == record->result.scores[seat]);
      CHECK(row[6].at(seat) == record->result.places[seat]);
    }
    CHECK(row[7] == record->result.hands.size());
  }
  long answers = 0;
  for (std::size_t bot = 0; bot < rated.bots().size(); ++bot) {
    const json::object& one = report.at("bots").at(bot).as_object();
    CHECK(one.at("name") == json::string(rated.bots()[bot]));
    const auto row = std::ranges::find(standings.overall.rows, static_cast<int>(bot), &StandingsRow::bot);
    REQUIRE(row != standings.overall.rows.end());
    long seats = 0;
    for (const json::value& of_variant : one.at("places").as_array()) seats += sum_of(of_variant.at("counts"));
    CHECK(seats == row->seats);
    seats = 0;
    for (const json::value& of_variant : one.at("scores").as_array()) seats += sum_of(of_variant.at("counts"));
    CHECK(seats == row->seats);
    answers += sum_of(one.at("answers"));
  }
  CHECK(answers == 2);
}

TEST_CASE("every game with a fault comes card by card, and of each two bots in each variant as many as wanted") {
  Run run;
  run.mishap(5, {{{0, 2}}, {}});
  run.mishap(7, {{}, {{1, 3}}});
  run.write();
  const json::object none = run.report({{}, 0});
  CHECK(none.at("replays").as_object().size() == 2);
  for (const std::size_t number : {5U, 7U}) CHECK(none.at("replays").as_object().contains("0/" + run.games[number].id));
  CHECK(none.at("replaysLeftOut") == run.games.size() - 2);
  CHECK(run.counts.replays == 2);
  const std::string page = read_file(run.folder / "page.html");
  CHECK(run.report({{}, 0}) == none);
  CHECK(read_file(run.folder / "page.html") == page);

  // Whatever the order of the lines.
  const auto wanted = [&] {
    std::vector<std::string> keys;
    const json::object report = run.report({{}, 1});
    for (const auto& [key, replay] : report.at("replays").as_object()) keys.emplace_back(key);
    std::ranges::sort(keys);
    return keys;
  };
  const std::vector<std::string> some = wanted();
  CHECK(some.size() > 2);
  CHECK(some.size() < run.games.size());
  std::ranges::reverse(run.games);
  run.write();
  CHECK(wanted() == some);
  CHECK(run.report({{}, 100}).at("replays").as_object().size() == run.games.size());
  CHECK(run.report({{}, 100}).at("replaysLeftOut") == 0);
}

TEST_CASE("the page has faults with what led to them, and what is hostile stays inside the data") {
  Run run;
  run.mishap(5, {{}, {{1, 3}}});
  const std::string hostile = "</script><img src=x onerror=alert(1)>\xe2\x80\xae\xff\x07";
  FaultEvent& event = run.games[5].result.faults.front();
  event.sent = {"ask 1 play 1 : QS"};
  event.received = {"1 QS", "</script><b>"};
  event.stderr_tail = {{3, hostile + std::string(100'000, 'x') + "last words\n"}};
  run.games[5].result.notes = {{0, 2, "info </script><img src=x onerror=alert(1)>"}};
  run.manifest.bots[0].author = "</script>\u202e";
  run.write();
  const json::object report = run.report();
  REQUIRE(report.at("faults").as_array().size() == 1);
  const json::object& fault = report.at("faults").at(0).as_object();
  CHECK(fault.at("game") == json::string(run.games[5].id));
  CHECK(fault.at("fault") == "exited");
  CHECK(fault.at("blame") == "bot");
  CHECK(fault.at("forfeits") == true);
  CHECK(fault.at("received").at(1) == "</script><b>");
  CHECK(json::value_to<std::string>(fault.at("stderr")).ends_with("last words\n"));
  CHECK(fault.at("stderr").as_string().size() < 3000);
  CHECK(report.at("bots").at(0).at("author") == "</script>\\xe2\\x80\\xae");
  const std::string notes = json::serialize(report.at("replays").at("0/" + run.games[5].id).at("notes"));
  CHECK(notes.find("onerror") != std::string::npos);
  const std::string data = data_of(read_file(run.folder / "page.html"));
  CHECK(data.find('<') == std::string::npos);
}

TEST_CASE("faults of one kind at one question have a row each, with its own lines") {
  Run run;
  GameRecord& game = run.games[5];
  FaultEvent event;
  event.fault = Fault::garbage;
  event.hand = 1;
  event.question = 2;
  for (const char* word : {"one", "two", "three"}) {
    event.detail = word;
    event.received = {word};
    game.result.faults.push_back(event);
  }
  run.write();
  const json::object report = run.report();
  const json::array& faults = report.at("faults").as_array();
  REQUIRE(faults.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(faults[i].at("detail") == json::string(game.result.faults[i].detail));
    CHECK(faults[i].at("received").at(0) == json::string(game.result.faults[i].detail));
    CHECK(faults[i].at("forfeits") == false);
  }
}

TEST_CASE("of faults of one kind at one question only the last forfeits") {
  Run run;
  run.mishap(5, {{}, {{1, 3}}});
  GameResult& result = run.games[5].result;
  result.faults[0].fault = result.forfeits[0].fault = Fault::garbage;
  result.faults.insert(result.faults.begin(), result.faults[0]);
  run.write();
  const json::object report = run.report();
  const json::array& faults = report.at("faults").as_array();
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].at("forfeits") == false);
  CHECK(faults[1].at("forfeits") == true);
}

TEST_CASE("the machine's fault that made a block void is reported by the ledger alone") {
  Run run;
  std::vector<std::string> lines = made_lines(run.manifest, run.games, kKey, false);
  const auto lost = std::ranges::find_if(run.games, [](const GameRecord& game) { return game.block == 1; });
  REQUIRE(lost != run.games.end());
  FaultEvent event;
  event.fault = Fault::sandbox;
  event.detail = "no memory";
  lines.erase(lines.begin() + 1 + (lost - run.games.begin()));
  lines.push_back(made_void_line(run.manifest, 1, run.manifest.blocks));
  write_file(run.folder / "run/games.jsonl", joined(lines));
  GameRecord game = *lost;
  game.run = run_id(run.manifest);
  write_file(run.folder / "run/faults.jsonl", seal_line(fault_json(game, event)));
  const json::object report = run.report();
  REQUIRE(report.at("faults").as_array().size() == 1);
  const json::object& fault = report.at("faults").at(0).as_object();
  CHECK(fault.at("game") == json::string(game.id));
  CHECK(fault.at("fault") == "sandbox");
  CHECK(fault.at("blame") == "machine");
  CHECK(fault.at("detail") == "no memory");
}

TEST_CASE("all bots of a variant have one scale of scores") {
  Run run;
  run.write();
  const json::object report = run.report();
  std::map<std::int64_t, std::vector<std::int64_t>> scales;
  for (const json::value& bot : report.at("bots").as_array()) {
    for (const json::value& scores : bot.at("scores").as_array()) {
      const std::vector<std::int64_t> scale = {scores.at("from").as_int64(), scores.at("width").as_int64(),
                                               std::ssize(scores.at("counts").as_array())};
      CHECK(scales.try_emplace(scores.at("variant").as_int64(), scale).first->second == scale);
    }
  }
  CHECK(scales.size() == 2);
}

TEST_CASE("a broken bot does not drown the others' faults, and what is left out is counted") {
  Run run(200);
  for (std::size_t i = 0; i < run.games.size(); ++i) {
    if (run.games[i].bots.size() == 4) run.mishap(i, {{{0, 2}, {0, 3}, {1, 2}}, {}});
  }
  run.write();
  const json::object report = run.report();
  const std::size_t faults = report.at("faults").as_array().size();
  CHECK(faults <= kFaultRowsMax);
  CHECK(faults <= 5 * static_cast<std::size_t>(kFaultRowsOfKindMax));
  CHECK(report.at("faultsLeftOut").as_int64() > 0);
  CHECK(run.counts.faults_left_out == report.at("faultsLeftOut"));
  CHECK(report.at("replays").as_object().size() <= kReplaysMax);
}

TEST_CASE("a run in progress, and one in which no block is whole, have a page too") {
  Run run;
  run.games.resize(3);
  run.write(false);
  const json::object report = run.report();
  CHECK(report.at("games").as_array().size() == 3);
  CHECK(report.at("runs").at(0).at("keysRevealed") == false);
  CHECK(report.at("runs").at(0).at("planned") == run.manifest.blocks);
  const json::object only = run.report({{"royal-classic*"}, 1});
  CHECK(only.at("variants").as_array().size() == 1);
}

TEST_CASE("limits and resources are reported in words with units, and a run without a name by its id") {
  Run run;
  run.manifest.limits.increment = std::chrono::milliseconds(0);
  run.manifest.limits.move = std::chrono::milliseconds(1500);
  run.write();
  const json::object unnamed = run.report().at("runs").at(0).as_object();
  CHECK(unnamed.at("name") == unnamed.at("id"));
  const std::string facts = json::serialize(unnamed.at("facts"));
  CHECK_THAT(
      facts,
      ContainsSubstring(
          "1.5 s for one answer; 30 s for all answers of a game together; 0.1 s tolerated before a late answer"));
  CHECK_THAT(facts, ContainsSubstring("memory: 1024 MB; processes: 1;"));
  CHECK_THAT(facts, !ContainsSubstring("_ms"));
  CHECK_THAT(facts, ContainsSubstring("No public random text was mixed with the key."));

  run.manifest.entropy = "lottery of May 3";
  run.manifest.label.name = "Autumn cup";
  run.write();
  const json::object named = run.report().at("runs").at(0).as_object();
  CHECK(named.at("name") == json::string("Autumn cup"));
  CHECK_THAT(json::serialize(named.at("facts")),
             ContainsSubstring("A public random text was mixed with the key: lottery of May 3."));
}

TEST_CASE("a run has the ids of all of its stages") {
  Run run;
  RunSummary summary;
  for (const int number : {1, 2}) {
    run.manifest.stage.number = number;
    summary.stages.emplace_back().manifest = run.manifest;
  }
  const json::object object = run_json(summary);
  const std::string first = run_id(summary.stages[0].manifest);
  const std::string second = run_id(summary.stages[1].manifest);
  REQUIRE(first != second);
  CHECK(object.at("id") == json::string(first));
  CHECK(object.at("stages") == json::array{first, second});
}

TEST_CASE("games of a void block are not in the list") {
  Run run;
  std::vector<std::string> lines = made_lines(run.manifest, run.games, kKey, false);
  run.write(false);
  lines.push_back(made_void_line(run.manifest, 0, run.manifest.blocks));
  write_file(run.folder / "run/games.jsonl", joined(lines));
  const json::object report = run.report();
  for (const json::value& row : report.at("games").as_array()) CHECK(row.at(2) != 0);
  CHECK(report.at("runs").at(0).at("voidBlocks") == 1);
}

TEST_CASE("one game has a page of its own") {
  Run run;
  run.write();
  std::optional<GameRecord> game;
  RunSummary summary = read_run(run.path(), [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
    if (!game) game = std::move(record);
  });
  const auto wrong = write_game_page(run.folder / "one.html", *game, summary.stages.front(), {}, {1, "test", {}});
  CHECK_FALSE(wrong);
  const json::value report = json::parse(data_of(read_file(run.folder / "one.html")));
  CHECK(report.at("games").as_array().size() == 1);
  CHECK(report.at("replays").as_object().contains("0/" + game->id));
  CHECK_FALSE(report.as_object().contains("standings"));
}

}  // namespace report_test
