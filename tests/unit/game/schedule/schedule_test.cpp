#include "arena/game/schedule/schedule.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/base/seeds/digest.h"
#include "engine/seat.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace schedule_test {

using namespace arena;

namespace {

ScheduleRules two_variants() {
  ScheduleRules rules;
  rules.variants = {{4, 2, {0, 1, 2, 3, 4, 5, 6, 7, 8}}, {3, 1, {1, 4, 5, 8}}};
  rules.seed = "spring league";
  return rules;
}

std::vector<Circle> circles_of(const std::vector<Block>& blocks, int variant) {
  std::vector<Circle> circles;
  for (const Block& block : blocks) {
    if (block.variant == variant) circles.push_back(block.circle);
  }
  return circles;
}

std::string text_of(const std::vector<Block>& blocks) {
  std::string text;
  for (const Block& block : blocks) {
    text += std::to_string(block.number) + " " + std::to_string(block.variant) + ":";
    for (const int bot : block.circle) text += " " + std::to_string(bot);
    text += "\n";
  }
  return text;
}

std::string problem_in_words(ScheduleRules rules) {
  for (ScheduledVariant& variant : rules.variants) variant.name = "hooligan";
  return schedule_problem(rules).value_or("");
}

}  // namespace

TEST_CASE("blocks are numbered from zero and have as many bots as their variant has seats") {
  const std::vector<Block> blocks = schedule(two_variants(), 50);
  REQUIRE(blocks.size() == 50);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    CHECK(blocks[i].number == static_cast<int>(i));
    CHECK(blocks[i].circle.size() == (blocks[i].variant == 0 ? 4U : 3U));
  }
}

TEST_CASE("variants take turns by their weights") {
  std::vector<int> turns;
  for (const Block& block : schedule(two_variants(), 6)) turns.push_back(block.variant);
  CHECK(turns == std::vector<int>{0, 0, 1, 0, 0, 1});
}

TEST_CASE("only the bots that take part in a variant play it, and all of them do") {
  const ScheduleRules rules = two_variants();
  const std::vector<Block> blocks = schedule(rules, 60);
  for (int variant = 0; variant < 2; ++variant) {
    std::set<int> played;
    for (const Circle& circle : circles_of(blocks, variant)) played.insert(circle.begin(), circle.end());
    const std::vector<int>& bots = rules.variants[static_cast<std::size_t>(variant)].bots;
    CHECK(played == std::set<int>(bots.begin(), bots.end()));
  }
}

TEST_CASE("the circles of a variant do not depend on the weights of the others") {
  ScheduleRules other = two_variants();
  other.variants[0].weight = 1;
  const std::vector<Circle> heavy = circles_of(schedule(two_variants(), 30), 1);
  const std::vector<Circle> light = circles_of(schedule(other, 20), 1);
  REQUIRE(heavy.size() == 10);
  CHECK(heavy == light);
}

TEST_CASE("authors are kept apart in each variant") {
  ScheduleRules rules = two_variants();
  rules.authors = {0, 0, 1, 1, 2, 3, 4, 4, 4};
  for (const Block& block : schedule(rules, 200)) {
    std::set<int> at_table;
    for (const int bot : block.circle) CHECK(at_table.insert(rules.authors[static_cast<std::size_t>(bot)]).second);
  }
}

TEST_CASE("the sizes of blocks are those of the blocks that the scheduler gives") {
  ScheduleRules rules = two_variants();
  rules.variants.push_back({6, 3, {0, 2, 3, 4}});
  rules.variants.push_back({4, 2, {1, 7}});
  rules.variants.push_back({5, 1, {3}});
  std::set<int> sizes_with_copies;
  Scheduler scheduler(rules);
  BlockSizes sizes(rules);
  for (int number = 0; number < 300; ++number) {
    const Block block = scheduler.next();
    const int games = games_of_block(block.circle);
    INFO("block " << number);
    CHECK(sizes.next() == BlockSize{block.variant, games});
    if (block.variant == 3) sizes_with_copies.insert(games);
  }
  CHECK(sizes_with_copies == std::set<int>{2, 4});
}

TEST_CASE("a shorter schedule is the beginning of a longer one") {
  std::vector<Block> longer = schedule(two_variants(), 80);
  longer.resize(33);
  CHECK(schedule(two_variants(), 33) == longer);
}

TEST_CASE("another seed gives another schedule") {
  ScheduleRules other = two_variants();
  other.seed = "autumn league";
  CHECK(schedule(two_variants(), 20) != schedule(other, 20));
}

// A new digest is a new schedule: runs that were begun with the old one cannot be resumed.
TEST_CASE("the schedule is the same on every machine") {
  ScheduleRules rules = two_variants();
  rules.variants.push_back({6, 3, {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}});
  rules.variants.push_back({5, 1, {0, 7}});
  CHECK(hex(digest_of(text_of(schedule(rules, 1000)))) ==
        "4f32d7295babf4a6f40464104c951b45d26a5ebd082a9c7e07d0f5eb04850754");
  rules.variants.pop_back();
  rules.authors = {0, 0, 1, 1, 2, 3, 4, 4, 4, 5, 5, 6, 7};
  CHECK(hex(digest_of(text_of(schedule(rules, 1000)))) ==
        "5029b82ccb3cd451ef8f853d9b7337dcdc9a2e790938b6448d6dcb47709b77dc");
}

