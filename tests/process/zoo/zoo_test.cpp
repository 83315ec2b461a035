#include <algorithm>
#include <boost/json/value_to.hpp>
#include <cstdio>
#include <filesystem>
#include <set>

#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/process/zoo/animal.h"
#include "tests/process/zoo/traces.h"
#include "tests/process/zoo/visit.h"

namespace zoo_test {

// Every bot of the zoo sits down with three honest bots, at the real arena, at each level of isolation.

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;
using namespace zoo;
using arena::Isolation;

constexpr long kPeakKbMax = 40 << 10;
constexpr std::chrono::milliseconds kGone = 2s;  // for the last process to leave after the arena
constexpr std::chrono::microseconds kHonestMax = 600ms;

/// The fault, its seat and nobody else's, in the record and in the ledger.
void check_faults(const Visit& visit, const Animal& animal, const std::string& expected, const fs::path& out) {
  std::set<std::string> names;
  for (const arena::FaultEvent& event : visit.game.result.faults) {
    names.insert(std::string(arena::fault_name(event.fault)));
    CHECK(event.seat == visit.seat);
    CHECK_FALSE(event.detail.empty());
    CHECK_THAT(event.detail, Catch::Matchers::ContainsSubstring(animal.detail));
  }
  CHECK(names == (expected == "none" ? std::set<std::string>{} : std::set<std::string>{expected}));

  std::size_t entries = 0;
  arena::read_records(out / arena::kFaultsFile, [&](const json::object& entry, const std::string&) {
    if (entry.at("id") != json::value(visit.game.id)) return;
    ++entries;
    CHECK(entry.at("fault") == json::value(expected));
    CHECK(entry.at("seat") == json::value(visit.seat));
    CHECK(entry.at("blame") == "bot");
    CHECK_FALSE(entry.at("sent").as_array().empty());
  });
  CHECK(entries == visit.game.result.faults.size());
}

/// Nobody pays for another's silence.
void check_honest_clocks(const Visit& visit, const fs::path& out) {
  int timings = 0;
  arena::read_records(out / arena::kTimingsFile, [&](const json::object& timing, const std::string&) {
    if (timing.at("type") != "timing" || timing.at("id") != json::value(visit.game.id)) return;
    ++timings;
    const json::array& seats = timing.at("seats").as_array();
    REQUIRE(seats.size() == 4);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      if (static_cast<int>(seat) == visit.seat) continue;
      INFO("honest bot in seat " << seat);
      CHECK(seats[seat].at("questions") == json::value(14));
      CHECK(json::value_to<long>(seats[seat].at("used_us")) < kHonestMax.count() * processes::kPatience);
    }
  });
  CHECK(timings == 1);
}

/// A forfeiter is last, alone; the others are ranked by their own scores.
void check_places(const Visit& visit) {
  const arena::GameResult& result = visit.game.result;
  const bool forfeited = !result.forfeits.empty();
  for (std::size_t seat = 0; seat < 4; ++seat) {
    int place = 1;
    for (std::size_t other = 0; other < 4; ++other) {
      const bool counts = !forfeited || static_cast<int>(other) != visit.seat;
      if (counts && result.totals[other] < result.totals[seat]) ++place;
    }
    if (forfeited && static_cast<int>(seat) == visit.seat) place = 4;
    INFO("seat " << seat);
    CHECK(result.places[seat] == place);
  }
}

void check_play(const Visit& visit, const Animal& animal, const std::string& fault, References& references) {
  const std::vector<arena::Forfeit>& forfeits = visit.game.result.forfeits;
  // How often a bot gets to burn processor time is the machine's affair: three faults, and the game is lost.
  const bool stays = fault == "none" || (fault == "cpu" && forfeits.empty());
  REQUIRE(forfeits.size() == (stays ? 0U : 1U));
  int question = 0;
  if (!stays) question = animal.play == Play::house ? 1 : std::max(1, forfeits.front().question);
  CHECK(processes::play_of(visit.game) == references.play(visit.game.id, question));
}

/// Nothing that a terminal would obey.
void check_printable(const std::string& text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F) {
      INFO(text);
      FAIL_CHECK("byte " << int{byte});
      return;
    }
  }
}

/// What the arena shows of a run and what it makes of its records.
void check_read_back(const fs::path& out) {
  const auto verified = processes::run(processes::arena_words({"verify", out.string()}), 10s);
  INFO(verified.err);
  CHECK(verified.end.number == 0);
  const auto shown = processes::run(processes::arena_words({"replay", out.string(), "b0g0"}), 10s);
  CHECK(shown.end.number == 0);
  CHECK_FALSE(shown.out.empty());
  check_printable(shown.out + shown.err);
}

