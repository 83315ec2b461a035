#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace duel_test {

using namespace cli_test;

namespace {

Words duel(const Words& words) { return Words{"duel", "--hands", "1", "--isolation", "none"} + words; }

}  // namespace

TEST_CASE("a duel ends when it is clear who is stronger, and is verified", "[memory]") {
  const ScratchFolder folder;
  const Words command = duel({sample_bot("rules_cpp"), sample_bot("random_c"), "--seed", "7", "--out", "run"});
  const Outcome first = run_arena(folder.path(), command);
  INFO(first.err);
  CHECK(first.code == 0);
  CHECK_THAT(first.out, ContainsSubstring("rules_cpp is stronger than random_c: +") &&
                            ContainsSubstring(" Elo (accepted H1: +20 or more, alpha 0.05).\n"));
  CHECK_THAT(first.out, ContainsSubstring("\n64 blocks; rules_cpp won "));
  CHECK_THAT(first.out, ContainsSubstring(", bounds -"));
  const Outcome verified = run_arena(folder.path(), {"verify", "run"});
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, ContainsSubstring(" before block 64, and ended there\n"));
  CHECK_THAT(verified.out, ContainsSubstring("the verdict of the duel follows from its games: stronger\n"));
  // It is over.
  const std::string records = read_file(folder / "run/games.jsonl");
  CHECK(run_arena(folder.path(), command).code == 0);
  CHECK(read_file(folder / "run/games.jsonl") == records);

  // The other way round, by points, with one game at a time and with several.
  Words other =
      duel({sample_bot("random_c"), sample_bot("rules_cpp"), "--margin1", "1", "--seed", "7", "--concurrency"});
  const Outcome alone = run_arena(folder.path(), [&] {
    Words words = other;
    words = words + Words{"1", "--out", "one"};
    return words;
  }());
  CHECK(alone.code == 1);
  CHECK_THAT(run_arena(folder.path(), {"verify", "one"}).out,
             ContainsSubstring("the verdict of the duel follows from its games: not stronger\n"));
  CHECK_THAT(alone.out, ContainsSubstring("random_c is not shown to be stronger than rules_cpp: -") &&
                            ContainsSubstring(" points a hand (accepted H0: 0 or less, beta 0.05).\n"));
  other = other + Words{"4", "--out", "four"};
  CHECK(run_arena(folder.path(), other).code == 1);
  CHECK(processes::sorted_lines(folder / "one/games.jsonl") == processes::sorted_lines(folder / "four/games.jsonl"));
}

