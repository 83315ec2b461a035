#include "tests/process/starters/played_bot.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>

#include "tests/catch.h"
#include "tests/league_folder.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"

namespace starter_test {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

bool is_required(std::string_view language) {
  const char* required = std::getenv("HEARTS_REQUIRE_LANGUAGES");
  const std::string list = "," + std::string(required == nullptr ? "" : required) + ",";
  return list == ",all," || list.find("," + std::string(language) + ",") != std::string::npos;
}

}  // namespace

std::string run_well(const fs::path& folder, const std::vector<std::string>& words) {
  const processes::Finished finished = processes::run_in(folder, words, std::chrono::minutes(3) * processes::kPatience);
  INFO(finished.out << finished.err);
  REQUIRE(finished.end.exited);
  REQUIRE(finished.end.number == 0);
  return finished.out;
}

void play_twice(const std::vector<std::string>& bots, const std::vector<std::string>& variants) {
  std::vector<std::string> entrants;
  for (const std::string& bot : bots) entrants.push_back(arena::test::entrant(bot));
  json::array played;
  for (const std::string& variant : variants) played.push_back({{"variant", variant}, {"hands", 2}});
  const arena::test::LeagueFolder folder;
  folder.write_league(entrants, "\"blocks\": " + std::to_string(variants.size()) + ", " + arena::test::kPatientLimits +
                                    ", \"variants\": " + json::serialize(played));
  for (const std::string out : {"once", "again"}) {
    run_well(folder.path(), processes::arena_words({"run", "league.json", "--seed", "starters", "--out", out}));
    CHECK(arena::test::read_file(folder / (out + "/faults.jsonl")).empty());
    CHECK_FALSE(processes::games_of(folder / out).empty());
  }
  CHECK(processes::sorted_lines(folder / "once/games.jsonl") == processes::sorted_lines(folder / "again/games.jsonl"));
}

void skip_where_missing(std::string_view language, const std::vector<std::string>& missing, std::string_view package) {
  if (missing.empty()) return;
  const std::string why = std::string(language) + " is NOT tested: there is no " + missing.front() + "; install " +
                          std::string(package) + ", or run scripts/setup --with-languages";
  if (is_required(language)) FAIL(why);
  SKIP(why);
}

}  // namespace starter_test
