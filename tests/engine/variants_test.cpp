#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/engine/key_tables.h"

namespace {

using namespace hearts;
using namespace hearts::test;

std::string error_of(const std::string& spec) {
  try {
    return "taken: " + resolve_variant(spec).id;
  } catch (const RulesError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("every configuration of a registered variant has the keys of the table") {
  int compared = 0;
  for (const std::string& id : configurations_with_options()) {
    if (!is_registered(id)) continue;
    INFO(id);
    const Rules rules = resolve_variant(id);
    CHECK(rules_text(rules) == rules_text(KeyTables::get().rules(id)));
    CHECK(rules.id == id);
    ++compared;
  }
  CHECK(compared > 50);
}

TEST_CASE("every option of a registered variant stands in the table, and every size") {
  for (const Variant* variant : variants()) {
    const std::string name(variant->id);
    INFO(name);
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats)
      CHECK_NOTHROW(KeyTables::get().rules(name + "@" + std::to_string(seats)));
    for (const VariantOption& option : variant->options) {
      INFO(option.name);
      bool found = false;
      for (const std::string& id : configurations_with_options())
        found = found || (variant_of(id) == name && id.find("+" + std::string(option.name)) != std::string::npos);
      CHECK(found);
      CHECK_FALSE(option.summary.empty());
    }
  }
}

TEST_CASE("a variant id becomes canonical") {
  CHECK(resolve_variant("black-lady").id == "black-lady@4");
  CHECK(resolve_variant("black-lady@5").id == "black-lady@5");
  CHECK(resolve_variant("royal-classic").id == "royal-classic@4");
  CHECK(resolve_variant("black-lady+sinkhole+no_blood").id == "black-lady@4+no_blood+sinkhole");
  CHECK(resolve_variant("black-lady+pass.cycle=across,hold+match.limit=50+sinkhole").id ==
        "black-lady@4+sinkhole+match.limit=50+pass.cycle=2,0");
}

TEST_CASE("the order of options and keys does not matter") {
  const Rules one = resolve_variant("black-lady@3+kitty_last+queen_breaks+match.limit=60+score.floor=0");
  const Rules two = resolve_variant("black-lady@3+score.floor=0+queen_breaks+match.limit=60+kitty_last");
  CHECK(one.id == two.id);
  CHECK(rules_text(one) == rules_text(two));
  CHECK(one.match_limit == 60);
  CHECK(one.score_floor == 0);
}

TEST_CASE("a key overrules an option") {
  CHECK(resolve_variant("black-lady+score.sinkhole=50+sinkhole").score_sinkhole == 50);
}

TEST_CASE("what is no variant is refused in one sentence") {
  CHECK(error_of("blacklady") == "there is no variant 'blacklady'; known: royal-classic, black-lady");
  CHECK(error_of("").starts_with("there is no variant ''"));
  CHECK(error_of("black-lady@7") == "black-lady is for 3 to 6 players, not '7'");
  CHECK(error_of("black-lady@") == "black-lady is for 3 to 6 players, not ''");
  CHECK(error_of("royal-classic@6") == "royal-classic is for 2 to 5 players, not '6'");
  CHECK(error_of("royal-classic@4x") == "royal-classic is for 2 to 5 players, not '4x'");
  CHECK(error_of("black-lady+noblood").starts_with("black-lady has no option 'noblood'; it has kitty_first, "));
  CHECK(error_of("royal-classic+no_blood") ==
        "royal-classic has no option 'no_blood'; it has none, and any +key=value");
  CHECK(error_of("black-lady+").starts_with("black-lady has no option ''"));
  CHECK(error_of("black-lady+sinkhole+sinkhole").find("'sinkhole' stands twice") != std::string::npos);
  CHECK(error_of("black-lady+match.limit=5+match.limit=6").find("'match.limit' stands twice") != std::string::npos);
  CHECK(error_of("black-lady+seats=5") == "the number of players is set by @, as in black-lady@5");
  CHECK(error_of("black-lady@3+kitty_first+kitty_last") == "kitty_first and kitty_last exclude each other");
  CHECK(error_of("black-lady@4+kitty_first").find("no card is left over") != std::string::npos);
  CHECK(error_of("black-lady+match.limt=5").find("the nearest is match.limit") != std::string::npos);
  CHECK(error_of("black-lady+deck.size=5").find("cannot be set") != std::string::npos);
  CHECK(error_of("black-lady+pass.count=14").starts_with("black-lady@4+pass.count=14: pass.count 14 is more"));
}
