#include "arena/game/variants/variant_file.h"

#include <boost/json/parse.hpp>
#include <filesystem>
#include <string>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace variant_file_test {

using namespace arena;
using arena::test::ScratchFolder;
using arena::test::write_file;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kMaria = R"({"variant": 1, "name": "black-maria", "title": "Black Maria", "from": "black-lady",
  "players": [3, 6], "about": "Three high spades.",
  "keys": {"points.cards": {"QS": 13, "KS": 10}, "pass.cycle": [-1], "match.limit": 70, "score.floor": null,
           "first_trick.forbid": ["point_suit"], "pass.blind": true, "match.tie": "shared"}})";

/// What the text of a file makes of its name, or the error without the name of the file.
std::string read(const std::string& text, const std::string& spec = "black-maria") {
  const ScratchFolder folder;
  const std::string file = (folder / "maria.json").string();
  write_file(file, text);
  try {
    return read_variants({file}).expanded(spec);
  } catch (const InputError& error) {
    const std::string what = error.what();
    CHECK_THAT(what, Catch::Matchers::StartsWith(file));
    return what.substr(file.size());
  }
}

/// The same with another value of a key.
std::string with(const std::string& key, const std::string& value) {
  return read(R"({"variant": 1, "name": "black-maria", "from": "black-lady", "keys": {")" + key + "\": " + value +
              "}}");
}

}  // namespace

TEST_CASE("a variant file is read: words, numbers, lists, objects, booleans and null") {
  CHECK(read(kMaria, "black-maria@3") ==
        "black-lady@3+first_trick.forbid=point_suit+match.limit=70+match.tie=shared+pass.blind=true+pass.cycle=-1"
        "+points.cards=QS=13,KS=10+score.floor=none");
  CHECK(with("points.cards", R"("QS=13,KS=10")") == "black-lady@4+points.cards=QS=13,KS=10");
  CHECK(read(R"({"variant": 1, "name": "black-maria", "from": "black-lady", "players": 4,
                 "keys": {"deck.ranks": "9TJQKA"}})") == "black-lady@4+deck.ranks=9,T,J,Q,K,A");
  CHECK(with("points.cards", "{}") == "black-lady@4+points.cards=none");
  CHECK(with("pass.cycle", R"(["left", "hold"])") == "black-lady@4+pass.cycle=left,hold");
}

TEST_CASE("each mistake in a variant file is named with its place") {
  CHECK(read("[]") == ": must be an object in braces, not []");
  CHECK(read(R"({"variant": 2})") == ": variant is 2, but this arena reads schema 1");
  CHECK(read(R"({"nam": "x", "keys": {"match.limt": 1, "deck.size": 3, "seats": 4}, "players": [4, 3], "seats": 3})") ==
        ": 9 mistakes: (1) players must be the smallest and the largest number of players, in this order; "
        "(2) keys.match.limt: there is no key 'match.limt'; the nearest is match.limit; "
        "(3) keys.deck.size follows from other keys and cannot be set; "
        "(4) keys.seats cannot be set here; give the numbers of players in \"players\"; "
        "(5) unknown key \"nam\"; the nearest is \"name\"; known: about, from, keys, name, players, title, variant; "
        "(6) unknown key \"seats\"; the numbers of players are \"players\", as in \"players\": [3, 6]; "
        "(7) \"variant\" is missing; this arena reads \"variant\": 1; (8) \"name\" is missing; "
        "(9) \"from\" is missing: the variant that this one changes, such as \"black-lady\"");
  CHECK(with("match.limit", "1.5") ==
        ": keys.match.limit must be a word, a number, a list of them or an object of them, not 1.5E0");
  CHECK(with("match.limit", R"("5+no_blood")") ==
        ": keys.match.limit must be a word without spaces and without any of +, not \"5+no_blood\"");
  CHECK(with("points.cards", R"({"QS=1,KS": 2})") == ": keys.points.cards.QS=1,KS has a name that is no word");
  CHECK_THAT(with("points.cards", R"(["Q S"])"), Contains("keys.points.cards[0] must be a word without spaces"));
  CHECK_THAT(with("points.cards", R"([["QS=1"]])"), Contains("keys.points.cards[0] must be a word, a number"));
  CHECK(with("match.limit", "0") == ": black-maria@3: match.limit: '0' is not a whole number from 1 to 9999");
  CHECK_THAT(read(R"({"variant": 1, "name": "Maria", "from": "black-lady"})"),
             Contains("name must be 1 to 40 lower-case letters, digits and hyphens, the first one a letter, not"));
  CHECK_THAT(read(R"({"variant": 1, "name": "maria", "from": "black-lady", "about": "two\nlines"})"),
             Contains("about must be one line of text without control characters, of at most 2000 bytes"));
  CHECK_THAT(read(R"({"variant": 1, "name": "maria", "name": "lady", "from": "black-lady"})"), Contains(":1:"));
}

TEST_CASE("a folder of variant files is read in the order of their names, and two of one name are refused") {
  const ScratchFolder folder;
  write_file(folder / "b.json", R"({"variant": 1, "name": "second", "from": "royal"})");
  write_file(folder / "a.json", R"({"variant": 1, "name": "first", "from": "royal+queens=SH"})");
  write_file(folder / "notes.txt", "not a variant");
  const hearts::VariantBook book = read_variants({folder.path().string()});
  REQUIRE(book.named().size() == 2);
  CHECK(book.named()[0].name == "first");
  CHECK(book.named()[1].seats_min == 2);
  CHECK(book.named()[1].seats_max == 5);
  write_file(folder / "c.json", R"({"variant": 1, "name": "first", "from": "royal"})");
  CHECK_THROWS_WITH(read_variants({folder.path().string()}),
                    (folder / "c.json").string() + ": two variants are called 'first'");
  CHECK_THROWS_AS(read_variants({(folder / "none.json").string()}), InputError);
}

TEST_CASE("a new variant file has the rules of the name that it is made from") {
  for (const std::string spec :
       {"black-lady", "black-lady@5+kitty_first+match.limit=50", "royal@2+queens=SH+score.floor=none",
        "green-queen-jokers@3+match.hands=4+trick.suit_ring=R,W,P,L,S", "deluxe+no_trick+pass.cycle=hold"}) {
    INFO(spec);
    const std::string text = variant_file_text("mine", spec, {});
    INFO(text);
    const ScratchFolder folder;
    write_file(folder / "mine.json", text);
    const hearts::VariantBook book = read_variants({(folder / "mine.json").string()});
    const hearts::Rules rules = hearts::resolve_variant(spec);
    CHECK(rules_text(book.resolve("mine@" + std::to_string(rules.seats))) == rules_text(rules));
  }
  CHECK(boost::json::parse(variant_file_text("mine", "black-lady@5+kitty_first", {})).at("players") ==
        boost::json::value({5, 6}));
}

}  // namespace variant_file_test
