#include "arena/bots/package/bot_name.h"

#include <string>

#include "tests/catch.h"

namespace bot_name_test {

using namespace arena;

TEST_CASE("a name made of any text is a name") {
  for (const std::string text :
       {"", ".", "..", "...", "-", "-.", "duck.", ".hidden.py", "a b", "d\xC3\xBC", "--help"}) {
    INFO(text);
    CHECK(is_bot_name(bot_name_from(text)));
  }
  CHECK(is_bot_name(bot_name_from(std::string(kBotNameMax - 1, 'x') + "..")));
  CHECK(bot_name_from("duck") == "duck");
}

TEST_CASE("names that records have follow the same rule, with a version") {
  for (const std::string name : {"duck", "duck~2", "a.b~9999"}) CHECK(is_recorded_name(name));
  for (const std::string name : {".", "..", ".~2", "duck.~2", "duck~1", "duck~02", "duck~", "~2"}) {
    INFO(name);
    CHECK_FALSE(is_recorded_name(name));
  }
}

}  // namespace bot_name_test
