#include <algorithm>
#include <iostream>

#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/side_by_side.h"
#include "tests/unit/engine/test_all.h"

namespace option_sets_test {

// Every set of options of every variant at every size: what contradicts is refused, everything else is played by the
// engine and the naive model alike. HEARTS_TEST_ALL=1 in the environment plays more.

namespace {

using namespace hearts;

using Words = std::vector<std::string>;

/// What may follow a variant's id, each an option with its value: of queens all sets but none and all.
Words options_of(const Variant& variant) {
  Words words;
  for (const VariantOption& option : variant.options) {
    if (!option.takes_value()) words.emplace_back(option.name);
  }
  if (variant.id.starts_with("green-queen")) words.emplace_back("moon.leftover=exempt");
  if (variant.id == "royal") {
    for (const char* queens : {"S", "H", "C", "D", "SH", "SC", "SD", "HC", "HD", "CD", "SHC", "SHD", "SCD", "HCD"})
      words.emplace_back("queens=" + std::string(queens));
  }
  return words;
}

/// The sets of which one option is not offered with the others, or not at this size.
bool is_refused(const Words& options, int seats) {
  for (const std::string& one : options) {
    if (one.starts_with("kitty") && seats == 4) return true;
    if (one == "moon.leftover=exempt" && seats == 5) return true;
    for (const std::string& other : options) {
      if (test::contradicts(one, other)) return true;
      if (one < other && one.starts_with("queens=") && other.starts_with("queens=")) return true;
    }
  }
  return false;
}

std::string joined(const std::string& head, const Words& options) {
  std::string id = head;
  for (const std::string& option : options) id += "+" + option;
  return id;
}

/// Calls `visit(head, options, seats)` with every set of options.
template <class Visit>
void for_every_set(Visit visit) {
  for (const Variant* variant : variants()) {
    const Words all = options_of(*variant);
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
      const std::string head = std::string(variant->id) + "@" + std::to_string(seats);
      for (std::uint32_t set = 0; set < (1U << all.size()); ++set) {
        Words options;
        for (std::size_t i = 0; i < all.size(); ++i) {
          if ((set >> i & 1U) != 0) options.push_back(all[i]);
        }
        // Two sets of queens are refused; one pair of them says so as well as all sets.
        if (variant->id == "royal" && options.size() > 2) continue;
        visit(head, options, seats);
      }
    }
  }
}

}  // namespace

TEST_CASE("every set of options has the keys of the table, in any order, or is refused") {
  int accepted = 0;
  int refused = 0;
  for_every_set([&](const std::string& head, Words options, int seats) {
    const std::string id = joined(head, options);
    INFO(id);
    if (is_refused(options, seats)) {
      CHECK_THROWS_AS(resolve_variant(id), RulesError);
      ++refused;
      return;
    }
    const Rules rules = resolve_variant(id);
    CHECK(rules.id == id);
    CHECK(rules_text(rules) == rules_text(test::KeyTables::get().rules(id)));
    std::reverse(options.begin(), options.end());
    CHECK(resolve_variant(joined(head, options)).id == id);
    ++accepted;
  });
  CHECK(accepted == 606);
  CHECK(refused == 630);
}

TEST_CASE("every set of options is played as the naive model plays it") {
  const int hands = test::test_all() ? 600 : 8;
  std::uint64_t seed = 9000000;
  test::Seen seen;
  for_every_set([&](const std::string& head, const Words& options, int seats) {
    if (is_refused(options, seats)) return;
    Random random(test::seed_of(++seed));
    Rules rules = resolve_variant(joined(head, options));
    INFO(rules.id << ", seed " << seed);
    if (seed % 2 == 0) rules.match_limit = 20;
    const GameRules game(rules);
    const int before = seen["hands"];
    while (seen["hands"] - before < hands) REQUIRE_NOTHROW(test::play_match(game, 30, random, seen));
  });
  CHECK(seen["moon"] > 100);
  if (hands > 8) std::cout << "sets of options: " << seen["hands"] << " hands, " << seen["moon"] << " moons\n";
}

}  // namespace option_sets_test
