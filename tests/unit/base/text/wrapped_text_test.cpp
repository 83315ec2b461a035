#include "arena/base/text/text_layout.h"
#include "tests/catch.h"

namespace wrapped_text_test {

using arena::wrapped_text;

TEST_CASE("lines that fit stay as they are, spaces in them too") {
  CHECK(wrapped_text("  C  4 Q   K\n\nTrick 3\n", 20) == "  C  4 Q   K\n\nTrick 3\n");
  CHECK(wrapped_text("no end", 6) == "no end");
  CHECK(wrapped_text("", 20).empty());
}

TEST_CASE("a long line is broken at spaces, its rest further to the right") {
  CHECK(wrapped_text("  one two three four\nfive\n", 10) == "  one two\n    three\n    four\nfive\n");
}

TEST_CASE("a word wider than the terminal has a line to itself") {
  CHECK(wrapped_text("a abcdefghijklmnop b\n", 8) == "a\n  abcdefghijklmnop\n  b\n");
}

TEST_CASE("colours take no room") {
  const std::string red = "\033[31mQH\033[0m";
  CHECK(wrapped_text(red + " " + red + " " + red + "\n", 8) == red + " " + red + " " + red + "\n");
  CHECK(wrapped_text(red + " " + red + " " + red + "\n", 7) == red + " " + red + "\n  " + red + "\n");
}

}  // namespace wrapped_text_test
