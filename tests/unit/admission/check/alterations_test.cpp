#include "arena/admission/check/conversation.h"

#include <sstream>

#include "arena/bots/process/bot_channel.h"
#include "tests/catch.h"

namespace alterations_test {

using namespace arena;

namespace {

constexpr const char* kTurn =
    "trick 2 lead=0\n"
    "play 0 2C\n"
    "deal 2C 3C\n"
    "ask 7 play 1 500 29998 : 4C QC\n";

}  // namespace

TEST_CASE("unknown lines come before each line, and the question stays the last") {
  CHECK(alter::add_unknown_lines("play 0 2C\nask 7 play 1 500 29998 : 4C\n") ==
        "novel 3 QS key=value : 2C\nplay 0 2C\nnovel 3 QS key=value : 2C\nask 7 play 1 500 29998 : 4C\n");
}

TEST_CASE("nothing comes before the greeting") {
  CHECK(alter::add_unknown_lines("hello arena 1\n") == "hello arena 1\n");
  CHECK(alter::add_empty_lines("hello arena 1\n") == "hello arena 1\n");
}

TEST_CASE("there is an unknown rule beside each known one") {
  CHECK(alter::add_unknown_lines("rule seats 4\n") == "rule novel.key 7\nnovel 3 QS key=value : 2C\nrule seats 4\n");
}

TEST_CASE("the longest unknown line is as long as a line may be") {
  std::istringstream lines(alter::add_unknown_lines("game 205738d1 variant=black-lady@4 seats=4 you=1 botseed=1\n"));
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  CHECK(longest == kLineBytesMax);
}

TEST_CASE("unknown fields are before the colon of a question and behind fields, never behind lists of cards") {
  CHECK(alter::add_unknown_fields(kTurn) ==
        "trick 2 lead=0 novel=7 novel\n"
        "play 0 2C novel=7 novel\n"
        "deal 2C 3C\n"
        "ask 7 play 1 500 29998 novel=7 novel : 4C QC\n");
}

TEST_CASE("every third question to play is of an unknown kind") {
  int asked = 0;
  CHECK(alter::rename_kinds(kTurn, asked) == kTurn);
  CHECK(alter::rename_kinds(kTurn, asked) == kTurn);
  CHECK_THAT(alter::rename_kinds(kTurn, asked), Catch::Matchers::EndsWith("ask 7 novel 1 500 29998 : 4C QC\n"));
  CHECK(alter::rename_kinds("ask 8 pass 1 500 29998 : 4C QC\n", asked) == "ask 8 pass 1 500 29998 : 4C QC\n");
}

TEST_CASE("an empty line comes before each line") {
  CHECK(alter::add_empty_lines("play 0 2C\nquit\n") == "\nplay 0 2C\n\nquit\n");
}

TEST_CASE("each line ends in CR LF") { CHECK(alter::end_in_crlf("play 0 2C\nquit\n") == "play 0 2C\r\nquit\r\n"); }

TEST_CASE("stopped clocks show the time of a game's start") {
  CHECK_THAT(alter::stop_clocks(kTurn, Limits{}), Catch::Matchers::EndsWith("ask 7 play 1 500 30000 : 4C QC\n"));
}

TEST_CASE("no text stays none, whatever is done to it") {
  int asked = 0;
  CHECK(alter::add_unknown_lines("").empty());
  CHECK(alter::add_unknown_fields("").empty());
  CHECK(alter::rename_kinds("", asked).empty());
  CHECK(alter::end_in_crlf("").empty());
}

}  // namespace alterations_test