TEST_CASE("bots of an earlier run duel by their names, with the settings that they have there") {
  const ArenaFolder folder;
  for (const std::string name : {"ann", "bob", "cyd"}) folder.add_bot(name);
  folder.write_league({R"({"bot": "ann", "name": "deep", "args": ["--depth", "4"], "env": {"MODE": "x"},
                           "resources": {"memory_mb": 300}, "restart": "game"})",
                       entrant("bob"), entrant("cyd")},
                      R"("variants": [{"variant": "royal-classic@2", "hands": 1}, "black-lady@3"], "blocks": 2,
                         "limits": {"move_ms": 9000, "startup_ms": 60000})");
  folder.does({"run", ".", "--out", "run", "--isolation", "none"});
  const auto duel_from = [&](const std::string& from, const Words& more) {
    return folder.arena(Words{"duel", "--from", from, "--isolation", "none", "--log-level", "error"} + more);
  };
  for (const std::string from : {"run", "."}) {
    const std::string out = from == "run" ? "by_run" : "by_league";
    const Words few = {"--variant", "royal*", "--games", "8", "--seed", "7", "--out", out};
    const Outcome played = duel_from(from, Words{"deep", "bob"} + few);
    INFO(played.err);
    REQUIRE((played.code == 0 || played.code == 1 || played.code == 3));
    CHECK_THAT(played.out, ContainsSubstring("deep "));
    const arena::Manifest manifest = arena::read_manifests(folder / out / "games.jsonl").at(0);
    const arena::Manifest before = arena::read_manifests(folder / "run/games.jsonl").at(0);
    REQUIRE(manifest.bots.size() == 2);
    const arena::BotEntry& deep = manifest.bots[0];
    CHECK(deep.name == "deep");
    CHECK(deep.hash == before.bots[0].hash);
    CHECK(deep.command.words == before.bots[0].command.words);
    CHECK(deep.command.environment == before.bots[0].command.environment);
    CHECK(deep.command.resources.memory_mb == 300);
    CHECK(deep.is_for_one_game);
    CHECK(manifest.limits.move == std::chrono::milliseconds(9000));
    REQUIRE(manifest.variants.size() == 1);
    CHECK(manifest.variants[0].id == before.variants[0].id);
    CHECK(manifest.variants[0].length.hands_max == 1);
    CHECK(manifest.variants[0].length.fixed);
    CHECK(manifest.duel);
    CHECK(duel_from(from, Words{"deep", "bob"} + few).code == played.code);  // it is over
    CHECK(folder.arena({"verify", out}).code == 0);
  }
  const auto error = [&](const Words& words) { return one_error(duel_from("run", words)); };
  CHECK(error({"deep", "bbo"}) == "run has no bot 'bbo'; the nearest is bob; its bots are: bob, cyd, deep");
  CHECK(error({"deep", "deep"}) == "deep is named twice");
  CHECK(error({"deep"}) == "a duel needs two bots, not 1");
  CHECK_THAT(error({"deep", "bob", "--with", "x\x1b[2J"}), StartsWith("run has no bot 'x\\x1b[2J'"));
  CHECK(error({"deep", "bob", "--move", "5"}) ==
        "--move cannot be combined with --from: the duel has the settings of run");
  CHECK(error({"deep", "bob", "--variant", "omnibus"}) ==
        "--variant omnibus: run does not play it; its variants are: royal-classic@2, black-lady@3");
  CHECK_THAT(one_error(duel_from("nowhere", {"deep", "bob"})), StartsWith("there is no run 'nowhere'"));
  write_file(folder / "bob/notes.txt", "changed");
  CHECK_THAT(error({"deep", "bob"}), StartsWith("bob of run: its files in "));
}

TEST_CASE("a duel that has lost a game is found out") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), duel({sample_bot("rules_cpp"), sample_bot("random_c"), "--out", "run"})).code == 0);
  std::string text;
  bool is_cut = false;
  for (const std::string& line : lines_of(read_file(folder / "run/games.jsonl"))) {
    const bool is_game = line.find("\"type\":\"game\"") != std::string::npos;
    if (is_game && !std::exchange(is_cut, true)) continue;
    text += line + "\n";
  }
  write_file(folder / "run/games.jsonl", text);
  const Outcome verified = run_arena(folder.path(), {"verify", "run"});
  CHECK(verified.code == 2);
  CHECK_THAT(verified.err, ContainsSubstring("the run ended with 192 games, but the file has 191"));
}

TEST_CASE("a duel that is not decided by its last block says so") {
  const ScratchFolder folder;
  const Outcome outcome =
      run_arena(folder.path(), duel({sample_bot("random_c"), sample_bot("watch_c"), "--elo1", "1", "--blocks", "32",
                                     "--variant", "black-lady@4", "--variant", "royal-classic@3", "--out", "run"}));
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.out,
             ContainsSubstring("After 32 blocks it is undecided whether random_c is stronger than watch_c: ") &&
                 ContainsSubstring("(accepted neither H0: 0 or") && ContainsSubstring("H1: +1 or more).\n"));
  CHECK_THAT(outcome.out, ContainsSubstring("\nblack-lady@4: "));
  CHECK_THAT(outcome.out, ContainsSubstring(" Elo; 16 blocks.\n"));
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
}

