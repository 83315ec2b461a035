#include <fmt/format.h>

#include <chrono>
#include <set>

#include "tests/browser/browser.h"
#include "tests/browser/made_page.h"
#include "tests/browser/walk.h"
#include "tests/catch.h"
#include "tests/process/child_process.h"
#include "tests/scratch_folder.h"

namespace arena_report_test {

namespace json = boost::json;
using browser::Browser;
using namespace std::chrono_literals;

/// The built arena to its end; what it wrote on stdout.
std::string arena(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{HEARTS_ARENA_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const processes::Finished done = processes::run(words, 120s);
  INFO(done.err);
  REQUIRE(done.end.exited);
  REQUIRE(done.end.number == 0);
  return done.out;
}

/// A bot that says hostile things about itself and beside its answers, and breaks a rule of the protocol in each game.
std::string hostile_bot(const std::filesystem::path& folder) {
  std::filesystem::create_directory(folder);
  arena::test::write_file(folder / "bot.json", R"json({"name": "hostile", "command": ["python3", "bot.py"],
    "author": "</script><img src=x onerror=alert(1)>", "version": "\u202e=cmd()"})json");
  arena::test::write_file(folder / "bot.py", R"python(import sys
hostile = "</script><img src=x onerror=alert(1)>\u202e\u2028&amp; =cmd()"
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello": print("ready", flush=True)
    if words[0] == "game": asked = 0
    if words[0] == "ask":
        asked += 1
        print(hostile, file=sys.stderr, flush=True)
        print("info " + hostile, flush=True)
        if asked == 5: print(words[1], hostile, flush=True)
        print(words[1], *words[words.index(":") + 1:][:int(words[3])], flush=True)
    if words[0] == "quit": break
)python");
  return folder.string();
}

std::string sample_bot(const std::string& name) { return HEARTS_BINARY_DIR "/sample_bots/" + name; }

/// "1531 ±23", as far as it is known.
std::string elo_text(const json::value& row) {
  if (row.at("elo").is_null()) return "–";
  const std::string elo = fmt::format("{:.0f}", row.at("elo").to_number<double>());
  return row.at("elo_pm").is_null() ? elo : fmt::format("{} ±{:.0f}", elo, row.at("elo_pm").to_number<double>());
}

/// Five rule systems, two to six seats, kitties, two hands, five suits and Jokers.
const std::vector<std::string> kVariants = {
    "black-lady@6+deck.remove=none+leftover.fate=kitty_first_trick+leftover.visibility=taker",
    "tournament-laws@4",
    "deluxe@4",
    "royal@2",
    "green-queen-jokers@5",
    "black-lady@3"};

TEST_CASE("a league of five rule systems, as arena report writes it: figures, games, and a hostile bot") {
  NEEDS_BROWSER();
  const arena::test::ScratchFolder folder;
  const std::string run = (folder / "run").string();
  std::vector<std::string> words{"run",
                                 sample_bot("rules_cpp"),
                                 sample_bot("random_c"),
                                 sample_bot("watch_c"),
                                 hostile_bot(folder / "hostile"),
                                 "--hands",
                                 "1",
                                 "--out",
                                 run};
  for (const std::string& variant : kVariants) words.insert(words.end(), {"--variant", variant});
  arena(words);
  arena({"report", run});
  const json::object report = browser::report_in(folder / "run/report.html");

  Browser page;
  const std::string url = "file://" + (folder / "run/report.html").string();
  for (const char* hash :
       {"#pairs", "#variants", "#bots", "#bot/0", "#bot/3", "#games", "#faults", "#about", "#standings"}) {
    CAPTURE(hash);
    page.open(url + hash);
    CHECK(page.errors() == std::vector<std::string>{});
    CHECK(page.requests().size() == 1);
    CHECK(page.number_of("document.querySelectorAll('img').length") == 0);
  }

  const json::value rated = json::parse(arena({"rate", run, "--json"}));
  const json::array& rows = rated.at("tables").at(0).at("rows").as_array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(i);
    const auto cell = [&](int column) {
      return page.text_of(fmt::format("document.querySelector('tbody').rows[{}].cells[{}].innerText", i, column));
    };
    CHECK(cell(1) == rows[i].at("bot").as_string());
    CHECK_THAT(cell(2), Catch::Matchers::ContainsSubstring(elo_text(rows[i])));
    CHECK(cell(5) == json::serialize(rows[i].at("games")));
  }

  std::set<std::int64_t> walked;
  for (const auto& [key, replay] : report.at("replays").as_object()) {
    if (!walked.insert(replay.at("variant").to_number<std::int64_t>()).second) continue;
    CAPTURE(std::string(key));
    page.open(url + "#game/" + std::string(key));
    browser::walk(page, replay.as_object());
    CHECK(page.errors() == std::vector<std::string>{});
  }
  CHECK(walked.size() == kVariants.size());
}

TEST_CASE("the page of one game begins with it") {
  NEEDS_BROWSER();
  const arena::test::ScratchFolder folder;
  const std::string run = (folder / "run").string();
  arena({"run", sample_bot("random_c"), "--hands", "1", "--out", run});
  arena({"replay", run, "b0g0", "--html", (folder / "game.html").string()});
  Browser page;
  page.open("file://" + (folder / "game.html").string());
  CHECK(page.text_of("document.querySelector('h1').textContent") == "Game b0g0");
  CHECK(page.errors() == std::vector<std::string>{});
}

}  // namespace arena_report_test
