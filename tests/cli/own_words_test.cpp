// What a league says about itself: its name, notes and anchors, and limits that a variant has of its own.

#include <boost/json/parse.hpp>
#include <map>
#include <string>
#include <vector>

#include "tests/cli/arena_command.h"

namespace own_words_test {

using namespace cli_test;

namespace {

const std::string kPatient = "black-lady@3+deck.ranks=Q,K,A+deck.remove=none";
const std::string kQuick = "black-lady@4+deck.ranks=J,Q,K,A";

/// Takes 100 ms for each answer, and 400 ms where it has 40: too late on a busy machine, too.
constexpr const char* kSlow =
    "#!/usr/bin/python3\n"
    "import sys, time\n"
    "for line in sys.stdin:\n"
    "    word = line.split()\n"
    "    if word[0] == 'hello': print('ready', flush=True)\n"
    "    if word[0] == 'time':\n"
    "        print('info', line.strip(), flush=True)\n"
    "        seconds = 0.4 if 'move=40' in word else 0.1\n"
    "    if word[0] == 'ask':\n"
    "        time.sleep(seconds)\n"
    "        first = word.index(':') + 1\n"
    "        print(word[1], *word[first:first + int(word[3])], flush=True)\n"
    "    if word[0] == 'quit': break\n";

/// A folder with a league file of a slow bot among three others.
class League : public ArenaFolder {
 public:
  League() {
    write_program(*this / "slow", kSlow);
    write("\"one note\", \"another\"");
  }
  void write(const std::string& notes, const std::string& more = {}) const {
    const std::string random = sample_bot("random_c");
    write_league({entrant("./slow"), entrant(random, "ann"), entrant(random, "bob"), entrant(random, "cyd")},
                 "\"name\": \"Autumn cup\", \"notes\": [" + notes +
                     "], \"anchors\": {\"ann\": 1600}, \"blocks\": 4, \"limits\": {\"move_ms\": 5000}, \"variants\": " +
                     "[{\"variant\": \"" + kPatient + "\", \"hands\": 1}, {\"variant\": \"" + kQuick +
                     "\", \"hands\": 1, \"limits\": {\"move_ms\": 40, \"grace_ms\": 10, \"faults\": 2" + more + "}}]");
  }
  Outcome play() const {
    return arena({"run", "league.json", "--seed", "5", "--out", "run", "--isolation", "none", "--concurrency", "1"});
  }
  std::string bytes(const std::string& file) const { return read_file(*this / file); }
};

std::vector<json::object> objects_of(const std::string& text) {
  std::vector<json::object> objects;
  for (const std::string& line : lines_of(text)) objects.push_back(json::parse(line).as_object());
  return objects;
}

}  // namespace

TEST_CASE("a variant's own limits are in force, sent to the bots, planned, audited and played again") {
  const League league;
  const Outcome plan = league.arena({"plan", "league.json"});
  CHECK(plan.code == 0);
  CHECK(plan.out.starts_with("Autumn cup\none note\nanother\n\nvariant "));
  CHECK_THAT(plan.err, ContainsSubstring(kQuick + " has limits of its own: move_ms 40, not 5000; grace_ms 10, not 100; "
                                                  "faults 2, not 3"));

  const Outcome played = league.play();
  INFO(played.err);
  REQUIRE(played.code == 0);
  std::map<std::string, std::string> variant_of;
  for (const json::object& line : objects_of(league.bytes("run/games.jsonl"))) {
    if (line.at("type") == "game") variant_of[line.at("id").as_string().c_str()] = line.at("variant").as_string();
  }
  int timeouts = 0;
  int forfeits = 0;
  for (const json::object& fault : objects_of(league.bytes("run/faults.jsonl"))) {
    CHECK(fault.at("bot") == "slow");
    CHECK(fault.at("fault") == "timeout");
    CHECK(variant_of.at(fault.at("id").as_string().c_str()) == kQuick);
    ++timeouts;
    if (fault.at("forfeits").as_bool()) ++forfeits;
  }
  // Two blocks of four games, in each of which two answers are late.
  CHECK(timeouts == 16);
  CHECK(forfeits == 8);
  const std::string notes = league.bytes("run/timings.jsonl");
  CHECK_THAT(notes, ContainsSubstring("time startup=10000 move=5000 bank=30000 increment=0 grace=100\"") &&
                        ContainsSubstring("time startup=10000 move=40 bank=30000 increment=0 grace=10\""));

  const Outcome audit = league.arena({"verify", "run"});
  INFO(audit.out);
  CHECK(audit.code == 0);
  // The bytes are held against the checksum of those that were sent.
  for (const auto& [game, variant] : variant_of) {
    INFO(game);
    const Outcome input = league.arena({"retry", "run", game, "1", "--seat", "0", "--print"});
    CHECK(input.code == 0);
    CHECK_THAT(input.out, ContainsSubstring(variant == kQuick ? "\ntime startup=10000 move=40 bank=30000 increment=0 "
                                                                "grace=10\n"
                                                              : "\ntime startup=10000 move=5000 bank=30000 "
                                                                "increment=0 grace=100\n"));
  }
}

TEST_CASE("a league's name and notes are at the head of its standings, and its anchors fix the scale") {
  const League league;
  const Outcome played = league.play();
  INFO(played.err);
  REQUIRE(played.code == 0);
  CHECK_THAT(played.err, ContainsSubstring("Autumn cup") && ContainsSubstring("another"));
  CHECK_THAT(played.out, ContainsSubstring("\nAutumn cup\none note\nanother\n\n4 bots: slow, ann, bob, cyd; "));
  CHECK(league.bytes("run/standings.md").starts_with("## Autumn cup\n\none note\n\nanother\n\n4 bots: "));
  const json::object ratings = json::parse(league.bytes("run/ratings.json")).as_object();
  CHECK(ratings.at("runs").at(0).at("league") == "Autumn cup");
  CHECK(ratings.at("tables").at(0).at("anchored") == json::array{"ann"});
  for (const json::value& row : ratings.at("tables").at(0).at("rows").as_array()) {
    if (row.at("bot") == "ann") CHECK(row.at("elo").to_number<double>() == 1600);
  }
  CHECK_THAT(league.arena({"rate", "run"}).out, ContainsSubstring("Elo: ann is 1600. "));
  CHECK_THAT(league.arena({"rate", "run", "--reference", "bob"}).out, ContainsSubstring("Elo: bob is 1500. "));
  CHECK_THAT(league.arena({"rate", "run", "--anchor", "bob=1700", "--anchor", "cyd=1300"}).out,
             ContainsSubstring("Elo: the mean of ") && ContainsSubstring("The games rate the anchors: "));
  CHECK(one_error(league.arena({"rate", "run", "--anchor", "zoe=1"})) ==
        "the anchor 'zoe' is not a bot of these runs; their bots are: slow, ann, bob, cyd");
  CHECK(one_error(league.arena({"rate", "run", "--anchor", "ann"})) ==
        "--anchor must be NAME=ELO, with a whole number from 0 to 4000, not 'ann'");
  CHECK(one_error(league.arena({"rate", "run", "--anchor", "ann=1", "--reference", "bob"}))
            .ends_with("; 'arena rate --help' explains"));
}

TEST_CASE("other notes make no other run, but other limits of a variant do") {
  const League league;
  REQUIRE(league.play().code == 0);
  const std::string records = league.bytes("run/games.jsonl");
  league.write("\"corrected\"");
  const Outcome again = league.play();
  CHECK(again.code == 0);
  CHECK_THAT(again.err, ContainsSubstring("the run keeps the league's name, notes and anchors that it began with"));
  CHECK_THAT(again.out, ContainsSubstring("\none note\nanother\n\n"));
  CHECK(league.bytes("run/games.jsonl") == records);
  CHECK(league.arena({"verify", "run"}).code == 0);
  league.write("\"corrected\"", ", \"tries\": 1");
  CHECK_THAT(league.play().err,
             EndsWith("error: run holds another run: its games of " + kQuick +
                      " have other limits; choose another --out, then rate both runs: arena rate run OUT\n"));
}

TEST_CASE("a name on the command line is one line") {
  const ScratchFolder folder;
  const std::string random = sample_bot("random_c");
  const Outcome plan = run_arena(folder.path(), {"plan", random, random, "--name", "Tonight"});
  CHECK(plan.code == 0);
  CHECK(plan.out.starts_with("Tonight\n\nvariant "));
  CHECK(one_error(run_arena(folder.path(), {"plan", random, random, "--name", "a\nb"})) ==
        "--name must be one line of UTF-8 without control characters, and without spaces at its start or end, of at "
        "most 100 bytes");
}

}  // namespace own_words_test
