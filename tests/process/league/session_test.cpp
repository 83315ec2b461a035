// A session as a server uses it: in the process that watches it, beside others, stopped from another thread.

#include "arena/league/session/session.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "arena/base/text/input_error.h"
#include "arena/league/plan/resolve_league.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/scratch_folder.h"

namespace session_test {

using namespace arena;
using arena::test::ScratchFolder;
namespace fs = std::filesystem;

namespace {

SessionOrder order_of(const fs::path& folder, int blocks) {
  League league;
  for (const char* name : {"ann", "bob", "cyd", "dan"}) league.entrants.push_back({HEARTS_RANDOM_BOT, name, {}});
  league.variants.push_back({"black-lady@4", 1, 1});
  SessionOrder order;
  order.manifest = resolve_league(league);
  order.length.blocks = blocks;
  order.folder = folder;
  order.seed = "session";
  order.isolation.asked = "none";
  return order;
}

SessionEvents silent_events() {
  SessionEvents events;
  events.sandbox = [](const SandboxRemark&) {};
  events.stage_begins = [](const StageStart&, const RatedRuns&) {};
  events.stage_ends = [](const StageEnd&) {};
  events.games.bot_failed_to_start = [](const BotEntry&, const FaultEvent&) {};
  events.games.game_over = [](const GameRecord&, int) {};
  events.games.block_void = [](const VoidBlock&) {};
  events.games.warning = [](const std::string&) {};
  return events;
}

int games_in(const fs::path& folder) {
  return read_run(folder, [](GameRecord&&, const hearts::GameRules&, const std::string&) {}).games();
}

}  // namespace

TEST_CASE("a session reports what happens, in order, and its result", "[memory]") {
  const ScratchFolder folder;
  std::vector<std::string> seen;
  SessionEvents events = silent_events();
  events.stage_begins = [&](const StageStart& start, const RatedRuns&) {
    seen.push_back("begins with " + std::to_string(start.counted_games) + " of " + std::to_string(start.games));
  };
  int games = 0;
  events.games.game_over = [&](const GameRecord&, int counted) { CHECK(counted == ++games); };
  events.stage_ends = [&](const StageEnd& end) {
    CHECK(end.kind == RunEnd::finished);
    CHECK(end.results.digest_games == end.counted_games);
    seen.push_back("ends with " + std::to_string(end.counted_games));
  };
  Session session(order_of(folder / "run", 2), events);
  CHECK(session.progress().stage == 0);
  const SessionOutcome outcome = session.play();
  CHECK(outcome.kind == SessionOutcome::Kind::finished);
  CHECK(outcome.folder == folder / "run");
  CHECK(seen == std::vector<std::string>{"begins with 0 of 8", "ends with 8"});
  CHECK(session.progress().games == 8);
  CHECK(fs::exists(folder / "run/standings.md"));

  // Another session of the same order finds it finished.
  seen.clear();
  CHECK(Session(order_of(folder / "run", 2), events).play().kind == SessionOutcome::Kind::finished);
  CHECK(seen == std::vector<std::string>{"begins with 8 of 8", "ends with 8"});
}

TEST_CASE("a session that another thread stops is resumed by the next one, with the same records", "[memory]") {
  const ScratchFolder folder;
  std::mutex mutex;
  std::condition_variable first_game;
  bool has_game = false;
  SessionEvents events = silent_events();
  events.games.game_over = [&](const GameRecord&, int) {
    const std::lock_guard lock(mutex);
    has_game = true;
    first_game.notify_one();
  };
  RunEnd ended = RunEnd::finished;
  events.stage_ends = [&](const StageEnd& end) { ended = end.kind; };
  SessionOutcome outcome;
  {
    Session session(order_of(folder / "run", 20), events);
    std::jthread player([&] { outcome = session.play(); });
    std::unique_lock lock(mutex);
    first_game.wait(lock, [&] { return has_game; });
    CHECK(session.progress().planned == 80);
    session.stop();
  }
  // The last game may have been over before it was told to stop.
  const bool was_stopped = outcome.kind == SessionOutcome::Kind::stopped;
  CHECK((was_stopped ? ended == RunEnd::stopped : games_in(folder / "run") == 80));
  CHECK(Session(order_of(folder / "run", 20), silent_events()).play().kind == SessionOutcome::Kind::finished);
  CHECK(Session(order_of(folder / "whole", 20), silent_events()).play().kind == SessionOutcome::Kind::finished);
  CHECK(processes::sorted_lines(folder / "run/games.jsonl") == processes::sorted_lines(folder / "whole/games.jsonl"));
}

TEST_CASE("a session that is stopped before it begins plays nothing", "[memory]") {
  const ScratchFolder folder;
  Session session(order_of(folder / "run", 2), silent_events());
  session.stop();
  CHECK(session.play().kind == SessionOutcome::Kind::stopped);
  CHECK(games_in(folder / "run") == 0);
}

TEST_CASE("sessions play beside each other in one process, and none minds the others", "[memory]") {
  const ScratchFolder folder;
  const std::vector<std::string> runs = {"one", "two", "three"};
  {
    std::vector<std::jthread> players;
    for (const std::string& run : runs) {
      players.emplace_back([&, run] { Session(order_of(folder / run, 3), silent_events()).play(); });
    }
  }
  for (const std::string& run : runs) {
    CHECK(processes::sorted_lines(folder / run / "games.jsonl") == processes::sorted_lines(folder / "one/games.jsonl"));
    CHECK(games_in(folder / run) == 12);
  }
}

TEST_CASE("a session refuses a folder that another session plays in", "[memory]") {
  const ScratchFolder folder;
  SessionEvents events = silent_events();
  bool is_refused = false;
  events.games.game_over = [&](const GameRecord&, int counted) {
    if (counted > 1) return;
    try {
      Session(order_of(folder / "run", 2), silent_events()).play();
    } catch (const InputError&) {
      is_refused = true;
    }
  };
  CHECK(Session(order_of(folder / "run", 2), events).play().kind == SessionOutcome::Kind::finished);
  CHECK(is_refused);
}

}  // namespace session_test
