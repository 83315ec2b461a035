#include "arena/bots/sandbox/resources.h"

#include <set>

#include "tests/catch.h"

namespace resources_test {

using namespace arena;

TEST_CASE("the table of resources has each member once, with a default and a bound in its range") {
  Resources all_set{-1, -1, -1, -1, -1, -1, -1};
  std::set<std::string_view> names;
  for (const ResourceKey& key : resource_keys()) {
    INFO(key.name);
    CHECK(names.insert(key.name).second);
    CHECK(find_resource(key.name) == &key);
    CHECK(all_set.*key.value == -1);
    all_set.*key.value = 0;
    const int usual = Resources{}.*key.value;
    const int bound = kResourceBounds.*key.value;
    CHECK(key.least <= usual);
    CHECK(usual <= bound);
    CHECK(bound <= key.most);
  }
  CHECK(all_set == Resources{0, 0, 0, 0, 0, 0, 0});
  CHECK(find_resource("memory") == nullptr);
}

TEST_CASE("no bound at all is more than any bound") {
  const ResourceKey& idle = *find_resource("idle_cpu_ms");
  CHECK(idle.is_more(0, 86'400'000));
  CHECK_FALSE(idle.is_more(86'400'000, 0));
  CHECK_FALSE(idle.is_more(0, 0));
  CHECK(idle.is_more(2, 1));
  CHECK_FALSE(idle.is_more(1, 1));
  CHECK_FALSE(find_resource("tmp_mb")->is_more(0, 1));
}

}  // namespace resources_test