TEST_CASE("a duel of one or two blocks ends, and its records are complete") {
  const ScratchFolder folder;
  for (const std::string blocks : {"1", "2"}) {
    const Outcome outcome = run_arena(folder.path(), duel({sample_bot("rules_cpp"), sample_bot("random_c"), "--seed",
                                                           "7", "--blocks", blocks, "--out", blocks}));
    INFO(blocks << " blocks: " << outcome.out << outcome.err);
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.out, ContainsSubstring(" whether rules_cpp is stronger than random_c: +") &&
                                ContainsSubstring(" ± - Elo (accepted") &&
                                ContainsSubstring("\n± -: too few blocks to estimate it.\n"));
    CHECK_THAT(read_file(folder.path() / blocks / "standings.md"), ContainsSubstring(" ± - Elo "));
    const json::object ratings = json::parse(read_file(folder.path() / blocks / "ratings.json")).as_object();
    CHECK(ratings.at("duel").at("difference_pm").is_null());
    CHECK(run_arena(folder.path(), {"verify", blocks}).code == 0);
  }
}

TEST_CASE("a league file of a duel is played by duel and by run alike") {
  const LeagueFolder folder;
  const Words entrants = {entrant(sample_bot("rules_cpp")), entrant(sample_bot("random_c"))};
  const std::string settings = R"("variants": [{"variant": "royal-classic@2", "hands": 1}], "blocks": 8, "format": )";
  folder.write_league(entrants, settings + R"("duel")", "duel.json");
  folder.write_league(entrants, settings + R"("round_robin")");
  const auto arena = [&](const std::string& command, const Words& more) {
    return run_arena(folder.path(), Words{command, "--isolation", "none", "--seed", "7"} + more);
  };
  const Outcome one = arena("duel", {"duel.json", "--out", "one"});
  const Outcome other = arena("run", {"duel.json", "--out", "other"});
  INFO(one.err);
  CHECK(one.code == other.code);
  CHECK_THAT(one.out, ContainsSubstring("8 blocks"));
  CHECK(processes::sorted_lines(folder / "one/games.jsonl") == processes::sorted_lines(folder / "other/games.jsonl"));

  CHECK(one_error(arena("duel", {"league.json"})) ==
        "league.json: this league is not a duel (\"format\": \"duel\"); to play it: arena run league.json");
  CHECK(one_error(arena("duel", {"duel.json", "--elo1", "30"})) ==
        "--elo1 cannot be combined with a league file; set it in duel.json");
  CHECK_THAT(one_error(arena("duel", {"duel.json", "--with", sample_bot("watch_c")})),
             ContainsSubstring("duel.json: a league must be the only argument"));
}

