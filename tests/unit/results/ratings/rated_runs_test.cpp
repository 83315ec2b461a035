#include "arena/results/ratings/read_rated_runs.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <functional>

#include "arena/base/text/input_error.h"
#include "arena/records/game_record.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/results/ratings/exact_text.h"
#include "tests/unit/results/ratings/made_runs.h"

namespace rated_runs_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<std::string> part(const std::vector<std::string>& lines, std::size_t from, std::size_t to) {
  return {lines.begin() + static_cast<std::ptrdiff_t>(from), lines.begin() + static_cast<std::ptrdiff_t>(to)};
}

}  // namespace

TEST_CASE("the games of a run become standings of its bots in its variants") {
  const MadeRun run("ratings");
  const RatedRuns rated = run.rated();
  CHECK(rated.runs() == std::vector<RatedRun>{{run_id(run.manifest), 6}});
  const Standings standings = rated.standings();
  CHECK(standings.field.bots == std::vector<std::string>{"ann", "bob", "cyd", "dan", "eve"});
  CHECK(standings.field.variants == std::vector<std::string>{run.manifest.variants[0].id, run.manifest.variants[1].id});
  CHECK(standings.overall.blocks == 6);
  CHECK(standings.overall.games == 21);
  CHECK(standings.overall.rows.size() == 5);
  REQUIRE(standings.by_variant.size() == 2);
  CHECK(standings.by_variant[0].blocks == 3);
  CHECK(standings.by_variant[0].games == 12);
  CHECK(standings.by_variant[1].games == 9);
  CHECK(standings.left_out.incomplete_blocks == 0);
  CHECK(standings.left_out.void_blocks == 0);
}

TEST_CASE("neither the order of the records nor how they are split into files matters") {
  const MadeRun run("ratings");
  const std::string expected = exact(run.rated().standings());
  const MadeFiles files;
  CHECK(text_of_files({files.write("all", run.lines)}) == expected);

  std::vector<std::string> backwards(run.lines.rbegin(), run.lines.rend());
  CHECK(text_of_files({files.write("backwards", backwards)}) == expected);
  for (unsigned turn = 1; turn < 6; ++turn) {
    std::vector<std::string> turned = run.lines;
    std::rotate(turned.begin(), turned.begin() + turn * 3, turned.end());
    CHECK(text_of_files({files.write("turned", turned)}) == expected);
  }

  const std::string first = files.write("first", part(run.lines, 0, 7));
  const std::string second = files.write("second", part(run.lines, 7, 15));
  const std::string third = files.write("third", part(run.lines, 15, run.lines.size()));
  CHECK(text_of_files({first, second, third}) == expected);
  CHECK(text_of_files({third, first, second}) == expected);
  // A header that every part repeats is one run all the same.
  const std::string again = files.write("again", part(run.lines, 0, 1));
  CHECK(text_of_files({again, third, second, again, first}) == expected);
}

TEST_CASE("two parts of a run may both lack its first line if a third file has it") {
  const MadeRun run("ratings");
  const MadeFiles files;
  const std::string header = files.write("header", part(run.lines, 0, 1));
  const std::string odd = files.write("odd", part(run.lines, 1, 9));
  const std::string even = files.write("even", part(run.lines, 9, run.lines.size()));
  CHECK(text_of_files({odd, even, header}) == exact(run.rated().standings()));
  CHECK(error_of_files({odd, even}) ==
        odd + ": it has no line of type \"run\", so it is not the whole record of a run");
}

TEST_CASE("only the variants that are asked for are rated") {
  const MadeRun run("ratings");
  const MadeFiles files;
  const std::string all = files.write("all", run.lines);
  const std::string id = run.manifest.variants[1].id;
  const RatedRuns one = read_rated_runs({all}, {.variants = {id}});
  CHECK(one.runs().front().planned_blocks == std::nullopt);
  const Standings standings = one.standings();
  CHECK(standings.field.variants == std::vector<std::string>{id});
  CHECK(standings.overall.blocks == run.rated().standings().by_variant[1].blocks);
  CHECK(standings.left_out.incomplete_blocks == 0);
  // All of them, whatever they are called by.
  CHECK(exact(read_rated_runs({all}, {.variants = {"*"}}).standings()) == exact(run.rated().standings()));
  CHECK_THROWS_WITH(read_rated_runs({all}, {.variants = {"*@6"}}),
                    "these runs have no variant '*@6'; their variants are: " +
                        std::min(run.manifest.variants[0].id, id) + ", " + std::max(run.manifest.variants[0].id, id));
}

