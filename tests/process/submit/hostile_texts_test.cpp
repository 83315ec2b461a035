// A league into which strangers hand in names, authors, manifests and archives that were made to harm or to deceive.

#include <sys/stat.h>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/process/submit/made_archive.h"
#include "tests/process/submit/open_league.h"

namespace hostile_texts_test {

using namespace submit_test;
namespace fs = std::filesystem;

namespace {

/// A manifest that a stranger hands in. The JSON has its texts as they are.
struct Manifest {
  std::string name;
  std::string author;
  std::string version = "1";
  std::string command = R"(["./bot"])";
  std::string more = {};  ///< further keys, with a comma before them

  std::string text() const {
    return "{\"name\": \"" + name + "\", \"author\": \"" + author + "\", \"version\": \"" + version +
           "\", \"command\": " + command + more + "}";
  }
};

/// One of the strangers, and part of what the arena must say. If that is empty, the bot is entered.
struct Case {
  Manifest manifest;
  std::string told = {};
};

const std::vector<Case>& cases() {
  static const std::string kLong(200, 'x');
  static const std::vector<Case> kCases = {
      // What is entered comes first, since later ones imitate it.
      {{"honest", "Ada"}},
      {{"decent", "Zo\u00EB \u674E"}},
      {{"modest_1", "\u05D0\u05D1 1"}},
      // Names.
      {{"", "Eve"}, "name must be 1 to 32"},
      {{".", "Eve"}, "name must be 1 to 32"},
      {{"..", "Eve"}, "name must be 1 to 32"},
      {{"../luck", "Eve"}, "name must be 1 to 32"},
      {{"a/b", "Eve"}, "name must be 1 to 32"},
      {{"-rf", "Eve"}, "name must be 1 to 32"},
      {{"=1+1", "Eve"}, "name must be 1 to 32"},
      {{"a b", "Eve"}, "name must be 1 to 32"},
      {{"\\u0000", "Eve"}, "name must not contain a NUL"},
      {{"\\u001b[2J", "Eve"}, "name must be 1 to 32"},
      {{"h\u043Enest", "Eve"}, "name must be 1 to 32"},
      {{"duck~2", "Eve"}, "name must be 1 to 32"},
      {{kLong, "Eve"}, "name must be 1 to 32"},
      {{"luck", "Eve"}, "the league already has a bot called luck"},
      {{"1uck", "Eve"}, "the name 1uck looks like luck"},
      {{"LUCK", "Eve"}, "the name LUCK looks like luck"},
      {{"H0nest", "Eve"}, "the name H0nest looks like honest"},
      {{"modest__1", "Eve"}, "the name modest__1 looks like modest_1"},
      {{"honest", "Eve"}, "the name honest belongs to another author"},
      {{"honest", "Ada"}, "honest already has an owner, and no token was given"},
      // Authors who would pass for another one.
      {{"evil", "Ada"}, "the author \"Ada\" already has bots here, and no token was given"},
      {{"evil", "ada"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "\u0410da"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "Ad\u0430"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "\uFF21da"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "\u1D00\u1D05\u1D00"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "\U0001F170da"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "1 \u05D0\u05D1"}, "looks like \"\u05D0\u05D1 1\", who has bots in the league"},
      {{"evil", "A da"}, "looks like \"Ada\", who has bots in the league"},
      {{"evil", "Zo\u00EB\u674E"}, "looks like \"Zo\u00EB \u674E\", who has bots in the league"},
      {{"evil", "The Organiser"}, "\"The Organiser\" is the author of a bot that the organiser put into the league"},
      {{"evil", "The 0rganiser"}, "looks like \"The Organiser\", who has bots in the league"},
      // Authors and versions that a reader does not see as they are.
      {{"evil", "Ad\u200Ba"}, "\"author\" has the invisible character U+200B at position 3"},
      {{"evil", "A\u00ADda"}, "\"author\" has the invisible character U+00AD at position 2"},
      {{"evil", "\uFEFFAda"}, "\"author\" has the invisible character U+FEFF at position 1"},
      {{"evil", "Ada\u2800"}, "\"author\" has the invisible character U+2800 at position 4"},
      {{"evil", "Ada\u3164"}, "\"author\" has the invisible character U+3164 at position 4"},
      {{"evil", "Ada\uE000"}, "\"author\" has the private character U+E000 at position 4"},
      {{"evil", "Ada\u00A0"}, "\"author\" ends with the white space U+00A0"},
      {{"evil", " Ada"}, "\"author\" begins with the white space U+0020"},
      {{"evil", " "}, "\"author\" begins with the white space U+0020"},
      {{"evil", "Zoe\u0308"}, "\"author\" is not in Unicode's normal form NFC"},
      {{"evil", "\u202EadA"}, "\"author\" has the direction mark U+202E at position 1"},
      {{"evil", "Ada\u009B31m"}, "\"author\" has the control character U+009B at position 4"},
      {{"evil", "Ada\\n"}, "\"author\" has the control character U+000A at position 4"},
      {{"evil", "Ada\\u0000"}, "author must not contain a NUL"},
      {{"evil", "Ada\u2028"}, "\"author\" has the line separator U+2028 at position 4"},
      {{"evil", kLong}, "\"author\" has 200 bytes; at most 100 are allowed"},
      {{"evil", "Eve", "1\\u001b]0;x\\u0007"}, "\"version\" has the control character U+001B at position 2"},
      {{"evil", "Eve", "\u20661"}, "\"version\" has the direction mark U+2066 at position 1"},
      {{"evil", "Eve", "1\u2060"}, "\"version\" has the invisible character U+2060 at position 2"},
      {{"evil", "Eve", kLong}, "\"version\" has 200 bytes; at most 100 are allowed"},
      {{"evil", "\xFF"}, "bot.json"},
      // Manifests.
      {{"evil", "Eve", "1", R"("./bot")"}, "command must be"},
      {{"evil", "Eve", "1", "[]"}, "command must have 1 to 10000 texts"},
      {{"evil", "Eve", "1", "[1]"}, "command"},
      {{"evil", "Eve", "1", R"(["/bin/sh"])"}, "is an absolute path"},
      {{"evil", "Eve", "1", R"(["./../../../../../bin/sh"])"}, "leads out of the folder"},
      {{"evil", "Eve", "1", R"(["no-such-program"])"}, "there is no program 'no-such-program'"},
      {{"evil", "Eve", "1", R"(["./\u001b[2J"])"}, "does not exist"},
      {{"evil", "Eve", "1", R"(["./bot"])", R"(, "token": "x")"}, "token"},
      {{"evil", "Eve", "1", R"(["./bot"])", R"(, "name": "honest")"}, "duplicate key"},
      {{"evil", "Eve", "1", R"(["./bot"])", R"(, "resources": {"memory_mb": 999999})"}, "memory_mb"},
      {{"evil", "Eve", "1", R"(["./bot"])", R"(, "build": ["true", 1])"}, "build"},
      {{"evil", "Eve", "1", R"(["./bot"])", ", \"plays\": " + std::string(5000, '[')}, "bot.json"},
  };
  return kCases;
}

/// File names in an archive, each with part of what the arena must say.
const std::vector<std::pair<std::string, std::string>> kFileNames = {
    {"a\u0085", "has the control character U+0085 at position 2"},
    {"a\u009B31m", "has the control character U+009B at position 2"},
    {"\u202Etxt.bot", "has the direction mark U+202E at position 1"},
    {"a\u2066b", "has the direction mark U+2066 at position 2"},
    {"a\u2028b", "has the line separator U+2028 at position 2"},
    {"a\nb", "has the control character U+000A at position 2"},
    {"a\xFF", "is not UTF-8"},
    {"../a", "leads out of the folder"},
    {"/a", "is an absolute path"},
    {std::string(256, 'x'), "has a part of 256 bytes; at most 255 are allowed"},
    {std::string(70'000, 'x'), "has 70000 bytes; at most 1000 are allowed"},
};

bool is_safe(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < 0x7F) || (c & 0x80) != 0; }) &&
         text.find("\u009B") == std::string::npos && text.find("\u202E") == std::string::npos &&
         text.find("\u200B") == std::string::npos;
}

}  // namespace

TEST_CASE("a league keeps its bots and plays on, whatever names, authors, manifests and archives strangers hand in") {
  const OpenLeague folder;
  const std::vector<std::string> unisolated = {"--isolation", "none"};
  {
    const fs::path file = folder.league() / "league.json";
    std::string text = arena::test::read_file(file);
    const std::string luck = "\"name\": \"luck\"";
    REQUIRE(text.find(luck) != std::string::npos);
    arena::test::write_file(file, text.replace(text.find(luck), luck.size(), luck + ", \"author\": \"The Organiser\""));
  }
  std::map<std::string, std::string> expected;
  const fs::path bot = folder.make_bot("stranger");
  for (const Case& one : cases()) {
    arena::test::write_file(bot / "bot.json", one.manifest.text());
    const Receipt receipt = folder.submit("stranger", unisolated);
    INFO(one.manifest.text() << "\n" << receipt.finished.out << receipt.finished.err);
    CHECK(receipt.finished.err.empty());
    CHECK(is_safe(receipt.finished.out));
    if (one.told.empty()) {
      CHECK(receipt.state() == "entered");
      expected[one.manifest.name + " 1"] = "entered";
    } else {
      CHECK(receipt.state() == "refused");
      CHECK_THAT(receipt.why(), Catch::Matchers::ContainsSubstring(one.told));
      CHECK_FALSE(receipt.remedy().empty());
    }
  }
  for (const auto& [name, told] : kFileNames) {
    {
      MadeArchive made(folder / "stranger.tar.gz", Format::tar_gz);
      made.add({.name = "bot.json", .bytes = Manifest{"evil", "Eve"}.text()});
      made.add({.name = name, .bytes = "x"});
    }
    const Receipt receipt = folder.submit("stranger.tar.gz", unisolated);
    INFO(receipt.finished.out << receipt.finished.err);
    CHECK(receipt.state() == "refused");
    CHECK(is_safe(receipt.finished.out));
    CHECK_THAT(receipt.why(), Catch::Matchers::ContainsSubstring(told));
  }
  REQUIRE(cases().size() + kFileNames.size() >= 50);
  CHECK(folder.states() == expected);
  CHECK(folder.entrants().size() == 1 + expected.size());
  CHECK(folder.list().at("refused").as_array().size() == cases().size() + kFileNames.size() - expected.size());
  const processes::Finished listed =
      processes::run(processes::arena_words({"submissions", folder.league().string()}), std::chrono::minutes(1));
  CHECK(listed.end.number == 0);
  CHECK(is_safe(listed.out));

  const std::string league = (folder.league() / "league.json").string();
  const processes::Finished planned = processes::run(processes::arena_words({"plan", league}), std::chrono::minutes(1));
  INFO(planned.err);
  CHECK(planned.end.number == 0);
  const processes::Finished played =
      processes::run(processes::arena_words({"run", league, "--out", (folder / "run").string(), "--isolation", "none"}),
                     std::chrono::minutes(4) * processes::kPatience);
  INFO(played.out << played.err);
  CHECK(played.end.number == 0);
}

}  // namespace hostile_texts_test
