// Commands that are called when something happens in a run (--on), and what they may not do to it.

#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <sstream>

#include "arena/app/commands/hooks.h"
#include "tests/cli/arena_command.h"
#include "tests/process/process_tree.h"

namespace hooks_test {

using namespace cli_test;
using arena::cli::Hook;
using arena::cli::HookLimits;
using arena::cli::Hooks;

namespace {

/// Hooks without an arena, and what they log.
class HookFolder : public ScratchFolder {
 public:
  explicit HookFolder(HookLimits limits = {}) : limits_(limits) { processes::adopt_orphans(); }

  /// Fires `times` events that each have the number and the text, and waits for the hooks. Returns what they log.
  std::string log_of(const std::vector<std::string>& commands, int times = 1, const std::string& text = {}) {
    std::ostringstream logged;
    spdlog::logger log("test", std::make_shared<spdlog::sinks::ostream_sink_st>(logged));
    log.set_pattern("%l: %v");
    {
      std::vector<Hook> hooks;
      for (const std::string& command : commands) hooks.push_back({"fault", "cd " + path().string() + "; " + command});
      Hooks all(hooks, {"ARENA_RUN=/some/run"}, log, limits_);
      for (int number = 1; number <= times; ++number)
        all.fire({{"event", "fault"}, {"number", number}, {"detail", text}});
      all.fire({{"event", "game"}, {"number", 0}});
    }
    // Whatever a hook has started is gone.
    CHECK(processes::left_after(std::chrono::seconds(10) * processes::kPatience) == "");
    return logged.str();
  }

 private:
  HookLimits limits_;
};

/// The arguments of a small run in which the bot `rude` is at fault.
Words run_words(const std::string& out, const Words& more = {}) {
  return Words{"run", "rude", sample_bot("watch_c"), "--variant", "royal-classic@2"} +
         Words{"--hands", "1", "--blocks", "8", "--isolation", "none", "--seed", "7", "--out", out} + more;
}

class RudeFolder : public ArenaFolder {
 public:
  RudeFolder() {
    fs::create_directory(*this / "rude");
    write_program(*this / "rude/bot.py", FirstWordsBot{.at_ask = {"sys.exit(3)"}}.text());
    write_file(*this / "rude/bot.json", R"({"name": "rude", "command": ["./bot.py"]})");
  }
};

}  // namespace

TEST_CASE("each event calls its hooks in order, with its JSON on stdin and the run in the environment") {
  HookFolder folder;
  CHECK(folder.log_of({"cat >> got", "echo $ARENA_EVENT $ARENA_RUN >> names", "cat > /dev/null"}, 20) == "");
  const std::vector<std::string> lines = lines_of(read_file(folder / "got"));
  REQUIRE(lines.size() == 20);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const json::object event = json::parse(lines[i]).as_object();
    CHECK(event.at("event").as_string() == "fault");
    CHECK(event.at("number") == json::value(i + 1));
  }
  CHECK(lines_of(read_file(folder / "names")) == Words(20, "fault /some/run"));
}

TEST_CASE("a hook that fails, or does not exist, is a warning with its status and what it wrote") {
  HookFolder folder;
  const std::string failed = folder.log_of({"echo so; echo it goes >&2; exit 3"});
  CHECK_THAT(failed, StartsWith("warning: --on fault 'cd ") &&
                         EndsWith("it exited with status 3, and it wrote: \n  so\n  it goes\n"));
  CHECK_THAT(folder.log_of({"./nothing_here"}), StartsWith("warning: ") &&
                                                    ContainsSubstring("it exited with status 127, and it wrote: ") &&
                                                    ContainsSubstring("nothing_here"));
  CHECK_THAT(folder.log_of({"kill -TERM $$"}), ContainsSubstring("it was killed by signal 15"));
  CHECK_THAT(folder.log_of({"printf 'all is well\\033[31m'"}),
             StartsWith("info: ") && EndsWith(R"(: all is well\x1b[31m)"
                                              "\n"));
}