void meet(const Animal& animal, Isolation isolation, const OpenFolder& folder, References& references) {
  const std::string title = animal.name + (animal.argument.empty() ? "" : " " + animal.argument);
  const std::string level(arena::isolation_name(isolation));
  INFO("tests/process/zoo/" << title << ", isolation " << level);
  const fs::path out = folder / (animal.name + animal.argument);
  const fs::path temporary = folder.make("tmp");
  const std::string mounts_before = mounts();
  const auto cgroups_before = cgroups();
  Pace pace;
  if (animal.kind == Kind::falls_silent || animal.kind == Kind::takes_its_time) pace = kShort;
  if (animal.name.starts_with("burns_cpu")) pace = kSlow;
  const Visits seen = visit(command_of(animal, folder, out), isolation, out, temporary, 8 * animal.time_max, pace);
  const auto left = processes::left_after(kGone);
  INFO(seen.run.err);
  CHECK(left == "");
  CHECK(mounts() == mounts_before);
  CHECK(cgroups_of(seen.arena, cgroups_before) == "");
  CHECK(entries(temporary) == "");
  const std::string fault = read_expectation(file_of(animal.name)).at(isolation);
  for (const Visit& one : seen.games) {
    INFO("game " << one.game.id);
    check_faults(one, animal, fault, out);
    check_honest_clocks(one, out);
    check_places(one);
    check_play(one, animal, fault, references);
  }
  if (!HEARTS_SANITIZED) CHECK(seen.run.end.peak_kb < kPeakKbMax);
  check_printable(seen.run.out + seen.run.err);
  check_read_back(out);
  std::printf("%-8s  %-26s  %-16s %6.2f s %6.1f MB\n", level.c_str(), title.substr(0, 26).c_str(), fault.c_str(),
              static_cast<double>(seen.run.end.time.count()) / 1000, static_cast<double>(seen.run.end.peak_kb) / 1024);
}

void meet_all(Kind kind, Isolation isolation) {
  processes::adopt_orphans();
  const OpenFolder folder;
  References references(folder);
  if (HEARTS_SANITIZED) std::printf("memory is NOT checked: sanitizers need more than the arena\n");
  int met = 0;
  for (const Animal& animal : animals()) {
    const bool allowed = isolation != Isolation::none || !read_expectation(file_of(animal.name)).sandboxed_only;
    if (animal.kind != kind || !allowed) continue;
    meet(animal, isolation, folder, references);
    ++met;
  }
  CHECK((met > 0 || isolation == Isolation::none));
}

}  // namespace

TEST_CASE("every file of the zoo is met, and its head says what it does and what fault it commits") {
  std::set<std::string> known;
  for (const Animal& animal : animals()) known.insert(animal.name);
  std::set<std::string> there;
  for (const fs::directory_entry& entry : fs::directory_iterator(processes::in_repository("tests/process/zoo"))) {
    if (entry.path().extension() != ".py") continue;
    INFO(entry.path());
    there.insert(entry.path().stem());
    const Expectation expectation = read_expectation(entry.path());
    CHECK(expectation.does.ends_with("."));
    for (const Isolation level : {Isolation::none, Isolation::confined, Isolation::user, Isolation::full}) {
      if (level == Isolation::none && expectation.sandboxed_only) continue;
      const std::string fault = expectation.at(level);
      CHECK((fault == "none" || arena::find_fault(fault)));
    }
  }
  CHECK(known == there);
}

TEST_CASE("a fault may differ by level") {
  const Expectation one{"timeout"};
  CHECK(one.at(Isolation::none) == "timeout");
  CHECK(one.at(Isolation::full) == "timeout");
  const Expectation several{"memory at full, exited at user"};
  CHECK(several.at(Isolation::full) == "memory");
  CHECK(several.at(Isolation::user) == "exited");
  CHECK_THROWS(several.at(Isolation::confined));
}

// Sanitizers look at the arena, not at its bots: with them two levels are enough.
#if HEARTS_SANITIZED
#define MEET_AT_LEVELS TEST_BOTH_WAYS
#else
#define MEET_AT_LEVELS TEST_LEVELS
#endif

MEET_AT_LEVELS("bots that go away forfeit, and the table plays on") { meet_all(Kind::goes_away, isolation); }
// These wait for deadlines, which are the same at all levels.
TEST_BOTH_WAYS("bots that fall silent cost their own time only") { meet_all(Kind::falls_silent, isolation); }
TEST_BOTH_WAYS("bots that take their time do not move a deadline") { meet_all(Kind::takes_its_time, isolation); }
MEET_AT_LEVELS("bots that flood are ended in bounded memory") { meet_all(Kind::floods, isolation); }
MEET_AT_LEVELS("bots that talk nonsense are not understood") { meet_all(Kind::talks_nonsense, isolation); }
MEET_AT_LEVELS("bots that cheat are refused") { meet_all(Kind::cheats, isolation); }
MEET_AT_LEVELS("bots that are odd but honest play to the end") { meet_all(Kind::is_odd, isolation); }
MEET_AT_LEVELS("bots that want all of the machine get their part") { meet_all(Kind::hogs, isolation); }
MEET_AT_LEVELS("bots that attack hit nothing") { meet_all(Kind::attacks, isolation); }
MEET_AT_LEVELS("bots that spy learn nothing") { meet_all(Kind::spies, isolation); }
MEET_AT_LEVELS("bots that collude do not meet") { meet_all(Kind::colludes, isolation); }

}  // namespace zoo_test
