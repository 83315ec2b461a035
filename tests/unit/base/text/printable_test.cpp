#include "arena/base/text/printable.h"

#include <string>

#include "tests/catch.h"

namespace printable_test {

using arena::printable;
using arena::printable_lines;

TEST_CASE("printable ASCII stays as it is") {
  std::string all;
  for (char c = ' '; c < '\x7F'; ++c) all += c;
  CHECK(all.size() == 95);
  CHECK(printable(all) == all);
  CHECK(printable("").empty());
}

TEST_CASE("every other byte is spelled in hexadecimal") {
  for (int code = 0; code < 256; ++code) {
    if (code >= 0x20 && code < 0x7F) continue;
    char expected[8];
    std::snprintf(expected, sizeof expected, "\\x%02x", static_cast<unsigned>(code));
    CHECK(printable(std::string(1, static_cast<char>(code))) == expected);
  }
  CHECK(printable("\x1B[2J\xC3\xA9\n") == "\\x1b[2J\\xc3\\xa9\\x0a");
}

TEST_CASE("long text is cut and says so") {
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdefg", 6) == "abcdef...");
  CHECK(printable(std::string(200, 'x')) == std::string(200, 'x'));
  CHECK(printable(std::string(201, 'x')) == std::string(200, 'x') + "...");
  CHECK(printable(std::string(4096, '\0'), 2) == "\\x00\\x00...");
}

TEST_CASE("text of several lines keeps newlines and tabs") {
  CHECK(printable_lines("a\tb\nc\rd", 100) == "a\tb\nc\\x0dd");
  CHECK(printable_lines("a\nb\nc", 3) == "a\nb...");
}

}  // namespace printable_test
