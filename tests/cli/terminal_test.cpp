#include <algorithm>

#include "arena/base/text/text_layout.h"
#include "tests/cli/arena_command.h"
#include "tests/process/terminal_program.h"

namespace terminal_test {

using namespace cli_test;

namespace {

struct Shown {
  int code = 0;
  std::string text;
};

/// What the built arena shows on a terminal of so many columns and 50 lines.
Shown on_terminal(int columns, const Words& arguments, const Words& environment = {}) {
  Words set = {"-u", "NO_COLOR", "-u", "CLICOLOR_FORCE", "-u", "COLUMNS", "-u", "LINES", "-u", "PAGER", "TERM=xterm"};
  set = set + environment;
  if (std::ranges::none_of(environment, [](const std::string& one) { return one.starts_with("ARENA_PAGER="); }))
    set.push_back("ARENA_PAGER=");
  Words words = {HEARTS_ARENA_PROGRAM};
  words = words + arguments;
  processes::TerminalProgram program(words, columns, set);
  Shown shown;
  while (!program.ended()) shown.text += program.read_until("\n");
  shown.code = program.wait();
  return shown;
}

/// What is on the screen in the end: of a line that is overwritten the last text.
Words screen_lines(const std::string& text) {
  Words lines;
  for (const std::string& line : lines_of(text)) {
    const std::size_t anew = line.rfind("\033[K");
    lines.push_back(anew == std::string::npos ? line : line.substr(anew + 3));
  }
  return lines;
}

/// A word longer than the terminal stays whole, so that it can be copied.
bool fits(const std::string& line, std::size_t columns) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  return arena::columns_of(line) <= columns || line.find(' ', first) == std::string::npos;
}

/// A run of three bots, two of them of long names.
struct PlayedRun {
  PlayedRun() {
    const Outcome played =
        run_arena(folder.path(),
                  {"run", sample_bot("rules_cpp"), sample_bot("random_c"), sample_bot("monte_carlo_cpp"), "--variant",
                   "black-lady@4", "--variant", "royal@3", "--hands", "1", "--games", "8", "--out", "run"});
    REQUIRE(played.code == 0);
  }
  std::string path() const { return (folder / "run").string(); }

  ScratchFolder folder;
};

}  // namespace

TEST_CASE("no line is wider than the terminal, whatever the command") {
  const PlayedRun run;
  for (const int columns : {40, 80, 160}) {
    const std::string out = (run.folder / ("out" + std::to_string(columns))).string();
    for (const Words& words :
         {Words{"rate", run.path()},
          {"rate", run.path(), "--by-variant", "--details"},
          {"compare", run.path()},
          {"replay", run.path()},
          {"replay", run.path(), "b0g0"},
          {"replay", run.path(), "1", "--seat", "0", "--suits", "symbols"},
          {"verify", run.path()},
          {"watch", run.path(), "--once"},
          {"plan", sample_bot("rules_cpp"), sample_bot("random_c"), "--variant", "*@*", "--games", "40"},
          {"run", sample_bot("rules_cpp"), sample_bot("random_c"), "--hands", "1", "--out", out},
          {"check", sample_bot("random_c"), "--step", "start"},
          {"check", "--list"},
          {"check", "true"},
          {"doctor"},
          {"variants"},
          {"variants", "royal@3+queens=SH"},
          {"variants", "--keys"},
          {"init", "--list"},
          {"init", "nothing", "nowhere"},
          {"--help"},
          {"help", "run"},
          {"rate", "--help"},
          {"verify", "--help"}}) {
      const Shown shown = on_terminal(columns, words);
      CHECK_FALSE(shown.text.empty());
      for (const std::string& line : screen_lines(shown.text)) {
        INFO(columns << " columns: " << words.front() << ": " << line);
        CHECK(fits(line, static_cast<std::size_t>(columns)));
      }
    }
  }
}

TEST_CASE("columns of standings go by their weight where the terminal is narrow, and the text says which and where") {
  const PlayedRun run;
  const std::string narrow = on_terminal(40, {"rate", run.path()}).text;
  CHECK_THAT(narrow, ContainsSubstring("rank  bot") && ContainsSubstring("No room for: margin/hand, ±, games;") &&
                         ContainsSubstring("--csv has them") && !ContainsSubstring("games  faults"));
  CHECK_THAT(narrow, ContainsSubstring("rank: the range") && !ContainsSubstring("margin/hand: points"));
  const std::string wide = on_terminal(160, {"rate", run.path()}).text;
  CHECK_THAT(wide, ContainsSubstring("games  faults") && ContainsSubstring("margin/hand: points") &&
                       !ContainsSubstring("No room"));
  CHECK_THAT(on_terminal(160, {"rate", run.path()}, {"COLUMNS=40"}).text, ContainsSubstring("No room for: "));
}

TEST_CASE("output that is not a terminal has one form, whatever the environment says") {
  const PlayedRun run;
  for (const Words& words : {Words{"rate", "run"}, {"replay", "run", "b0g0"}, {"variants"}, {"run", "--help"}}) {
    Words in_narrow = {"env", "COLUMNS=40", "TERM=dumb", "LC_ALL=C.UTF-8", "ARENA_PAGER=false", HEARTS_ARENA_PROGRAM};
    in_narrow = in_narrow + words;
    CHECK(run_in(run.folder.path(), in_narrow).out == run_arena(run.folder.path(), words).out);
  }
}

