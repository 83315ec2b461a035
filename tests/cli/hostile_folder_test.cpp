// Folders of records that strangers have filled. No command waits for one of their files, reads one without end or
// takes more memory for it, and each says what is wrong with which file. The tables are in snapshots/hostile_*.txt.

#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <utility>

#include "arena/base/seeds/crc32c.h"
#include "tests/cli/arena_command.h"
#include "tests/process/child_process.h"

namespace hostile_folder_test {

using namespace cli_test;

namespace {

/// What a stranger puts in the place of a file. The file may have a copy elsewhere.
struct Kind {
  const char* name;
  void (*put)(const fs::path& file);
};

void put_link(const fs::path& file, const fs::path& target) {
  fs::remove(file);
  fs::create_symlink(target, file);
}

void add(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

void make_node(const fs::path& file, mode_t type) {
  fs::remove(file);
  REQUIRE(::mknod(file.c_str(), type | 0600, 0) == 0);
}

void put_folder(const fs::path& file) {
  fs::remove(file);
  fs::create_directory(file);
}

/// A line with a right checksum, whose JSON nobody should parse by recursion.
std::string deep_line() {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const std::string text = R"({"v":3,"type":"session","deep":)" + deep;
  return text + R"(,"crc":")" + arena::crc_text(arena::crc32c(text)) + "\"}\n";
}

constexpr std::uintmax_t kSparseBytes = std::uintmax_t{1} << 37;
constexpr std::size_t kLineBytes = 5 << 20;

const Kind kKinds[] = {
    {"a pipe", [](const fs::path& file) { make_node(file, S_IFIFO); }},
    {"a socket", [](const fs::path& file) { make_node(file, S_IFSOCK); }},
    {"a folder", put_folder},
    {"a link to a device", [](const fs::path& file) { put_link(file, "/dev/zero"); }},
    {"a link to itself", [](const fs::path& file) { put_link(file, file.filename()); }},
    {"a link to nothing", [](const fs::path& file) { put_link(file, "nowhere"); }},
    {"a link to its copy",
     [](const fs::path& file) {
       const fs::path copy = fs::absolute(file).parent_path().parent_path() / "copy";
       fs::rename(file, copy);
       put_link(file, copy);
     }},
    {"nothing", [](const fs::path& file) { fs::remove(file); }},
    {"an empty file", [](const fs::path& file) { fs::resize_file(file, 0); }},
    {"128 GiB of zeros",
     [](const fs::path& file) {
       fs::resize_file(file, 0);
       fs::resize_file(file, kSparseBytes);
     }},
    {"with a line of 5 MiB", [](const fs::path& file) { add(file, std::string(kLineBytes, 'x') + "\n"); }},
    {"with an end of 5 MiB", [](const fs::path& file) { add(file, std::string(kLineBytes, 'x')); }},
    {"with deep JSON", [](const fs::path& file) { add(file, deep_line()); }},
};

/// A command, and a file that it reads.
struct Reading {
  Words command;
  std::string file;
};

/// All that a command may take for one of these small folders.
constexpr long kMemoryKb = 400 << 10;

/// What a command printed about what is wrong, without what differs from run to run. Empty if it printed nothing.
std::string complaint_of(const std::string& err, const fs::path& scene) {
  std::string found;
  for (const std::string& line : lines_of(err)) {
    if (line.starts_with("error: ") || line.starts_with("warning: ") || line.starts_with("arena verify: "))
      found = line;
  }
  for (std::size_t at = 0; (at = found.find(scene.string() + "/")) != std::string::npos;)
    found.erase(at, scene.string().size() + 1);
  static const std::regex kHash("[0-9a-f]{64}");
  return std::regex_replace(found, kHash, "HASH");
}

/// Runs each command with each kind of file in the place of the one that it reads, in a copy of the folder "whole".
/// Returns the exit codes and complaints, which kinds have in common.
std::string table_of(const ArenaFolder& folder, const std::vector<Reading>& readings) {
  std::string table;
  for (const auto& [command, file] : readings) {
    std::vector<std::pair<std::string, Words>> answers;  // and their kinds
    for (const Kind& kind : kKinds) {
      const fs::path scene = folder / "scene";
      fs::remove_all(scene);
      fs::copy(folder / "whole", scene, fs::copy_options::recursive);
      REQUIRE(fs::exists(scene / file));
      kind.put(scene / file);
      INFO(fmt::format("{}; {} in place of {}", fmt::join(command, " "), kind.name, file));
      // Throws if the command does not end: it waits, or reads on for ever.
      const processes::Finished finished =
          processes::run_in(scene, Words{HEARTS_ARENA_PROGRAM} + command, std::chrono::minutes(1));
      INFO(finished.err);
      if (!HEARTS_SANITIZED) CHECK(finished.end.peak_kb < kMemoryKb);
      REQUIRE(finished.end.exited);
      CHECK(finished.end.number <= 2);
      const std::string complaint = complaint_of(finished.err, scene);
      if (finished.end.number > 0) {
        const bool names_file = complaint.find(fs::path(file).filename()) != std::string::npos;
        CHECK((names_file || complaint.find(fs::path(file).parent_path()) != std::string::npos));
      }
      const std::string answer = fmt::format("{} {}", finished.end.number, complaint.empty() ? "done" : complaint);
      const auto same = std::ranges::find(answers, answer, &std::pair<std::string, Words>::first);
      if (same != answers.end()) {
        same->second.emplace_back(kind.name);
      } else {
        answers.push_back({answer, {kind.name}});
      }
    }
    table += fmt::format("{} in arena {}\n", file, fmt::join(command, " "));
    for (const auto& [answer, kinds] : answers) table += fmt::format("  {}:\n    {}\n", fmt::join(kinds, ", "), answer);
    table += "\n";
  }
  return table;
}

void check_table(const std::string& name, const std::string& table) {
  const fs::path file = fs::path(HEARTS_SOURCE_DIR "/tests/cli/snapshots") / name;
  if (std::getenv("HEARTS_WRITE_SNAPSHOTS") != nullptr) write_file(file, table);
  CHECK(table == read_file(file));
}

/// A folder "whole" in which a league has played a run.
class PlayedFolder : public ArenaFolder {
 public:
  PlayedFolder() {
    fs::create_directory(whole());
    for (const std::string name : {"ann", "bob", "cyd"}) copy_bot(whole() / name);
    write_file(whole() / "league.json",
               league_text({entrant("ann"), entrant("bob")},
                           R"("name": "league", "variants": [{"variant": "royal-classic@2", "hands": 1},
                                         {"variant": "royal@2", "hands": 1}], "blocks": 2)"));
  }
  fs::path whole() const { return *this / "whole"; }
  void plays(const Words& words) const {
    const Outcome outcome = run_arena(whole(), words);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
  }
};

const Words kRun = {"run", "league.json", "--out", "run", "--seed", "7", "--isolation", "none", "--log-level", "error"};
const Words kResume = {"run", "league.json", "--out", "run", "--isolation", "none", "--log-level", "error"};

}  // namespace

TEST_CASE("commands that read a run name what is wrong with its files, in bounded time and memory") {
  const PlayedFolder folder;
  folder.plays(kRun);
  write_file(folder.whole() / "run/status.json", R"({"statuses": 1, "changes": []})");
  check_table("hostile_run.txt", table_of(folder, {
                                                      {{"rate", "run"}, "run/games.jsonl"},
                                                      {{"rate", "run", "--details"}, "run/timings.jsonl"},
                                                      {{"compare", "run"}, "run/games.jsonl"},
                                                      {{"verify", "run"}, "run/games.jsonl"},
                                                      {{"verify", "run"}, "run/timings.jsonl"},
                                                      {{"verify", "run"}, "run/faults.jsonl"},
                                                      {{"verify", "run"}, "run/ratings.json"},
                                                      {{"verify", "run"}, "run/standings.md"},
                                                      {{"verify", "run"}, "run/status.json"},
                                                      {{"rate", "run"}, "run/status.json"},
                                                      {{"replay", "run"}, "run/games.jsonl"},
                                                      {{"replay", "run", "b0g0"}, "run/games.jsonl"},
                                                      {{"replay", "run", "b0g0"}, "run/timings.jsonl"},
                                                      {{"replay", "run", "b0g0"}, "run/faults.jsonl"},
                                                      {{"retry", "run", "b0g0", "1", "ann"}, "run/games.jsonl"},
                                                      {{"retry", "run", "b0g0", "1", "ann"}, "run/timings.jsonl"},
                                                  }));
}

TEST_CASE("commands that write tables and pages name what is wrong with a run's files, in bounded time and memory") {
  const PlayedFolder folder;
  folder.plays(kRun);
  folder.plays({"report", "run"});
  check_table("hostile_tables.txt", table_of(folder, {
                                                         {{"report", "run"}, "run/games.jsonl"},
                                                         {{"report", "run"}, "run/timings.jsonl"},
                                                         {{"report", "run"}, "run/faults.jsonl"},
                                                         {{"report", "run"}, "run/report.html"},
                                                         {{"export", "run", "--csv", "tables"}, "run/games.jsonl"},
                                                         {{"export", "run", "--csv", "tables"}, "run/timings.jsonl"},
                                                         {{"export", "run", "--csv", "tables"}, "run/faults.jsonl"},
                                                         {{"export", "run", "--sqlite", "run.db"}, "run/games.jsonl"},
                                                         {{"watch", "run", "--once"}, "run/games.jsonl"},
                                                         {{"watch", "run", "--once"}, "run/timings.jsonl"},
                                                         {{"watch", "run", "--once"}, "run/faults.jsonl"},
                                                     }));
}

TEST_CASE("a run is resumed, extended and planned only with files that are its own") {
  const PlayedFolder folder;
  folder.plays({"plan", "league.json", "--commit", "run", "--isolation", "none"});
  fs::copy(folder.whole() / "run", folder.whole() / "planned", fs::copy_options::recursive);
  folder.plays(kResume);
  fs::rename(folder.whole() / "run", folder.whole() / "played");
  fs::rename(folder.whole() / "planned", folder.whole() / "run");
  const Words resume_played = {"run", "league.json", "--out", "played", "--isolation", "none", "--log-level", "error"};
  const Words gauntlet = {"gauntlet", "cyd",         "played", "--games",     "2",    "--out",
                          "g",        "--isolation", "none",   "--log-level", "error"};
  const Words plan = {"plan", "league.json", "--commit", "run", "--isolation", "none"};
  check_table("hostile_resume.txt", table_of(folder, {
                                                         {kResume, "run/key"},
                                                         {kResume, "run/receipt.txt"},
                                                         {resume_played, "played/games.jsonl"},
                                                         {resume_played, "played/timings.jsonl"},
                                                         {resume_played, "played/faults.jsonl"},
                                                         {resume_played + Words{"--extend"}, "played/games.jsonl"},
                                                         {gauntlet, "played/local.json"},
                                                         {plan, "run/key"},
                                                         {plan, "run/receipt.txt"},
                                                     }));
}

TEST_CASE("the parts of a run are played and merged only if they are files") {
  const PlayedFolder folder;
  folder.plays({"plan", "league.json", "--commit", "run", "--shards", "1", "--seed", "7", "--isolation", "none"});
  fs::copy(folder.whole() / "run", folder.whole() / "planned", fs::copy_options::recursive);
  folder.plays({"run", "league.json", "--out", "run", "--shard", "0/1", "--log-level", "error"});
  const Words shard = {"run", "league.json", "--out", "planned", "--shard", "0/1", "--log-level", "error"};
  const Words slurm = {"slurm", "league.json", "--out", "planned", "--shards", "1", "--isolation", "none"};
  check_table("hostile_shards.txt", table_of(folder, {
                                                         {{"rate", "run"}, "run/games.jsonl"},
                                                         {{"merge", "run"}, "run/games.jsonl"},
                                                         {{"merge", "run"}, "run/key"},
                                                         {{"merge", "run"}, "run/shards/0-of-1/games.jsonl"},
                                                         {{"merge", "run"}, "run/shards/0-of-1/timings.jsonl"},
                                                         {{"merge", "run"}, "run/shards/0-of-1/faults.jsonl"},
                                                         {shard, "planned/games.jsonl"},
                                                         {shard, "planned/key"},
                                                         {slurm, "planned/games.jsonl"},
                                                     }));
}

TEST_CASE("given deals, the ledger and the list of refused bots are read only if they are files") {
  const PlayedFolder folder;
  write_file(folder.whole() / "given.jsonl",
             R"({"variant":"black-lady@4+deck.ranks=Q,K,A","deal":["KC KS AS","AD QS QH","AC QD KH","QC KD AH"]})");
  const Words run = Words{"run",     "ann", "bob",     "--variant",   "black-lady@4+deck.ranks=Q,K,A",
                          "--hands", "1",   "--deals", "given.jsonl", "--rate-any-deals"} +
                    Words(kRun.begin() + 2, kRun.end());
  folder.plays(run);
  fs::create_directory(folder.whole() / "submissions");
  write_file(folder.whole() / "submissions/ledger.json", R"({"submissions": 1, "bots": []})");
  write_file(folder.whole() / "submissions/refused.json", R"({"submissions": 1, "refused": []})");
  write_file(folder.whole() / "submissions/lock", "");
  write_file(folder.whole() / "submissions/status.json", R"({"statuses": 1, "changes": []})");
  const Words submissions = {"submissions", "../scene"};
  const Words withdraw = {"withdraw", "ann", "--league", "../scene", "--reason", "late"};
  check_table("hostile_kept.txt", table_of(folder, {
                                                       {{"verify", "run"}, "run/deals.jsonl"},
                                                       {run, "given.jsonl"},
                                                       {submissions, "league.json"},
                                                       {submissions, "submissions/ledger.json"},
                                                       {submissions, "submissions/refused.json"},
                                                       {submissions, "submissions/status.json"},
                                                       {withdraw, "submissions/status.json"},
                                                       {withdraw, "submissions/lock"},
                                                       {{"plan", "../scene"}, "league.json"},
                                                       {{"plan", "../scene"}, "submissions/status.json"},
                                                   }));
}

/// What a stranger has put into a folder that was not yet a run's, and what a run then must not touch.
class BaitedFolder : public ArenaFolder {
 public:
  BaitedFolder() {
    write_program(*this / "slips", FirstWordsBot{.at_ask = {"print('no answer', flush=True)"}}.text());
    fs::create_directory(outside());
    write_file(outside() / "diary", "dear diary");
    fs::create_directory(*this / "run");
  }
  fs::path outside() const { return *this / "outside"; }
  /// Runs a bot that makes a mistake immediately, with these further options.
  Outcome run(const Words& more) const {
    return arena(Words{"run", sample_bot("random_c"), "./slips", "--variant", "royal@2", "--hands", "1", "--games", "2",
                       "--out", "run", "--isolation", "none", "--log-level", "error"} +
                 more);
  }
  /// Whether everything outside the run's folder is as it was.
  bool is_untouched() const {
    return read_file(outside() / "diary") == "dear diary" &&
           std::distance(fs::directory_iterator(outside()), fs::directory_iterator()) == 1;
  }
};

TEST_CASE("what a run writes beside its records takes the place of links and pipes that a stranger has left there") {
  for (const std::string name : {"first_fault.input", "receipt.txt", "local.json", "key", "first_fault.input.new"}) {
    for (const bool is_link : {false, true}) {
      INFO(name << (is_link ? ", a link" : ", a pipe"));
      const BaitedFolder folder;
      const fs::path file = folder / ("run/" + name);
      if (is_link) {
        fs::create_symlink(folder.outside() / "diary", file);
      } else {
        REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
      }
      const Outcome outcome = folder.run({"--strict"});
      INFO(outcome.err);
      // A key and a receipt that are there already are read first.
      const bool is_read = name == "key" || (name == "receipt.txt" && !is_link);
      CHECK(outcome.code == (is_read ? 2 : 1));
      const fs::path input = folder / "run/first_fault.input";
      if (!is_read) CHECK(fs::is_regular_file(fs::symlink_status(input)));
      CHECK(folder.is_untouched());
    }
  }
}

TEST_CASE("a run makes folders for bytes and logs of its own, and follows no link there") {
  for (const std::string name : {"wire", "logs", "logs/slips"}) {
    INFO(name);
    const BaitedFolder folder;
    const fs::path place = folder / ("run/" + name);
    fs::create_directories(place.parent_path());
    fs::create_directory_symlink(folder.outside(), place);
    const Words keep = {name == "wire" ? "--keep-bytes" : "--keep-logs"};
    Outcome outcome = folder.run(keep);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("run/" + name + ": a link; the arena needs a folder of its own here"));
    CHECK(folder.is_untouched());
    fs::remove(place);
    write_file(place, "not a folder");
    outcome = folder.run(keep);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("run/" + name + ": not a folder"));
  }
}

