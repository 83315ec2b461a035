#include "arena/text/text_layout.h"

#include "tests/catch.h"

namespace text_layout_test {

using namespace arena;

TEST_CASE("columns are code points") {
  CHECK(columns_of("") == 0);
  CHECK(columns_of("Elo") == 3);
  CHECK(columns_of("±") == 1);
  CHECK(columns_of("a ± b — c") == 9);
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

TEST_CASE("an empty first cell keeps its column") {
  CHECK(aligned({{{"#"}, {"bot", true}}, {{"", "a"}, {"10", "b"}}}) ==
        " #  bot\n"
        "    a\n"
        "10  b\n");
}

}  // namespace text_layout_test
