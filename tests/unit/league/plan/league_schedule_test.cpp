#include "arena/game/schedule/schedule.h"
#include "arena/records/manifest.h"

#include <set>

#include "arena/base/text/input_error.h"
#include "arena/records/manifest_schedule.h"
#include "tests/catch.h"

namespace league_schedule_test {

using namespace arena;

namespace {

/// Bots "a", "b", ... and variants of those seats, called "v4", "v3", ...
Manifest manifest_of(int bots, const std::vector<int>& seats) {
  Manifest manifest;
  for (int i = 0; i < bots; ++i) manifest.bots.emplace_back().name = std::string(1, static_cast<char>('a' + i));
  for (const int count : seats) {
    ManifestVariant& variant = manifest.variants.emplace_back();
    variant.id = "v" + std::to_string(count);
    variant.seats = count;
  }
  manifest.commitment = "spring";
  return manifest;
}

/// Blocks and games after planning.
std::pair<int, int> planned(Manifest manifest, int blocks, int games) {
  plan_blocks(manifest, blocks, games);
  return {manifest.blocks, manifest.games};
}

using Plan = std::pair<int, int>;

}  // namespace

TEST_CASE("so many blocks are planned as are asked for, whatever games they have") {
  CHECK(planned(manifest_of(4, {4}), 5, 0) == Plan{5, 20});
  CHECK(planned(manifest_of(1, {4}), 5, 0) == Plan{5, 5});
  CHECK(planned(manifest_of(2, {2}), 1, 0) == Plan{1, 2});
  CHECK(planned(manifest_of(6, {4, 3, 2}), 7, 0) == Plan{7, 3 * 4 + 2 * 3 + 2 * 2});
  CHECK(planned(manifest_of(4, {4}), 5, 999) == Plan{5, 20});
}

TEST_CASE("games are rounded up to whole blocks") {
  CHECK(planned(manifest_of(4, {4}), 0, 1) == Plan{1, 4});
  CHECK(planned(manifest_of(4, {4}), 0, 4) == Plan{1, 4});
  CHECK(planned(manifest_of(4, {4}), 0, 5) == Plan{2, 8});
  CHECK(planned(manifest_of(1, {4}), 0, 5) == Plan{5, 5});
  CHECK(planned(manifest_of(6, {4, 3}), 0, 9) == Plan{3, 11});
}

TEST_CASE(
    "a small field plays four games and each variant by default, a large one as many blocks of each variant as it has "
    "bots") {
  CHECK(planned(manifest_of(4, {4}), 0, 0) == Plan{1, 4});
  CHECK(planned(manifest_of(1, {4}), 0, 0) == Plan{4, 4});
  CHECK(planned(manifest_of(6, {6}), 0, 0) == Plan{1, 6});
  CHECK(planned(manifest_of(4, {4, 3}), 0, 0) == Plan{2, 4 + 3});
  CHECK(planned(manifest_of(5, {4}), 0, 0) == Plan{5, 20});
  CHECK(planned(manifest_of(7, {4, 3}), 0, 0) == Plan{14, 7 * 4 + 7 * 3});
}

TEST_CASE("a million blocks of a thousand bots are planned without drawing them") {
  CHECK(planned(manifest_of(1000, {4}), 1'000'000, 0) == Plan{1'000'000, 4'000'000});
  CHECK(planned(manifest_of(1000, {4, 3}), 0, 1'000'000) == Plan{285'715, 1'000'003});
}

TEST_CASE("planning again does not add to the old plan") {
  Manifest manifest = manifest_of(4, {4});
  plan_blocks(manifest, 5, 0);
  plan_blocks(manifest, 3, 0);
  CHECK(manifest.blocks == 3);
  CHECK(manifest.games == 12);
}

TEST_CASE("the schedule knows who plays which variant") {
  Manifest manifest = manifest_of(5, {4, 3});
  manifest.variants[1].weight = 3;
  manifest.bots[1].plays = {"v4"};
  manifest.bots[3].plays = {"*3"};
  manifest.bots[4].plays = {"x*", "v*"};
  const ScheduleRules rules = schedule_rules(manifest);
  REQUIRE(rules.variants.size() == 2);
  CHECK(rules.variants[0].bots == std::vector<int>{0, 1, 2, 4});
  CHECK(rules.variants[1].bots == std::vector<int>{0, 2, 3, 4});
  CHECK(rules.variants[0].seats == 4);
  CHECK(rules.variants[1].seats == 3);
  CHECK(rules.variants[0].weight == 1);
  CHECK(rules.variants[1].weight == 3);
  CHECK(rules.authors.empty());
  CHECK(rules.seed == "spring");

  std::set<int> in_fours;
  std::set<int> in_threes;
  for (const Block& block : schedule(rules, 40)) {
    (block.variant == 0 ? in_fours : in_threes).insert(block.circle.begin(), block.circle.end());
  }
  CHECK(in_fours == std::set<int>{0, 1, 2, 4});
  CHECK(in_threes == std::set<int>{0, 2, 3, 4});
}

TEST_CASE("one author a table makes a number of each author, and of each bot without one") {
  Manifest manifest = manifest_of(5, {3});
  manifest.one_author_a_table = true;
  manifest.bots[0].author = "Ada";
  manifest.bots[2].author = "b";  // called like a bot that has none
  manifest.bots[3].author = "Ada";
  CHECK(schedule_rules(manifest).authors == std::vector<int>{0, 1, 2, 0, 3});
  for (const Block& block : schedule(schedule_rules(manifest), 50)) {
    const std::set<int> table(block.circle.begin(), block.circle.end());
    CHECK(table.size() == 3);
    CHECK_FALSE((table.contains(0) && table.contains(3)));
  }
}

TEST_CASE("a league whose tables cannot be filled is refused with the variant") {
  Manifest manifest = manifest_of(4, {3, 4});
  CHECK_NOTHROW(check_schedule(manifest));
  manifest.one_author_a_table = true;
  CHECK_NOTHROW(check_schedule(manifest));
  manifest.bots[0].author = manifest.bots[2].author = "Ada";
  CHECK_THROWS_WITH(check_schedule(manifest), "variant v4 needs 4 authors at a table, but its bots have 3");
  CHECK_THROWS_AS(check_schedule(manifest), InputError);
  manifest.bots[1].plays = {"v4"};
  CHECK_THROWS_WITH(check_schedule(manifest), "variant v3 needs 3 authors at a table, but its bots have 2");
  manifest.one_author_a_table = false;
  CHECK_NOTHROW(check_schedule(manifest));
  for (BotEntry& bot : manifest.bots) bot.plays = {"v4"};
  CHECK_THROWS_WITH(check_schedule(manifest), "variant v3 has no bots");
  Manifest vast = manifest_of(1000, std::vector<int>(200, 4));
  CHECK_THROWS_WITH(check_schedule(vast), Catch::Matchers::ContainsSubstring("200000000 pairs") &&
                                              Catch::Matchers::ContainsSubstring("at most 50000000"));
  CHECK_THROWS_AS(check_schedule(vast), InputError);
  manifest.variants.clear();
  CHECK_THROWS_WITH(check_schedule(manifest), "there is no variant to play");
}

}  // namespace league_schedule_test
