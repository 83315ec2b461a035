#include "arena/results/adjudicate/adjudicator.h"

#include "tests/catch.h"

namespace rules_cache_test {

using arena::RulesCache;

TEST_CASE("the rules of a variant are made once") {
  RulesCache cache;
  const hearts::GameRules* rules = &cache.rules_of("black-lady@4");
  CHECK(rules->rules().id == "black-lady@4");
  CHECK(&cache.rules_of("black-lady@4") == rules);
  CHECK(cache.rules_of("black-lady@5").seats() == 5);
  CHECK(cache.size() == 2);
}

TEST_CASE("a name that means no rules takes no place") {
  RulesCache cache;
  CHECK_THROWS_AS(cache.rules_of("whist"), hearts::RulesError);
  CHECK(cache.size() == 0);
}

TEST_CASE("names of rules without end take no memory without end") {
  RulesCache cache;
  for (int limit = 1; limit <= 1000; ++limit) {
    const std::string name = "black-lady@4+match.limit=" + std::to_string(limit);
    REQUIRE(cache.rules_of(name).rules().match_limit == limit);
    REQUIRE(cache.size() <= RulesCache::kVariantsMax);
  }
}

}  // namespace rules_cache_test
