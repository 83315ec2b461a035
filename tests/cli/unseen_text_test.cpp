// Records whose bots have texts with characters that a terminal or a page shows as something else, or not at all.

#include <fmt/format.h>

#include "tests/cli/arena_command.h"

namespace unseen_text_test {

using namespace cli_test;

namespace {

const std::string kUnseen[] = {"\u009B", "\u202E", "\u200B", "\x1B", "\u00AD"};

/// Returns which of these characters the text has, as bytes in hexadecimal digits.
std::string unseen_in(const std::string& text) {
  std::string found;
  for (const std::string& character : kUnseen) {
    if (text.find(character) == std::string::npos) continue;
    for (const char c : character) found += fmt::format("{:02x} ", static_cast<unsigned char>(c));
  }
  return found;
}

}  // namespace

TEST_CASE("no command and no page shows characters of an author or a version that a reader does not see") {
  const ArenaFolder folder;
  folder.add_bot("shady");
  write_file(folder / "shady/bot.json",
             "{\"name\": \"shady\", \"command\": [\"./random_c\", \"\u009B3m\u202E\"], "
             "\"author\": \"Zo\u00EB\u009B31m\u202E\u200B\\u001b[2J\u00AD\", \"version\": \"1\u009B\u200B\u202E\"}");
  folder.does({"run", "shady", "--games", "2", "--hands", "1", "--variant", "*@2", "--seed", "7", "--out", "run",
               "--log-level", "error", "--isolation", "none"});
  REQUIRE(unseen_in(read_file(folder / "run/games.jsonl")) != "");  // the records have them as they are
  for (const Words& command :
       {Words{"rate", "run"}, Words{"rate", "run", "--markdown"}, Words{"verify", "run"}, Words{"replay", "run"},
        Words{"replay", "run", "b0g0"}, Words{"watch", "run", "--once"}, Words{"report", "run", "--out", "page.html"},
        Words{"export", "run", "--csv", "tables"}}) {
    const Outcome outcome = folder.arena(command);
    INFO(command[0] << ": " << outcome.err);
    CHECK(outcome.code == 0);
    CHECK(unseen_in(outcome.out + outcome.err) == "");
  }
  const std::string page = read_file(folder / "page.html");
  const std::string shown = "Zo\u00EB\\\\xc2\\\\x9b31m\\\\xe2\\\\x80\\\\xae";  // in JSON
  CHECK_THAT(page, ContainsSubstring(shown));
  CHECK(page.find("\u009B31m") == std::string::npos);
  const std::string bots = read_file(folder / "tables/bots.csv");
  CHECK(unseen_in(bots) == "");
  CHECK_THAT(bots, ContainsSubstring("Zo\u00EB\\xc2\\x9b31m\\xe2\\x80\\xae\\xe2\\x80\\x8b\\x1b[2J\\xc2\\xad"));
}

TEST_CASE("what a bot writes in any alphabet is shown as it is by every command and page") {
  const ArenaFolder folder;
  const FirstWordsBot bot{.at_ask = {"print('info plan=Gr\u00F6\u00DFe \u674E\u202E \\\\x1b', flush=True)",
                                     "print('\u674E \u2665\u200B', file=sys.stderr, flush=True)"}};
  write_file(folder / "bot.py", bot.text());
  folder.does({"run", "python3 -X utf8 bot.py", "--games", "1", "--hands", "1", "--variant", "black-lady@4", "--seed",
               "7", "--out", "run", "--log-level", "error", "--isolation", "none"});
  const std::string note = "plan=Gr\u00F6\u00DFe \u674E\\xe2\\x80\\xae \\x5cx1b";
  const std::string complaint = "\u674E \u2665\\xe2\\x80\\x8b";
  const Outcome shown = folder.arena({"replay", "run", "b0g0"});
  CHECK_THAT(shown.out, ContainsSubstring("info " + note + "\n") && ContainsSubstring("stderr: " + complaint + "\n"));
  CHECK(folder.arena({"export", "run", "--csv", "tables"}).code == 0);
  const std::string notes = read_file(folder / "tables/notes.csv");
  CHECK_THAT(notes, ContainsSubstring(note) && ContainsSubstring(complaint));
  CHECK(folder.arena({"report", "run", "--out", "page.html"}).code == 0);
  for (const std::string& text : {shown.out, notes, read_file(folder / "page.html")}) CHECK(unseen_in(text) == "");
}

TEST_CASE("a path that a command prints has no characters that a reader does not see") {
  const ArenaFolder folder;
  folder.add_bot("ann");
  const std::string run = "run\u202E";
  const Words play = {"run",    "ann", "--games", "2", "--hands",     "1",     "--variant",   "royal@2",
                      "--seed", "7",   "--out",   run, "--log-level", "error", "--isolation", "none"};
  for (const Words& command :
       {play, Words{"watch", run, "--once"}, Words{"report", run}, Words{"export", run, "--csv", "tables\x1B[31m"}}) {
    const Outcome outcome = folder.arena(command);
    INFO(command[0] << ": " << outcome.err);
    CHECK(outcome.code == 0);
    CHECK(unseen_in(outcome.out + outcome.err) == "");
  }
}

}  // namespace unseen_text_test
