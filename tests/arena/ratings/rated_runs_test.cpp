#include "arena/ratings/rated_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/league/json_file.h"
#include "arena/records/record_line.h"
#include "arena/records/void_block.h"
#include "tests/arena/records/made_games.h"
#include "tests/arena/records/scratch_folder.h"
#include "tests/catch.h"

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::vector<std::string> kVariants = {"black-lady@4+deck.ranks=J,Q,K,A",
                                            "black-lady@3+deck.ranks=Q,K,A+deck.remove=none"};

/// A run in memory: five bots in two variants.
struct Run {
  explicit Run(const std::string& seed, int blocks = 6, const std::vector<std::string>& variants = kVariants)
      : Run(made_league(variants, RunKey::from_seed(seed), 5, blocks), RunKey::from_seed(seed)) {}
  Run(const Manifest& league, const RunKey& run_key)
      : key(run_key), manifest(league), games(made_games(league, key)), lines(made_lines(league, games, key)) {}

  RatedRuns rated() const {
    RatedRuns runs({manifest});
    for (const GameRecord& game : games) runs.add(outcome_of(game), game.id);
    return runs;
  }

  RunKey key;
  Manifest manifest;
  std::vector<GameRecord> games;
  std::vector<std::string> lines;  // header, games, end
};

std::string text_of(const Figure& figure) {
  return fmt::format("{:a}~{}", figure.value, figure.plus_minus ? fmt::format("{:a}", *figure.plus_minus) : "-");
}

std::string text_of(const StandingsTable& table, const Field& field) {
  std::string text = fmt::format("{} blocks, {} games\n", table.blocks, table.games);
  for (const StandingsRow& row : table.rows) {
    text += fmt::format("{} {} {} {} {} {} {} {:a} {} {} {}\n", field.bots.at(static_cast<std::size_t>(row.bot)),
                        row.rank, text_of(row.elo), text_of(row.margin), row.games, row.blocks, row.comparisons,
                        row.share, row.forfeits, row.faults, row.los_next ? fmt::format("{:a}", *row.los_next) : "-");
  }
  for (const int bot : table.unrated) text += fmt::format("unrated {}\n", field.bots.at(static_cast<std::size_t>(bot)));
  return text;
}

/// All that must not depend on an order, to the last bit.
std::string text_of(const Standings& standings) {
  std::string text = text_of(standings.overall, standings.field);
  for (std::size_t v = 0; v < standings.by_variant.size(); ++v) {
    text += standings.field.variants.at(v) + ": " + text_of(standings.by_variant[v], standings.field);
  }
  const LeftOut& left = standings.left_out;
  text += fmt::format("left out {} {} {} {}\n", left.incomplete_blocks, left.incomplete_games, left.void_blocks,
                      left.void_games);
  return text;
}

/// Files in a folder, read together.
class Files {
 public:
  std::string write(const std::string& name, const std::vector<std::string>& lines) const {
    write_bytes(folder_ / name, joined(lines));
    return (folder_ / name).string();
  }

 private:
  ScratchFolder folder_;
};

std::string text_of_files(const std::vector<std::string>& files) { return text_of(read_rated_runs(files).standings()); }

std::string error_of_files(const std::vector<std::string>& files) {
  try {
    read_rated_runs(files);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "read";
}

std::vector<std::string> part(const std::vector<std::string>& lines, std::size_t from, std::size_t to) {
  return {lines.begin() + static_cast<std::ptrdiff_t>(from), lines.begin() + static_cast<std::ptrdiff_t>(to)};
}

}  // namespace

TEST_CASE("the games of a run become standings of its bots in its variants") {
  const Run run("ratings");
  const RatedRuns rated = run.rated();
  CHECK(rated.runs() == std::vector<std::pair<std::string, int>>{{run_id(run.manifest), 6}});
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
  const Run run("ratings");
  const std::string expected = text_of(run.rated().standings());
  const Files files;
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
  const Run run("ratings");
  const Files files;
  const std::string header = files.write("header", part(run.lines, 0, 1));
  const std::string odd = files.write("odd", part(run.lines, 1, 9));
  const std::string even = files.write("even", part(run.lines, 9, run.lines.size()));
  CHECK(text_of_files({odd, even, header}) == text_of(run.rated().standings()));
  CHECK(error_of_files({odd, even}) ==
        odd + ": no line of type \"run\" in it: it is not (or not alone) the records of a run");
}

