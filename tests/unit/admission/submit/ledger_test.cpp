#include "arena/admission/submit/ledger.h"

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/league_folder.h"
#include "tests/scratch_folder.h"

namespace ledger_test {

using namespace arena;
using arena::test::LeagueFolder;
using arena::test::write_file;
namespace fs = std::filesystem;

namespace {

constexpr const char* kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

SubmittedBot bot_of(const std::string& name, int versions) {
  SubmittedBot bot = {name, "Ada", "token", {}};
  for (int number = 1; number <= versions; ++number)
    bot.versions.push_back({number, "1." + std::to_string(number), kHash, "", "2031-05-17T07:30:00Z", "full"});
  return bot;
}

/// A league with these entrants, which has a ledger.
class League {
 public:
  void enter(const std::vector<std::string>& words) const {
    std::vector<std::string> entrants;
    for (const std::string& word : words) entrants.push_back(arena::test::entrant(word));
    folder_.write_league(entrants, R"("variants": ["black-lady@4"], "blocks": 1)");
  }
  void lay_files(const SubmittedBot& bot, const SubmittedVersion& version) const {
    fs::create_directories(folder_ / entrant_word(bot, version));
    write_file(fs::path(folder_ / entrant_word(bot, version)) / "bot.json", "{}");
  }
  bool has_files(const SubmittedBot& bot, const SubmittedVersion& version) const {
    return fs::exists(folder_ / entrant_word(bot, version));
  }
  fs::path path() const { return folder_.path(); }

 private:
  LeagueFolder folder_;
};

}  // namespace

TEST_CASE("a version that was about to be entered when its process was killed is entered if the league has it") {
  const League league;
  SubmittedBot bot = bot_of("duck", 2);
  bot.versions.back().is_entering = true;
  league.enter({entrant_word(bot, bot.versions.back())});
  const Ledger ledger(league.path());
  const Ledger::Lock lock(ledger);
  for (const SubmittedVersion& version : bot.versions) league.lay_files(bot, version);
  ledger.write({bot}, lock);
  ledger.recover(lock);
  const std::vector<SubmittedBot> bots = ledger.read();
  REQUIRE(bots.size() == 1);
  REQUIRE(bots[0].versions.size() == 2);
  CHECK_FALSE(bots[0].versions.back().is_entering);
  CHECK(league.has_files(bot, bot.versions.back()));
}

TEST_CASE("a version that was about to be entered when its process was killed goes if the league has it not") {
  const League league;
  SubmittedBot duck = bot_of("duck", 2);
  duck.versions.back().is_entering = true;
  SubmittedBot goose = bot_of("goose", 1);
  goose.versions.back().is_entering = true;
  league.enter({entrant_word(duck, duck.versions.front())});
  const Ledger ledger(league.path());
  {
    const Ledger::Lock lock(ledger);
    for (const SubmittedVersion& version : duck.versions) league.lay_files(duck, version);
    league.lay_files(goose, goose.versions.front());
    ledger.write({duck, goose}, lock);
  }
  const Ledger::Lock next(ledger);
  const std::vector<SubmittedBot> bots = ledger.read();
  REQUIRE(bots.size() == 1);
  CHECK(bots[0].versions.size() == 1);
  CHECK(league.has_files(duck, duck.versions.front()));
  CHECK_FALSE(league.has_files(duck, duck.versions.back()));
  CHECK_FALSE(fs::exists(ledger.folder() / "bots/goose"));
}

TEST_CASE("nothing is removed through a link that is in the place of a folder") {
  const League league;
  league.enter({});
  const arena::test::ScratchFolder outside;
  const fs::path thesis = outside / "work/bots/thesis/chapter";
  fs::create_directories(thesis.parent_path());
  write_file(thesis, "words");
  const Ledger ledger(league.path());
  const auto link_is_refused = [&](const fs::path& link, const fs::path& target) {
    fs::create_directory_symlink(target, link);
    CHECK_THROWS_WITH(Ledger::Lock(ledger), link.string() + ": a link; the arena needs a folder of its own here");
    CHECK(fs::exists(thesis));
    fs::remove(link);
  };
  link_is_refused(ledger.folder(), outside.path());
  fs::create_directory(ledger.folder());
  link_is_refused(ledger.folder() / "work", outside / "work");
  link_is_refused(ledger.folder() / "bots", outside / "work/bots");
  // The folder of a bot that no ledger has.
  fs::create_directory(ledger.folder() / "bots");
  fs::create_directory_symlink(outside / "work/bots", ledger.folder() / "bots/duck");
  CHECK_NOTHROW(Ledger::Lock(ledger));
  CHECK(fs::exists(thesis));
}

TEST_CASE("folders of submissions that were killed go, those of submissions under way stay") {
  const League league;
  league.enter({});
  const Ledger ledger(league.path());
  std::optional<Workplace> under_way;
  under_way.emplace(ledger, Ledger::Lock(ledger));
  fs::create_directories(ledger.folder() / "work/killed/handed_in");
  CHECK(submissions_under_way(ledger) == 1);
  {
    const Ledger::Lock lock(ledger);
  }
  CHECK_FALSE(fs::exists(ledger.folder() / "work/killed"));
  CHECK(fs::exists(under_way->path()));
  const fs::path path = under_way->path();
  under_way.reset();
  CHECK_FALSE(fs::exists(path));
  CHECK(submissions_under_way(ledger) == 0);
}

TEST_CASE("files of a bot that the league names stay, even if the ledger is lost") {
  const League league;
  const SubmittedBot bot = bot_of("duck", 1);
  league.enter({entrant_word(bot, bot.versions.front())});
  league.lay_files(bot, bot.versions.front());
  const Ledger ledger(league.path());
  const Ledger::Lock lock(ledger);
  CHECK(league.has_files(bot, bot.versions.front()));
}

TEST_CASE("each version has its state") {
  const League league;
  const SubmittedBot duck = bot_of("duck", 2);
  const SubmittedBot goose = bot_of("goose", 1);
  for (const SubmittedVersion& version : duck.versions) league.lay_files(duck, version);
  league.enter({entrant_word(duck, duck.versions.back())});
  const Ledger ledger(league.path());
  ledger.write({duck, goose}, Ledger::Lock(ledger));
  const std::vector<SubmissionEntry> entries = ledger.entries();
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].state == SubmissionState::replaced);
  CHECK(entries[1].state == SubmissionState::entered);
  CHECK(entries[1].version().version == "1.2");
  CHECK(entries[2].state == SubmissionState::taken_out);
}

