// Of 1,000 leagues of honest bots, at most 10 may name a bot that recognises deals. These tests take long;
// order_effect_test.cpp has a smaller one.

#include <algorithm>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tests/unit/results/ratings/duplicate_leagues.h"

namespace honest_leagues_test {

using namespace arena;
using namespace arena::test;

TEST_CASE("of 1,000 drawn leagues of honest bots at most 10 name a bot, whatever the table, the field and the length") {
  const DuplicateLeague league = GENERATE(
      DuplicateLeague{4, 2, 40}, DuplicateLeague{4, 3, 14}, DuplicateLeague{4, 4, 10}, DuplicateLeague{4, 4, 500},
      DuplicateLeague{8, 3, 128}, DuplicateLeague{8, 4, 40}, DuplicateLeague{8, 5, 80}, DuplicateLeague{8, 6, 16},
      DuplicateLeague{20, 3, 80}, DuplicateLeague{20, 4, 50}, DuplicateLeague{20, 5, 128});
  const int named = count_suspicious(draw_league, league, 1000);
  CAPTURE(league.bots, league.seats, league.blocks, named);
  CHECK(named <= 10);
}

TEST_CASE("of 1,000 leagues of recorded games in a new order at most 10 name a bot") {
  const DuplicateLeague league{.blocks = GENERATE(10, 16, 40, 128, 500)};
  const int named = count_suspicious(shuffle_recorded_league, league, 1000);
  CAPTURE(league.blocks, named);
  CHECK(named <= 10);
}

namespace {

int count_named(const std::vector<int>& first) {
  return static_cast<int>(std::ranges::count_if(first, [](int blocks) { return blocks > 0; }));
}

}  // namespace

TEST_CASE("of 1,000 leagues of honest bots that are watched after each block at most 10 name a bot at some look") {
  const auto [make, league] = GENERATE(table<MakeLeague, DuplicateLeague>({{draw_league, {4, 4, 128}},
                                                                           {draw_league, {8, 3, 128}},
                                                                           {shuffle_recorded_league, {4, 4, 128}},
                                                                           {shuffle_recorded_league, {4, 4, 40}}}));
  const LooksAt looks = GENERATE(planned_looks, open_looks);
  const int named = count_named(first_suspicious(make, league, 1000, looks));
  CAPTURE(league.bots, league.seats, league.blocks, looks == open_looks, named);
  CHECK(named <= 10);
}

TEST_CASE("the share of watched leagues that name a bot, and the blocks that name a cheat", "[.suspects]") {
  std::puts("of 1,000 leagues of honest bots: how many name a bot at some look, plain / planned / open");
  for (const auto& [make, league] :
       std::vector<std::pair<MakeLeague, DuplicateLeague>>{{draw_league, {4, 4, 40}},
                                                           {draw_league, {4, 4, 128}},
                                                           {draw_league, {4, 4, 500}},
                                                           {draw_league, {8, 3, 128}},
                                                           {draw_league, {20, 5, 128}},
                                                           {shuffle_recorded_league, {4, 4, 40}},
                                                           {shuffle_recorded_league, {4, 4, 128}},
                                                           {shuffle_recorded_league, {4, 4, 500}}}) {
    std::printf("%s, %d bots, %d seats, %d blocks:", make == draw_league ? "drawn" : "recorded", league.bots,
                league.seats, league.blocks);
    for (const LooksAt looks : {plain_looks, planned_looks, open_looks})
      std::printf(" %d", count_named(first_suspicious(make, league, 1000, looks)));
    std::puts("");
    std::fflush(stdout);
  }
  std::puts("blocks after which a watched cheat is named in half of 200 leagues, and in 9 of 10, open");
  for (const auto& [name, cheat, knows] : std::vector<std::tuple<std::string, int, std::vector<double>>>{
           {"duck_js 0, 3.6, 3.6, 3.6", 1, {0, 0.73, 0.73, 0.73}},
           {"low_py 0, 3.6, 3.6, 3.6", 2, {0, 0.504, 0.504, 0.504}},
           {"duck_js 0, 4.5, 4.5, 0", 1, {0, 0.907, 0.907, 0}},
           {"low_py 0, 4.5, 4.5, 0", 2, {0, 0.627, 0.627, 0}}}) {
    constexpr int kLeagues = 200;
    std::vector<int> first = first_suspicious(shuffle_recorded_league, {.blocks = 500, .knows = knows, .cheat = cheat},
                                              kLeagues, open_looks, cheat);
    std::ranges::replace(first, 0, 501);
    std::ranges::sort(first);
    std::printf("%s: %d, %d\n", name.c_str(), first[kLeagues / 2], first[kLeagues * 9 / 10 - 1]);
    std::fflush(stdout);
  }
}

}  // namespace honest_leagues_test