TEST_CASE("a hook that fails again and again fills no log") {
  HookFolder folder;
  const std::string log = folder.log_of({"exit 1"}, 30);
  CHECK(count(log, "it exited with status 1") == 10);
  CHECK(count(log, "further failures of it are not shown") == 1);
  CHECK_THAT(log, EndsWith(": it has failed 30 times in all\n"));
}

TEST_CASE("a hook that hangs is killed with all that it has started") {
  HookFolder folder({.time = std::chrono::seconds(2)});
  CHECK_THAT(folder.log_of({"sleep 1000 & sleep 1000"}),
             StartsWith("warning: ") && EndsWith("it was killed, because it took more than 2 s\n"));
  // One that leaves something behind, too.
  CHECK(folder.log_of({"sleep 1000 > /dev/null 2>&1 &"}) == "");
}

TEST_CASE("hooks that still run some time after the end are killed") {
  HookFolder folder({.time = std::chrono::hours(1), .at_end = std::chrono::seconds(1)});
  const std::string log = folder.log_of({"sleep 1000", "trap '' TERM; sleep 1000"}, 3);
  CHECK(count(log, "it was killed, because it still ran 1 s after the end") == 2);
  CHECK(count(log, "it was not called for 2 events, because it was too slow") == 2);
}

TEST_CASE("a hook that closes its stdin, or does not read it, changes nothing") {
  HookFolder folder;
  const std::string long_text(1 << 20, 'x');
  CHECK(folder.log_of({"exec 0<&-; echo done >> closed", "echo done >> unread", "wc -c > read"}, 2, long_text) == "");
  CHECK(read_file(folder / "closed") == "done\ndone\n");
  CHECK(read_file(folder / "unread") == "done\ndone\n");
  CHECK(std::stoul(read_file(folder / "read")) > long_text.size());
}

TEST_CASE("a hook that writes endlessly is killed, and the start of it is shown") {
  HookFolder folder;
  const std::string log = folder.log_of({"yes"});
  CHECK_THAT(log, ContainsSubstring("it was killed, because it wrote more than 64 KiB, and it wrote: \n  y\n  y\n") &&
                      EndsWith("...\n"));
  CHECK(log.size() < 10'000);
}

TEST_CASE("events for a hook that is too slow are dropped, and counted") {
  HookFolder folder(
      {.time = std::chrono::hours(1), .at_end = std::chrono::seconds(3) * processes::kPatience, .waiting = 3});
  const std::string log = folder.log_of({"cat >> got; sleep 1000"}, 50);
  CHECK_THAT(log,
             ContainsSubstring("warning: ") && ContainsSubstring("3 events wait for it, so further ones are dropped"));
  const std::size_t calls = lines_of(read_file(folder / "got")).size();
  CHECK(calls == 1);
  CHECK_THAT(log, ContainsSubstring("it was not called for 49 events, because it was too slow"));
}

TEST_CASE("the hooks of a run get the events that --json prints, and are no part of the run") {
  const RudeFolder folder;
  const Outcome outcome = folder.arena(run_words(
      "season", {"--json", "--on", "finished", "cat >> finished", "--on", "fault", "cat >> faults; exit 1", "--on",
                 "leader", "cat >> leaders", "--on", "finished", "echo \"$ARENA_EVENT $ARENA_RUN\" > env"}));
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("warning: --on fault 'cat >> faults; exit 1': it exited with status 1\n"));
  std::map<std::string, std::string> printed;
  for (const std::string& line : lines_of(outcome.out))
    printed[std::string(json::parse(line).as_object().at("event").as_string())] += line + "\n";
  CHECK(read_file(folder / "finished") == printed.at("finished"));
  CHECK(read_file(folder / "faults") == printed.at("fault"));
  CHECK(read_file(folder / "leaders") == printed.at("leader"));
  CHECK(read_file(folder / "env") == "finished " + (folder / "season").string() + "\n");

  folder.does(run_words("plain"));
  const auto sorted = [](const std::string& text) {
    std::vector<std::string> lines = lines_of(text);
    std::ranges::sort(lines);
    return lines;
  };
  CHECK(sorted(read_file(folder / "season/games.jsonl")) == sorted(read_file(folder / "plain/games.jsonl")));
  // Without --json the events are the same.
  fs::remove(folder / "finished");
  const std::string text = folder.does(run_words("plain", {"--on", "finished", "cat > finished"}));
  CHECK_THAT(text, ContainsSubstring("records: plain/games.jsonl"));
  CHECK(json::parse(read_file(folder / "finished")).as_object().at("folder").as_string() == "plain");
}