TEST_CASE("a game that comes twice is refused with its place") {
  const MadeRun run("ratings");
  const MadeFiles files;
  std::vector<std::string> lines = run.lines;
  lines.insert(lines.begin() + 9, lines[3]);
  const std::string twice = files.write("twice", lines);
  CHECK_THAT(error_of_files({twice}),
             Catch::Matchers::StartsWith(twice + ":10: game 2 of block 0 of run '" + run_id(run.manifest) + "': "));
  // Also after its block is complete, and from another file.
  const std::string all = files.write("all", run.lines);
  const std::string more = files.write("more", part(run.lines, 4, 5));
  CHECK_THAT(error_of_files({all, more}), Catch::Matchers::StartsWith(more + ":1: game 3 of block 0"));
  CHECK_THAT(error_of_files({all, all}), Catch::Matchers::StartsWith(all + ":2: game 0 of block 0"));
}

TEST_CASE("a line of a run that is not among the files is refused") {
  const MadeRun run("ratings");
  const MadeRun foreign("foreign");
  const MadeFiles files;
  std::vector<std::string> lines = run.lines;
  const std::string whose = ": this line belongs to a run whose first line is in none of the files";
  lines.insert(lines.begin() + 5, foreign.lines[2]);
  const std::string with_game = files.write("game", lines);
  CHECK(error_of_files({with_game}) == with_game + ":6" + whose);
  lines[5] = made_void_line(foreign.manifest, 0, 6);
  const std::string with_void = files.write("void", lines);
  CHECK(error_of_files({with_void}) == with_void + ":6" + whose);
}

TEST_CASE("a line that does not belong in the records of games is refused") {
  const MadeRun run("ratings");
  const MadeFiles files;
  const auto error = [&](const boost::json::object& line) {
    std::vector<std::string> lines = run.lines;
    lines.insert(lines.begin() + 4, seal_line(line));
    const std::string file = files.write("odd", lines);
    const std::string text = error_of_files({file});
    CHECK(text.starts_with(file + ":5: "));
    return text.substr(std::min(text.size(), file.size() + 4));
  };
  CHECK(error({{"v", kRecordVersion}, {"type", "timing"}}) == "this is not a line of games.jsonl");
  CHECK(error({{"v", kRecordVersion}}) == "this is not a line of games.jsonl");
  CHECK(error({{"v", 2}, {"type", "game"}}) == "the line has schema 2, but this arena reads 3");
  CHECK(error({{"type", "game"}}) == "the line has schema none, but this arena reads 3");
  CHECK(error({{"v", kRecordVersion}, {"type", "void"}}) == "this line names no run");
  CHECK(error(void_json({-1, 6, 0, Fault::sandbox, ""}, run_id(run.manifest))) == "there is no block -1");
  CHECK_THAT(error({{"v", kRecordVersion}, {"type", "game"}}), ContainsSubstring("this is not a record of a game: "));
  // Messages use our words, not those of a library's sources.
  CHECK(error({{"v", kRecordVersion}, {"type", "game"}, {"run", 7}}) ==
        "this is not a record of a game: \"run\" is not text");
  CHECK(error({{"v", kRecordVersion}, {"type", "game"}, {"run", "x"}}) ==
        "this is not a record of a game: \"variant\" is missing");
}

TEST_CASE("a run of planned length has bands until its records say that it has ended as planned") {
  const MadeRun run("ratings");
  const MadeFiles files;
  const auto looks_of = [&](const std::vector<std::string>& lines) {
    return read_rated_runs({files.write("games", lines)}).looks();
  };
  CHECK(looks_of(run.lines) == Looks{});
  const std::vector<std::string> open(run.lines.begin(), run.lines.end() - 1);
  CHECK(looks_of(open) == Looks{Looks::Kind::planned, 1});
  const std::vector<std::string> few(run.lines.begin(), run.lines.begin() + 2);
  CHECK(looks_of(few) == Looks{Looks::Kind::planned, 1.0 / run.manifest.games});
  // The games of a chunk end together: only those of complete blocks show anything.
  const auto of_block = [&](const GameRecord& game) {
    return outcome_of(game).block == outcome_of(run.games[0]).block;
  };
  const auto block_games = static_cast<int>(std::ranges::count_if(run.games, of_block));
  REQUIRE(std::all_of(run.games.begin(), run.games.begin() + block_games, of_block));
  const std::vector<std::string> more(run.lines.begin(), run.lines.begin() + 1 + block_games + 1);
  CHECK(looks_of(more) == Looks{Looks::Kind::planned, static_cast<double>(block_games) / run.manifest.games});
  std::vector<std::string> cut = open;
  cut.push_back(seal_line(end_json(run_id(run.manifest), run.manifest.games, run.key, true)));
  cut.back().pop_back();
  CHECK(looks_of(cut) == Looks{Looks::Kind::planned, 1});
}

