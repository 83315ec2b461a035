#include <algorithm>
#include <boost/json/value_to.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/processes/arena_program.h"
#include "tests/processes/child_process.h"
#include "tests/processes/process_tree.h"
#include "tests/zoo/animal.h"

// Every bot of the zoo sits down with three honest bots, at the real arena.

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;
using namespace zoo;

constexpr long kPeakKbMax = 40 << 10;
constexpr std::chrono::milliseconds kGone = 2s;  // for the last process to leave after the arena
constexpr std::chrono::microseconds kHonestMax = 600ms;

/// Whose place among the bots the animal takes: not the first, so that a mix-up of seat and index shows.
constexpr std::size_t kPlace = 2;

/// One block, four games of one hand, with the animal's command in its place.
std::vector<std::string> run_words(const std::string& command, arena::Isolation isolation, const fs::path& out) {
  std::vector<std::string> words = {"run"};
  for (std::size_t place = 0; place < 4; ++place) {
    words.push_back(place == kPlace ? command : processes::in_repository("tests/zoo/honest.py").string());
  }
  // A move is not made longer where all is slower: some bots rely on 1.4 s.
  const std::string startup = std::to_string(1000 * processes::kPatience);
  const std::vector<std::string> options = {"--games",      "1",         "--hands", "1",          "--seed",
                                            "zoo",          "--move",    "400",     "--grace",    "200",
                                            "--keep-going", "--startup", startup,   "--isolation"};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back(arena::isolation_name(isolation));
  words.insert(words.end(), {"--out", out.string()});
  return processes::arena_words(words);
}

/// One game with the animal.
struct Visit {
  arena::GameRecord game;
  int seat = 0;  ///< the animal's
};

/// A block of games, in the order of their ids.
struct Visits {
  processes::Finished run;
  std::vector<Visit> games;
};

Visits visit(const std::string& command, arena::Isolation isolation, const fs::path& out,
             std::chrono::milliseconds time_max) {
  Visits visits;
  visits.run = processes::run(run_words(command, isolation, out), time_max);
  INFO(visits.run.err);
  REQUIRE(visits.run.end.exited);
  REQUIRE(visits.run.end.number == 0);
  std::vector<arena::GameRecord> games = processes::games_of(out);
  REQUIRE(games.size() == 4);
  std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  for (arena::GameRecord& game : games) {
    Visit& one = visits.games.emplace_back();
    // Honest bots of one file are told apart by a number; the first is plain "honest".
    for (std::size_t seat = 0; seat < game.bots.size(); ++seat) {
      if (!game.bots[seat].starts_with("honest")) one.seat = static_cast<int>(seat);
    }
    one.game = std::move(game);
  }
  return visits;
}

/// The play of a game in which the animal's place is taken by a bot that leaves at its question number
/// `question` without any crime before; 0: that stays to the end.
class References {
 public:
  explicit References(const fs::path& folder) : folder_(folder) {
    processes::write_file(folder / "leaves.py",
                          "import sys\n"
                          "last = int(sys.argv[1])\n"
                          "asked = 0\n"
                          "for line in sys.stdin:\n"
                          "    word = line.split()\n"
                          "    if word[0] == 'hello':\n"
                          "        print('ready', flush=True)\n"
                          "    elif word[0] == 'ask':\n"
                          "        asked += 1\n"
                          "        if asked == last:\n"
                          "            break\n"
                          "        print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n"
                          "    elif word[0] == 'quit':\n"
                          "        break\n");
  }

  const std::string& play(const std::string& game, int question) {
    const std::string& found = plays_[{game, question}];
    if (!found.empty()) return found;
    const std::string number = std::to_string(question);
    const std::string command = "python3 " + (folder_ / "leaves.py").string() + " " + number;
    for (const Visit& reference : visit(command, arena::Isolation::none, folder_ / ("leaves" + number), 10s).games) {
      REQUIRE(reference.game.result.forfeits.size() == (question > 0 ? 1U : 0U));
      plays_[{reference.game.id, question}] = processes::play_of(reference.game);
    }
    return found;
  }

 private:
  fs::path folder_;
  std::map<std::pair<std::string, int>, std::string> plays_;  // by game and question
};