TEST_CASE("refused bots are kept in the order of time, the last thousand of them, and none is long") {
  const League league;
  league.enter({});
  const Ledger ledger(league.path());
  CHECK(ledger.read_refusals().empty());
  const auto refused_bot = [](std::size_t version, const std::string& why) {
    return RefusedBot{"2031-05-17T07:30:00Z", "duck", "Ada", std::to_string(version), kHash, "check", why};
  };
  const Ledger::Lock lock(ledger);
  std::string before = R"({"submissions": 1, "refused": [)";
  for (std::size_t i = 0; i + 1 < kRefusalsMax; ++i) {
    before += (i == 0 ? R"({"time": "2031-05-17T07:30:00Z", "name": "duck", "author": "Ada", "version": ")"
                      : R"(, {"time": "2031-05-17T07:30:00Z", "name": "duck", "author": "Ada", "version": ")") +
              std::to_string(i) + R"(", "archive": ")" + kHash + R"(", "step": "check", "why": ")" +
              std::string(kWhyBytesMax, 'x') + "\"}";
  }
  write_file(ledger.folder() / "refused.json", before + "]}");
  constexpr std::size_t kMore = 3;
  for (std::size_t i = kRefusalsMax - 1; i < kRefusalsMax + kMore; ++i)
    ledger.keep_refusal(refused_bot(i, std::string(5000, 'x')), lock);
  const std::vector<RefusedBot> refused = ledger.read_refusals();
  REQUIRE(refused.size() == kRefusalsMax);
  CHECK(refused.front().version == std::to_string(kMore));
  CHECK(refused.back().version == std::to_string(kRefusalsMax + kMore - 1));
  CHECK(refused.back().author == "Ada");
  CHECK(refused.back().archive == kHash);
  CHECK(refused.back().step == "check");
  CHECK(refused.back().why.size() == kWhyBytesMax);
  CHECK(fs::file_size(ledger.folder() / "refused.json") < 2'000'000);
  std::string accents;
  for (int i = 0; i < 1000; ++i) accents += "\u00E9";  // the bound is in the middle of one
  ledger.keep_refusal(refused_bot(0, accents), lock);
  CHECK(ledger.read_refusals().back().why == accents.substr(0, 996) + "...");
  write_file(ledger.folder() / "refused.json", R"({"submissions": 1, "refused": [{"time": 1}]})");
  CHECK_THROWS_WITH(ledger.read_refusals(), Catch::Matchers::ContainsSubstring(
                                                "refused.json: it is not a list of submissions: \"time\" is not text"));
}

TEST_CASE("a ledger that is damaged is named, and so is a folder without a league") {
  const League league;
  CHECK_THROWS_AS(Ledger(league.path()), InputError);
  league.enter({});
  const Ledger ledger(league.path());
  fs::create_directory(ledger.folder());
  for (const char* text :
       {"{}", "[]", R"({"submissions": 2, "bots": []})",
        R"({"submissions": 1, "bots": [{"name": "../x", "author": "", "token": "", "versions": []}]})"}) {
    write_file(ledger.folder() / "ledger.json", text);
    CHECK_THROWS_AS(ledger.read(), InputError);
  }
}

}  // namespace ledger_test