TEST_CASE("a game whose bots, variant or rules its run does not have is refused") {
  const MadeRun run("ratings");
  const auto error = [&](const std::function<void(Outcome&)>& change) -> std::string {
    RatedRuns rated({run.manifest});
    Outcome outcome = outcome_of(run.games[5]);
    change(outcome);
    try {
      rated.add(outcome, "here");
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "added";
  };
  CHECK(error([](Outcome&) {}) == "added");
  CHECK(error([](Outcome& outcome) { outcome.seats[1].bot = "zoe"; }) ==
        "here: game b1g1 has a bot that its run does not have");
  CHECK(error([](Outcome& outcome) { outcome.variant = "black-lady@4"; }) ==
        "here: game b1g1 has a variant or rules that its run does not play");
  CHECK(error([](Outcome& outcome) { outcome.rules_hash = "x"; }) ==
        "here: game b1g1 has a variant or rules that its run does not play");
  CHECK(error([](Outcome& outcome) { outcome.run = "x\n"; }) ==
        "here: this line belongs to a run whose first line is in none of the files");
  CHECK(error([](Outcome& outcome) { outcome.games_in_block = 1; }).starts_with("here: game 1 of block 1 of run "));
}

TEST_CASE("incomplete blocks are left out and reported") {
  const MadeRun run("ratings");
  const MadeFiles files;
  // Without the last game of the first block and all but one of the last.
  std::vector<std::string> lines = run.lines;
  lines.erase(lines.begin() + 20, lines.begin() + 22);
  lines.erase(lines.begin() + 4);
  const Standings standings = read_rated_runs({files.write("gaps", lines)}).standings();
  CHECK(standings.left_out.incomplete_blocks == 2);
  CHECK(standings.left_out.incomplete_games == 4);
  CHECK(standings.overall.blocks == 4);
  CHECK(standings.overall.games == 4 + 4 + 3 + 3);
}

TEST_CASE("void blocks are left out wherever their line is, and what was played for them counts") {
  const MadeRun run("ratings");
  std::vector<std::string> lines = run.lines;
  const std::string void_line = made_void_line(run.manifest, 0, 6);
  std::vector<GameRecord> games;
  Block again = made_block(run.manifest, 0);
  again.number = 6;
  for (int game = 0; game < 4; ++game) games.push_back(made_game(run.manifest, run.key, again, game, {}, 77));
  const std::vector<std::string> replacement = part(made_lines(run.manifest, games, run.key), 1, 5);
  lines.insert(lines.end() - 1, replacement.begin(), replacement.end());

  const MadeFiles files;
  std::vector<std::string> texts;
  for (const std::size_t at : {0U, 1U, 3U, 5U, 20U, 26U}) {
    std::vector<std::string> with_void = lines;
    with_void.insert(with_void.begin() + static_cast<std::ptrdiff_t>(at), void_line);
    const RatedRuns rated = read_rated_runs({files.write("void", with_void)});
    texts.push_back(exact(rated.standings()));
    const Standings standings = rated.standings();
    CHECK(standings.left_out.void_blocks == 1);
    CHECK(standings.left_out.void_games == 4);
    CHECK(standings.overall.blocks == 6);
    CHECK(standings.overall.games == 21);
    CHECK(texts.back() == texts.front());
  }
  CHECK(texts.front() != exact(run.rated().standings()));
}

TEST_CASE("the reference is a bot of the field, or the error names those there are") {
  const MadeRun run("ratings");
  const RatedRuns rated = run.rated();
  CHECK_FALSE(rated.standings().field.reference);
  const Standings standings = rated.standings("dan");
  CHECK(standings.field.reference == 3);
  for (const StandingsRow& row : standings.overall.rows) {
    if (row.bot == 3) CHECK(row.elo.value == kEloAnchor);
  }
  CHECK_THROWS_WITH(rated.standings("zoe\n"),
                    "the reference 'zoe\\x0a' is not a bot of these runs; their bots are: ann, bob, cyd, dan, eve");
}

TEST_CASE("a run's own anchors hold, unless others are asked for or a reference is") {
  MadeRun run("ratings");
  run.manifest.label.anchors = {{"dan", 1600}, {"ann", 1500}};
  const RatedRuns rated = run.rated();
  CHECK(rated.standings().field.anchors == std::vector<Anchor>{{0, 1500}, {3, 1600}});
  const Standings asked = rated.standings({}, {"bob=0", "eve=4000"});
  CHECK(asked.field.anchors == std::vector<Anchor>{{1, 0}, {4, 4000}});
  CHECK(rated.standings("dan").field.anchors.empty());
  // A comparison of variants reads them the same way.
  CHECK(rated.comparison().field.anchors == rated.standings().field.anchors);
  CHECK(rated.comparison({}, {"bob=0", "eve=4000"}).field.anchors == asked.field.anchors);
  CHECK(rated.comparison("dan").field.reference == 3);
  CHECK_THROWS_WITH(rated.comparison("zoe"), ContainsSubstring("the reference 'zoe' is not a bot of these runs"));
}

namespace {

/// The manifests of a run whose stages have these bots, with the decisions of its organiser.
std::vector<Manifest> stages_of(const std::vector<std::vector<std::string>>& stages, const BotStatuses& statuses = {}) {
  std::vector<Manifest> manifests;
  for (const std::vector<std::string>& names : stages) {
    const RunKey key = RunKey::from_seed("stage " + std::to_string(manifests.size()));
    Manifest manifest = made_league({kMadeVariants[0]}, key, static_cast<int>(names.size()), 4);
    manifest.stage.number = static_cast<int>(manifests.size()) + 1;
    for (std::size_t i = 0; i < names.size(); ++i) {
      manifest.bots[i].name = names[i];
      manifest.bots[i].hash = names[i] + std::string(64 - names[i].size(), '0');
    }
    manifest.label.statuses = statuses;
    manifests.push_back(std::move(manifest));
  }
  return manifests;
}

/// The states of the bots that are not current: "duck: replaced (by duck~2)".
std::vector<std::string> states_of(const RatedRuns& rated) {
  std::vector<std::string> texts;
  const Field field = rated.standings().field;
  for (const auto& [bot, status] : field.statuses)
    texts.push_back(field.bots[hearts::at(bot)] + ": " + status_text(status));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a bot is current if it plays in the last stage, and its earlier versions are replaced") {
  CHECK(states_of(RatedRuns(stages_of({{"ann", "bob", "cyd", "duck"}}))).empty());
  const std::vector<Manifest> run = stages_of({{"ann", "bob", "cyd", "duck"},
                                               {"ann", "bob", "cyd", "duck~2"},
                                               {"ann", "bob~2", "cyd", "duck~3"},
                                               {"bob~2", "cyd", "duck~3", "eve"}});
  const Texts expected = {"ann: withdrawn (the last stage does not have it)", "bob: replaced (by bob~2)",
                          "duck: replaced (by duck~3)", "duck~2: replaced (by duck~3)"};
  CHECK(states_of(RatedRuns(run)) == expected);
  // The author went back to the first version.
  CHECK(states_of(RatedRuns(stages_of({{"a", "b", "c", "d"}, {"a", "b", "c", "d~2"}, {"a", "b", "c", "d"}}))) ==
        Texts{"d~2: replaced (by d)"});
}

TEST_CASE("what the organiser decided about a bot applies to its last version, and a disqualification to all") {
  const std::string time = "2031-05-17T07:30:00Z";
  const auto states = [&](BotState state) {
    return states_of(RatedRuns(
        stages_of({{"ann", "bob", "cyd", "duck"}, {"ann", "bob", "cyd", "duck~2"}}, {{"duck", {state, time, "why"}}})));
  };
  CHECK(states(BotState::withdrawn) == Texts{"duck: replaced (by duck~2)", "duck~2: withdrawn (2031-05-17: why)"});
  CHECK(states(BotState::disqualified) ==
        Texts{"duck: disqualified (2031-05-17: why)", "duck~2: disqualified (2031-05-17: why)"});
}

TEST_CASE("a bot that forfeited too often is withdrawn, and comes back with its next version") {
  std::vector<Manifest> run = stages_of({{"ann", "bob", "cyd", "duck"}, {"ann", "bob", "cyd"}});
  run.back().stage.withdrawn = {"duck"};
  CHECK(states_of(RatedRuns(run)) == Texts{"duck: withdrawn (it forfeited too many games in a row)"});
  run = stages_of({{"ann", "bob", "cyd", "duck"}, {"ann", "bob", "cyd"}, {"ann", "bob", "cyd", "duck~2"}});
  run.back().stage.withdrawn = {"duck"};
  CHECK(states_of(RatedRuns(run)) == Texts{"duck: replaced (by duck~2)"});
}

TEST_CASE("a bot that is current in one of several runs is current, unless an organiser keeps it out") {
  std::vector<Manifest> runs = stages_of({{"ann", "bob", "cyd", "duck"}, {"ann", "bob", "cyd", "eve"}});
  Manifest other = stages_of({{"bob", "duck", "eve", "fox"}}).front();
  other.commitment = std::string(64, 'e');
  runs.push_back(other);
  CHECK(states_of(RatedRuns(runs)).empty());
  runs.back().label.statuses = {{"bob", {BotState::withdrawn, "2031-05-17T07:30:00Z", "why"}}};
  CHECK(states_of(RatedRuns(runs)) == Texts{"bob: withdrawn (2031-05-17: why)"});
  std::rotate(runs.begin(), runs.begin() + 2, runs.end());
  CHECK(states_of(RatedRuns(runs)) == Texts{"bob: withdrawn (2031-05-17: why)"});
}

TEST_CASE("an anchor is a bot and its Elo") {
  const RatedRuns rated = MadeRun("ratings").rated();
  const auto error = [&](const std::vector<std::string>& words) -> std::string {
    try {
      rated.standings({}, words);
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "rated";
  };
  CHECK(error({"ann=1600", "bob=1600"}) == "rated");
  for (const std::string word : {"ann", "ann=", "ann=x", "ann=-1", "ann=4001", "ann=1600.5", "=", ""}) {
    CHECK(error({word}) == "--anchor must be NAME=ELO, with a whole number from 0 to 4000, not '" + word + "'");
  }
  CHECK(error({"zoe=1600"}) == "the anchor 'zoe' is not a bot of these runs; their bots are: ann, bob, cyd, dan, eve");
  CHECK(error({"ann=1600", "ann=1500"}) == "ann is anchored twice");
}

TEST_CASE("runs that have not the same anchors are rated without them") {
  MadeRun monday("monday");
  MadeRun tuesday("tuesday");
  const auto together = [&] { return RatedRuns({monday.manifest, tuesday.manifest}); };
  monday.manifest.label.anchors = tuesday.manifest.label.anchors = {{"dan", 1600}};
  CHECK(together().standings().field.anchors == std::vector<Anchor>{{3, 1600}});
  const auto differ = [&] {
    const RatedRuns rated = together();
    return rated.standings().field.anchors.empty() && rated.runs()[1].has_other_anchors;
  };
  tuesday.manifest.label.anchors["dan"] = 1601;
  CHECK(differ());
  tuesday.manifest.label.anchors.clear();
  CHECK(differ());
  // Another version of the bot is another bot.
  tuesday.manifest.label.anchors = {{"dan", 1600}};
  tuesday.manifest.bots[3].hash = std::string(64, 'e');
  CHECK(differ());
}

TEST_CASE("runs differ in limits where a variant that both play does") {
  MadeRun monday("monday");
  MadeRun tuesday("tuesday");
  const auto differ = [&] { return RatedRuns({monday.manifest, tuesday.manifest}).runs()[1].has_other_limits; };
  CHECK_FALSE(differ());
  tuesday.manifest.variants[1].limits = tuesday.manifest.limits;
  CHECK_FALSE(differ());
  ++tuesday.manifest.variants[1].limits->tries;
  CHECK(differ());
  monday.manifest.variants[1].limits = tuesday.manifest.variants[1].limits;
  CHECK_FALSE(differ());
  tuesday.manifest.bots[2].limits = {{&limit_keys()[1], 700}};
  CHECK(differ());
  tuesday.manifest.bots[2].hash = std::string(64, 'e');
  CHECK_FALSE(differ());
}

TEST_CASE("no bot is tested for knowing deals if each game has its own") {
  const MadeRun run("order", 60);
  CHECK(run.rated().standings().order_tests == 2 * 5);
  Manifest manifest = run.manifest;
  manifest.duplicate_deals = false;
  CHECK(MadeRun(manifest, run.key).rated().standings().order_tests == 0);
}

TEST_CASE("a file that is not a run's records is refused with its name") {
  const MadeFiles files;
  const std::string empty = files.write("empty", {});
  CHECK(error_of_files({empty}) == empty + ": nothing has been played yet");
  CHECK(error_of_files({empty + ".gone"}) ==
        "there is no run '" + empty + ".gone'; give the folder of a run, or its games.jsonl");
  const MadeRun run("ratings");
  std::string damaged = run.lines[3];
  damaged[50] = static_cast<char>(damaged[50] ^ 1);
  const std::string file = files.write("damaged", {run.lines[0], damaged});
  CHECK(error_of_files({file}).starts_with(file + ":2: damaged: "));
}

}  // namespace rated_runs_test
