#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <set>
#include <sstream>

#include "tests/cli/arena_command.h"
#include "tests/unit/results/report/page_json.h"

namespace report_test {

using namespace cli_test;
using arena::test::data_of;

namespace {

json::object page_in(const fs::path& file) { return json::parse(data_of(read_file(file))).as_object(); }

/// A bot that answers each question with the first words. `at_ask`: what it does before, in Python.
void write_bot(const fs::path& folder, const std::string& description, const std::string& at_ask = {}) {
  fs::create_directory(folder);
  write_file(folder / "bot.json", description);
  write_file(folder / "bot.py",
             "import sys\n"
             "asked = 0\n"
             "hostile = '</script><img src=x onerror=alert(1)>\\u202e\\u2028\\x1b[2J&=cmd()'\n"
             "for line in sys.stdin:\n"
             "    word = line.split()\n"
             "    if word[0] == 'hello': print('ready', flush=True)\n"
             "    if word[0] == 'ask':\n"
             "        asked += 1\n"
             "        " +
                 (at_ask.empty() ? "pass" : at_ask) +
                 "\n"
                 "        print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n"
                 "    if word[0] == 'quit': break\n");
}

}  // namespace

TEST_CASE("a report holds what rate, compare and replay show, and any game has a page of its own", "[memory]") {
  const ScratchFolder folder;
  const Outcome played = run_arena(
      folder.path(), {"run", sample_bot("rules_cpp"), sample_bot("random_c"), sample_bot("watch_c"), "--variant",
                      "black-lady@3", "--variant", "royal-classic@2", "--hands", "1", "--out", "run"});
  REQUIRE(played.code == 0);
  const Outcome made = run_arena(folder.path(), {"report", "run"});
  CHECK(made.code == 0);
  CHECK_THAT(made.out, StartsWith("run/report.html: "));
  CHECK_THAT(made.err, ContainsSubstring(" card by card; to show another one: ") &&
                           ContainsSubstring(" replay run GAME --html FILE"));
  const json::object page = page_in(folder / "run/report.html");
  CHECK(page.at("standings") == json::parse(run_arena(folder.path(), {"rate", "run", "--details", "--json"}).out));
  CHECK(page.at("comparison") == json::parse(run_arena(folder.path(), {"compare", "run", "--json"}).out));
  CHECK_FALSE(page.contains("live"));
  const json::object& run = page.at("runs").at(0).as_object();
  CHECK(run.at("keysRevealed") == true);
  // The command that it prints, with the folder.
  Words words = {"verify", "run"};
  std::istringstream rest(
      json::value_to<std::string>(run.at("verify")).substr(std::string("arena verify FOLDER").size()));
  for (std::string word; rest >> word;) words.push_back(word);
  CHECK(words.size() == 6);
  CHECK(run_arena(folder.path(), words).code == 0);

  const Outcome one = run_arena(folder.path(), {"replay", "run", "b0g1", "--html", "one.html"});
  CHECK(one.code == 0);
  CHECK(one.out == "one.html: game b0g1\n");
  CHECK(page_in(folder / "one.html").at("replays").as_object().contains("0/b0g1"));
}

TEST_CASE("what cannot be reported is one error, and no page is left") {
  const ScratchFolder folder;
  CHECK(one_error(run_arena(folder.path(), {"report", "none"})) ==
        "there is no run 'none'; give the folder of a run, or its games.jsonl");
  REQUIRE(
      run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", "1", "--hands", "1", "--out", "run"}).code ==
      0);
  const Outcome nowhere = run_arena(folder.path(), {"report", "run", "--out", "none/page.html"});
  CHECK(nowhere.code == 1);
  CHECK_THAT(one_error(nowhere), StartsWith("none/page.html"));
  CHECK_THAT(one_error(run_arena(folder.path(), {"report", "run", "--variant", "royal"})),
             StartsWith("these runs have no variant 'royal'"));
  std::string lines = read_file(folder / "run/games.jsonl");
  lines[lines.find("\"plays\":\"") + 9] = 'Z';
  write_file(folder / "run/games.jsonl", lines);
  CHECK_THAT(one_error(run_arena(folder.path(), {"report", "run"})), StartsWith("run/games.jsonl:2: damaged"));
  CHECK_FALSE(fs::exists(folder / "run/report.html"));
}

TEST_CASE("nothing that a bot says of itself, or says at all, is markup in a page", "[memory]") {
  const ScratchFolder folder;
  const std::string author = R"(</script><img src=x onerror=alert(1)>\u202e\u0007=cmd())";
  write_bot(
      folder / "bad",
      R"({"name": "bad", "author": ")" + author + R"(", "version": "<b>&\u2028", "command": ["python3", "bot.py"]})",
      "print('info', hostile, flush=True); print(hostile, file=sys.stderr, flush=True); "
      "asked % 20 or print(hostile, hostile, sep=chr(10), flush=True)");
  REQUIRE(
      run_arena(folder.path(), {"run", "bad", sample_bot("random_c"), "--games", "2", "--hands", "2", "--out", "run"})
          .code == 0);
  REQUIRE(run_arena(folder.path(), {"report", "run"}).code == 0);
  const std::string data = data_of(read_file(folder / "run/report.html"));
  REQUIRE_FALSE(data.empty());
  for (const char* mark : {"<", ">", "&", "\u2028", "\x1b", "\x07"}) CHECK(data.find(mark) == std::string::npos);
  const json::value page = json::parse(data);
  CHECK_THAT(json::value_to<std::string>(page.at("bots").at(0).at("author")), StartsWith("</script><img src=x"));
  REQUIRE_FALSE(page.at("faults").as_array().empty());
  CHECK_THAT(json::value_to<std::string>(page.at("faults").at(0).at("detail")), ContainsSubstring("</script>"));
  std::set<std::string> kinds;
  for (const auto& [key, replay] : page.at("replays").as_object()) {
    for (const json::value& note : replay.at("notes").as_array()) {
      const auto text = json::value_to<std::string>(note.at("text"));
      if (text.find("</script>") != std::string::npos) kinds.insert(json::value_to<std::string>(note.at("kind")));
    }
  }
  CHECK(kinds == std::set<std::string>{"fault", "info", "received", "refused", "stderr"});
}

TEST_CASE("run --report keeps a page up to date, which says that the run is under way until it has ended") {
  const ScratchFolder folder;
  const std::string page = (folder / "page.html").string();
  fs::permissions(folder.path(), fs::perms::all);  // the bot is not root
  write_bot(folder / "watcher", R"({"name": "watcher", "command": ["python3", "bot.py"]})",
            "import os, shutil; os.path.exists('" + page + "') and shutil.copy('" + page + "', '" +
                (folder / "seen.html").string() + "')");
  const Outcome played =
      run_arena(folder.path(), {"run", "watcher", "--variant", "royal-classic@2", "--hands", "1", "--blocks", "3",
                                "--concurrency", "1", "--isolation", "none", "--out", "run", "--report", page});
  CHECK(played.code == 0);
  CHECK_THAT(played.out, ContainsSubstring("report: "));
  const json::object seen = page_in(folder / "seen.html");
  CHECK(seen.at("live").at("games").as_int64() >= 1);
  CHECK(seen.at("live").at("planned") == 3);
  CHECK(seen.at("live").at("every") == 30);
  const json::object last = page_in(page);
  CHECK_FALSE(last.contains("live"));
  CHECK(last.at("games").as_array().size() == 3);
}

TEST_CASE("a page that cannot be written is reported once and ends no run") {
  const ScratchFolder folder;
  const Outcome played = run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", "8", "--hands", "1",
                                                   "--out", "run", "--report", "none/page.html"});
  CHECK(played.code == 0);
  INFO(played.err);
  const std::string sentence = "the report cannot be written: none/page.html";
  const std::size_t place = played.err.find(sentence);
  REQUIRE(place != std::string::npos);
  CHECK(played.err.find(sentence, place + 1) == std::string::npos);
}

