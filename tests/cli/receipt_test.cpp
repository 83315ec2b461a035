// What an organiser publishes, and what it keeps him from: SECURITY.md.

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cctype>
#include <functional>
#include <sstream>

#include "arena/records/manifest.h"
#include "arena/records/record_file.h"
#include "tests/cli/arena_command.h"

namespace receipt_test {

using namespace cli_test;

namespace {

/// Plays otherwise each time: what it is asked again it may answer better.
constexpr const char* kLuckyBot = R"(#!/usr/bin/env python3
import os, sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready", flush=True)
    elif words[0] == "ask":
        choices = words[words.index(":") + 1:]
        start = os.urandom(1)[0] % len(choices)
        print(words[1], *(choices + choices)[start:start + int(words[3])], flush=True)
)";

/// A league of two bots, one of them played by luck.
class League : public ArenaFolder {
 public:
  League() { write_program(*this / "lucky.py", kLuckyBot); }
  fs::path games() const { return *this / "run/games.jsonl"; }

  Outcome run(const Words& more = {}) const {
    return arena(Words{"run", "./lucky.py", "./lucky.py", "./lucky.py", sample_bot("random_c"), sample_bot("random_c"),
                       sample_bot("random_c"), "--games", "8", "--hands", "1", "--out", "run", "--isolation", "none",
                       "--concurrency", "1"} +
                 more);
  }
  /// Makes key and receipt, and returns the receipt.
  std::string commit() const {
    const std::string plan =
        does({"plan", "./lucky.py", "./lucky.py", "./lucky.py", sample_bot("random_c"), sample_bot("random_c"),
              sample_bot("random_c"), "--games", "8", "--hands", "1", "--commit", "run", "--isolation", "none"});
    return word_after(plan, "receipt ");
  }
  Outcome verify(const Words& more = {}) const { return arena(Words{"verify", "run"} + more); }

  /// Keeps the first lines of a file of the run.
  void keep(const char* name, std::size_t lines) const {
    const fs::path file = path() / "run" / name;
    Words all = lines_of(read_file(file));
    all.resize(std::min(lines, all.size()));
    std::string kept;
    for (const std::string& line : all) kept += line + "\n";
    write_file(file, kept);
  }

  static std::string word_after(const std::string& text, const std::string& mark) {
    const std::size_t at = text.find(mark);
    REQUIRE(at != std::string::npos);
    return text.substr(at + mark.size(), 64);
  }
};

}  // namespace

TEST_CASE("a receipt is made before the run, sent to bots, and found again in the records") {
  const League league;
  const std::string receipt = league.commit();
  CHECK_FALSE(fs::exists(league.path() / "run/standings.md"));
  CHECK_THAT(read_file(league.path() / "run/receipt.txt"), ContainsSubstring("receipt " + receipt));
  const Outcome played = league.run({"--keep-bytes"});
  CHECK(played.code == 0);
  CHECK_THAT(played.err, ContainsSubstring("receipt " + receipt + ": publish this before the first card"));
  int greeted = 0;
  for (const auto& [name, bytes] : files_of(league.path() / "run/wire")) {
    if (!name.ends_with(".to_bot")) continue;
    CHECK_THAT(bytes, ContainsSubstring("hello arena 1 receipt=" + receipt + "\n"));
    ++greeted;
  }
  CHECK(greeted > 0);
  const std::string digest = League::word_after(played.out, "digest ");
  CHECK_THAT(read_file(league.path() / "run/receipt.txt"), ContainsSubstring("digest " + digest));

  const Outcome right = league.verify({"--receipt", receipt, "--digest", digest});
  CHECK(right.code == 0);
  CHECK_THAT(right.out, ContainsSubstring("the receipt matches these records") &&
                            ContainsSubstring("the digest matches the records after 8 games") &&
                            !ContainsSubstring("played again:\n"));
  const Outcome other = league.verify({"--receipt", std::string(64, '0')});
  CHECK(other.code == 1);
  CHECK_THAT(other.err, ContainsSubstring("the receipt of these records is " + receipt));
  CHECK(league.verify({"--digest", std::string(64, '0')}).code == 1);
  CHECK(league.verify({"--receipt", "12"}).code == 2);
}