TEST_CASE("an error about a folder has no words of a library") {
  const ArenaFolder folder;
  folder.add_bot("ann");
  fs::create_symlink("loop", folder / "loop");
  for (const Words& command : {Words{"watch", "loop", "--once"}, Words{"rate", "loop"}, Words{"merge", "loop"},
                               Words{"run", "ann", "--out", "loop"}, Words{"plan", "ann", "--commit", "loop"}}) {
    const Outcome outcome = folder.arena(command);
    INFO(command[0] << ": " << outcome.err);
    CHECK(outcome.code > 0);
    CHECK_THAT(outcome.err, ContainsSubstring("loop") && !ContainsSubstring("filesystem error"));
  }
}

TEST_CASE("an end of the records that no arena wrote is an error for every command") {
  const PlayedFolder folder;
  folder.plays(kRun);
  const fs::path file = folder.whole() / "run/games.jsonl";
  const std::string games = read_file(file);
  write_file(file, games + "a note of mine");
  const std::vector<Words> commands = {{"rate", "run"},
                                       {"watch", "run", "--once"},
                                       {"verify", "run"},
                                       {"replay", "run"},
                                       {"report", "run"},
                                       {"compare", "run"},
                                       {"export", "run", "--csv", "tables"},
                                       kRun};
  for (const Words& command : commands) {
    INFO(command[0]);
    const Outcome outcome = run_arena(folder.whole(), command);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("run/games.jsonl: its last line is neither a record of a run nor a torn "
                                              "record"));
  }
  CHECK(read_file(file) == games + "a note of mine");
}

}  // namespace hostile_folder_test