TEST_CASE("the schedule of many bots is the same on every machine") {
  ScheduleRules rules;
  rules.seed = "crowd";
  for (const int seats : {2, 4, 5}) {
    rules.variants.push_back({seats, 1, std::vector<int>(150)});
    std::iota(rules.variants.back().bots.begin(), rules.variants.back().bots.end(), 0);
  }
  CHECK(hex(digest_of(text_of(schedule(rules, 3000)))) ==
        "9f687cba75a56747cac9af3c696dfd514bc1466efdf8456f3db17d019448125c");
  for (int bot = 0; bot < 150; ++bot) rules.authors.push_back(bot < 60 ? 0 : bot / 2);
  CHECK(hex(digest_of(text_of(schedule(rules, 3000)))) ==
        "7b4a289627aca1f71f4174b88817020d378f58f85d3ebe5e383badf9b02fd86f");
}

TEST_CASE("a schedule that exists has no problem") {
  CHECK_FALSE(schedule_problem(two_variants()));
  for (int bots = 1; bots <= 7; ++bots) {
    for (int seats = 2; seats <= 6; ++seats) {
      ScheduledVariant variant{seats, 1, {}};
      for (int bot = 0; bot < bots; ++bot) variant.bots.push_back(bot);
      CHECK_FALSE(schedule_problem({{variant}, {}, "any"}));
      CHECK(schedule({{variant}, {}, "any"}, 3).size() == 3);
    }
  }
}

TEST_CASE("the schedule takes as many seats as any variant has") {
  int fewest = hearts::kSeatsMax;
  int most = 0;
  for (const hearts::Variant* variant : hearts::variants()) {
    fewest = std::min(fewest, variant->seats_min);
    most = std::max(most, variant->seats_max);
  }
  CHECK(fewest == hearts::kSeatsMin);
  CHECK(most == hearts::kSeatsMax);
  CHECK_FALSE(schedule_problem({{{fewest, 1, {0, 1}}, {most, 1, {0, 1}}}, {}, "any"}));
}

TEST_CASE("why there is no schedule is said in a sentence") {
  CHECK(problem_in_words({}) == "there is no variant to play");
  CHECK(problem_in_words({{{1, 1, {0}}}, {}, ""}) == "variant hooligan must have 2 to 6 seats");
  CHECK(problem_in_words({{{7, 1, {0}}}, {}, ""}) == "variant hooligan must have 2 to 6 seats");
  CHECK(problem_in_words({{{4, -1, {0}}}, {}, ""}) == "variant hooligan must have a weight of 0 to 1000000000");
  CHECK(problem_in_words({{{4, 1, {}}}, {}, ""}) == "variant hooligan has no bots");
  CHECK(problem_in_words({{{4, 1, {1, 0}}}, {}, ""}) == "variant hooligan has bots out of order or without an author");
  CHECK(problem_in_words({{{4, 1, {0, 0}}}, {}, ""}) == "variant hooligan has bots out of order or without an author");
  CHECK(problem_in_words({{{4, 1, {-1}}}, {}, ""}) == "variant hooligan has bots out of order or without an author");
  CHECK(problem_in_words({{{2, 1, {0, 2}}}, {5, 6}, ""}) ==
        "variant hooligan has bots out of order or without an author");
  CHECK(problem_in_words({{{4, 1, {0, 1, 2, 3}}}, {5, 6, 7, 5}, ""}) ==
        "variant hooligan needs 4 authors at a table, but its bots have 3");
}

TEST_CASE("a schedule of more pairs of bots than it can keep is a problem") {
  ScheduleRules rules;
  ScheduledVariant variant{4, 1, std::vector<int>(1000)};
  std::iota(variant.bots.begin(), variant.bots.end(), 0);
  rules.variants.assign(50, variant);
  CHECK_FALSE(schedule_problem(rules));
  rules.variants.push_back({4, 1, {0}});
  CHECK(schedule_problem(rules) ==
        "the bots of all variants form 50000001 pairs, but a schedule can have at most 50000000");
  CHECK_THROWS_AS(Scheduler(rules), std::invalid_argument);
  rules.variants.assign(200, variant);
  CHECK(problem_in_words(rules) ==
        "the bots of all variants form 200000000 pairs, but a schedule can have at most 50000000");
}

TEST_CASE("a problem names the first variant at fault") {
  ScheduleRules rules = two_variants();
  rules.variants[0].name = "large";
  rules.variants[1].name = "small";
  rules.authors = {0, 1, 2, 3, 1, 1, 4, 5, 0};  // bots 1, 4, 5 and 8 of the second variant have two authors
  CHECK(schedule_problem(rules) == "variant small needs 3 authors at a table, but its bots have 2");
  rules.variants[0].bots.clear();
  CHECK(schedule_problem(rules) == "variant large has no bots");
}

TEST_CASE("rules without a schedule make no scheduler") {
  CHECK_THROWS_AS(Scheduler(ScheduleRules{}), std::invalid_argument);
  CHECK_THROWS_AS(BlockSizes(ScheduleRules{}), std::invalid_argument);
  CHECK_THROWS_AS(schedule({{{4, 1, {0, 1, 2}}}, {0, 1, 2}, ""}, 1), std::invalid_argument);
}

}  // namespace schedule_test