TEST_CASE("a merge and a submission have hooks, too") {
  const ArenaFolder folder;
  const Words league = {sample_bot("random_c"),
                        sample_bot("watch_c"),
                        "--variant",
                        "royal-classic@2",
                        "--hands",
                        "1",
                        "--blocks",
                        "4",
                        "--isolation",
                        "none"};
  folder.does(Words{"plan"} + league + Words{"--commit", "season", "--shards", "2"});
  for (const char* shard : {"0/2", "1/2"})
    folder.does(Words{"run"} + league + Words{"--out", "season", "--shard", shard});
  folder.does({"merge", "season", "--on", "finished", "cat > merged"});
  const json::object merged = json::parse(read_file(folder / "merged")).as_object();
  CHECK(merged.at("done") == json::value(8));
  CHECK(merged.at("ratings").as_string() == "season/ratings.json");
  CHECK(merged.at("run").as_string() ==
        json::parse(lines_of(read_file(folder / "season/games.jsonl")).at(0)).as_object().at("run").as_string());

  fs::create_directory(folder / "autumn");
  folder.write_league({entrant(sample_bot("random_c"), "luck")}, R"("variants": ["royal-classic@2"], "blocks": 4)",
                      "autumn/league.json");
  fs::create_directory(folder / "broken");
  write_file(folder / "broken/bot.json", R"({"name": "broken", "command": ["./nothing"]})");
  const Outcome outcome = folder.arena({"submit", "broken", "--league", "autumn", "--isolation", "none", "--json",
                                        "--on", "submission", "cat > submitted; echo $ARENA_LEAGUE > env"});
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  json::object submitted = json::parse(read_file(folder / "submitted")).as_object();
  CHECK(submitted.at("event").as_string() == "submission");
  CHECK(submitted.at("state").as_string() == "refused");
  CHECK(submitted.at("league").as_string() == "autumn");
  submitted.erase("event");
  submitted.erase("league");
  CHECK(json::value(submitted) == json::parse(outcome.out));
  CHECK(read_file(folder / "env") == (folder / "autumn").string() + "\n");
}

TEST_CASE("a hook for an event that a command does not have is refused before anything is played") {
  const RudeFolder folder;
  const Outcome outcome = folder.arena(run_words("season", {"--on", "finish", "true", "--log-level", "error"}));
  CHECK(one_error(outcome) ==
        "--on: 'finish' is not one of the events finished, fault, leader; the form is: --on finished COMMAND");
  CHECK(outcome.code == 2);
  CHECK_FALSE(fs::exists(folder / "season"));
  CHECK(one_error(folder.arena(run_words("season", {"--on", "finished", ""}))) ==
        "--on finished: the command is missing");
  CHECK_THAT(one_error(folder.arena(run_words("season", {"--on", "finished"}))), StartsWith("--on needs "));
  const Words duel = {"duel", "rude", "rude", "--out", "season", "--on", "leader", "true"};
  const Outcome refused = folder.arena(duel);
  CHECK_THAT(one_error(refused), StartsWith("--on leader: nobody leads in a duel; "));
  CHECK(refused.code == 2);
  CHECK_FALSE(fs::exists(folder / "season"));
  Words many;
  for (int i = 0; i < 17; ++i) many = many + Words{"--on", "fault", "true"};
  CHECK_THAT(one_error(folder.arena(run_words("season", many))), StartsWith("--on is given 17 times; the most is 16."));
}

}  // namespace hooks_test
