#include "arena/records/record_file.h"

#include <boost/json/serialize.hpp>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"

namespace record_line_test {

using namespace arena;

namespace {

std::string error_of(const std::string& line) {
  try {
    open_line(line, "games.jsonl:7");
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("a line ends in its CRC-32C") {
  CHECK(seal_line({{"v", 1}, {"type", "end"}, {"games", 8}}) ==
        "{\"v\":1,\"type\":\"end\",\"games\":8,\"crc\":\"819c577e\"}\n");
}

TEST_CASE("the checksum is the published one") {
  // The check value of CRC-32C; the line itself is no JSON, which is reported only when the sum is right.
  CHECK(error_of("123456789,\"crc\":\"e3069283\"}").starts_with("games.jsonl:7:1:10: "));
  CHECK(error_of("123456789,\"crc\":\"e3069284\"}") ==
        "games.jsonl:7: damaged: the checksum is e3069283, but the line says e3069284");
}

TEST_CASE("what was sealed opens again") {
  const boost::json::object object = {{"v", 1}, {"text", "a \"quoted\" word, \n and \x7F"}, {"list", {1, 2, 3}}};
  std::string line = seal_line(object);
  REQUIRE(line.back() == '\n');
  line.pop_back();
  CHECK(line.find('\n') == std::string::npos);
  boost::json::object opened = open_line(line, "here");
  CHECK(opened.at("crc").is_string());
  opened.erase("crc");
  CHECK(boost::json::serialize(opened) == boost::json::serialize(object));
}

TEST_CASE("every byte that is not as it was written is noticed") {
  const std::string line = seal_line({{"v", 1}, {"type", "game"}, {"plays", "2C 3C KC JC"}, {"points", {0, 8, 14, 4}}});
  const std::string whole = line.substr(0, line.size() - 1);
  REQUIRE(error_of(whole) == "taken");
  std::size_t tried = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string wrong = whole;
      wrong[at] = static_cast<char>(byte);
      if (wrong == whole) continue;
      ++tried;
      const std::string error = error_of(wrong);
      if (!error.starts_with("games.jsonl:7: ")) FAIL("byte " << at << " as " << byte << ": " << error);
    }
  }
  CHECK(tried == whole.size() * 255);
}

TEST_CASE("a line that is cut, doubled or shifted is noticed") {
  const std::string line = seal_line({{"v", 1}, {"type", "game"}});
  const std::string whole = line.substr(0, line.size() - 1);
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK(error_of(whole.substr(0, size)) != "taken");
  for (std::size_t from = 1; from < whole.size(); ++from) CHECK(error_of(whole.substr(from)) != "taken");
  for (const std::string& wrong : {whole + " ", " " + whole, whole + whole, whole + "\r"})
    CHECK(error_of(wrong) != "taken");
}

TEST_CASE("a bad line is named with its place and what is wrong") {
  CHECK(error_of("") == "games.jsonl:7: this is not a line of a run's records (it does not end in a checksum)");
  CHECK(error_of("{\"v\":1}") ==
        "games.jsonl:7: this is not a line of a run's records (it does not end in a checksum)");
  std::string line = seal_line({{"v", 1}, {"type", "game"}});
  line.pop_back();
  line[5] = '2';
  CHECK(error_of(line).starts_with("games.jsonl:7: damaged: the checksum is "));
  // A right checksum over what is not JSON: somebody wrote it so.
  CHECK(error_of("nonsense,\"crc\":\"dd99fd8e\"}").starts_with("games.jsonl:7:1:"));
}

}  // namespace record_line_test
