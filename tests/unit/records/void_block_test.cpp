#include "arena/records/game_record.h"

#include <boost/json/serialize.hpp>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"

namespace void_block_test {

using namespace arena;
namespace json = boost::json;

namespace {

const VoidBlock kVoid{12, 40, 3, Fault::sandbox, "no room in /tmp"};

std::string error_of(const json::object& line) {
  try {
    read_void(line, "games.jsonl:9");
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("a void block's line has a fixed shape") {
  CHECK(json::serialize(void_json(kVoid, "0123456789abcdef")) ==
        R"({"v":3,"type":"void","run":"0123456789abcdef","block":12,"again":40,"game":3,"fault":"sandbox",)"
        R"("detail":"no room in /tmp"})");
}

TEST_CASE("a void block comes back from its line as it was") {
  const VoidBlock back = read_void(void_json(kVoid, "x"), "here");
  CHECK(back.block == 12);
  CHECK(back.again == 40);
  CHECK(back.game == 3);
  CHECK(back.fault == Fault::sandbox);
  CHECK(back.detail == "no room in /tmp");
}

TEST_CASE("a bot's own fault makes no block void") {
  const std::string error =
      "games.jsonl:9: this is not a record of a void block: that fault does not make a block void";
  json::object line = void_json(kVoid, "x");
  for (const Fault fault :
       {Fault::start_failed, Fault::start_timeout, Fault::timeout, Fault::illegal, Fault::garbage, Fault::flood,
        Fault::exited, Fault::killed_by_signal, Fault::closed_output, Fault::closed_input, Fault::stopped}) {
    INFO(fault_name(fault));
    line["fault"] = fault_name(fault);
    CHECK(error_of(line) == error);
  }
  line["fault"] = "rain";
  CHECK(error_of(line) == error);
}

TEST_CASE("a line that lacks anything is no void block, and says so with its place") {
  const json::object whole = void_json(kVoid, "x");
  REQUIRE(error_of(whole) == "taken");
  for (const char* key : {"block", "again", "game", "fault", "detail"}) {
    INFO(key);
    json::object line = whole;
    line.erase(key);
    CHECK(error_of(line).starts_with("games.jsonl:9: this is not a record of a void block: "));
    line[key] = true;
    CHECK(error_of(line).starts_with("games.jsonl:9: this is not a record of a void block: "));
  }
}

}  // namespace void_block_test
