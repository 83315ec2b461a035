#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/house/checks.h"
#include "tests/house/include_checks.h"
#include "tests/house/source_tree.h"

// Each rule of the house is checked twice: against the real tree, and against a small bad one, which must be caught.

namespace {

using namespace house;

// Tables may be longer than other files. Name each, and no others.
const std::vector<std::string> kTables = {};

// Sources that need no header of their name.
const std::vector<std::string> kWithoutHeader = {
    "arena/app/main.cpp",  // programs
    "arena/bots/doctor/canary/canary.cpp",
    "arena/bots/sandbox/launcher/main.c",
    "arena/precompiled.cpp",                 // the build's
    "*_command.cpp",                         // a function each, which arena/app/commands/commands.h declares
    "engine/variants/",                      // the same, in engine/variants/registry.h
    "arena/app/play/standard_terminal.cpp",  // the one terminal that is not a test's, in arena/app/play/terminal.h
    "*_attempts.cpp",                        // a list each, in arena/bots/doctor/canary/attempt.h
};

const std::filesystem::path kRoot = HEARTS_SOURCE_DIR;

const std::vector<Room>& real_rooms() {
  static const std::vector<Room> rooms = read_rooms(bytes_of(kRoot / "arena/CMakeLists.txt"));
  return rooms;
}

// A small house of three rooms.
const std::vector<Room> kSmallHouse = read_rooms(
    "arena_room(game/table COLD KNOWS engine\n  LIBRARIES Asio)\n"
    "arena_room(records KNOWS engine game/table LIBRARIES Boost.JSON)\n"
    "arena_room(app/commands KNOWS engine records)\n");

const std::string& house_page() {
  static const std::string page = bytes_of(kRoot / "arena/README.md");
  return page;
}

const SourceTree& real_tree() {
  static const SourceTree tree = read_tree(kRoot, {"engine", "arena"});
  return tree;
}

std::string shown(const Findings& findings) {
  std::string text;
  for (const std::string& line : findings) text += line + "\n";
  return text;
}

void holds(const Findings& findings) {
  INFO(shown(findings));
  CHECK(findings.empty());
}

// One finding for each text of `expected`, in this order, that begins with it.
void caught(const Findings& findings, const std::vector<std::string>& expected) {
  INFO(shown(findings));
  REQUIRE(findings.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(findings[i].substr(0, expected[i].size()) == expected[i]);
}

}  // namespace

TEST_CASE("the engine and the arena have files to check") {
  for (const std::string folder : {"engine/", "arena/"}) {
    INFO(folder);
    CHECK(std::any_of(real_tree().begin(), real_tree().end(),
                      [&](const SourceFile& file) { return is_source(file) && file.path.starts_with(folder); }));
  }
}

TEST_CASE("every include names a file from the root") { holds(includes_that_name_no_file(real_tree())); }

TEST_CASE("an include of no file is caught") {
  const SourceTree tree = {
      {"engine/card.h", ""},
      {"engine/hand.h", "#pragma once\n#include \"card.h\"\n#include \"engine/card.h\"\n"},
      {"arena/app/commands/run.cpp", "#include <engine/card.h>\n#  include \"engine/no.h\" // gone\n"}};
  caught(includes_that_name_no_file(tree),
         {"engine/hand.h:2: \"card.h\"", "arena/app/commands/run.cpp:1: <engine/card.h>",
          "arena/app/commands/run.cpp:2: \"engine/no.h\""});
}

TEST_CASE("an include in a comment or a string is none") {
  const SourceTree tree = {
      {"engine/a.h", "/*\n#include \"x.h\"\n*/\n// #include \"y.h\"\nauto s = R\"x(\n)\" \"z)x\";\n"}};
  CHECK(includes_of(tree[0]).empty());
}

TEST_CASE("every include is of a room that the including room knows") {
  REQUIRE(real_rooms().size() > 20);
  holds(includes_of_unknown_rooms(real_tree(), real_rooms()));
}

TEST_CASE("an include of a room that is not known is caught") {
  const SourceTree tree = {
      {"engine/card.h", "\n\n#include \"arena/game/table/table.h\"\n"},
      {"arena/game/table/table.h", "#include \"engine/card.h\"\n#include \"arena/records/w.h\"\n"},
      {"arena/records/w.h", "#include \"engine/card.h\"\n#include \"arena/game/table/table.h\"\n"},
      {"arena/app/commands/run.cpp", "#include \"engine/card.h\"\n#include \"arena/records/w.h\"\n"}};
  caught(includes_of_unknown_rooms(tree, kSmallHouse),
         {"engine/card.h:3: includes arena/game/table/table.h, but engine/ does not know it",
          "arena/game/table/table.h:2: includes arena/records/w.h, but arena/game/table/ does not know it"});
}

TEST_CASE("a room that is known for nothing, or before it is there, is caught") {
  const std::vector<Room> rooms = read_rooms("arena_room(records KNOWS engine game/table)\narena_room(game/table)\n");
  const SourceTree tree = {{"arena/records/w.h", "#include \"arena/game/table/table.h\"\n"}};
  caught(includes_of_unknown_rooms(tree, rooms),
         {"arena/CMakeLists.txt:1: arena/records/ knows arena/game/table/, which is not defined above it",
          "arena/CMakeLists.txt:1: arena/records/ knows engine/, but includes nothing of it"});
}

TEST_CASE("a file that is in no room is caught") {
  caught(includes_of_unknown_rooms({{"arena/attic/box.h", ""}, {"arena/loose.cpp", ""}, {"arena/attic/note.md", ""}},
                                   read_rooms("")),
         {"arena/attic/box.h:1: is in no room", "arena/loose.cpp:1: is in no room"});
}

TEST_CASE("no files include each other in a circle") { holds(circles_of_files(real_tree())); }

TEST_CASE("a circle of files is caught") {
  const SourceTree tree = {{"engine/a.h", "#include \"engine/b.h\"\n"},
                           {"engine/b.h", "#include \"engine/d.h\"\n#include \"engine/c.h\"\n"},
                           {"engine/c.h", "\n#include \"engine/a.h\"\n"},
                           {"engine/d.h", ""},
                           {"engine/self.h", "#include \"engine/self.h\"\n"}};
  caught(circles_of_files(tree),
         {"engine/a.h:1: includes engine/b.h; engine/b.h:2: includes engine/c.h; engine/c.h:2: includes engine/a.h",
          "engine/self.h:1: includes engine/self.h; files in a circle"});
}

TEST_CASE("no headers and their sources include each other in a circle") { holds(circles_of_parts(real_tree())); }

TEST_CASE("a circle of headers and their sources is caught") {
  const SourceTree tree = {{"arena/game/table/pool.h", "#include \"arena/game/table/run.h\"\n"},
                           {"arena/game/table/pool.cpp", "#include \"arena/game/table/pool.h\"\n"},
                           {"arena/game/table/run.h", ""},
                           {"arena/game/table/run.cpp", "\n#include \"arena/game/table/pool.h\"\n"}};
  caught(circles_of_parts(tree), {"arena/game/table/pool.h:1: includes arena/game/table/run.h; "
                                  "arena/game/table/run.cpp:2: includes arena/game/table/pool.h"});
}

TEST_CASE("the engine takes only itself and the pure part of the standard library") {
  holds(includes_foreign_to_engine(real_tree()));
}

TEST_CASE("what the engine may not include is caught") {
  const SourceTree tree = {
      {"engine/a.cpp",
       "#include <vector>\n#include <random>\n#include <unistd.h>\n#include <boost/json.hpp>\n"
       "#include \"arena/game/table/clock.h\"\n#include <immintrin.h>\n#include \"engine/card.h\"\n"},
      {"arena/app/commands/run.cpp", "#include <random>\n"}};
  caught(includes_foreign_to_engine(tree),
         {"engine/a.cpp:2: engine/ includes <random>", "engine/a.cpp:3: engine/ includes <unistd.h>",
          "engine/a.cpp:4: engine/ includes <boost/json.hpp>",
          "engine/a.cpp:5: engine/ includes \"arena/game/table/clock.h\""});
}

TEST_CASE("no room includes what it must not know") { holds(includes_of_forbidden_rooms(real_tree())); }

TEST_CASE("an include of a room that must stay unknown is caught") {
  const std::string from = GENERATE("arena/bots/process/", "arena/bots/sandbox/");
  caught(includes_of_forbidden_rooms({{from + "x.h", "\n#include \"engine/card.h\"\n"}, {"engine/card.h", ""}}),
         {from + "x.h:2: includes engine/card.h, but " + from + " must not know engine/"});
}

TEST_CASE("schedule and ratings that know the wire, bots or tables are caught") {
  const std::string from = GENERATE("arena/game/schedule/", "arena/results/ratings/");
  const std::string to = GENERATE("arena/bots/protocol/", "arena/bots/process/", "arena/game/table/");
  caught(includes_of_forbidden_rooms({{from + "x.cpp", "#include \"" + to + "y.h\"\n"}, {to + "y.h", ""}}),
         {from + "x.cpp:1: includes " + to + "y.h, but " + from + " must not know arena/"});
}

TEST_CASE("records that know processes are caught") {
  const std::string to = GENERATE("arena/bots/process/", "arena/bots/sandbox/");
  caught(includes_of_forbidden_rooms({{"arena/records/x.cpp", "#include \"" + to + "y.h\"\n"}, {to + "y.h", ""}}),
         {"arena/records/x.cpp:1: includes " + to + "y.h, but arena/records/ must not know " + to});
}

TEST_CASE("a run that knows ratings is caught") {
  caught(includes_of_forbidden_rooms({{"arena/league/run/run.h", "#include \"arena/results/ratings/fit.h\"\n"},
                                      {"arena/results/ratings/fit.h", ""}}),
         {"arena/league/run/run.h:1: includes arena/results/ratings/fit.h, but arena/league/run/ must not know "
          "arena/results/ratings/"});
}

TEST_CASE("processes that reach the cards by another room are caught") {
  const SourceTree tree = {{"arena/bots/process/bot.h", "#include \"arena/league/plan/league.h\"\n"},
                           {"arena/league/plan/league.h", "#include \"engine/rules.h\"\n"},
                           {"engine/rules.h", ""}};
  caught(includes_of_forbidden_rooms(tree),
         {"arena/bots/process/bot.h:1: includes arena/league/plan/league.h, which leads to engine/rules.h"});
}

TEST_CASE("Asio, Boost.JSON, CLI11 and Eigen are reached from their rooms only") {
  holds(libraries_out_of_their_rooms(real_tree(), real_rooms()));
}

TEST_CASE("a room that reaches a library it must not is caught, however long the way") {
  const auto [header, name] = GENERATE(table<std::string, std::string>({{"boost/asio/io_context.hpp", "Asio"},
                                                                        {"boost/json.hpp", "Boost.JSON"},
                                                                        {"CLI/App.hpp", "CLI11"},
                                                                        {"Eigen/Dense", "Eigen"}}));
  const SourceTree tree = {{"arena/records/a.h", "\n#include \"engine/b.h\"\n"},
                           {"engine/b.h", "#include <" + header + ">\n"},
                           {"engine/c.h", "#include <boost/json/fwd.hpp>\n#include \"engine/d.h\"\n"},
                           {"engine/d.h", ""}};
  const std::vector<Room> rooms = read_rooms("arena_room(records KNOWS engine LIBRARIES libsodium)\n");
  caught(libraries_out_of_their_rooms(tree, rooms),
         {"arena/records/a.h:2: includes engine/b.h, which leads to " + name, "engine/b.h:1: includes " + name});
}

TEST_CASE("too many files that reach a library are caught") {
  const auto [header, name, most] =
      GENERATE(table<std::string, std::string, int>({{"boost/asio.hpp", "Asio", 30},
                                                     {"boost/json/parse.hpp", "Boost.JSON", 62},
                                                     {"CLI/CLI.hpp", "CLI11", 2},
                                                     {"Eigen/Core", "Eigen", 5}}));
  const std::string room = "arena/records/";
  const std::vector<Room> rooms = read_rooms("arena_room(records KNOWS engine LIBRARIES " + name + ")\n");
  SourceTree tree = {{room + "all.h", "#include <" + header + ">\n"}};
  for (int i = 0; i < most; ++i) {
    tree.push_back({room + std::to_string(i) + ".cpp", "#include \"" + room + "all.h\"\n"});
  }
  caught(libraries_out_of_their_rooms(tree, rooms), {});
  tree.push_back({room + "last.cpp", "#include \"" + room + "all.h\"\n"});
  caught(libraries_out_of_their_rooms(tree, rooms),
         {std::to_string(most + 1) + " .cpp files reach " + name + ", more than " + std::to_string(most)});
}

TEST_CASE("every header starts with pragma once") { holds(headers_without_pragma_once(real_tree())); }

TEST_CASE("a header without pragma once is caught") {
  const SourceTree tree = {{"engine/good.h", "// What it is.\n\n#pragma once\n"},
                           {"engine/late.h", "#include <vector>\n#pragma once\n"},
                           {"engine/talk.h", "// #pragma once\n"},
                           {"engine/empty.h", ""},
                           {"engine/body.cpp", ""}};
  caught(headers_without_pragma_once(tree), {"engine/late.h:1:", "engine/talk.h:1:", "engine/empty.h:1:"});
}

TEST_CASE("every source has the header of its name") { holds(sources_without_header(real_tree(), kWithoutHeader)); }

TEST_CASE("a source without a header is caught") {
  const SourceTree tree = {{"engine/card.cpp", ""},
                           {"engine/card.h", ""},
                           {"engine/hand.cpp", ""},
                           {"arena/bots/launcher/main.c", ""},
                           {"arena/bots/launcher/call.c", ""},
                           {"engine/variants/deluxe.cpp", ""},
                           {"arena/app/run_command.cpp", ""}};
  caught(sources_without_header(tree, {"arena/bots/launcher/main.c", "engine/variants/", "*_command.cpp"}),
         {"engine/hand.cpp:1: there is no engine/hand.h", "arena/bots/launcher/call.c:1: there is no"});
}

TEST_CASE("a comment stands above every type of a header") { holds(types_without_comment(real_tree())); }

TEST_CASE("a type without a comment is caught") {
  const SourceTree tree = {
      {"engine/good.h",
       "/// Holds.\nstruct Holds {\n  struct Part {};\n};\n\nclass Told;\n/* Also. */\ntemplate <class T>\n"
       "class Also {\n};\nstruct Told* find(struct Told);\n// Of one kind.\nenum class A { a };\nenum class B { b "
       "};\nenum Kind : int;\n// struct None {\n"},
      {"engine/bad.h",
       "struct First {};\n/// Far away.\n\nenum class Second { a, b };\ntemplate <class T>\nclass Third\n"
       "    : public First {};\n"},
      {"engine/source.cpp", "struct Own {};\n"}};
  caught(types_without_comment(tree),
         {"engine/bad.h:1: no comment above struct First", "engine/bad.h:4: no comment above enum class Second",
          "engine/bad.h:6: no comment above class Third"});
}

TEST_CASE("no file is too long") { holds(files_too_long(real_tree(), kTables)); }

TEST_CASE("a file that is too long is caught") {
  const std::string most(kFileLinesMax, '\n');
  const SourceTree tree = {{"engine/a.cpp", most},
                           {"engine/b.cpp", most + "x"},
                           {"engine/table.cpp", most + "x"},
                           {"engine/RULES.md", most + "x"}};
  caught(files_too_long(tree, {"engine/table.cpp"}), {"engine/b.cpp:421: more than 420 lines"});
}

TEST_CASE("no comment is too wide") { holds(comments_too_wide(real_tree())); }

TEST_CASE("a comment that is too wide is caught") {
  const std::string most = "  // " + std::string(kColumnsMax - 5, 'x');
  const SourceTree tree = {{"engine/a.h", most + "\n" + most + "x\n"},
                           {"engine/b.cpp", most + "x://y\n" + std::string(kColumnsMax + 1, 'x')}};
  caught(comments_too_wide(tree), {"engine/a.h:2: more than 120 columns"});
}

TEST_CASE("every table that may be long is there") {
  for (const std::string& path : kTables) CHECK(std::filesystem::exists(kRoot / path));
}

TEST_CASE("no file has a name that says nothing") { holds(names_that_say_nothing(real_tree())); }

TEST_CASE("a name that says nothing is caught") {
  const std::string word = GENERATE("common", "handler", "helper", "helpers", "manager", "misc", "util", "utils");
  caught(names_that_say_nothing({{"arena/app/commands/" + word + ".h", ""},
                                 {"arena/league/plan/bot_" + word + ".cpp", ""},
                                 {"arena/" + word + "/x.h", ""},
                                 {"arena/league/plan/un" + word + "ed.h", ""}}),
         {"arena/app/commands/" + word + ".h:1:", "arena/league/plan/bot_" + word + ".cpp:1:",
          "arena/" + word + "/x.h:1:"});
}

TEST_CASE("no banned function is called") { holds(banned_calls(real_tree())); }

TEST_CASE("a banned call is caught") {
  const std::string name = GENERATE("system", "popen", "rand", "srand", "sleep", "usleep");
  const SourceTree tree = {{"arena/league/plan/a.cpp", "int f() {\n  return " + name + "(1);\n}\n"},
                           {"arena/league/plan/b.cpp", "\n\nint x = std::" + name + " (1);"},
                           {"arena/league/plan/c.cpp", name + "(1); ::" + name + "(2);"}};
  caught(banned_calls(tree),
         {"arena/league/plan/a.cpp:2: call of " + name, "arena/league/plan/b.cpp:3: call of " + name,
          "arena/league/plan/c.cpp:1: call of " + name, "arena/league/plan/c.cpp:1: call of " + name});
}

TEST_CASE("sleeping in a thread is caught") {
  caught(banned_calls({{"arena/league/plan/a.cpp",
                        "\nstd::this_thread::sleep_for(1s);\nusing std::this_thread::sleep_until;\n"}}),
         {"arena/league/plan/a.cpp:2: call of this_thread::sleep_for",
          "arena/league/plan/a.cpp:3: call of this_thread::sleep_until"});
}

TEST_CASE("a banned name that is no call is let through") {
  const SourceTree tree = {{"arena/league/plan/a.cpp",
                            "// system(1)\nconst char* s = \"rand()\"; char c = '\\'';\nint n = 1'000 + box.sleep(2);\n"
                            "p->system(1); boost::system::error_code e; ours::sleep(1); operand(3); int system = 4;\n"
                            "auto r = R\"(popen(1))\";\n"}};
  caught(banned_calls(tree), {});
}

TEST_CASE("every rule the code cites is in the rules of the engine") {
  const auto rules = std::find_if(real_tree().begin(), real_tree().end(),
                                  [](const SourceFile& file) { return file.path == "engine/RULES.md"; });
  REQUIRE(rules != real_tree().end());
  holds(rule_ids_not_in(real_tree(), rules->text));
}

TEST_CASE("a rule that does not exist is caught") {
  const SourceTree tree = {
      {"engine/hand.cpp", "// R002-22 holds.\nf(\"R002-23\");  // A001-3, A001-31 and Z7\n\n// Z8\n"},
      {"engine/RULES.md", "R009-99"}};
  caught(rule_ids_not_in(tree, "| R002-22 | A001-3 | Z7 |"),
         {"engine/hand.cpp:2: no rule A001-31", "engine/hand.cpp:2: no rule R002-23", "engine/hand.cpp:4: no rule Z8"});
}

TEST_CASE("the page of the house names what is there, and every room") {
  holds(page_of_the_house(real_tree(), house_page(), real_rooms()));
}

TEST_CASE("a page that names what is not there, or leaves a room out, is caught") {
  const SourceTree tree = {{"arena/game/table/clock.h", ""}, {"arena/records/words.h", ""}, {"engine/hand.h", ""}};
  caught(
      page_of_the_house(tree,
                        "| `game/table/` | see `game/table/clock` and `engine/hand`\n"
                        "`game/table/clocks` `game/table/clock.cpp` `app/commands/`\n",
                        kSmallHouse),
      {"arena/README.md:2: `game/table/clocks` is not there", "arena/README.md:2: `game/table/clock.cpp` is not there",
       "arena/README.md:2: `app/commands/` is not there", "arena/README.md:1: arena/records/ is not named"});
}

TEST_CASE("the walks of the page of the house name calls that are there") {
  CHECK(std::ranges::count(house_page(), '\n') < 150);
  CHECK(house_page().find("()` |") != std::string::npos);
  holds(calls_that_are_not_there(real_tree(), house_page()));
}

TEST_CASE("a walk that names a call that is not there is caught") {
  const SourceTree tree = {{"arena/game/table/table.cpp", "// deal()\nvoid f() { play(); }\n"},
                           {"arena/game/table/seat.h", "void play();\nvoid deal();\n"}};
  caught(calls_that_are_not_there(tree,
                                  "| `game/table/table` | `play()` | `game/table/seat` |\n"
                                  "| `game/table/table` | `deal()` | `game/table/seat` |\n"
                                  "| `game/table/table` | `play()` | `game/table/cards` |\n"),
         {"arena/README.md:2: `game/table/table` does not name deal()",
          "arena/README.md:3: `game/table/cards` does not name play()"});
}
