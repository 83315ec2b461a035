// A league that looks for its first bots: when a stage ends, and who leaves.

#include "arena/league/plan/contest.h"

#include <algorithm>
#include <functional>

#include "arena/game/schedule/schedule.h"
#include "arena/league/session/early_end.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/outcome.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace contest_test {

using namespace arena;
using namespace arena::test;
using Strings = std::vector<std::string>;

namespace {

const RunKey kKey = RunKey::from_seed("contest");

Manifest league_of(int bots, int first, int blocks = 640) {
  Manifest manifest = made_league({"black-lady@4"}, kKey, bots, blocks, {1, true});
  manifest.until_first = first;
  manifest.chunk_blocks = departure_chunk_blocks(manifest);
  return manifest;
}

/// The games of the blocks before `end`, in which each bot of the league beats those that come after it, except that
/// the first two are as good as each other. Games of `missing` are left out. The first bot forfeits from a block on.
void add_games(const Manifest& manifest, int end, RatedRuns& rated, int missing = -1, int forfeits_from = 1'000'000) {
  for (const Block& block : schedule(schedule_rules(manifest), end)) {
    if (block.number == missing) continue;
    for (int game = 0; game < games_of_block(block.circle); ++game) {
      Outcome outcome;
      outcome.run = run_id(manifest);
      outcome.variant = manifest.variants[0].id;
      outcome.rules_hash = manifest.variants[0].rules_hash;
      outcome.block = block.number;
      outcome.game = game;
      outcome.games_in_block = games_of_block(block.circle);
      outcome.hands = 1;
      const std::vector<int> seats = seating(block.circle, game);
      const auto rank = [&](int bot) { return std::max(bot, 1); };
      for (const int bot : seats) {
        Outcome::Seat seat;
        seat.bot = manifest.bots[static_cast<std::size_t>(bot)].name;
        seat.place =
            1 + static_cast<int>(std::ranges::count_if(seats, [&](int other) { return rank(other) < rank(bot); }));
        // Now and then the last is the first, so that every bot may lose.
        if (block.number % 5 == 0) seat.place = 5 - seat.place;
        seat.score = seat.place;
        seat.forfeited = bot == 0 && block.number >= forfeits_from;
        outcome.seats.push_back(seat);
      }
      rated.add(outcome, "here");
    }
  }
}

Strings names_from(const Manifest& manifest, std::size_t first) {
  Strings names;
  for (std::size_t bot = first; bot < manifest.bots.size(); ++bot) names.push_back(manifest.bots[bot].name);
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE("a stage ends at the end of a chunk, before all are known, and names those that cannot be first") {
  const Manifest manifest = league_of(6, 2);
  CHECK(manifest.chunk_blocks == 16);
  RatedRuns rated({manifest});
  add_games(manifest, manifest.blocks, rated);
  const auto found = find_left_out(manifest, rated, 0, manifest.end_block());
  REQUIRE(found);
  CHECK(found->end_block % 16 == 0);
  CHECK(found->end_block < manifest.blocks);
  CHECK_FALSE(found->bots.empty());
  const Strings weaker = names_from(manifest, 2);
  CHECK(std::ranges::includes(weaker, found->bots));
  // Nothing was found at the looks before, and later ones are not made.
  CHECK_FALSE(find_left_out(manifest, rated, 0, found->end_block - 1));
  CHECK(find_left_out(manifest, rated, found->end_block - 1, found->end_block)->bots == found->bots);
  CHECK_FALSE(find_left_out(manifest, rated, 0, 16));
}

TEST_CASE("a look waits for all blocks before it, and needs none after it") {
  const Manifest manifest = league_of(6, 2);
  RatedRuns all({manifest});
  add_games(manifest, manifest.blocks, all);
  const Withdrawal::Found found = find_left_out(manifest, all, 0, manifest.end_block()).value();
  RatedRuns some({manifest});
  add_games(manifest, found.end_block, some);
  CHECK(find_left_out(manifest, some, 0, manifest.end_block())->bots == found.bots);
  RatedRuns fewer({manifest});
  add_games(manifest, manifest.blocks, fewer, found.end_block - 3);
  CHECK_FALSE(find_left_out(manifest, fewer, 0, manifest.end_block()));
  fewer.add_void(run_id(manifest), found.end_block - 3, "here");
  CHECK(find_left_out(manifest, fewer, 0, manifest.end_block()));
}

TEST_CASE("a session makes each look once, and makes up for those that had to wait for a block") {
  const Manifest manifest = league_of(6, 2);
  RatedRuns all({manifest});
  add_games(manifest, manifest.blocks, all);
  const Withdrawal::Found found = find_left_out(manifest, all, 0, manifest.end_block()).value();
  const auto is_found = [&](const std::optional<Departure>& departure) {
    return departure && departure->end_block == found.end_block && departure->outclassed == found.bots;
  };
  EarlyEnd early_end(manifest, all);
  const std::function<bool(int)> is_decided = early_end.is_decided();
  for (const int look : stage_chunk_ends(manifest)) {
    if (look > found.end_block) break;
    CHECK(is_decided(look) == (look == found.end_block));
  }
  // Without these blocks another look would find nothing.
  for (int block = 0; block < found.end_block; ++block) all.add_void(run_id(manifest), block, "here");
  CHECK_FALSE(find_left_out(manifest, all, 0, found.end_block));
  CHECK(is_found(early_end.departure()));

  RatedRuns fewer({manifest});
  add_games(manifest, manifest.blocks, fewer, found.end_block - 3);
  EarlyEnd waiting(manifest, fewer);
  CHECK_FALSE(waiting.is_decided()(found.end_block));
  CHECK_FALSE(waiting.departure());
  fewer.add_void(run_id(manifest), found.end_block - 3, "here");
  CHECK(waiting.departure());
}

TEST_CASE("a bot that is withdrawn puts nobody out of the search at the same look") {
  Manifest manifest = league_of(4, 3);
  manifest.withdraw_after = 3;
  RatedRuns all({manifest});
  add_games(manifest, manifest.blocks, all);
  const Withdrawal::Found found = find_left_out(manifest, all, 0, manifest.end_block()).value();
  REQUIRE(found.bots == Strings{manifest.bots[3].name});
  CHECK_FALSE(all.withdrawn(manifest, manifest.end_block()));

  // Without the best bot only two are stronger than the last one.
  RatedRuns rated({manifest});
  add_games(manifest, found.end_block, rated, -1, found.end_block - 16);
  CHECK(rated.withdrawn(manifest, found.end_block)->bots == Strings{manifest.bots[0].name});
  const Departure departure = EarlyEnd(manifest, rated).departure().value();
  CHECK(departure.end_block == found.end_block);
  CHECK(departure.withdrawn == Strings{manifest.bots[0].name});
  CHECK(departure.outclassed.empty());
  CHECK(is_settled(manifest, departure));
}

TEST_CASE("a league that looks for nobody leaves nobody out") {
  Manifest manifest = league_of(6, 2);
  manifest.until_first = 0;
  RatedRuns rated({manifest});
  add_games(manifest, manifest.blocks, rated);
  CHECK_FALSE(find_left_out(manifest, rated, 0, manifest.end_block()));
}

TEST_CASE("bots stay while the others could not fill the tables") {
  Manifest manifest = league_of(6, 1);
  manifest.one_author_a_table = true;  // each bot is the only one of its author
  RatedRuns rated({manifest});
  add_games(manifest, manifest.blocks, rated);
  const auto found = find_left_out(manifest, rated, 0, manifest.end_block());
  if (found) CHECK(bots_left(manifest, {found->end_block, {}, found->bots}).size() >= 4);
  manifest.one_author_a_table = false;
  RatedRuns others({manifest});
  add_games(manifest, manifest.blocks, others);
  CHECK(find_left_out(manifest, others, 0, manifest.end_block()));
}

TEST_CASE("what ends a stage first decides who leaves, and both may") {
  using Found = Withdrawal::Found;
  CHECK_FALSE(first_departure({}, {}));
  CHECK(first_departure(Found{16, {"bad"}}, Found{32, {"weak"}})->bots() == Strings{"bad"});
  CHECK(first_departure(Found{32, {"bad"}}, Found{16, {"weak"}})->bots() == Strings{"weak"});
  const Departure both = first_departure(Found{16, {"bad", "worse"}}, Found{16, {"weak"}}).value();
  CHECK(both.bots() == Strings{"bad", "worse", "weak"});
  CHECK(both.withdrawn == Strings{"bad", "worse"});
  CHECK(both.outclassed == Strings{"weak"});
}

TEST_CASE("a search is settled when only the first are left") {
  const Manifest manifest = league_of(5, 2);
  CHECK_FALSE(is_settled(manifest, {16, {}, {manifest.bots[4].name}}));
  CHECK(is_settled(manifest, {16, {manifest.bots[4].name}, {manifest.bots[2].name, manifest.bots[3].name}}));
  CHECK(is_settled(manifest, {16, names_from(manifest, 1), {}}));
  Manifest none = manifest;
  none.until_first = 0;
  CHECK_FALSE(is_settled(none, {16, names_from(manifest, 0), {}}));
}

}  // namespace contest_test