TEST_CASE("limits, isolation or a bot's hash that were changed afterwards have another receipt") {
  const League league;
  const std::string receipt = league.commit();
  REQUIRE(league.run().code == 0);
  REQUIRE(league.verify({"--receipt", receipt}).code == 0);
  const std::string whole = read_file(league.games());
  const auto changed = [&](const std::function<void(arena::Manifest&)>& change) {
    std::istringstream lines(whole);
    std::string line;
    std::getline(lines, line);
    arena::Manifest manifest = arena::read_manifest(arena::open_line(line, "here"), "here");
    const std::string before = arena::run_id(manifest);
    change(manifest);
    std::string text = arena::seal_line(arena::manifest_json(manifest));
    while (std::getline(lines, line)) {
      json::object object = arena::open_line(line, "here");
      object.erase("crc");
      object["run"] = arena::run_id(manifest);
      text += arena::seal_line(object);
    }
    write_file(league.games(), text);
    for (const char* file : {"timings.jsonl", "faults.jsonl", "ratings.json", "standings.md"})
      fs::remove(league.path() / "run" / file);
    CHECK(league.verify().code == 0);  // nothing shows it but the receipt
    CHECK(league.verify({"--receipt", receipt}).code == 1);
  };
  changed([](arena::Manifest& manifest) { manifest.limits.bank += std::chrono::seconds(1); });
  changed([](arena::Manifest& manifest) { manifest.isolation = "full"; });
  changed([](arena::Manifest& manifest) { manifest.bots[0].hash = std::string(64, 'a'); });
  changed([](arena::Manifest& manifest) { manifest.bots[1].version = "2"; });
}

TEST_CASE("a planned run whose key is missing is not begun with another key") {
  const League league;
  league.commit();
  fs::remove(league.path() / "run/key");
  for (int again = 0; again < 2; ++again) {
    CHECK_THAT(
        one_error(league.run({"--log-level", "error"})),
        StartsWith(
            "run has the receipt of a planned run but no records, and the key of that run is missing (run/key); copy"));
    CHECK_FALSE(fs::exists(league.path() / "run/key"));
  }
}

TEST_CASE("who commits to one run can play no other in its folder") {
  const League league;
  const std::string receipt = league.commit();
  for (int again = 0; again < 2; ++again) {
    const Outcome other = league.run({"--bank", "29000"});
    CHECK(other.code == 2);
    CHECK_THAT(other.err, ContainsSubstring("the receipt in run/receipt.txt is " + receipt +
                                            ", so another run was planned here; give the same arguments"));
  }
  CHECK(fs::file_size(league.games()) == 0);
  // A bot that cannot be started, and then can: no game is played, and what was committed to holds.
  fs::permissions(league.path() / "lucky.py", fs::perms::none);
  CHECK(league.run().code != 0);
  fs::permissions(league.path() / "lucky.py", fs::perms::owner_all);
  CHECK(league.run({"--bank", "29000"}).code == 2);
  CHECK(league.run().code == 0);
  CHECK(league.verify({"--receipt", receipt}).code == 0);
}

TEST_CASE("an organiser who begins one run, plays nothing and begins another gets a warning") {
  const League league;
  fs::create_directory(league.path() / "run");
  write_file(league.path() / "run/receipt.txt", "receipt " + std::string(64, 'a') + "\n");
  const Outcome other = league.run();
  CHECK(other.code == 0);
  CHECK_THAT(other.err, ContainsSubstring("the receipt in run/receipt.txt was " + std::string(64, 'a') +
                                          ", so this is another run"));
}

TEST_CASE("games that were cut and played again do not have the digest that was published", "[memory]") {
  const League league;
  const auto play = [&] { REQUIRE(league.run({"--seed", "x"}).code == 0); };
  play();
  // As if it had been stopped after five games.
  league.keep("games.jsonl", 6);
  league.keep("timings.jsonl", 6);
  const std::string five = League::word_after(league.verify().out, "digest ");
  play();
  const Outcome honest = league.verify({"--digest", five});
  INFO(honest.err);
  CHECK(honest.code == 0);
  CHECK_THAT(honest.out, ContainsSubstring("the digest matches the records after 5 games"));
  CHECK_THAT(honest.out, ContainsSubstring("the arena was started 2 times"));
  CHECK_THAT(honest.out, ContainsSubstring("- that none after the 5 of the last digest was\n") &&
                             ContainsSubstring("- that no unfinished game was dropped and played again"));

  league.keep("games.jsonl", 3);
  play();
  const Outcome cut = league.verify({"--digest", five});
  CHECK(cut.code == 1);
  CHECK_THAT(cut.err, ContainsSubstring("these records never had the digest " + five));
  // What was left of them elsewhere shows it without the digest: of six all but the last, which a kill may leave.
  CHECK_THAT(cut.err, ContainsSubstring("the arena found 5 games recorded, but these records differ"));
  CHECK_THAT(cut.out, ContainsSubstring("5 games timed but not recorded"));
}

