#include "arena/records/bot_status.h"

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace bot_status_test {

using namespace arena;
using arena::test::ScratchFolder;
using arena::test::write_file;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

const BotStatus kWithdrawn = {BotState::withdrawn, "2031-05-17T07:30:00Z", "its author asked"};
const BotStatus kReinstated = {BotState::reinstated, "2031-05-18T07:30:00Z", "corrected"};
const BotStatus kDisqualified = {BotState::disqualified, "2031-05-19T07:30:00Z", "it helped goose"};

}  // namespace

TEST_CASE("the last decision about a bot counts, and all of them are kept in order") {
  const ScratchFolder folder;
  const fs::path file = folder / "status.json";
  CHECK(read_status_changes(file).empty());
  write_status_changes(file, {{"duck", kWithdrawn, "ada"}, {"goose", kWithdrawn, "ada"}, {"duck", kReinstated, "bob"}});
  std::vector<StatusChange> changes = read_status_changes(file);
  REQUIRE(changes.size() == 3);
  CHECK(changes[2].bot == "duck");
  CHECK(changes[2].status == kReinstated);
  CHECK(changes[2].user == "bob");
  CHECK(current_statuses(changes) == BotStatuses{{"goose", kWithdrawn}});
  changes.push_back({"goose", kDisqualified});
  CHECK(current_statuses(changes) == BotStatuses{{"goose", kDisqualified}});
}

TEST_CASE("a file of decisions that is damaged is named with what is wrong") {
  const ScratchFolder folder;
  const fs::path file = folder / "status.json";
  for (const auto& [text, why] :
       {std::pair("[]", "status.json: it is not a list of decisions about bots: "),
        {R"({"statuses": 2, "changes": []})", "its version is 2, not 1"},
        {R"({"statuses": 1})", "\"changes\" is missing"},
        {R"({"statuses": 1, "changes": [{"bot": "duck", "state": "asleep"}]})", "there is no state 'asleep'"},
        {R"({"statuses": 1, "changes": [{"bot": "duck", "state": "withdrawn", "time": 1}]})", "\"time\" is not text"},
        {R"({"statuses": 1, "changes": [{"bot": "duck", "state": "withdrawn", "time": "2031", "reason": "x"}]})",
         "\"time\" must be as 2031-05-17T07:30:00Z"}}) {
    write_file(file, text);
    CHECK_THROWS_WITH(read_status_changes(file), ContainsSubstring(why));
  }
  write_status_changes(file, {{"duck", {BotState::withdrawn, kWithdrawn.time, std::string(301, 'x')}}});
  CHECK_THROWS_WITH(read_status_changes(file), ContainsSubstring("a reason has more than 300 bytes"));
}

TEST_CASE("a run's folder has the current decisions without their users, and no file if there was never one") {
  const ScratchFolder folder;
  copy_statuses({}, folder.path());
  CHECK_FALSE(fs::exists(folder / "status.json"));
  copy_statuses({{"duck", kDisqualified}}, folder.path());
  std::vector<StatusChange> changes = read_status_changes(folder / "status.json");
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].user.empty());
  CHECK(changes[0].status == kDisqualified);
  copy_statuses({}, folder.path());
  CHECK(read_status_changes(folder / "status.json").empty());
}

TEST_CASE("a status is shown with its date, and its text is safe on a terminal") {
  CHECK(status_text(kWithdrawn) == "withdrawn (2031-05-17: its author asked)");
  const std::string hostile = status_text({BotState::disqualified, "\x1b[2J", "a\x1b[31m\n\u202e"});
  CHECK(hostile.find('\x1b') == std::string::npos);
  CHECK(hostile.find('\n') == std::string::npos);
  CHECK(hostile.find("\u202e") == std::string::npos);
  CHECK(status_text({BotState::withdrawn, "", std::string(100'000, 'x')}).size() < 1000);
}

}  // namespace bot_status_test
