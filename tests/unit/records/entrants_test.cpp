#include "arena/records/entrants.h"

#include "tests/catch.h"

namespace entrants_test {

using namespace arena;

namespace {

Manifest stage_of(const std::vector<std::string>& bots) {
  Manifest stage;
  for (const std::string& name : bots) stage.bots.emplace_back().name = name;
  return stage;
}

}  // namespace

TEST_CASE("a bot is replaced by its version with the highest number") {
  const Manifest first = stage_of({"duck", "ann"});
  const Manifest last = stage_of({"duck~2", "duck~10", "duck~9", "ann"});
  const std::map<std::string, BotStatus> former = former_entrants({&first, &last});
  CHECK(former.at("duck").state == BotState::replaced);
  CHECK(former.at("duck").reason == "by duck~10");
}

TEST_CASE("a bot that the last stage does not have is withdrawn, unless it was left out of a search") {
  const Manifest first = stage_of({"duck", "ann", "bob"});
  Manifest last = stage_of({"ann"});
  last.stage.outclassed = {"bob"};
  const std::map<std::string, BotStatus> former = former_entrants({&first, &last});
  CHECK(former.at("duck").state == BotState::withdrawn);
  CHECK(former.size() == 1);
}

}  // namespace entrants_test
