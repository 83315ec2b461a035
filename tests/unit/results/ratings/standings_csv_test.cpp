#include "arena/results/ratings/standings_data.h"

#include <algorithm>
#include <sstream>

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_standings.h"

namespace standings_csv_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("standings as CSV have a row for each bot of each table") {
  CHECK(
      standings_csv(eventful_standings()) ==
      R"(variant,rank,rank_best,rank_worst,bot,status,elo,elo_pm,margin,margin_pm,games,blocks,comparisons,share,seats,place,firsts,rough,forfeits,faults,faults_by_name,laws,los_next,intervals
overall,1,1,3,ann,current,1580.0000,12.0000,0.4000,0.2100,8,2,16,0.5938,12,2.2500,0.3125,0,2,7,timeout:5 cpu:2,,0.5000,plain
overall,1,1,3,cyd,current,1580.0000,14.0000,0.5000,0.3000,8,2,16,0.5938,12,2.2500,0.3125,0,0,1,flood:1,,0.9700,plain
overall,3,3,3,bob,current,1500.0000,0.0000,0.0000,0.0000,8,2,16,0.5938,12,2.2500,0.3125,0,0,0,,,,plain
v|1,1,1,3,ann,current,1580.0000,12.0000,0.4000,0.2100,8,2,16,0.5938,12,2.2500,0.3125,0,2,7,timeout:5 cpu:2,,0.5000,plain
v|1,1,1,3,cyd,current,1580.0000,14.0000,0.5000,0.3000,8,2,16,0.5938,12,2.2500,0.3125,0,0,1,flood:1,,0.9700,plain
v|1,3,3,3,bob,current,1500.0000,0.0000,0.0000,0.0000,8,2,16,0.5938,12,2.2500,0.3125,0,0,0,,,,plain
)");
}

TEST_CASE("every line of the CSV has as many cells as the heads") {
  std::istringstream lines(standings_csv(small_standings()));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    INFO(line);
    CHECK(std::count(line.begin(), line.end(), ',') == 23);
  }
  CHECK(count == 1 + 3 + 3);
}

TEST_CASE("commas, quotes and line ends are quoted in CSV") {
  Standings standings = small_standings();
  standings.field.bots = {"a,b", "say \"hi\"", "two\nlines"};
  const std::string text = standings_csv(standings);
  CHECK_THAT(text, ContainsSubstring(",\"a,b\",current,1450.0600,"));
  CHECK_THAT(text, ContainsSubstring(",\"say \"\"hi\"\"\",current,1612.4000,"));
  CHECK_THAT(text, ContainsSubstring(",\"two\nlines\",current,1437.5400,"));
}

TEST_CASE("a text that a spreadsheet would take for a formula is none in CSV, and can be recognised") {
  Standings standings = small_standings();
  standings.field.bots = {"=cmd()", "-1+1", "'q"};
  const std::string text = standings_csv(standings);
  CHECK_THAT(text, ContainsSubstring(",'=cmd(),current,1450.0600,"));
  CHECK_THAT(text, ContainsSubstring(",'-1+1,current,1612.4000,"));
  CHECK_THAT(text, ContainsSubstring(",''q,current,1437.5400,"));
  standings.field.bots = {"@x,y", "\t=1", "\r"};
  CHECK_THAT(standings_csv(standings),
             ContainsSubstring(",\"'@x,y\",") && ContainsSubstring(",'\t=1,") && ContainsSubstring(",\"'\r\","));
}

TEST_CASE("figures that round to nothing have no sign in CSV") {
  Standings standings = small_standings();
  standings.overall.rows[0].margin.value = -0.00001;
  CHECK_THAT(standings_csv(standings), !ContainsSubstring("-0.0000"));
}

}  // namespace standings_csv_test
