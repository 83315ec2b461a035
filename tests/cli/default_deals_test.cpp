// Whether the games of a block have the same deals, if nobody says so.

#include "tests/cli/arena_command.h"

namespace default_deals_test {

using namespace cli_test;

namespace {

constexpr const char* kOwnDeals = "\"duplicate_deals\":false";
constexpr const char* kOwnDealsNote = "info: each game of a block has deals of its own, because ";
constexpr const char* kSameDealsWarning =
    "warning: this run was planned with the same deals in all games of a block and keeps";

/// A folder with two bots of Ann and one of Bob.
class Authors : public ArenaFolder {
 public:
  Authors() {
    for (const char* name : {"ann1", "ann2", "bob"}) {
      add_bot(name);
      const std::string author = name[0] == 'a' ? "Ann" : "Bob";
      write_file(*this / name / "bot.json", R"({"name": ")" + std::string(name) + R"(", "author": ")" + author +
                                                R"(", "command": ["./random_c"]})");
    }
  }
  Outcome play(const Words& more) const {
    return arena(Words{"run", "--hands", "1", "--isolation", "none", "--concurrency", "1"} + more);
  }
  bool has_own_deals(const std::string& run) const {
    return read_file(*this / run / "games.jsonl").find(kOwnDeals) != std::string::npos;
  }
};

}  // namespace

TEST_CASE("bots of one author have the same deals, and bots of two have their own unless somebody says otherwise") {
  const Authors bots;
  const Outcome one = bots.play({"ann1", "ann2", "--blocks", "1", "--out", "one"});
  INFO(one.err);
  CHECK(one.code == 0);
  CHECK_FALSE(bots.has_own_deals("one"));
  CHECK(count(one.err, kOwnDealsNote) == 0);

  const Outcome two = bots.play({"ann1", "bob", "--blocks", "1", "--out", "two"});
  CHECK(two.code == 0);
  CHECK(bots.has_own_deals("two"));
  CHECK(count(two.err, kOwnDealsNote) == 1);
  CHECK(bots.play({"ann1", "bob", "--blocks", "1", "--out", "two"}).code == 0);  // it is resumed

  const Outcome asked = bots.play({"ann1", "bob", "--blocks", "1", "--duplicate-deals", "--out", "asked"});
  CHECK(asked.code == 0);
  CHECK_FALSE(bots.has_own_deals("asked"));
  CHECK(count(asked.err, kOwnDealsNote) == 0);
}

TEST_CASE("a run that is extended by another author keeps its deals and warns") {
  const Authors bots;
  REQUIRE(bots.play({"ann1", "ann2", "--blocks", "1", "--out", "run"}).code == 0);
  const Outcome extended = bots.play({"ann1", "ann2", "bob", "--blocks", "4", "--out", "run", "--extend"});
  INFO(extended.err);
  CHECK(extended.code == 0);
  CHECK_FALSE(bots.has_own_deals("run"));
  CHECK(count(extended.err, kSameDealsWarning) == 1);
  CHECK(count(extended.err, kOwnDealsNote) == 0);
}

TEST_CASE("a gauntlet of another author's bot has deals of its own, unless somebody says otherwise") {
  const Authors bots;
  REQUIRE(bots.play({"ann1", "ann2", "--blocks", "1", "--out", "field"}).code == 0);
  const Words words = {"gauntlet", "bob", "field", "--blocks", "1", "--isolation", "none", "--out"};
  const Outcome plain = bots.arena(words + Words{"plain"});
  INFO(plain.err);
  CHECK(plain.code == 0);
  CHECK(bots.has_own_deals("plain"));
  CHECK(count(plain.err, kOwnDealsNote) == 1);
  const Outcome asked = bots.arena(words + Words{"asked", "--duplicate-deals"});
  CHECK(asked.code == 0);
  CHECK_FALSE(bots.has_own_deals("asked"));
}

TEST_CASE("a run that was committed to keeps its deals when the league takes submissions meanwhile") {
  const Authors bots;
  bots.write_league({entrant("ann1"), entrant("ann2")}, R"("variants": ["black-lady@4"], "blocks": 1)");
  const Words options = {"--isolation", "none"};
  REQUIRE(bots.arena(Words{"plan", "league.json", "--commit", "run"} + options).code == 0);
  fs::create_directory(bots / "submissions");
  write_file(bots / "submissions/ledger.json", "{}");
  const Outcome played = bots.arena(Words{"run", "league.json", "--out", "run"} + options);
  INFO(played.err);
  CHECK(played.code == 0);
  CHECK_FALSE(bots.has_own_deals("run"));
  CHECK(count(played.err, kSameDealsWarning) == 1);
}

}  // namespace default_deals_test