TEST_CASE("a replay has a column for each seat, with clocks, on 80 columns", "[memory]") {
  const PlayedRun run;
  const Words lines =
      screen_lines(on_terminal(80, {"replay", run.path(), "b0g0", "--color", "never", "--suits", "letters"}).text);
  const auto first = std::ranges::find_if(
      lines, [](const std::string& line) { return line.starts_with("     1 ") || line.starts_with("     1>"); });
  REQUIRE(first != lines.end());
  CHECK_THAT(*first, Matches(" +1( *>?[2-9TJQKA][CDSH]\\*? +[0-9.]+[mu]?s~?)+( +[0-9]+)?"));
  CHECK(std::ranges::count(*first, '>') == 1);
  CHECK(std::ranges::count(*first, '*') == 1);
  CHECK_THAT(*(first - 1), ContainsSubstring("points"));
}

TEST_CASE("long text goes to the pager, and the exit code stays the command's") {
  const ScratchFolder folder;
  const std::string pages = (folder / "pages").string();
  const std::string pager = "ARENA_PAGER=cat > " + pages;
  const auto was_paged = [&] { return fs::remove(pages); };
  const std::string text = on_terminal(80, {"run", "--help", "--no-pager"}, {pager}).text;
  CHECK_FALSE(was_paged());
  CHECK_THAT(text, ContainsSubstring("Exit codes"));

  const Shown paged = on_terminal(80, {"run", "--help"}, {pager});
  CHECK(paged.code == 0);
  CHECK(paged.text.empty());
  CHECK(read_file(pages) == text);
  CHECK(was_paged());
  CHECK(on_terminal(80, {"help", "run"}, {"PAGER=false", pager}).code == 0);
  CHECK(was_paged());

  SECTION("one that ends early is no error") {
    for (const char* early : {"ARENA_PAGER=true", "ARENA_PAGER=head -n 1", "ARENA_PAGER=exit 3"})
      CHECK(on_terminal(80, {"variants", "--keys"}, {early}).code == 0);
  }
  SECTION("short text, a dumb terminal and text for a machine have none") {
    CHECK_THAT(on_terminal(80, {"variants", "--keys", "moon.award"}, {pager}).text, ContainsSubstring("moon.award"));
    CHECK(on_terminal(80, {"run", "--help"}, {pager, "TERM=dumb"}).text == text);
    CHECK_THAT(on_terminal(80, {"variants", "--json"}, {pager}).text, ContainsSubstring("\"summary\""));
    CHECK(on_terminal(80, {"run", "--help"}, {"ARENA_PAGER=cat"}).text == text);
    CHECK_FALSE(was_paged());
  }
}

TEST_CASE("lines of the log are coloured as the environment and --color say") {
  const ScratchFolder folder;
  const Words words = {"replay", (folder / "nothing").string()};
  const auto with = [&](const Words& more) { return words + more; };
  CHECK_THAT(on_terminal(80, words).text, ContainsSubstring("\033[") && ContainsSubstring("there is no run"));
  for (const char* variable : {"NO_COLOR=1", "TERM=dumb"})
    CHECK_THAT(on_terminal(80, words, {variable}).text, !ContainsSubstring("\033["));
  CHECK_THAT(on_terminal(80, with({"--color", "never"})).text, !ContainsSubstring("\033["));
  CHECK_THAT(on_terminal(80, with({"--color", "always"}), {"NO_COLOR=1"}).text, ContainsSubstring("\033["));
  const auto in_file = [&](const std::string& variable) {
    return run_in(folder.path(), {"env", variable, HEARTS_ARENA_PROGRAM, "replay", "nothing"}).err;
  };
  CHECK_THAT(in_file("CLICOLOR_FORCE=1"), ContainsSubstring("\033["));
  CHECK_THAT(in_file("CLICOLOR_FORCE=0"), !ContainsSubstring("\033["));
}

TEST_CASE("suits are symbols on a terminal whose locale has them, and as --suits says") {
  const PlayedRun run;
  const Words words = {"replay", run.path(), "b0g0", "--color", "never"};
  const auto with = [&](const std::string& how) {
    Words all = words;
    all = all + Words{"--suits", how};
    return all;
  };
  CHECK_THAT(on_terminal(80, words, {"LC_ALL=C.UTF-8"}).text, ContainsSubstring("Q♠"));
  CHECK_THAT(on_terminal(80, words, {"LC_ALL=C"}).text, ContainsSubstring("QS") && !ContainsSubstring("♠"));
  CHECK_THAT(on_terminal(80, with("letters"), {"LC_ALL=C.UTF-8"}).text, !ContainsSubstring("♠"));
  CHECK_THAT(on_terminal(80, with("symbols"), {"LC_ALL=C"}).text, ContainsSubstring("Q♠"));
  CHECK_THAT(run_arena(run.folder.path(), {"replay", "run", "b0g0"}).out, !ContainsSubstring("♠"));
  CHECK_THAT(run_arena(run.folder.path(), {"replay", "run", "b0g0", "--suits", "symbols"}).out,
             ContainsSubstring("Q♠"));
}

}  // namespace terminal_test
