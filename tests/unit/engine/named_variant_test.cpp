#include "engine/variants/named_variant.h"

#include <string>

#include "engine/rule_keys.h"
#include "tests/catch.h"

namespace named_variant_test {

using namespace hearts;
using Catch::Matchers::Contains;

namespace {

NamedVariant maria() {
  return {
      "black-maria", "Black Maria", "", "black-lady", 3, 5, {{"pass.cycle", "-1"}, {"points.cards", "QS=13,KS=10"}}};
}

VariantBook book_with(const NamedVariant& variant) {
  VariantBook book;
  book.add(variant);
  return book;
}

std::string error_of(const NamedVariant& variant) {
  try {
    (void)book_with(variant);
  } catch (const RulesError& error) {
    return error.what();
  }
  return "added";
}

std::string error_of(const VariantBook& book, const std::string& spec) {
  try {
    (void)book.resolve(spec);
  } catch (const RulesError& error) {
    return error.what();
  }
  return "resolved";
}

}  // namespace

TEST_CASE("the rules of a named variant are those of its rule system with its changes, at each number of players") {
  const VariantBook book = book_with(maria());
  for (int seats = 3; seats <= 5; ++seats) {
    const std::string size = "@" + std::to_string(seats);
    const Rules rules = book.resolve("black-maria" + size);
    CHECK(rules.id == "black-maria" + size);
    CHECK(rules_text(rules) ==
          rules_text(resolve_variant("black-lady" + size + "+pass.cycle=right+points.cards=QS=13,KS=10")));
    CHECK(rules_text(rules) == rules_text(resolve_variant(book.expanded(rules.id))));
  }
  CHECK(book.resolve("black-maria").id == "black-maria@4");
  CHECK(rules_text(book.resolve("royal@3")) == rules_text(resolve_variant("royal@3")));
  CHECK(book.find("black-maria@3+match.limit=9") == &book.named().front());
  CHECK(book.find("black-lady") == nullptr);
  CHECK(book.find("black-mari") == nullptr);
}

TEST_CASE("what follows the name of a named variant changes it further, and replaces the same key") {
  const VariantBook book = book_with(maria());
  const Rules rules = book.resolve("black-maria@3+pass.cycle=left,hold+match.limit=050+no_blood");
  CHECK(rules.id == "black-maria@3+no_blood+match.limit=50+pass.cycle=1,0");
  CHECK(rules.pass_cycle == std::vector<int>{1, 0});
  CHECK(rules.match_limit == 50);
  CHECK(rules.points_of_cards.size() == 2);
  CHECK(book.resolve(rules.id).id == rules.id);
  NamedVariant bloodless = maria();
  bloodless.from = "black-lady+no_blood+match.limit=70";
  const VariantBook other = book_with(bloodless);
  CHECK(other.resolve("black-maria").match_limit == 70);
  CHECK(other.resolve("black-maria+match.limit=60").match_limit == 60);
  CHECK(error_of(book, "black-maria+pass.cycle=1+pass.cycle=2") ==
        "black-maria+pass.cycle=1+pass.cycle=2: 'pass.cycle' appears twice in "
        "black-lady@4+points.cards=QS=13,KS=10+pass.cycle=1+pass.cycle=2");
}

TEST_CASE("a named variant that cannot be played, or whose name means something else, is refused") {
  const auto changed = [](auto change) {
    NamedVariant variant = maria();
    change(variant);
    return error_of(variant);
  };
  CHECK(error_of(maria()) == "added");
  for (const char* name : {"", "Black", "black_maria", "1st", "black-", "a+b", "a@4", "a=b", "a b", "a*"}) {
    INFO(name);
    CHECK_THAT(changed([&](NamedVariant& v) { v.name = name; }),
               Contains("a variant's name must be 1 to 40 lower-case"));
  }
  CHECK(changed([](NamedVariant& v) { v.name = std::string(40, 'a'); }) == "added");
  CHECK_THAT(changed([](NamedVariant& v) { v.name = std::string(41, 'a'); }), Contains("must be 1 to 40"));
  CHECK(changed([](NamedVariant& v) { v.name = "omnibus"; }) ==
        "'omnibus' is the name of a rule system; choose another");
  CHECK_THAT(changed([](NamedVariant& v) { v.from = "black-ladi"; }), Contains("there is no variant 'black-ladi'"));
  CHECK(changed([](NamedVariant& v) { v.from = "black-lady@4"; }) ==
        "the variant that it changes has no number of players: write 'black-lady', not 'black-lady@4'");
  CHECK(changed([](NamedVariant& v) { v.seats_min = 2; }) ==
        "black-lady is for 3 to 6 players, so a change of it cannot be for 2 to 5");
  CHECK(changed([](NamedVariant& v) { v.seats_max = 7; }) ==
        "black-lady is for 3 to 6 players, so a change of it cannot be for 3 to 7");
  CHECK_THAT(changed([](NamedVariant& v) { v.keys["match.limt"] = "5"; }),
             Contains("there is no key 'match.limt'; the nearest is match.limit"));
  CHECK(changed([](NamedVariant& v) { v.keys["match.limit"] = "5+no_blood"; }) ==
        "match.limit: a value cannot contain '+'");
  CHECK_THAT(changed([](NamedVariant& v) { v.keys["seats"] = "4"; }), Contains("@ sets the number of players"));
  // Only at one of its sizes is there no card left over.
  CHECK_THAT(changed([](NamedVariant& v) { v.from = "black-lady+kitty_first"; }),
             Contains("there is no kitty with 4 players"));
  VariantBook book = book_with(maria());
  CHECK_THROWS_WITH(book.add(maria()), "two variants are called 'black-maria'");
  CHECK(book.named().size() == 1);
}

TEST_CASE("a name that is no variant is refused with the names that there are") {
  const VariantBook book = book_with(maria());
  CHECK_THAT(error_of(book, "black-mario@4"),
             Contains("there is no variant 'black-mario'; the variants are: royal-classic, ") &&
                 Contains("green-queen-jokers, black-maria"));
  CHECK(error_of(book, "black-maria@6") == "black-maria is for 3 to 5 players, not '6'");
  CHECK(error_of(book, "black-maria@") == "black-maria is for 3 to 5 players, not ''");
  CHECK_THAT(error_of(book, "black-maria+queens=S"), Contains("black-maria+queens=S: there is no key 'queens'"));
  std::size_t systems = 0;
  for (const VariantBook::Known& known : book.all()) systems += is_rule_system(known.id) ? 1 : 0;
  CHECK(systems == variants().size());
  CHECK(book.all().back().id == "black-maria");
  CHECK(book.all().back().seats_default == 4);
}

}  // namespace named_variant_test