TEST_CASE("a page that cannot be written for another reason than before is reported again") {
  const ScratchFolder folder;
  const std::string page = (folder / "none/page.html").string();
  fs::permissions(folder.path(), fs::perms::all);  // the bot is not root
  // From the second game on a folder has the page's name.
  write_bot(folder / "spoiler", R"({"name": "spoiler", "command": ["python3", "bot.py"]})",
            "import os; '\"game\"' in open('" + (folder / "run/games.jsonl").string() + "').read() and os.makedirs('" +
                page + "', exist_ok=True)");
  const Outcome played =
      run_arena(folder.path(), {"run", "spoiler", "--variant", "royal-classic@2", "--hands", "1", "--blocks", "3",
                                "--concurrency", "1", "--isolation", "none", "--out", "run", "--report", page});
  INFO(played.err);
  CHECK(played.code == 0);
  const std::string sentence = "the report cannot be written: " + page;
  const std::size_t first = played.err.find(sentence);
  REQUIRE(first != std::string::npos);
  const std::size_t second = played.err.find(sentence, first + 1);
  REQUIRE(second != std::string::npos);
  CHECK(played.err.find("not a regular file", second) != std::string::npos);
  CHECK(played.err.find(sentence, second + 1) == std::string::npos);
}

}  // namespace report_test
