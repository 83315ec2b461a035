#include "arena/admission/submit/owner.h"

#include "arena/admission/submit/intake.h"
#include "tests/catch.h"

namespace owner_test {

using namespace arena;

namespace {

const std::string kAdasToken(64, 'a');
const std::string kBobsToken(64, 'b');
const std::string kOtherToken(64, 'c');

SubmittedBot bot_of(const std::string& name, const std::string& author, const std::string& token) {
  return {name, author, kept_token(token), {{1, "1", std::string(64, '0'), "", "2031-05-17T07:30:00Z", "full"}}};
}

/// Ada has two bots, Bob has one, and "alone" has no author.
const std::vector<SubmittedBot> kBots = {bot_of("alone", "", kOtherToken), bot_of("duck", "Ada", kAdasToken),
                                         bot_of("goose", "Ada", kAdasToken), bot_of("swan", "Bob", kBobsToken)};
/// The organiser's own bot.
const std::vector<BotIdentity> kOthers = {{"luck", "Carl"}};

/// Returns "new", the name of a bot with the same owner, or why the claim is refused.
std::string owner(const OwnerClaim& claim, const std::vector<SubmittedBot>& bots = kBots,
                  const std::vector<BotIdentity>& others = kOthers) {
  try {
    const auto found = find_owner(claim, bots, others);
    if (!found) return "new";
    for (const SubmittedBot& bot : bots) {
      if (bot.token == *found) return bot.name;
    }
    return "nobody";
  } catch (const Refusal& refusal) {
    CHECK_FALSE(refusal.remedy.empty());
    return refusal.what();
  }
}

}  // namespace

TEST_CASE("the first bot of an author needs no token, and further bots need the author's") {
  CHECK(owner({"owl", "Dora", ""}) == "new");
  CHECK(owner({"owl", "Dora", kAdasToken}) ==
        "a token was given, but there is no earlier version of owl and no other bot of the author \"Dora\"");
  CHECK(owner({"owl", "Ada", kAdasToken}) == "duck");
  CHECK(owner({"owl", "Ada", ""}) == "the author \"Ada\" already has bots here, and no token was given");
  CHECK(owner({"owl", "Ada", kBobsToken}) == "the token is not that of the author \"Ada\"");
  CHECK(owner({"owl", "Ada", "", true}) == "duck");
}

TEST_CASE("a later version needs the token of its bot and the same author") {
  CHECK(owner({"swan", "Bob", kBobsToken}) == "swan");
  CHECK(owner({"swan", "Bob", ""}) == "swan already has an owner, and no token was given");
  CHECK(owner({"swan", "Bob", kAdasToken}) == "the token is not that of swan");
  CHECK(owner({"swan", "Ada", kAdasToken}) == "the name swan belongs to another author");
  CHECK(owner({"swan", "Bob", "", true}) == "swan");
}

TEST_CASE("a bot without an author has an owner of its own") {
  CHECK(owner({"owl", "", ""}) == "new");
  CHECK(owner({"owl", "", kOtherToken}) == "a token was given, but there is no earlier version of owl");
  CHECK(owner({"alone", "", kOtherToken}) == "alone");
  CHECK(owner({"alone", "", ""}) == "alone already has an owner, and no token was given");
}

TEST_CASE("a new author must not look like another one of the league") {
  CHECK(owner({"owl", "ADA", ""}) == "the author \"ADA\" looks like \"Ada\", who has bots in the league");
  CHECK(owner({"owl", "\u0410da", ""}) == "the author \"\u0410da\" looks like \"Ada\", who has bots in the league");
  CHECK(owner({"owl", "CarI", ""}) == "the author \"CarI\" looks like \"Carl\", who has bots in the league");
  CHECK(owner({"owl", "Ana", ""}) == "new");
  // Not everybody who looks like another is one.
  CHECK(owner({"owl", "ADA", "", true}) == "new");
  CHECK(owner({"Iuck", "Dora", ""}) == "the name Iuck looks like luck, which is another bot of the league");
  CHECK(owner({"Iuck", "Dora", "", true}) == "new");
}

TEST_CASE("an author cannot be added to a bot that has none") {
  CHECK(owner({"alone", "Dora", kOtherToken}) == "the earlier versions of alone have no author");
}

TEST_CASE("an author of the organiser's own bots is the organiser's to give") {
  CHECK(owner({"owl", "Carl", ""}) == "\"Carl\" is the author of a bot that the organiser put into the league");
  CHECK(owner({"owl", "Carl", "", true}) == "new");
  CHECK(owner({"luck", "Dora", ""}) == "the league already has a bot called luck");
}

TEST_CASE("in a ledger in which an author has several owners, each may submit further bots") {
  const std::vector<SubmittedBot> bots = {bot_of("duck", "Ada", kAdasToken), bot_of("goose", "Ada", kOtherToken)};
  CHECK(owner({"owl", "Ada", kAdasToken}, bots) == "duck");
  CHECK(owner({"owl", "Ada", kOtherToken}, bots) == "goose");
  CHECK(owner({"goose", "Ada", kAdasToken}, bots) == "the token is not that of goose");
  CHECK(owner({"owl", "Ada", "", true}, bots) ==
        "the author \"Ada\" has bots of several owners, so it is not known who is vouched for");
  const std::vector<SharedAuthor> shared = authors_of_several_owners(bots);
  REQUIRE(shared.size() == 1);
  CHECK(shared[0].author == "Ada");
  CHECK(shared[0].bots == std::vector<std::string>{"duck", "goose"});
  CHECK(authors_of_several_owners(kBots).empty());
}

}  // namespace owner_test
