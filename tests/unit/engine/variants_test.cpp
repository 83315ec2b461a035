#include <set>

#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"

namespace variants_test {

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

TEST_CASE("every variant has the keys of the table, with each option and each two options") {
  int compared = 0;
  for (const std::string& id : configurations_with_options()) {
    INFO(id);
    const Rules rules = resolve_variant(id);
    CHECK(rules_text(rules) == rules_text(KeyTables::get().rules(id)));
    CHECK(rules.id == id);
    ++compared;
  }
  CHECK(compared > 330);
}

TEST_CASE("the table has every option of a variant, and every size") {
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
      CHECK((option.apply == nullptr) == option.takes_value());
      CHECK(option.domain.empty() != option.takes_value());
    }
  }
}

TEST_CASE("every configuration of the table is one of a variant that is offered") {
  std::set<std::string> listed;
  for (const std::string& id : KeyTables::get().ids()) listed.insert(variant_of(id));
  std::set<std::string> offered;
  for (const Variant* variant : variants()) offered.insert(std::string(variant->id));
  CHECK(offered == listed);
}

TEST_CASE("options that contradict each other are refused with the reason, in either order") {
  int refused = 0;
  for (const Variant* variant : variants()) {
    for (const VariantOption& one : variant->options) {
      for (const VariantOption& other : variant->options) {
        if (one.name >= other.name || !contradicts(std::string(one.name), std::string(other.name))) continue;
        const std::string first = "+" + std::string(one.name);
        const std::string second = "+" + std::string(other.name);
        const std::string error = error_of(std::string(variant->id) + first + second);
        INFO(error);
        CHECK(error.find(" cannot be combined: ") != std::string::npos);
        CHECK(error_of(std::string(variant->id) + second + first) == error);
        ++refused;
      }
    }
  }
  CHECK(refused == 5);
  CHECK(error_of("black-lady@3+kitty_first+kitty_last") ==
        "kitty_first and kitty_last cannot be combined: only one trick can win the kitty");
}

TEST_CASE("special queens may be named in any order, and all four are the variant itself") {
  CHECK(resolve_variant("royal+queens=HS").id == "royal@4+queens=SH");
  CHECK(resolve_variant("royal@2+queens=DCHS").id == "royal@2");
  CHECK(resolve_variant("royal+queens=DHS+score.floor=none").id == "royal@4+queens=SHD+score.floor=none");
  CHECK(rules_text(resolve_variant("royal@3+queens=DCHS")) == rules_text(resolve_variant("royal@3")));
  for (const char* queens : {"", "X", "SS", "SHCDS", "sh", "S,H", "none"}) {
    const std::string error = error_of("royal+queens=" + std::string(queens));
    INFO(error);
    CHECK(error.find(" must name some of S,H,C,D, each once") != std::string::npos);
  }
  CHECK(error_of("royal+queens=S+queens=H").find("'queens' appears twice") != std::string::npos);
  CHECK(error_of("royal+queens") == "queens takes a value, some of S,H,C,D: write +queens=VALUE");
  CHECK(error_of("royal+queen=S") == "there is no key 'queen'; the nearest is queens");
  CHECK(error_of("black-lady+queens=S") ==
        "there is no key 'queens'; 'arena variants --keys' lists all keys");  // nor one that is near
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

TEST_CASE("how ties end follows the key of ties, unless it is set as well") {
  CHECK(resolve_variant("deluxe+match.tie=extra_hands").extra_hands_stop == ExtraHandsStop::lowest_unique);
  CHECK(resolve_variant("black-lady+match.tie=shared").extra_hands_stop == ExtraHandsStop::not_applicable);
  CHECK(resolve_variant("black-lady+match.tie=extra_hands+match.extra_hands_stop=limit_met_and_lowest_unique")
            .extra_hands_stop == ExtraHandsStop::limit_met_and_lowest_unique);
  CHECK(error_of("black-lady+match.tie=shared+match.extra_hands_stop=lowest_unique").find("does not fit") !=
        std::string::npos);
}

TEST_CASE("a key overrules an option") {
  CHECK(resolve_variant("black-lady+score.sinkhole=50+sinkhole").score_sinkhole == 50);
}

TEST_CASE("what is not a variant is refused in one sentence") {
  CHECK(error_of("blacklady") ==
        "there is no variant 'blacklady'; the variants are: royal-classic, royal, tournament-laws, black-lady, "
        "omnibus, deluxe, "
        "green-queen, green-queen-jokers");
  CHECK(error_of("").starts_with("there is no variant ''"));
  CHECK(error_of("black-lady@7") == "black-lady is for 3 to 6 players, not '7'");
  CHECK(error_of("black-lady@") == "black-lady is for 3 to 6 players, not ''");
  CHECK(error_of("royal-classic@6") == "royal-classic is for 2 to 5 players, not '6'");
  CHECK(error_of("royal-classic@4x") == "royal-classic is for 2 to 5 players, not '4x'");
  CHECK(error_of("black-lady+noblood").starts_with("black-lady has no option 'noblood'; it has kitty_first, "));
  CHECK(error_of("royal-classic+no_blood") ==
        "royal-classic has no option 'no_blood'; it has none, and any +key=value");
  CHECK(error_of("black-lady+").starts_with("black-lady has no option ''"));
  CHECK(error_of("black-lady+sinkhole+sinkhole").find("'sinkhole' appears twice") != std::string::npos);
  CHECK(error_of("black-lady+match.limit=5+match.limit=6").find("'match.limit' appears twice") != std::string::npos);
  CHECK(error_of("black-lady+seats=5") == "@ sets the number of players: write black-lady@5, without +seats");
  CHECK(error_of("deluxe@5") == "deluxe is for 4 players, not '5'");
  CHECK(error_of("black-lady@4+kitty_first") ==
        "there is no kitty with 4 players, because no card of the 52 is left over");
  CHECK(error_of("omnibus+kitty_last") == "there is no kitty with 4 players, because no card of the 52 is left over");
  CHECK(error_of("black-lady+no_blood=true") == "no_blood takes no value: write +no_blood");
  CHECK(error_of("black-lady+match.limit") == "match.limit is a key and needs a value: write +match.limit=VALUE");
  CHECK(error_of("black-lady+match.limt=5").find("the nearest is match.limit") != std::string::npos);
  CHECK(error_of("black-lady+deck.size=5").find("cannot be set") != std::string::npos);
  CHECK(error_of("black-lady+pass.count=14").starts_with("black-lady@4+pass.count=14: pass.count 14 is more"));
}

}  // namespace variants_test