TEST_CASE("a public random text is mixed into the key, and is in the records") {
  const League league;
  const std::string receipt = league.commit();
  const Outcome played = league.run({"--entropy", "lottery of May 3: 5 8 13"});
  CHECK(played.code == 0);
  CHECK_THAT(played.err, ContainsSubstring("receipt " + receipt));
  const Outcome right = league.verify({"--receipt", receipt});
  CHECK(right.code == 0);
  CHECK_THAT(right.out,
             ContainsSubstring("entropy \"lottery of May 3: 5 8 13\"") && !ContainsSubstring("chosen from many"));

  const League seeded;
  REQUIRE(seeded.run({"--seed", "x"}).code == 0);
  const std::string without = read_file(seeded.games());
  fs::remove_all(seeded.path() / "run");
  REQUIRE(seeded.run({"--seed", "x", "--entropy", "y"}).code == 0);
  const auto seed_of = [](const std::string& games) { return League::word_after(games, "\"seed\":\""); };
  CHECK(seed_of(without) != seed_of(read_file(seeded.games())));
  // What reads alike must be alike.
  for (const std::string& odd :
       {std::string("5 8 "), std::string("5  8"), std::string("\xC3\xBC"), std::string(201, 'x')})
    CHECK(seeded.run({"--seed", "x", "--entropy", odd}).code == 2);
  const Outcome other = seeded.run({"--seed", "x"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, ContainsSubstring("it has other --entropy"));
}

TEST_CASE("each digest is found, and what none of them covers is said") {
  const League whole;
  REQUIRE(whole.run().code == 0);
  const std::string digest = League::word_after(read_file(whole.path() / "run/receipt.txt"), "digest ");
  const Outcome found = whole.verify({"--digest", digest, "--digest", digest});
  CHECK(found.code == 0);
  CHECK_THAT(found.out,
             ContainsSubstring(
                 "the digest matches the records after 8 games\nthe digest matches the records after 8 games\n") &&
                 ContainsSubstring("none of the first 8 games was cut and played again before"));
  const Outcome one_wrong = whole.verify({"--digest", digest, "--digest", std::string(64, '0')});
  CHECK(one_wrong.code == 1);
  CHECK_THAT(one_wrong.err, ContainsSubstring("these records never had the digest 000"));
  const Outcome file = run_arena(whole.path(), {"verify", "run/games.jsonl", "--digest", std::string(64, '0')});
  CHECK_THAT(file.err, ContainsSubstring("it may be the digest at a stop, which only the run's whole folder shows"));
  std::string large = digest;
  std::ranges::transform(large, large.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  CHECK(whole.verify({"--digest", large}).code == (large == digest ? 0 : 2));
  CHECK(whole.verify({"--digest", ""}).code == 2);
  CHECK(whole.verify({"--receipt", ""}).code == 2);
}

TEST_CASE("no receipt is made for a run that has begun") {
  const League league;
  REQUIRE(league.run().code == 0);
  const std::string before = read_file(league.path() / "run/receipt.txt");
  const Outcome plan = run_arena(league.path(), {"plan", sample_bot("random_c"), sample_bot("random_c"), "--games", "8",
                                                 "--commit", "run", "--isolation", "none"});
  CHECK(plan.code == 2);
  CHECK_THAT(plan.err, ContainsSubstring("run already has records; the receipt of the run is "));
  CHECK(read_file(league.path() / "run/receipt.txt") == before);
}

TEST_CASE("a run that is planned and not begun is said to be so") {
  const League league;
  league.commit();
  for (const char* command : {"rate", "compare", "verify", "watch", "merge", "replay"}) {
    INFO(command);
    const Outcome outcome = run_arena(league.path(), {command, "run"});
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("run: nothing has been played yet"));
  }
}

TEST_CASE("a folder or command that records could not hold is refused before the first card") {
  const League league;
  const fs::path odd = league.path() / "b\xFF";
  fs::create_directory(odd);
  fs::copy(league.path() / "lucky.py", odd / "lucky.py");
  const Outcome folder = league.run({(odd / "lucky.py").string()});
  CHECK(folder.code == 2);
  CHECK_THAT(folder.err, ContainsSubstring("the folder or the command is not valid UTF-8: "));
  const Outcome word = league.run({"python3 lucky.py \xFF"});
  CHECK(word.code == 2);
  CHECK_THAT(word.err, ContainsSubstring("lucky.py \\xff"));
  CHECK_FALSE(fs::exists(league.games()));
}

TEST_CASE("what a bot was sent must follow from the records") {
  const League league;
  REQUIRE(league.run().code == 0);
  const fs::path timings = league.path() / "run/timings.jsonl";
  std::string text;
  bool changed = false;
  arena::read_records(timings, [&](const json::object& line, const std::string&) {
    json::object object = line;
    object.erase("crc");
    if (object.at("type") == "timing" && !std::exchange(changed, true))
      object["seats"].as_array()[1].as_object()["heard_crc"] = "01234567";
    text += arena::seal_line(object);
  });
  write_file(timings, text);
  const Outcome found = league.verify();
  CHECK(found.code == 1);
  CHECK_THAT(found.err, ContainsSubstring("in seat 1 should have been sent something else"));
}

}  // namespace receipt_test
