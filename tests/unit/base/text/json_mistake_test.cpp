#include <string>
#include <utility>
#include <vector>

#include <boost/json/value.hpp>

#include "arena/base/text/json_file.h"
#include "tests/catch.h"

namespace json_mistake_test {

using namespace arena;

namespace {

std::string error_of(const std::string& text) {
  try {
    parse_json("f", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("what is not JSON is reported with its place, the mistake and what was expected") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{\"a\": 1, // note\n\"b\": 2}", "f:1:10: JSON has no comments; expected the text after this one"},
      {"# note\n{}", "f:1:1: JSON has no comments; expected the text after this one"},
      {"{\"a\": /* x */ 1}", "f:1:7: JSON has no comments; expected the text after this one"},
      {"{\"a\": [1, 2,],\n\"b\": 3}", "f:1:12: a comma before ]; expected another item, or none"},
      {"{\"a\": 1,\n}", "f:1:8: a comma before }; expected another item, or none"},
      {"{\"a\": 1\n \"b\": 2}", "f:2:2: a comma is missing before \"b\"; expected , or }"},
      {"{\"a\": {\"b\": 1} \"c\": 2}", "f:1:16: a comma is missing before \"c\"; expected , or }"},
      {"[\"a\" \"b\"]", "f:1:6: a comma is missing before \"b\"; expected , or ]"},
      {"{\"a\" 1}", "f:1:6: a colon is missing before 1; expected :"},
      {"{\"a\": 1, \"b\" \"c\"}", "f:1:14: a colon is missing before \"c\"; expected :"},
      {"{a: 1}", "f:1:2: a key must be in quotes; expected \"a\""},
      {"{\"a\": 1, b_c: 2}", "f:1:10: a key must be in quotes; expected \"b_c\""},
      {"{'a': 1}", "f:1:2: single quotes; expected \""},
      {"{\"a\": 'b'}", "f:1:7: single quotes; expected \""},
      {"{\"a\": 1,, \"b\": 2}", "f:1:9: one comma too many; expected a key in quotes"},
      {"{\"a\": , \"b\": 2}", "f:1:7: one comma too many; expected a value"},
      {"[\"a\", , \"b\"]", "f:1:7: one comma too many; expected a value"},
      {"{,}", "f:1:2: one comma too many; expected a key in quotes"},
      {"{\"a\": [1, 2}", "f:1:12: } closes nothing; expected ]"},
      {"{\"a\": 1]", "f:1:8: ] closes nothing; expected }"},
      {"{\"a\": 1", "f:1:8: the text ends too early; expected }"},
      {"{\"a\": [1, 2\n", "f:2:1: the text ends too early; expected ]"},
      {"{\"a\": 1}}", "f:1:9: text after the end of the JSON; expected nothing, not }"},
      {"{\"a\": 1} x", "f:1:10: text after the end of the JSON; expected nothing, not x"},
      {"]", "f:1:1: ] closes nothing; expected { or another JSON value"},
      {"}", "f:1:1: } closes nothing; expected { or another JSON value"},
      {"\xEF\xBB\xBF{}",
       "f:1:1: a byte-order mark (EF BB BF); expected JSON in UTF-8 without one: sed -i '1s/^\\xEF\\xBB\\xBF//' FILE"},
      {"\xFF\xFE{", "f:1:1: UTF-16; expected JSON in UTF-8: iconv -f UTF-16 -t UTF-8 FILE >FILE.utf8"},
      {std::string("{\0}\0", 4), "f:1:1: UTF-16; expected JSON in UTF-8: iconv -f UTF-16 -t UTF-8 FILE >FILE.utf8"},
      {"{\"a\": \"b\tc\"}",
       "f:1:9: a tab or another control character inside quotes; expected \\t or \\u and four hexadecimal digits"},
      {"", "f:1:1: the file is empty; expected { or another JSON value"},
      {" \n ", "f:2:2: the file is empty; expected { or another JSON value"},
      {"{\"a\": True}", "f:1:7: True is Python's; expected true, false or null"},
      {"{\"a\": yes}", "f:1:7: yes is not a JSON value; expected text in quotes, a number, true, false, null, [ or {"},
      {"{\"a\": .5}", "f:1:7: . is not a JSON value; expected text in quotes, a number, true, false, null, [ or {"},
      {"{\"a\": \"b\nc\"}", "f:1:7: these quotes are not closed on their line; expected \" at its end"},
      {"{\"a\": \"b", "f:1:7: these quotes are not closed on their line; expected \" at its end"},
      {"{\"a\": \"\\q\"}",
       "f:1:9: not a JSON escape; expected \\n, \\t, \\\", \\\\, \\/ or \\u and four hexadecimal digits"},
  };
  for (const auto& [text, error] : cases) {
    INFO(text);
    CHECK(error_of(text) == error);
  }
}

TEST_CASE("any beginning of JSON with any byte behind it is refused with a place inside it") {
  const std::string whole = R"({"a": [1, {"b": "c\n"}, -2.5e3, true, null], "d": {}})";
  REQUIRE(error_of(whole) == "read");
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string text = whole.substr(0, size) + static_cast<char>(byte);
      const std::string error = error_of(text);
      if (error == "read") continue;
      INFO(text);
      REQUIRE(error.starts_with("f:"));
      REQUIRE(error.find(": ", 2) != std::string::npos);
      REQUIRE(error.find('\n') == std::string::npos);
    }
  }
}

}  // namespace json_mistake_test
