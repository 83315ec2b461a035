#include "arena/base/text/printable.h"

#include <string>

#include "tests/catch.h"

namespace printable_test {

using arena::first_bytes;
using arena::last_bytes;
using arena::legible;
using arena::printable;
using arena::printable_lines;

TEST_CASE("printable ASCII stays as it is") {
  std::string all;
  for (char c = ' '; c < '\x7F'; ++c) all += c;
  CHECK(all.size() == 95);
  CHECK(printable(all) == all);
  CHECK(printable("").empty());
}

TEST_CASE("a byte that is no character of its own, or a control character, is spelled in hexadecimal") {
  for (int code = 0; code < 256; ++code) {
    if (code >= 0x20 && code < 0x7F) continue;
    char expected[8];
    std::snprintf(expected, sizeof expected, "\\x%02x", static_cast<unsigned>(code));
    CHECK(printable(std::string(1, static_cast<char>(code))) == expected);
  }
  CHECK(printable("\x1B[2J\xC3\n") == "\\x1b[2J\\xc3\\x0a");
}

TEST_CASE("long text is cut and says so") {
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdefg", 6) == "abcdef...");
  CHECK(printable(std::string(200, 'x')) == std::string(200, 'x'));
  CHECK(printable(std::string(201, 'x')) == std::string(200, 'x') + "...");
  CHECK(printable(std::string(4096, '\0'), 2) == "\\x00\\x00...");
}

TEST_CASE("characters that a reader sees stay, in any alphabet") {
  for (const char* text :
       {"Zo\u00EB", "\u674E\u5C0F\u9F99", "\u0410\u043D\u043D\u0430", "Q\u2665", "\U0001F600", "e\u0301"}) {
    INFO(text);
    CHECK(printable(text) == text);
    CHECK(legible(text) == text);
  }
}

TEST_CASE("characters that mislead or are not seen become their bytes") {
  CHECK(printable("a\u202Eb") == "a\\xe2\\x80\\xaeb");
  CHECK(printable("a\u200Bb") == "a\\xe2\\x80\\x8bb");
  CHECK(printable("a\u009Bb") == "a\\xc2\\x9bb");
  CHECK(printable("\uFEFFa") == "\\xef\\xbb\\xbfa");
  CHECK(printable("\u2028") == "\\xe2\\x80\\xa8");
  CHECK(printable("\uE000") == "\\xee\\x80\\x80");
  CHECK(printable("\u0378") == "\\xcd\\xb8");  // unassigned
}

TEST_CASE("a combining mark with nothing before it becomes its bytes") {
  CHECK(printable("\u0301a") == "\\xcc\\x81a");
  CHECK(printable("\u0301\u0302a") == "\\xcc\\x81\\xcc\\x82a");
  CHECK(printable_lines("a\n\u0301", 10) == "a\n\\xcc\\x81");
}

TEST_CASE("an escape that the bytes spell is no escape") {
  CHECK(printable("\\x1b") == "\\x5cx1b");
  CHECK(printable("C:\\x\\new") == "C:\\x\\new");
  CHECK(legible("\\x1b") == "\\x1b");
  CHECK(legible(printable("\\x1b \x1b")) == printable("\\x1b \x1b"));
}

TEST_CASE("a bound cuts no character in half") {
  CHECK(printable("ab\u2665", 5) == "ab\u2665");
  CHECK(printable("ab\u2665", 4) == "ab...");
  CHECK(printable("ab\u2665", 3) == "ab...");
  CHECK(printable("ab\xE2\x99", 3) == "ab\\xe2...");
  CHECK(first_bytes("\U0001F600", 3).empty());
  CHECK(last_bytes("\U0001F600a", 4) == "a");
  CHECK(last_bytes("\u2665a", 4) == "\u2665a");
}

TEST_CASE("text of several lines keeps newlines and tabs") {
  CHECK(printable_lines("a\tb\nc\rd", 100) == "a\tb\nc\\x0dd");
  CHECK(printable_lines("a\nb\nc", 3) == "a\nb...");
}

}  // namespace printable_test
