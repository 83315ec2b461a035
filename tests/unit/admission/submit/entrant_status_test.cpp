#include "arena/admission/submit/entrant_status.h"

#include "arena/admission/submit/intake.h"
#include "arena/admission/submit/submission.h"
#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/league_folder.h"

namespace entrant_status_test {

using namespace arena;
using arena::test::entrant;
using arena::test::LeagueFolder;
using arena::test::read_file;
using arena::test::write_file;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr const char* kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// A league of a bot with a bot.json, a bot with a name of the organiser's, and a submitted bot.
class League {
 public:
  League() {
    fs::create_directory(folder_ / "ann");
    write_file(folder_ / "ann/bot.json", R"({"name": "ann", "command": ["./ann"]})");
    folder_.write_league({entrant("ann"), entrant("./missing", "bob"), entrant(entrant_word(duck, duck.versions[0]))},
                         R"("variants": ["black-lady@4"], "blocks": 1)");
    const Ledger::Lock lock(ledger());
    fs::create_directories(folder_ / entrant_word(duck, duck.versions[0]));
    ledger().write({duck}, lock);
  }
  Ledger ledger() const { return Ledger(folder_.path()); }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

  const SubmittedBot duck = {"duck", "Ada", "token", {{1, "1.0", kHash, "", "2031-05-17T07:30:00Z", "full"}}};

 private:
  LeagueFolder folder_;
};

}  // namespace

TEST_CASE("a bot is withdrawn, reinstated and disqualified, and the history has each decision") {
  const League league;
  const Ledger ledger = league.ledger();
  const std::string before = read_file(ledger.folder() / "ledger.json");
  const BotStatus withdrawn = change_status(ledger, "duck", BotState::withdrawn, "its author asked");
  CHECK(withdrawn.state == BotState::withdrawn);
  CHECK(withdrawn.time.size() == std::string("2031-05-17T07:30:00Z").size());
  CHECK(ledger.entries()[0].state == SubmissionState::withdrawn);
  CHECK(find_status(ledger, "duck") == withdrawn);
  CHECK_NOTHROW(refuse_disqualified(ledger, "duck"));
  change_status(ledger, "duck", BotState::disqualified, "it helped ann");
  CHECK(ledger.entries()[0].state == SubmissionState::disqualified);
  CHECK_THROWS_WITH(refuse_disqualified(ledger, "duck"),
                    ContainsSubstring("duck is disqualified (") && ContainsSubstring(": it helped ann)"));
  change_status(ledger, "duck", BotState::reinstated, "it did not");
  CHECK(ledger.entries()[0].state == SubmissionState::entered);
  CHECK_FALSE(find_status(ledger, "duck"));
  const std::vector<StatusChange> changes = ledger.read_status_changes();
  REQUIRE(changes.size() == 3);
  CHECK(changes[1].status.reason == "it helped ann");
  CHECK_FALSE(changes[1].user.empty());
  CHECK(read_file(ledger.folder() / "ledger.json") == before);
}

TEST_CASE("the same decision twice changes nothing, and says what was decided when") {
  const League league;
  const Ledger ledger = league.ledger();
  CHECK_THROWS_WITH(change_status(ledger, "ann", BotState::reinstated, "x"),
                    ContainsSubstring("ann takes part in the league, so there is nothing to reinstate"));
  change_status(ledger, "ann", BotState::disqualified, "first");
  for (const BotState again : {BotState::disqualified, BotState::withdrawn}) {
    CHECK_THROWS_WITH(change_status(ledger, "ann", again, "second"),
                      ContainsSubstring("ann is already disqualified (") &&
                          ContainsSubstring(": first); nothing has changed.") &&
                          ContainsSubstring("arena reinstate ann --league "));
  }
  CHECK(ledger.read_status_changes().size() == 1);
}

TEST_CASE("a bot is known by the name that it plays under, also if another bot is missing") {
  const League league;
  const Ledger ledger = league.ledger();
  for (const std::string bot : {"ann", "bob", "duck"})
    CHECK_NOTHROW(change_status(ledger, bot, BotState::withdrawn, "x"));
  CHECK_THROWS_WITH(change_status(ledger, "duk", BotState::withdrawn, "x"),
                    ContainsSubstring("league.json has no bot 'duk'; the nearest is duck; to list its submitted bots: "
                                      "arena submissions "));
  CHECK_THROWS_WITH(change_status(ledger, "a\x1b[2J", BotState::withdrawn, "x"), !ContainsSubstring("\x1b"));
  CHECK(ledger.read_status_changes().size() == 3);
}

TEST_CASE("a reason is one legible line of bounded length") {
  const League league;
  const Ledger ledger = league.ledger();
  for (const std::string& reason :
       {std::string(), std::string("a\nb"), std::string("\x1b[31mred"), std::string("\u202ereversed"),
        std::string("\xff"), std::string(" space"), std::string(301, 'x')}) {
    CHECK_THROWS_WITH(change_status(ledger, "ann", BotState::withdrawn, reason), ContainsSubstring("--reason "));
  }
  CHECK(ledger.read_status_changes().empty());
  change_status(ledger, "ann", BotState::withdrawn, std::string(300, 'x'));
  change_status(ledger, "bob", BotState::withdrawn, "\"quotes\" & <b>marks</b> é");
  CHECK(ledger.read_status_changes().back().status.reason == "\"quotes\" & <b>marks</b> é");
}

TEST_CASE("what a killed decision or submission has left does not change the decisions") {
  const League league;
  const Ledger ledger = league.ledger();
  change_status(ledger, "duck", BotState::withdrawn, "first");
  write_file(ledger.folder() / "status.json.new", "{\"statuses\": 1, \"chan");
  SubmittedBot bot = league.duck;
  bot.versions.push_back({2, "2.0", kHash, "", "2031-05-17T07:30:00Z", "full", true});
  ledger.write({bot}, Ledger::Lock(ledger));
  change_status(ledger, "ann", BotState::withdrawn, "second");
  CHECK(ledger.read_status_changes().size() == 2);
  CHECK_FALSE(fs::exists(ledger.folder() / "status.json.new"));
  CHECK(ledger.read()[0].versions.size() == 1);
  CHECK(ledger.entries()[0].state == SubmissionState::withdrawn);
}

TEST_CASE("the list of submissions has every decision") {
  const League league;
  const Ledger ledger = league.ledger();
  change_status(ledger, "bob", BotState::disqualified, "it helped ann");
  SubmissionList list{ledger.entries(), {}};
  list.changes = ledger.read_status_changes();
  CHECK_THAT(submissions_text(list, Page{}),
             ContainsSubstring("\ndecision      bot") && ContainsSubstring("\ndisqualified  bob"));
  CHECK_THAT(submissions_json(list), ContainsSubstring(R"("decisions":[{"bot":"bob","state":"disqualified")"));
}

}  // namespace entrant_status_test
