#include "arena/game/deals/given_deals.h"

#include <string>
#include <vector>

#include "arena/base/text/input_error.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace given_deals_test {

using namespace arena;
using hearts::GameRules;

namespace {

constexpr const char* kLaws = "tournament-laws@4+deck.ranks=J,Q,K,A";
constexpr const char* kPlain = "black-lady@4+deck.ranks=J,Q,K,A";
constexpr const char* kWhole = R"("deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH","KS AS QH AH"])";

std::string line(const char* variant, const std::string& rest) {
  return std::string(R"({"variant":")") + variant + R"(",)" + rest + "}\n";
}

/// A file of deals, and the two variants that are played.
class Deals {
 public:
  GivenDeals read(const std::string& text) const {
    const auto path = folder_ / "given.jsonl";
    test::write_file(path, text);
    return GivenDeals(path, [this](std::string_view name) -> const GameRules* {
      const std::string id = hearts::resolve_variant(name).id;
      if (id == laws_.rules().id) return &laws_;
      return id == plain_.rules().id ? &plain_ : nullptr;
    });
  }

  /// What is said of it, without the path.
  std::string refusal(const std::string& text) const {
    try {
      read(text);
    } catch (const InputError& error) {
      const std::string said = error.what();
      const std::string path = (folder_ / "given.jsonl").string();
      REQUIRE(said.starts_with(path));
      return said.substr(path.size());
    }
    return "nothing";
  }

  const GameRules& laws() const { return laws_; }
  const GameRules& plain() const { return plain_; }

 private:
  test::ScratchFolder folder_;
  GameRules laws_{hearts::resolve_variant(kLaws)};
  GameRules plain_{hearts::resolve_variant(kPlain)};
};

}  // namespace

TEST_CASE("given deals are read by variant in the order of the file") {
  const Deals files;
  const GivenDeals deals =
      files.read(line(kLaws, R"("deal":["JC KC QD JS QC","KD AD JH","AC JD QS KH","KS AS QH AH"])") + "\n" +
                 line(kPlain, kWhole) + line(kLaws, std::string(kWhole) + R"(,"faulty":true)") +
                 line(kLaws, std::string(kWhole) + R"(,"exposed":"AH KS","leftover":"","point_suit":null)"));
  CHECK(deals.count() == 4);
  REQUIRE(deals.of(files.plain().rules().id).size() == 1);
  const auto laws = deals.of(files.laws().rules().id);
  REQUIRE(laws.size() == 3);
  CHECK(laws[0].deal.hands[0][0] == *hearts::parse_cards(files.laws().deck(), "QC KC JC QD JS"));
  CHECK(laws[0].slip == DealSlip{});
  CHECK(laws[1].slip == DealSlip{true, {}});
  CHECK(laws[2].slip == DealSlip{true, *hearts::parse_cards(files.laws().deck(), "KS AH")});
  CHECK(laws[1].deal == laws[2].deal);
  CHECK(deals.of("black-lady@4").empty());
}

TEST_CASE("equal deals have one text and one hash however they were written") {
  const Deals files;
  const GivenDeals one = files.read(line(kPlain, kWhole));
  const GivenDeals other = files.read(
      "  \n" +
      line(kPlain,
           R"("leftover":"", "exposed":null, "deal":["JS QD KC JC","QC KD AD JH","AC JD QS KH","KS AS QH AH"])"));
  CHECK(one.text() == other.text());
  CHECK(one.hash() == other.hash());
  CHECK(one.hash().size() == 64);
  const GivenDeals again = files.read(one.text());
  CHECK(again.text() == one.text());
  const GivenDeals faulty = files.read(line(kLaws, std::string(kWhole) + R"(,"faulty":true)"));
  CHECK(files.read(faulty.text()).of(files.laws().rules().id)[0].slip.faulty);
  CHECK(faulty.hash() != one.hash());
}

TEST_CASE("a given deal may have an id and keys of its author, which are ignored") {
  const Deals files;
  const std::string plain = line(kPlain, kWhole);
  CHECK(files.read(line(kPlain, std::string(kWhole) + R"(,"id":7,"x_source":{"book":[1]})")).text() ==
        files.read(plain).text());
}

TEST_CASE("an error in a given deal shows the id of its line, and what can be shown of it") {
  const Deals files;
  const std::string wrong = R"("deal":["JC KC QD JS"])";
  const auto refusal = [&](const std::string& id) { return files.refusal(line(kPlain, "\"id\":" + id + "," + wrong)); };
  CHECK(refusal(R"("b0g0")").starts_with(":1: id b0g0: deal: must have 4 hands"));
  CHECK(refusal("7").starts_with(":1: id 7: deal: "));
  CHECK(refusal(R"("a\u001b[2J")").find('\x1b') == std::string::npos);
  CHECK(refusal('"' + std::string(5000, 'x') + '"').size() < 300);
  for (const char* id : {"null", "[1]", "{}", "1.5", "\"\""}) CHECK(refusal(id).starts_with(":1: deal: "));
  CHECK(files.refusal(line(kPlain, R"("id":"b0g0","y_note":1,)" + wrong)).starts_with(":1: id b0g0: there is no key"));
}

TEST_CASE("what is not a deal is refused with its line and its place") {
  const Deals files;
  const std::string good = line(kPlain, kWhole);
  CHECK(files.refusal("") == ": it has no deal");
  CHECK(files.refusal(" \n\n") == ": it has no deal");
  CHECK(files.refusal(good + "{") == ":2: not valid JSON at byte 2: incomplete JSON");
  CHECK(files.refusal("\xEF\xBB\xBF" + good).starts_with(":1: a byte-order mark (EF BB BF); expected JSON in UTF-8"));
  CHECK(files.refusal("\xFF\xFE{") == ":1: UTF-16; expected JSON in UTF-8: iconv -f UTF-16 -t UTF-8 FILE >FILE.utf8");
  CHECK(files.refusal(std::string("{\0\"\0", 4)).starts_with(":1: UTF-16; expected JSON in UTF-8"));
  CHECK(
      files.refusal(line(kPlain, std::string(kWhole) + R"(,"y_note":1)")).starts_with(":1: there is no key 'y_note'"));
  CHECK(files.refusal(good + "\n[]\n") == ":3: a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}");
  CHECK(files.refusal(R"({"variant":null,"deal":[]})") == ":1: variant: must be a text");
  CHECK(files.refusal(line("black-lady@5", kWhole)) == ":1: variant: black-lady@5 is not played here");
  CHECK(files.refusal(line("whist", kWhole)).starts_with(":1: variant: "));
  CHECK(files.refusal(line(kPlain, std::string(kWhole) + R"(,"plays":"JC")")) ==
        ":1: a given deal has no key 'plays'; known: variant, deal, leftover, point_suit, faulty, exposed");
  CHECK(files.refusal(line(kPlain, std::string(kWhole) + R"(,"faulty":true)")) ==
        ":1: faulty: this variant has no laws of the table");
  CHECK(files.refusal(line(kPlain, R"("deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH","KS AS QH"])")) ==
        ":1: deal: seat 3: hand 4 must have 4 cards, but has 3");
  CHECK(files.refusal(line(kPlain, R"("deal":["JC KC QD 2S","QC KD AD JH","AC JD QS KH","KS AS QH AH"])")) ==
        ":1: deal: seat 0: 2S: this is not a card of the pack");
  CHECK(files.refusal(line(kPlain, R"("deal":["JC KC QD JS","JC KD AD JH","AC JD QS KH","KS AS QH AH"])")) ==
        ":1: deal: seat 1: JC: this is a duplicate card");
  CHECK(files.refusal(good + std::string(70'000, 'x')) == ":2: the line is longer than 65536 bytes");
  CHECK(files.refusal(std::string(GivenDeals::kDealsMax, '\n') + good) ==
        ":100001: the file has more than 100000 lines");
}

TEST_CASE("all lines that are no deals are reported together") {
  const std::string refusal = Deals().refusal("{\n" + line(kPlain, kWhole) + "[]\n");
  CHECK(refusal.starts_with(": 2 mistakes: (1) "));
  CHECK(refusal.find("given.jsonl:1: not valid JSON at byte 2") != std::string::npos);
  CHECK(refusal.find("; (2) ") < refusal.find("given.jsonl:3: a line must be a JSON object"));
}

TEST_CASE("a line that is too long is refused before its end is found") {
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder / "given.jsonl";
  test::write_file(file, "");
  std::filesystem::resize_file(file, std::uintmax_t{1} << 40);  // reading all of it would take hours
  CHECK_THROWS_WITH(GivenDeals(file, [](std::string_view) { return nullptr; }),
                    file.string() + ":1: the line is longer than 65536 bytes");
}

TEST_CASE("a file of deals must be a file") {
  const Deals files;
  const test::ScratchFolder folder;
  const auto none = [](std::string_view) -> const GameRules* { return nullptr; };
  CHECK_THROWS_WITH(GivenDeals(folder.path(), none), folder.path().string() + ": not a regular file");
  CHECK_THROWS_AS(GivenDeals(folder / "missing.jsonl", none), InputError);
}

}  // namespace given_deals_test
