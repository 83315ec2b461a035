#include "arena/base/text/words.h"
#include "tests/catch.h"

namespace pattern_test {

using arena::matches_pattern;

TEST_CASE("a star stands for any text, and nothing else does") {
  CHECK(matches_pattern("", ""));
  CHECK(matches_pattern("abc", "abc"));
  CHECK_FALSE(matches_pattern("abc", "abcd"));
  CHECK_FALSE(matches_pattern("a.c", "abc"));
  CHECK(matches_pattern("*", ""));
  CHECK(matches_pattern("*", "anything"));
  CHECK(matches_pattern("a*", "a"));
  CHECK_FALSE(matches_pattern("a*", "ba"));
  CHECK(matches_pattern("*@4", "black-lady@4"));
  CHECK_FALSE(matches_pattern("*@4", "black-lady@45"));
  CHECK(matches_pattern("*a*a", "banana"));
  CHECK(matches_pattern("b*an*a", "banana"));
  CHECK_FALSE(matches_pattern("ab*ba", "aba"));
  CHECK_FALSE(matches_pattern("a*b*c", "acb"));
  CHECK(matches_pattern("a**c", "abc"));
}

TEST_CASE("a pattern means variants by their id, or by its parts") {
  using arena::selects_variant;
  for (const char* pattern :
       {"black-lady@4+no_blood", "black-lady@4", "black-lady", "black*", "*@4", "*+no_blood", "*"})
    CHECK(selects_variant(pattern, "black-lady@4+no_blood"));
  for (const char* pattern : {"black-lady@5", "lady", "*@5", "black-lady+no_blood", "*+sinkhole", ""})
    CHECK_FALSE(selects_variant(pattern, "black-lady@4+no_blood"));
}

}  // namespace pattern_test