TEST_CASE("a game that comes twice is refused with its place") {
  const Run run("ratings");
  const Files files;
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
  const Run run("ratings");
  const Run foreign("foreign");
  const Files files;
  std::vector<std::string> lines = run.lines;
  const std::string whose = ": this line is of a run whose first line is in none of the files";
  lines.insert(lines.begin() + 5, foreign.lines[2]);
  const std::string with_game = files.write("game", lines);
  CHECK(error_of_files({with_game}) == with_game + ":6" + whose);
  lines[5] = made_void_line(foreign.manifest, 0, 6);
  const std::string with_void = files.write("void", lines);
  CHECK(error_of_files({with_void}) == with_void + ":6" + whose);
}

TEST_CASE("a line that does not belong in the records of games is refused") {
  const Run run("ratings");
  const Files files;
  const auto error = [&](const boost::json::object& line) {
    std::vector<std::string> lines = run.lines;
    lines.insert(lines.begin() + 4, seal_line(line));
    const std::string file = files.write("odd", lines);
    const std::string text = error_of_files({file});
    CHECK(text.starts_with(file + ":5: "));
    return text.substr(std::min(text.size(), file.size() + 4));
  };
  CHECK(error({{"v", 2}, {"type", "timing"}}) == "this is no line of games.jsonl");
  CHECK(error({{"v", 2}}) == "this is no line of games.jsonl");
  CHECK(error({{"v", 2}, {"type", "void"}}) == "this line names no run");
  CHECK(error(void_json({-1, 6, 0, Fault::sandbox, ""}, run_id(run.manifest))) == "there is no block -1");
  CHECK_THAT(error({{"v", 2}, {"type", "game"}}), ContainsSubstring("this is no record of a game: "));
}

TEST_CASE("a game whose bots, variant or rules its run does not have is refused") {
  const Run run("ratings");
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
        "here: this line is of a run whose first line is in none of the files");
  CHECK(error([](Outcome& outcome) { outcome.games_in_block = 1; }).starts_with("here: game 1 of block 1 of run "));
}

