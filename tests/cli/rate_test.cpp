// What `arena rate` rates and shows of a run: its last blocks, those since some time, some bots, more of each.

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <ctime>

#include "tests/cli/arena_command.h"

namespace rate_test {

using namespace cli_test;

namespace {

/// A folder with a finished run of three bots, 9 blocks, in "run".
class Played : public ArenaFolder {
 public:
  Played() {
    const Words words = {"run",
                         sample_bot("rules_cpp"),
                         sample_bot("random_c"),
                         sample_bot("random_sh"),
                         "--variant",
                         "black-lady@3",
                         "--hands",
                         "1",
                         "--blocks",
                         "9",
                         "--seed",
                         "rate",
                         "--out",
                         "run",
                         "--isolation",
                         "none",
                         "--log-level",
                         "error"};
    does(words);
  }
  Outcome rate(const Words& options, const std::string& run = "run") const {
    return arena(Words{"rate", run} + options);
  }
  std::string rated(const Words& options) const { return does(Words{"rate", "run"} + options); }
  int blocks(Words options) const {
    options.push_back("--json");
    return json::value_to<int>(json::parse(rated(options)).at("tables").at(0).at("blocks"));
  }
};

/// That time by the local clock.
std::string local_time(std::time_t time, const char* format) {
  std::tm parts = {};
  ::localtime_r(&time, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

}  // namespace

TEST_CASE("a part of a run is rated: the last blocks, or those since some time", "[memory]") {
  const Played played;
  CHECK(played.blocks({"--last", "4"}) == 4);
  CHECK_THAT(played.rated({"--last", "4"}),
             ContainsSubstring(
                 "\n5 blocks are older than the blocks that you asked for: 15 games played there are not rated.\n"));
  CHECK(played.blocks({"--since", "1h"}) == 9);
  CHECK(played.blocks({"--since", "1h", "--last", "2"}) == 2);
  const std::time_t now = std::time(nullptr);
  CHECK(played.blocks({"--since", local_time(now - 86400, "%Y-%m-%d")}) == 9);
  CHECK(played.blocks({"--since", local_time(now - 7200, "%Y-%m-%dT%H:%M")}) == 9);
  // The last time that it was so late is nearly a day ago.
  CHECK(played.blocks({"--since", local_time(now + 7200, "%H:%M")}) == 9);

  CHECK(played.blocks({"--until", "1h"}) == 0);
  CHECK(played.blocks({"--until", local_time(now - 86400, "%Y-%m-%d")}) == 0);
  CHECK(one_error(played.rate({"--since", "1h", "--until", "2h"})) == "--since 1h is not before --until 2h");
  CHECK(one_error(played.rate({"--until", "soon"})) ==
        "--until: 'soon' is not a time such as 2026-05-17, 2026-05-17T07:30, 07:30 or 2d");

  const std::string to_come = local_time(now + 2 * 86400, "%Y-%m-%d");
  CHECK(one_error(played.rate({"--since", to_come})) == "--since: " + to_come + " is to come");
  CHECK(one_error(played.rate({"--since", "yesterday"})) ==
        "--since: 'yesterday' is not a time such as 2026-05-17, 2026-05-17T07:30, 07:30 or 2d");
  for (const char* time : {"2026-02-30", "2026-02-30T07:30"})
    CHECK(one_error(played.rate({"--since", time})) == "--since: there is no such day as in " + std::string(time));
  CHECK_THAT(one_error(played.rate({"--last", "0"})), ContainsSubstring("--last"));
  fs::remove(played.path() / "run/timings.jsonl");
  CHECK_THAT(one_error(played.rate({"--since", "1h"})),
             EndsWith(" ended: its timings.jsonl is missing, or an older arena wrote it"));
}

TEST_CASE("one bot is shown against each other") {
  const Played played;
  const std::string text = played.rated({"--bot", "rules*"});
  CHECK_THAT(text, ContainsSubstring("\nrules_cpp\nrank  against "));
  CHECK_THAT(text, !ContainsSubstring("Head to head"));
  CHECK_THAT(played.rated({"--bot", "rules_cpp", "--csv"}), !ContainsSubstring("random_c,"));
  CHECK(one_error(played.rate({"--bot", "duck"})) ==
        "these runs have no bot 'duck'; their bots are: rules_cpp, random_c, random_sh");
}

TEST_CASE("a bot is left out of all comparisons") {
  const Played played;
  const std::string text = played.rated({"--without", "random_s*"});
  CHECK_THAT(text, ContainsSubstring("\nComparisons with random_sh are left out of the ratings.\n"));
  CHECK(played.blocks({"--without", "random_sh"}) == 9);
  const json::value two = json::parse(played.rated({"--without", "random_sh", "--json"}));
  CHECK(two.at("tables").at(0).at("rows").as_array().size() == 2);
  CHECK(two.at("tables").at(0).at("unrated").as_array().empty());
  CHECK(one_error(played.rate({"--without", "duck"})) ==
        "these runs have no bot 'duck'; their bots are: rules_cpp, random_c, random_sh");
  CHECK_THAT(one_error(played.rate({"--without", "random*"})), StartsWith("without random* fewer than two bots "));
}

TEST_CASE("the history of a run is shown as text, JSON and CSV, and in no other way") {
  const Played played;
  CHECK_THAT(played.rated({"--history"}),
             ContainsSubstring("\nstage  blocks  ") && ContainsSubstring("\n    1       9  "));
  const json::value history = json::parse(played.rated({"--history", "--json"}));
  const json::array& points = history.at("histories").at(0).as_array();
  REQUIRE(points.size() == 1);
  const json::value rows = json::parse(played.rated({"--json"})).at("tables").at(0).at("rows");
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(history.at("bots").at(i) == rows.at(i).at("bot"));
    CHECK(points[0].at("elo").at(i) == rows.at(i).at("elo"));
    CHECK(points[0].at("elo_pm").at(i) == rows.at(i).at("elo_pm"));
  }
  CHECK(lines_of(played.rated({"--history", "--csv"})).size() == 1 + 3);
  CHECK(lines_of(played.rated({"--history", "--csv", "--bot", "random_c"})).size() == 1 + 1);
  for (const char* other : {"--markdown", "--details", "--by-variant"})
    CHECK_THAT(one_error(played.rate({"--history", other})), ContainsSubstring("--history"));
}

TEST_CASE("details of a run that was played are those of its records") {
  const Played played;
  const json::value all = json::parse(played.rated({"--details", "--json"}));
  const json::array& rows = all.at("tables").at(0).at("rows").as_array();
  REQUIRE(rows.size() == 3);
  for (const json::value& row : rows) {
    CHECK(row.at("hands") == 27);
    CHECK(row.at("share_by_seat").as_array().size() == 3);
    // 17 cards and one pass, or none, of 27 hands.
    CHECK(row.at("answers").to_number<int>() >= 27 * 17);
    CHECK(row.at("answers").to_number<int>() <= 27 * 18);
    CHECK(row.at("answer_ms").to_number<double>() > 0);
    CHECK(row.at("slowest_ms").to_number<double>() >= row.at("answer_ms").to_number<double>());
  }
  CHECK_THAT(played.rated({"--details", "--bot", "random_c"}), ContainsSubstring("  moon rate  "));
  const Outcome timed = played.rate({"--details", "--timing"});
  CHECK(timed.code == 0);
  CHECK_THAT(timed.err, ContainsSubstring(" MB of games: reading 0.") && ContainsSubstring(" s, rating 0.") &&
                            ContainsSubstring(" s, details 0.") && ContainsSubstring(" s, writing 0."));
  CHECK(timed.out == played.rated({"--details"}));
  fs::remove(played.path() / "run/timings.jsonl");
  const json::value bare = json::parse(played.rated({"--details", "--json"}));
  CHECK(bare.at("tables").at(0).at("rows").at(0).at("answers") == 0);
  CHECK(bare.at("tables").at(0).at("rows").at(0).at("answer_ms").is_null());
}

}  // namespace rate_test
