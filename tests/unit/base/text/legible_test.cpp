#include "arena/base/text/legible.h"

#include <string>

#include "arena/base/text/printable.h"
#include "tests/catch.h"

namespace legible_test {

using namespace arena;

namespace {

bool alike(const std::string& one, const std::string& other) {
  CHECK(resembles(one, other) == resembles(other, one));
  return resembles(one, other);
}

std::string flaw(const std::string& line) { return line_flaw(line, 100).value_or("none"); }

}  // namespace

TEST_CASE("names of bots look alike by case, by like characters, and by nothing else") {
  CHECK(alike("duck", "duck"));
  CHECK(alike("duck", "DucK"));
  CHECK(alike("b0t-1", "B0T_l"));
  CHECK(alike("OIL.", "0ll_"));
  CHECK(alike("corn", "com"));
  CHECK(alike("vvin", "WIN"));
  CHECK_FALSE(alike("duck", "duck2"));
  CHECK_FALSE(alike("duck2", "duck3"));
  CHECK_FALSE(alike("ab", "a_b"));
  CHECK_FALSE(alike("duck", "ducky"));
}

TEST_CASE("authors look alike whose characters are those of another alphabet, or not seen") {
  CHECK(alike("Ada", "\u0410da"));            // Cyrillic A
  CHECK(alike("Ada", "Ad\u0430"));            // Cyrillic a
  CHECK(alike("BOB", "\u0412\u041E\u0412"));  // Cyrillic only
  CHECK(alike("Bob", "\u0412\u043E\u0412"));  // its small letter is no small b, its capital is a B
  CHECK(alike("Ivan", "lvan"));               // a small L
  CHECK(alike("ADA LOVELACE", "ada lovelace"));
  CHECK(alike("Ada", "Ad\u200Ba"));           // zero width space
  CHECK(alike("Ada", "A\u00ADda"));           // soft hyphen
  CHECK(alike("Ada", "\uFEFFAda"));           // byte order mark
  CHECK(alike("Ada", "Ada\u00A0"));           // no-break space
  CHECK(alike("Ada", "Ada\u2800"));           // braille blank
  CHECK(alike("Ada", "Ada\u202E"));           // a mark that changes the direction
  CHECK(alike("Ada", "\uFF21\uFF44\uFF41"));  // full width
  CHECK(alike("Ada Lovelace", "Ada\u2003Lovelace"));
  CHECK(alike("Ada Lovelace", "AdaLovelace"));
  CHECK(alike("Ada-Lovelace", "Ada\u2013Lovelace"));
  CHECK(alike("Zo\u00EB", "Zoe\u0308"));  // composed, and not
  CHECK(alike("Mabel", "Mabe1"));
}

TEST_CASE("names look alike that differ in how often a mark is repeated") {
  CHECK(alike("a_b", "a__b"));
  CHECK(alike("a.b", "a..b"));
  CHECK(alike("Ada-Lovelace", "Ada--Lovelace"));
  for (const char* dash : {"\u2010", "\u2013", "\u2014", "\u2015", "\u2212", "\uFF0D"}) {
    INFO(dash);
    CHECK(alike("Ada-Lovelace", std::string("Ada") + dash + "Lovelace"));
  }
  CHECK_FALSE(alike("\u674E\u4E00\u4E00", "\u674E\u4E00"));  // the Chinese one, twice
  CHECK(alike("\u00C1da", "\u00C1\u0301da"));                // a second acute accent
  CHECK_FALSE(alike("\u00C1da", "Ada"));
  CHECK_FALSE(alike("\u00C1da", "\u00C1\u0323da"));  // a dot below
}

TEST_CASE("a small capital and a letter in a box look like the letter") {
  CHECK(alike("Ada", "\u1D00\u1D05\u1D00"));         // small capitals
  CHECK(alike("Nina", "\u0274\u026A\u0274\u1D00"));  // the same, from another block
  CHECK(alike("Ada", "\U0001F170da"));               // in a filled square
  CHECK(alike("Ada", "\U0001F150da"));               // in a filled circle
  CHECK(alike("Ada", "\u24B6da"));                   // in an empty circle
  CHECK(alike("us", "\U0001F1FA\U0001F1F8"));        // the letters of a flag
  CHECK_FALSE(alike("Rob", "\u1D19ob"));             // a small capital R that is reversed
  CHECK_FALSE(alike("Ada", "\u1D00\u1D05\u1D0F"));
}

TEST_CASE("texts look alike that a reader sees in the same order, also if letters run from right to left") {
  CHECK(alike("\u05D0\u0031", "1\u05D0"));  // a number after a Hebrew letter, and before it
  CHECK(alike("\u0623\u062D\u0645\u062F 12", "12 \u0623\u062D\u0645\u062F"));  // the same in Arabic
  CHECK_FALSE(alike("\u05D0\u05D1", "\u05D1\u05D0"));
  CHECK_FALSE(alike("\u05D0 Ada", "Ada \u05D0"));
}

TEST_CASE("honest names do not look alike") {
  const std::string names[] = {
      "Ada",  "Ana",    "Bob",     "Rob",         "\u674E", "\u738B", "Zoe",
      "Zoey", "Jo Lee", "Jo Leed", "M\u00FCller", "Miller", "Adam",   "\u0410\u043D\u043D\u0430"};
  for (const std::string& one : names) {
    for (const std::string& other : names) {
      INFO(one << " and " << other);
      CHECK(alike(one, other) == (one == other));
    }
  }
}

TEST_CASE("a line that identifies somebody has no character that a reader does not see") {
  for (const char* good : {"", "Ada", "Ada Lovelace", "Zo\u00EB", "\u674E\u5C0F\u9F99", "\u0410\u043D\u043D\u0430",
                           "O\u2019Brien", "\u2665"}) {
    INFO(good);
    CHECK(flaw(good) == "none");
  }
  CHECK(flaw("Ad\u200Ba") == "has the invisible character U+200B at position 3");
  CHECK(flaw("\u00E4\u00ADda") == "has the invisible character U+00AD at position 2");
  CHECK(flaw("\uFEFFAda") == "has the invisible character U+FEFF at position 1");
  CHECK(flaw("Ada\u2800") == "has the invisible character U+2800 at position 4");
  CHECK(flaw("Ada\U0001D159") == "has the invisible character U+1D159 at position 4");
  CHECK(flaw("Ada\u0378") == "has the unassigned character U+0378 at position 4");
  CHECK(flaw("Ada\uE000") == "has the private character U+E000 at position 4");
  CHECK(flaw("A\nda") == "has the control character U+000A at position 2");
  CHECK(flaw("Ada\u009B31m") == "has the control character U+009B at position 4");
  CHECK(flaw("Ada\u2028") == "has the line separator U+2028 at position 4");
  CHECK(flaw("\u202EadA") == "has the direction mark U+202E at position 1");
  CHECK(flaw("\u061CAda") == "has the direction mark U+061C at position 1");
  CHECK(flaw(" Ada") == "begins with the white space U+0020");
  CHECK(flaw("Ada\u00A0") == "ends with the white space U+00A0");
  CHECK(flaw("\u3000") == "begins with the white space U+3000");
  CHECK(flaw("Zoe\u0308") == "is not in Unicode's normal form NFC");
  CHECK(flaw("Ada\xFF") == "is not UTF-8");
  CHECK(flaw("Ada\xED\xA0\x80") == "is not UTF-8");
  CHECK(flaw("Ada\xC3") == "is not UTF-8");
  CHECK(flaw(std::string(100, 'x')) == "none");
  CHECK(flaw(std::string(101, 'x')) == "has 101 bytes; at most 100 are allowed");
}

TEST_CASE("characters that mislead are found among those that a reader does not see") {
  CHECK(unseen_flaw("a\u0085", Unseen::misleading) == "has the control character U+0085 at position 2");
  CHECK(unseen_flaw("a\u2066", Unseen::misleading) == "has the direction mark U+2066 at position 2");
  CHECK_FALSE(unseen_flaw("\u2764\uFE0F", Unseen::misleading));
  CHECK(unseen_flaw("\u2764\uFE0F", Unseen::all) == "has the invisible character U+FE0F at position 2");
}

TEST_CASE("a text of a stranger stays readable, and what is not seen in it becomes bytes") {
  CHECK(legible("Zo\u00EB \u674E \"x\"") == "Zo\u00EB \u674E \"x\"");
  CHECK(legible("\x1B[31mAda\n") == "\\x1b[31mAda\\x0a");
  CHECK(legible("Ad\u200Ba\u009B\u202E") == "Ad\\xe2\\x80\\x8ba\\xc2\\x9b\\xe2\\x80\\xae");
  CHECK(legible("\xFF\xC3(") == "\\xff\\xc3(");
  CHECK(legible("a\n\tb\r", "\n\t") == "a\n\tb\\x0d");
  CHECK(legible("").empty());
}

}  // namespace legible_test