TEST_CASE("the verdict of a duel is in its records, and rate, the standings and the page show it") {
  const ScratchFolder folder;
  const auto arena = [&](const Words& words) { return run_arena(folder.path(), words); };
  REQUIRE(arena(duel({sample_bot("rules_cpp"), sample_bot("random_c"), "--seed", "7", "--out", "run"})).code == 0);
  const std::string verdict = "rules_cpp is stronger than random_c: +";
  CHECK_THAT(arena({"rate", "run"}).out, ContainsSubstring(verdict));
  CHECK_THAT(arena({"rate", "run", "--without-pairs"}).out, ContainsSubstring(verdict));
  CHECK_THAT(arena({"watch", "run", "--once"}).out, ContainsSubstring("\n" + verdict));
  CHECK_THAT(read_file(folder / "run/standings.md"), ContainsSubstring(verdict));
  const json::object ratings = json::parse(read_file(folder / "run/ratings.json")).as_object();
  CHECK(ratings.at("duel").at("verdict") == "stronger");
  CHECK(json::parse(arena({"rate", "run", "--json"}).out) == ratings);
  // The verdict belongs to all blocks of the duel, and to this run alone.
  CHECK_THAT(arena({"rate", "run", "--last", "40"}).out, !ContainsSubstring(verdict));
  CHECK_THAT(arena({"rate", "run", "--last", "40"}).out,
             ContainsSubstring("not shown here. To see it: arena rate run\n"));
  CHECK_THAT(arena({"rate", "run"}).out, !ContainsSubstring("not shown here"));
  CHECK(arena({"report", "run", "--out", "page.html"}).code == 0);
  CHECK_THAT(read_file(folder / "page.html"), ContainsSubstring(R"("sentences":[")" + verdict));

  const std::string records = read_file(folder / "run/games.jsonl");
  std::vector<std::string> lines = lines_of(records);
  json::object end = json::parse(lines.back()).as_object();
  CHECK(end.at("duel") == json::parse(R"({"verdict": "stronger", "decided_at": 64, "seats": [384, 384],
                                          "forfeits": [0, 0]})"));
  end.erase("crc");
  const auto with_end = [&] {
    lines.back() = arena::seal_line(end);
    lines.back().pop_back();
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    write_file(folder / "run/games.jsonl", text);
    return arena({"verify", "run"});
  };
  end["duel"].as_object()["verdict"] = "undecided";
  const Outcome lie = with_end();
  CHECK(lie.code == 1);
  CHECK_THAT(lie.err, ContainsSubstring("the last line says that the duel ended as undecided before block 64"));
  CHECK_THAT(lie.out, !ContainsSubstring("the verdict of the duel follows"));
  end["duel"].as_object()["verdict"] = "not_stronger";
  CHECK_THAT(with_end().err, ContainsSubstring("that the duel ended as not stronger before block 64"));
  end["duel"].as_object()["verdict"] = "splendid";
  CHECK_THAT(with_end().err, ContainsSubstring("this is not the end of a duel: 'splendid' is not a verdict"));
  end["duel"] = 7;
  CHECK(with_end().code == 2);
  end.erase("duel");
  const Outcome silent = with_end();
  CHECK(silent.code == 1);
  CHECK_THAT(silent.err,
             ContainsSubstring("the last line does not say how the duel ended; by its games it is stronger"));
  CHECK_THAT(silent.out, !ContainsSubstring("the verdict of the duel follows"));
}

TEST_CASE("a duel against a bot that forfeits has no result, unless its forfeits are to count") {
  const ScratchFolder folder;
  write_program(folder / "mute", FirstWordsBot{.at_ask = {"sys.exit()"}}.text());
  const auto played = [&](const Words& more) {
    return run_arena(folder.path(), duel(Words{sample_bot("random_c"), "./mute", "--variant", "royal-classic@2",
                                               "--keep-going", "--log-level", "error"} +
                                         more));
  };
  const Outcome none = played({"--out", "none"});
  INFO(none.out << none.err);
  CHECK(none.code == 4);
  CHECK_THAT(none.out,
             ContainsSubstring("No result: mute forfeited in 128 of its 128 seats, and above 5% the games do"));
  CHECK_THAT(read_file(folder / "none/games.jsonl"),
             ContainsSubstring(R"("duel":{"verdict":"no_result","decided_at":64)"));
  CHECK(run_arena(folder.path(), {"verify", "none"}).code == 0);
  const Outcome counted = played({"--out", "counted", "--forfeits-max", "1"});
  CHECK(counted.code == 0);
  CHECK_THAT(counted.out, ContainsSubstring("mute forfeited in 128 of its 128 seats. A seat that forfeits"));
}

TEST_CASE("a duel that cannot be played ends with code 4, which no verdict has") {
  const ScratchFolder folder;
  const Words bots = {sample_bot("random_c"), "true"};
  const Outcome failed = run_arena(folder.path(), duel(bots + Words{"--blocks", "2", "--out", "run"}));
  INFO(failed.err);
  CHECK(failed.code == 4);
  CHECK_THAT(failed.err, ContainsSubstring("true cannot play"));
  // The verdict cannot be printed.
  const std::string full = "exec " HEARTS_BINARY_DIR "/arena duel " + sample_bot("rules_cpp") + " " +
                           sample_bot("random_c") + " --hands 1 --isolation none --seed 7 --out full > /dev/full";
  CHECK(run_in(folder.path(), {"/bin/sh", "-c", full}).code == 4);
}

TEST_CASE("a bot does not get worse if it is the same, which a test for that shows") {
  const ScratchFolder folder;
  for (const char* name : {"old", "new"}) write_program(folder / name, FirstWordsBot{}.text());
  const auto played = [&](const Words& more) {
    return run_arena(folder.path(), duel(Words{"./new", "./old", "--variant", "royal-classic@2"} + more));
  };
  const Outcome better = played({"--out", "better"});
  CHECK(better.code == 1);
  CHECK_THAT(better.out,
             ContainsSubstring("new is not shown to be stronger than old: the two played identically: all "));
  const Outcome worse = played({"--nonregression", "elo", "--out", "worse"});
  INFO(worse.out);
  CHECK(worse.code == 0);
  CHECK_THAT(worse.out, ContainsSubstring("new is not weaker than old by 10 Elo or more: the two played identically"));
  CHECK_THAT(run_arena(folder.path(), {"verify", "worse"}).out,
             ContainsSubstring("the verdict of the duel follows from its games: not weaker\n"));
  const arena::SequentialTest test = arena::read_manifests(folder / "worse/games.jsonl").at(0).duel.value();
  CHECK(test.low == -10);
  CHECK(test.high == 0);
  CHECK(played({"--nonregression", "margin", "--out", "points"}).code == 0);
  CHECK_THAT(one_error(played({"--nonregression", "elo", "--elo0", "-5"})),
             ContainsSubstring("--elo0 cannot be used with --nonregression"));
}

TEST_CASE("what is not a duel is refused, and nothing is written") {
  const ScratchFolder folder;
  const auto error = [&](const Words& words) {
    Words all = words;
    all = all + Words{"--out", "run"};
    return one_error(run_arena(folder.path(), duel(all)));
  };
  const std::string a = sample_bot("random_c");
  const std::string b = sample_bot("watch_c");
  CHECK(error({a}) == "a duel needs two bots, not 1");
  CHECK(error({a, b, a}) == "a duel needs two bots, not 3");
  CHECK(error({a, b, "--elo0", "20"}) ==
        "--elo1 must be greater than --elo0 by 0.001 or more, but --elo0 is 20 and --elo1 is 20");
  CHECK(error({a, b, "--elo0", "0", "--elo1", "0.0001"}) ==
        "--elo1 must be greater than --elo0 by 0.001 or more, but --elo0 is 0 and --elo1 is 0.0001");
  CHECK(error({a, b, "--margin0", "0.7"}) ==
        "--margin1 must be greater than --margin0 by 0.001 or more, but --margin0 is 0.7 and --margin1 is 0.5");
  CHECK(error({a, b, "--elo1", "1001"}) == "--elo1 must be from -1000 to 1000, not 1001");
  CHECK(error({a, b, "--elo1", "nan"}) == "--elo1: 'nan' is not a number; 'arena duel --help' explains");
  CHECK(error({a, b, "--alpha", "0.5"}) == "--alpha must be from 0.001 to 0.4, not 0.5");
  CHECK(error({a, b, "--beta", "0"}) == "--beta must be from 0.001 to 0.4, not 0");
  CHECK(error({a, b, "--forfeits-max", "1.1"}) == "--forfeits-max must be from 0 to 1, not 1.1");
  CHECK_THAT(error({a, b, "--elo0", "1", "--margin0", "1"}), ContainsSubstring("--elo0 cannot be used with --margin0"));
  CHECK_FALSE(fs::exists(folder / "run"));
  REQUIRE(run_arena(folder.path(), duel({a, b, "--blocks", "2", "--out", "run"})).code == 3);
  const Outcome other = run_arena(folder.path(), duel({a, b, "--blocks", "2", "--elo1", "30", "--out", "run"}));
  CHECK(other.code == 2);
  CHECK_THAT(other.err, ContainsSubstring("run holds another run: it is a duel with another test; choose another"));
  const Outcome reversed = run_arena(folder.path(), duel({b, a, "--blocks", "2", "--out", "run"}));
  CHECK(reversed.code == 2);
  CHECK_THAT(reversed.err,
             ContainsSubstring("run holds another run: it asks whether random_c is stronger than watch_c;"));
  const Outcome plain =
      run_arena(folder.path(), {"run", a, b, "--hands", "1", "--isolation", "none", "--blocks", "2", "--out", "run"});
  CHECK(plain.code == 2);
  CHECK_THAT(plain.err,
             ContainsSubstring(
                 "run holds another run: it is a duel; choose another --out, then rate both runs: arena rate run OUT"));
}

}  // namespace duel_test
