#include "arena/base/text/text_layout.h"

#include "tests/catch.h"

namespace text_layout_test {

using namespace arena;

TEST_CASE("columns are those of a terminal") {
  CHECK(columns_of("") == 0);
  CHECK(columns_of("Elo") == 3);
  CHECK(columns_of("±") == 1);
  CHECK(columns_of("a ± b — c") == 9);
  CHECK(columns_of("\u674E\u5C0F\u9F99") == 6);
  CHECK(columns_of("\U0001F600") == 2);
  CHECK(columns_of("e\u0301") == 1);
  CHECK(columns_of("\033[31mred\033[0m") == 3);
  CHECK(columns_of("\033[") == 0);
}

TEST_CASE("text is wrapped at spaces") {
  CHECK(wrapped("one two three", 7) == "one two\nthree\n");
  CHECK(wrapped("one two three", 6) == "one\ntwo\nthree\n");
  CHECK(wrapped("one two three", 13) == "one two three\n");
  CHECK(wrapped("± ± ±", 3) == "± ±\n±\n");
  CHECK(wrapped("", 5) == "\n");
}

TEST_CASE("a word longer than the line has a line to itself") {
  CHECK(wrapped("a longword b", 4) == "a\nlongword\nb\n");
}

TEST_CASE("cells are aligned under their heads by what is seen") {
  CHECK(aligned({{{"bot", true}, {"±"}, {"LOS"}}, {{"a", "12", "0.5"}, {"longer", "±", ""}}}) ==
        "bot      ±  LOS\n"
        "a       12  0.5\n"
        "longer   ±\n");
}

TEST_CASE("a line that is cut says so") {
  CHECK(cut_to_columns("Elo ± 12", 8) == "Elo ± 12");
  CHECK(cut_to_columns("Elo ± 12", 6) == "Elo ±…");
  CHECK(cut_to_columns("Elo", 1) == "…");
  CHECK(cut_to_columns("\u674E\u5C0F\u9F99", 5) == "\u674E\u5C0F…");
  CHECK(cut_to_columns("\u674E\u5C0F\u9F99", 4) == "\u674E…");
  CHECK(cut_to_columns("Elo", 0).empty());
}

TEST_CASE("a label has its sentence beside it") {
  CHECK(labelled("time", 6, "one two three", 13) ==
        "time  one two\n"
        "      three\n");
  CHECK(labelled("", 2, "one", 13) == "  one\n");
}

TEST_CASE("a command that is too long continues in lines that a shell joins") {
  CHECK(shown_command("a game:", "arena replay run b0g0", 0, 80) == "a game: arena replay run b0g0\n");
  CHECK(shown_command("a game:", "arena replay run b0g0", 0, 20) ==
        "a game:\n"
        "  arena replay run \\\n"
        "    b0g0\n");
  CHECK(shown_command("", "arena run 'python3 bot.py' other", 2, 24) ==
        "  arena run \\\n"
        "    'python3 bot.py' \\\n"
        "    other\n");
}

namespace {

CellTable bots() {
  return {
      {{"bot", true, 0, Narrowing::shortens}, {"Elo"}, {"games", false, 1}, {"faults", false, 2}, {"LOS", false, 1}},
      {{"a", "1500", "12", "0", "0.5"}, {"a_bot_whose_name_is_too_long", "1480", "12", "0", ""}}};
}

}  // namespace

TEST_CASE("a table that fits its width is left as it is") {
  CHECK(fitted(bots(), Page::kAnyWidth) == aligned(bots()));
  CHECK(fitted(bots(), 80) == aligned(bots()));
}

TEST_CASE("where there is no room names are shortened, then columns left out by their weight, which is said") {
  CHECK(fitted(bots(), 46) ==
        "bot                    Elo  games  faults  LOS\n"
        "a                     1500     12       0  0.5\n"
        "a_bot_whose_name_is…  1480     12       0\n");
  CHECK(fitted(bots(), 40, "--csv has them") ==
        "bot                    Elo  games  LOS\n"
        "a                     1500     12  0.5\n"
        "a_bot_whose_name_is…  1480     12\n"
        "No room for: faults; --csv has them.\n");
  CHECK(fitted(bots(), 20) ==
        "bot              Elo\n"
        "a               1500\n"
        "a_bot_whose_n…  1480\n"
        "No room for: games,\n"
        "faults, LOS.\n");
}

TEST_CASE("which columns have room is known without the text") {
  CHECK(is_shown(bots(), "faults", Page::kAnyWidth));
  CHECK(is_shown(bots(), "faults", 46));
  CHECK_FALSE(is_shown(bots(), "faults", 40));
  CHECK(is_shown(bots(), "LOS", 40));
  CHECK_FALSE(is_shown(bots(), "LOS", 20));
  CHECK(is_shown(bots(), "Elo", 20));
  CHECK_FALSE(is_shown(bots(), "ranks", 80));
}

TEST_CASE("the last column may be broken at words") {
  const CellTable table = {{{"variant", true}, {"rules", true, 0, Narrowing::wraps}},
                           {{"royal", "the King of Hearts is the worst card"}, {"black-lady", "one"}}};
  CHECK(fitted(table, 36) ==
        "variant     rules\n"
        "royal       the King of Hearts is\n"
        "            the worst card\n"
        "black-lady  one\n");
  CHECK(fitted(table, 26) ==
        "variant\n"
        "royal\n"
        "    the King of Hearts is\n"
        "    the worst card\n"
        "black-lady\n"
        "    one\n");
}

TEST_CASE("a last column is printed below its rows if one of its words is too long") {
  const CellTable table = {
      {{"answer", true}, {"seen"}, {"where", true, 0, Narrowing::wraps}},
      {{"slowest", "19 ms", "royal-classic@3+deck.ranks=Q,K,A, question 4"}, {"mean", "2 ms", ""}}};
  CHECK(fitted(table, 60) ==
        "answer    seen  where\n"
        "slowest  19 ms  royal-classic@3+deck.ranks=Q,K,A, question 4\n"
        "mean      2 ms\n");
  CHECK(fitted(table, 50) ==
        "answer    seen  where\n"
        "slowest  19 ms  royal-classic@3+deck.ranks=Q,K,A,\n"
        "                question 4\n"
        "mean      2 ms\n");
  CHECK(fitted(table, 48) ==
        "answer    seen\n"
        "slowest  19 ms\n"
        "    royal-classic@3+deck.ranks=Q,K,A, question 4\n"
        "mean      2 ms\n");
}

TEST_CASE("a table in parts has its first columns in each") {
  const CellTable table = {{{"#"}, {"bot", true, 0, Narrowing::shortens}, {"one"}, {"two"}, {"three"}},
                           {{"1", "a", "1", "2", "3"}}};
  CHECK(aligned_in_parts(table, 2, 16) ==
        "#  bot  one  two\n"
        "1  a      1    2\n"
        "\n"
        "#  bot  three\n"
        "1  a        3\n");
  CHECK(aligned_in_parts(table, 2, Page::kAnyWidth) == aligned(table));
}

TEST_CASE("an empty first cell keeps its column") {
  CHECK(aligned({{{"#"}, {"bot", true}}, {{"", "a"}, {"10", "b"}}}) ==
        " #  bot\n"
        "    a\n"
        "10  b\n");
}

}  // namespace text_layout_test