/// The fault, its seat and nobody else's, in the record and in the ledger.
void check_faults(const Visit& visit, const std::string& expected, const fs::path& out) {
  std::set<std::string> names;
  for (const arena::FaultEvent& event : visit.game.result.faults) {
    names.insert(std::string(arena::fault_name(event.fault)));
    CHECK(event.seat == visit.seat);
    CHECK_FALSE(event.detail.empty());
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

void check_play(const Visit& visit, Play play, References& references) {
  const std::vector<arena::Forfeit>& forfeits = visit.game.result.forfeits;
  REQUIRE(forfeits.size() == (play == Play::own ? 0U : 1U));
  int question = 0;
  if (play == Play::house) question = 1;
  if (play == Play::own_so_far) question = forfeits.front().question;
  CHECK(processes::play_of(visit.game) == references.play(visit.game.id, question));
}

void meet(const std::vector<std::string>& names, arena::Isolation isolation) {
  processes::adopt_orphans();
  const processes::ScratchFolder folder;
  References references(folder.path());
  if (HEARTS_SANITIZED) std::printf("memory is NOT checked: sanitizers need more than the arena\n");
  for (const Animal& animal : animals()) {
    if (std::find(names.begin(), names.end(), animal.name) == names.end()) continue;
    INFO("tests/zoo/" << animal.name << ".py, isolation " << arena::isolation_name(isolation));
    const fs::path out = folder / animal.name;
    const std::string bot = processes::in_repository("tests/zoo/" + animal.name + ".py");
    const Visits seen = visit(bot, isolation, out, 3 * animal.time_max);
    const auto left = processes::left_after(kGone);
    INFO(seen.run.err);
    CHECK(left == "");
    const std::string fault = expected_fault(animal.name);
    for (const Visit& one : seen.games) {
      INFO("game " << one.game.id);
      check_faults(one, fault, out);
      check_honest_clocks(one, out);
      check_places(one);
      check_play(one, animal.play, references);
    }
    if (!HEARTS_SANITIZED) CHECK(seen.run.end.peak_kb < kPeakKbMax);
    const auto verified = processes::run(processes::arena_words({"replay", "--verify", out.string()}), 10s);
    INFO(verified.err);
    CHECK(verified.end.number == 0);
    std::printf("%-5s %-24s %-17s %5.2f s %5.1f MB\n", std::string(arena::isolation_name(isolation)).c_str(),
                animal.name.c_str(), fault.c_str(), static_cast<double>(seen.run.end.time.count()) / 1000,
                static_cast<double>(seen.run.end.peak_kb) / 1024);
  }
}

const std::vector<std::string> kGoAway = {"exits_at_start",          "exits_mid_game", "crashes",
                                          "grandchild_holds_stdout", "closes_stdin",   "closes_stdout"};
const std::vector<std::string> kFallSilent = {"never_answers", "never_reads", "partial_line", "stops_itself"};
const std::vector<std::string> kTakeTheirTime = {"answers_late", "chatters_slowly", "never_ready"};
const std::vector<std::string> kFlood = {"chatters", "flood_of_lines", "endless_line", "stderr_flood"};
const std::vector<std::string> kTalkNonsense = {"answers_early", "answers_nonsense", "answers_twice", "huge_number",
                                                "invalid_utf8",  "nul_bytes",        "wrong_hello"};
const std::vector<std::string> kCheat = {"illegal_answers", "wrong_count"};
const std::vector<std::string> kAreOdd = {"crlf", "daemon", "ignores_sigterm", "one_byte_at_a_time"};

}  // namespace

TEST_CASE("every bot of the zoo is met, and the readme names its fault") {
  std::set<std::string> met;
  for (const auto* group : {&kGoAway, &kFallSilent, &kTakeTheirTime, &kFlood, &kTalkNonsense, &kCheat, &kAreOdd}) {
    for (const std::string& name : *group) CHECK(met.insert(name).second);
  }
  std::set<std::string> known;
  for (const Animal& animal : animals()) known.insert(animal.name);
  std::set<std::string> there;
  const std::string readme = processes::read_file(processes::in_repository("tests/zoo/README.md"));
  for (const fs::directory_entry& entry : fs::directory_iterator(processes::in_repository("tests/zoo"))) {
    if (entry.path().extension() != ".py") continue;
    const std::string name = entry.path().stem();
    const std::string fault = expected_fault(name);
    const std::size_t line = readme.find("| `" + name + "` |");
    INFO(name);
    REQUIRE(line != std::string::npos);
    const std::string row = readme.substr(line, readme.find('\n', line) - line);
    CHECK_THAT(row, Catch::Matchers::ContainsSubstring(fault == "none" ? "| none |" : "| `" + fault + "` |"));
    if (name != "honest") there.insert(name);
  }
  CHECK(met == there);
  CHECK(known == there);
}

TEST_BOTH_WAYS("bots that go away forfeit, and the table plays on") { meet(kGoAway, isolation); }
TEST_BOTH_WAYS("bots that fall silent cost their own time only") { meet(kFallSilent, isolation); }
TEST_BOTH_WAYS("bots that take their time do not move a deadline") { meet(kTakeTheirTime, isolation); }
TEST_BOTH_WAYS("bots that flood are ended in bounded memory") { meet(kFlood, isolation); }
TEST_BOTH_WAYS("bots that talk nonsense are not understood") { meet(kTalkNonsense, isolation); }
TEST_BOTH_WAYS("bots that cheat are refused") { meet(kCheat, isolation); }
TEST_BOTH_WAYS("bots that are odd but honest play to the end") { meet(kAreOdd, isolation); }