TEST_CASE("incomplete blocks are left out and told") {
  const Run run("ratings");
  const Files files;
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

TEST_CASE("void blocks are left out wherever their line stands, and what was played for them counts") {
  const Run run("ratings");
  std::vector<std::string> lines = run.lines;
  const std::string void_line = made_void_line(run.manifest, 0, 6);
  std::vector<GameRecord> games;
  Block again = made_block(run.manifest, 0);
  again.number = 6;
  for (int game = 0; game < 4; ++game) games.push_back(made_game(run.manifest, run.key, again, game, {}, 77));
  const std::vector<std::string> replacement = part(made_lines(run.manifest, games, run.key), 1, 5);
  lines.insert(lines.end() - 1, replacement.begin(), replacement.end());

  const Files files;
  std::vector<std::string> texts;
  for (const std::size_t at : {0U, 1U, 3U, 5U, 20U, 26U}) {
    std::vector<std::string> with_void = lines;
    with_void.insert(with_void.begin() + static_cast<std::ptrdiff_t>(at), void_line);
    const RatedRuns rated = read_rated_runs({files.write("void", with_void)});
    texts.push_back(text_of(rated.standings()));
    const Standings standings = rated.standings();
    CHECK(standings.left_out.void_blocks == 1);
    CHECK(standings.left_out.void_games == 4);
    CHECK(standings.overall.blocks == 6);
    CHECK(standings.overall.games == 21);
    CHECK(texts.back() == texts.front());
  }
  CHECK(texts.front() != text_of(run.rated().standings()));
}

TEST_CASE("several runs of the same bots are rated together, whatever their order") {
  const Run monday("monday");
  const Run tuesday("tuesday", 4);
  const Files files;
  const std::string a = files.write("a", monday.lines);
  const std::string b = files.write("b", tuesday.lines);
  const RatedRuns rated = read_rated_runs({a, b});
  std::vector<std::pair<std::string, int>> planned = {{run_id(monday.manifest), 6}, {run_id(tuesday.manifest), 4}};
  std::sort(planned.begin(), planned.end());
  CHECK(rated.runs() == planned);
  const Standings standings = rated.standings();
  CHECK(standings.overall.games == 35);
  CHECK(standings.field.bots == std::vector<std::string>{"ann", "bob", "cyd", "dan", "eve"});
  CHECK(standings.field.variants.size() == 2);
  CHECK(text_of_files({b, a}) == text_of(standings));
  std::vector<std::string> mixed = monday.lines;
  mixed.insert(mixed.begin() + 8, tuesday.lines.begin(), tuesday.lines.end());
  CHECK(text_of_files({files.write("mixed", mixed)}) == text_of(standings));
  RatedRuns by_hand({tuesday.manifest, monday.manifest, tuesday.manifest});
  for (const Run* run : {&tuesday, &monday}) {
    for (const GameRecord& game : run->games) by_hand.add(outcome_of(game), game.id);
  }
  CHECK(text_of(by_hand.standings()) == text_of(standings));
}

TEST_CASE("two runs that were dealt from one seed are not rated together") {
  const Run run("seed", 6);
  const Files files;
  const std::string whole = files.write("whole", run.lines);
  Manifest other_bots = run.manifest;
  other_bots.bots.pop_back();
  for (const Run& other : {Run("seed", 4), Run(other_bots, run.key), Run("seed", 6, {kVariants[1]})}) {
    const auto [low, high] = std::minmax({run_id(run.manifest), run_id(other.manifest)});
    const std::string expected = "runs " + low + " and " + high +
                                 " were dealt from one seed: their blocks are not independent, and rated together "
                                 "their intervals would be too narrow; rate each alone";
    const std::string more = files.write("more", other.lines);
    CHECK(error_of_files({whole, more}) == expected);
    CHECK(error_of_files({more, files.write("third", Run("third", 4).lines), whole}) == expected);
    CHECK(error_of_files({more}) == "read");
  }
}

TEST_CASE("a bot that changed between two runs is shown as two") {
  const Run monday("monday");
  const RunKey key = RunKey::from_seed("tuesday");
  Manifest changed = made_league(kVariants, key, 5, 4);
  changed.bots[1].hash = std::string(64, 'f');
  const Run tuesday(changed, key);
  const Files files;
  const RatedRuns rated = read_rated_runs({files.write("a", monday.lines), files.write("b", tuesday.lines)});
  const Standings standings = rated.standings();
  const std::string old = "bob~" + monday.manifest.bots[1].hash.substr(0, 6);
  std::vector<std::string> expected = {"ann", old, "bob~ffffff", "cyd", "dan", "eve"};
  CHECK(standings.field.bots == expected);
  CHECK(standings.overall.rows.size() == 6);
  CHECK(rated.standings("bob~ffffff").field.reference == 2);
  CHECK_THROWS_AS(rated.standings("bob"), InputError);
}

TEST_CASE("a variant whose rules changed between two runs is shown as two") {
  Manifest manifest = Run("monday").manifest;
  Manifest changed = Run("tuesday").manifest;
  changed.variants[1].rules_hash = std::string(64, 'f');
  const Standings standings = RatedRuns({manifest, changed}).standings();
  const std::string id = manifest.variants[1].id;
  std::vector<std::string> expected = {manifest.variants[0].id, id + "~" + manifest.variants[1].rules_hash.substr(0, 6),
                                       id + "~ffffff"};
  std::vector<std::string> found = standings.field.variants;
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  CHECK(found == expected);
}

TEST_CASE("a variant in several lengths is shown as several, each with the games of its own") {
  const std::vector<std::string> variant = {kVariants[0]};
  const auto run_of = [&](const std::string& seed, int blocks, hearts::MatchLength length) {
    const RunKey key = RunKey::from_seed(seed);
    return Run(made_league(variant, key, 5, blocks, length), key);
  };
  const Run four = run_of("four", 3, {4, true});
  const Run one = run_of("one", 5, {1, true});
  const Run one_again = run_of("one again", 2, {1, true});
  const Run whole = run_of("whole", 4, {});
  const Files files;
  std::vector<std::string> paths;
  for (const Run* run : {&four, &one, &one_again, &whole}) {
    paths.push_back(files.write(std::to_string(paths.size()), run->lines));
  }
  const std::string id = whole.manifest.variants[0].id;
  const Standings standings = read_rated_runs(paths).standings();
  CHECK(standings.field.variants == std::vector<std::string>{id, id + " (1 hand)", id + " (4 hands)"});
  REQUIRE(standings.by_variant.size() == 3);
  CHECK(standings.by_variant[0].blocks == 4);
  CHECK(standings.by_variant[1].blocks == 5 + 2);
  CHECK(standings.by_variant[2].blocks == 3);
  std::reverse(paths.begin(), paths.end());
  CHECK(text_of_files(paths) == text_of(standings));

  CHECK(read_rated_runs({paths[2], paths[1]}).standings().field.variants == std::vector<std::string>{id});
  const auto variants_of = [](const std::vector<Manifest>& manifests) {
    return RatedRuns(manifests).standings().field.variants;
  };
  CHECK(variants_of({whole.manifest, run_of("short", 1, {30, false}).manifest}) ==
        std::vector<std::string>{id + " (at most 30 hands)", id + " (at most 50 hands)"});
  // As long as the other, but without an end of its own before that.
  CHECK(variants_of({whole.manifest, run_of("fifty", 1, {50, true}).manifest}) ==
        std::vector<std::string>{id, id + " (50 hands)"});
}

TEST_CASE("rules that have different ids in two runs are one variant, shown by the least") {
  const Run monday("monday", 6);
  const Run tuesday("tuesday", 4);
  const std::string id = monday.manifest.variants[0].id;
  for (const std::string& other : {"aces" + id, "zeal" + id}) {
    Manifest renamed = tuesday.manifest;
    renamed.variants[0].id = other;
    for (const std::vector<Manifest>& both : {std::vector{monday.manifest, renamed}, {renamed, monday.manifest}}) {
      RatedRuns rated(both);
      for (const GameRecord& game : monday.games) rated.add(outcome_of(game), game.id);
      for (const GameRecord& game : tuesday.games) {
        Outcome outcome = outcome_of(game);
        outcome.run = run_id(renamed);
        if (outcome.variant == id) outcome.variant = other;
        rated.add(outcome, game.id);
      }
      const Standings standings = rated.standings();
      std::vector<std::string> expected = {std::min(id, other), monday.manifest.variants[1].id};
      std::sort(expected.begin(), expected.end());
      CHECK(standings.field.variants == expected);
      REQUIRE(standings.by_variant.size() == 2);
      CHECK(standings.by_variant[0].blocks == 5);
      CHECK(standings.by_variant[1].blocks == 5);
    }
  }
}

TEST_CASE("the reference is a bot of the field, or the error names those there are") {
  const Run run("ratings");
  const RatedRuns rated = run.rated();
  CHECK_FALSE(rated.standings().field.reference);
  const Standings standings = rated.standings("dan");
  CHECK(standings.field.reference == 3);
  for (const StandingsRow& row : standings.overall.rows) {
    if (row.bot == 3) CHECK(row.elo.value == kEloAnchor);
  }
  CHECK_THROWS_WITH(rated.standings("zoe\n"),
                    "the reference is no bot of these runs; there are: ann, bob, cyd, dan, eve");
}

TEST_CASE("what is no run's records is refused with its name") {
  const Files files;
  const std::string empty = files.write("empty", {});
  CHECK(error_of_files({empty}) ==
        empty + ": no line of type \"run\" in it: it is not (or not alone) the records of a run");
  CHECK(error_of_files({empty + ".gone"}) == "there is no run " + empty + ".gone");
  const Run run("ratings");
  std::string damaged = run.lines[3];
  damaged[50] = static_cast<char>(damaged[50] ^ 1);
  const std::string file = files.write("damaged", {run.lines[0], damaged});
  CHECK(error_of_files({file}).starts_with(file + ":2: damaged: "));
}
