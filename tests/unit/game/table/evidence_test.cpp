// What shows how a fault came about: in the bytes of a line, in a line that has no end, in the clock.

#include "arena/game/table/fault.h"

#include "tests/catch.h"

namespace evidence_test {

using arena::describe;
using arena::Evidence;
using arena::evidence_in;
using arena::lacks_newline_only;

namespace {

constexpr int kId = 461968001;

struct Line {
  std::string bytes;
  Evidence evidence;
  std::string text;  ///< what is reported about it
  int id = kId;
};

}  // namespace

TEST_CASE("bytes that are no answer show where they come from") {
  using std::string_literals::operator""s;
  const std::vector<Line> lines = {
      {"\xEF\xBB\xBFready", Evidence::byte_order_mark, "it begins with a byte-order mark (EF BB BF)", 0},
      {"r\0e\0a\0d\0y\0"s, Evidence::utf16, "that is UTF-16, and lines are ASCII", 0},
      {"\0r\0e\0a\0d\0y"s, Evidence::utf16, "that is UTF-16, and lines are ASCII", 0},
      {std::string(3, '\0') + "461968001 8C", Evidence::zero_bytes,
       "3 bytes of value 0: does it write its whole buffer?"},
      {"461968001 7\u2663 8C", Evidence::not_ascii,
       "the number is right, but '7\u2663' is not ASCII: write 7C, as it is offered"},
      {"461968001 \u2660T", Evidence::not_ascii,
       "the number is right, but '\u2660T' is not ASCII: write TS, as it is offered"},
      {"461968001 caf\u00e9", Evidence::not_ascii,
       "the number is right, but 'caf\u00e9' is not ASCII: write each word as it is offered"},
      {"ready name=Gr\u00f6\u00dfe", Evidence::not_ascii, "'name=Gr\u00f6\u00dfe' is not ASCII", 0},
      {"461968001.0 7C", Evidence::changed_number, "that is the number 461968001, but not as it was asked with"},
      {"461,968,001 7C", Evidence::changed_number, "that is the number 461968001, but not as it was asked with"},
      {"4.61968e+08 7C", Evidence::changed_number, "that is the number 461968001, but not as it was asked with"},
      {"+0461968001 7C", Evidence::changed_number, "that is the number 461968001, but not as it was asked with"},
      {"461968002.0 7C", Evidence::no_answer, ""},
      {"I play 7C", Evidence::no_answer, ""},
      {"", Evidence::no_answer, ""},
      {"7C", Evidence::no_answer, ""},
      {"nan", Evidence::no_answer, ""},
      {"e 7C", Evidence::no_answer, ""},
      {std::string(5000, '9'), Evidence::no_answer, ""},
  };
  for (const Line& line : lines) {
    CAPTURE(line.bytes);
    const Evidence evidence = evidence_in(line.bytes, line.id);
    CHECK(evidence == line.evidence);
    CHECK(describe(evidence, line.bytes, line.id) == line.text);
  }
}

TEST_CASE("an answer without its newline is distinguished from other bytes") {
  CHECK(lacks_newline_only("461968001 7C KC 2D", kId));
  CHECK(lacks_newline_only("ready", 0));
  CHECK_FALSE(lacks_newline_only("461968", kId));
  CHECK_FALSE(lacks_newline_only("your move> ", kId));
  CHECK_FALSE(lacks_newline_only("461968001 7C", 0));
}

TEST_CASE("a fault is placed before the first hand, before a question or at a question") {
  arena::FaultEvent event;
  CHECK(describe_moment(event) == "before the first hand");
  event.hand = 2;
  CHECK(describe_moment(event) == "in hand 2, before its first question");
  event.question = 7;
  CHECK(describe_moment(event) == "in hand 2, question 7");
}

}  // namespace evidence_test
