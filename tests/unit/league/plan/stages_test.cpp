// A run that is extended: stages follow each other in one file of records, each scheduled from what was played before.

#include <algorithm>
#include <boost/json/object.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/game/schedule/schedule.h"
#include "arena/league/audit/verify.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/run/run_records.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace stages_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
using Strings = std::vector<std::string>;

namespace {

const RunKey kFirstKey = RunKey::from_seed("stages");
const RunKey kSecondKey = kFirstKey.of_stage(2);

BotEntry made_bot(const std::string& name, const std::string& files) {
  BotEntry bot;
  bot.name = name;
  bot.hash = hex(digest_of(files));
  bot.command = {"/bots", {"./" + name}};
  return bot;
}

Manifest first_stage(int blocks = 20) {
  return made_league({"black-lady@4", "royal-classic@2"}, kFirstKey, 5, blocks, {1, true});
}

RunSummary read_whole(const std::filesystem::path& path) { return read_summary_with_digests(path); }

/// The manifest as the next stage of what is recorded.
Manifest next_stage(const std::filesystem::path& path, Manifest wanted, const WantedLength& length) {
  const RunSummary found = read_whole(path);
  wanted.stage = found.next;
  wanted.played = found.played;
  wanted.commitment = RunKey::from_seed("stages").of_stage(found.next.number).commitment();
  plan_stage(wanted, length);
  return wanted;
}

/// The first stage in a file, and a second one with a bot and a variant more behind it.
struct Extended {
  explicit Extended(std::size_t games_missing = 0) {
    std::vector<GameRecord> games = made_games(first, kFirstKey);
    games.resize(games.size() - games_missing);
    lines = made_lines(first, games, kFirstKey);
    write_file(file, joined(lines));
    Manifest wanted = first;
    wanted.bots.push_back(made_bot("zoe", "zoe"));
    wanted.variants.push_back(made_league({"royal-classic@3"}, kFirstKey, 5, 1, {1, true}).variants.front());
    second = next_stage(file, wanted, {20, 0});
    second_lines = made_lines(second, made_games(second, kSecondKey), kSecondKey);
  }
  Strings all() const {
    Strings both = lines;
    both.insert(both.end(), second_lines.begin(), second_lines.end());
    return both;
  }
  RunVerification verified(const Strings& of) const {
    write_file(file, joined(of));
    return verify_run(file);
  }

  ScratchFolder folder;
  std::filesystem::path file = folder / "games.jsonl";
  Manifest first = first_stage();
  Manifest second;
  Strings lines;
  Strings second_lines;
};

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a later stage continues from the counts of the one before") {
  const Extended run;
  CHECK(run.second.stage.number == 2);
  CHECK(run.second.stage.first_block == 20);
  CHECK(run.second.stage.blocks == 20);
  CHECK(run.second.stage.games == run.first.games);

  const RunVerification found = run.verified(run.all());
  CHECK(found.problems == Strings{});
  REQUIRE(found.stages.size() == 2);
  CHECK(found.stages[0].games == run.first.games);
  CHECK(found.stages[1].games == run.second.games);
  CHECK(found.stages[1].missing == 0);

  // Old bots do not meet again but beside the new one, and all are level in the end.
  const int zoe = 5;
  std::map<int, std::vector<int>> seats;  // by variant
  for (const Block& block : schedule(schedule_rules(run.first), run.first.blocks)) {
    std::vector<int>& had = seats[block.variant];
    had.resize(6, 0);
    for (const int bot : block.circle) ++had[static_cast<std::size_t>(bot)];
  }
  for (const Block& block : schedule(schedule_rules(run.second), run.second.blocks)) {
    std::vector<int>& had = seats[block.variant];
    had.resize(6, 0);
    for (const int bot : block.circle) ++had[static_cast<std::size_t>(bot)];
    if (block.variant < 2) CHECK(std::ranges::count(block.circle, zoe) == 1);
  }
  for (const auto& [variant, had] : seats) {
    INFO(variant);
    CHECK(std::ranges::max(had) - std::ranges::min(had) <= (variant == 2 ? 2 : std::ranges::max(had) / 2));
    CHECK(had[zoe] > 0);
  }
}

TEST_CASE("blocks, turns and deals of a later stage are none of an earlier one") {
  const Extended run;
  std::set<std::pair<int, int>> turns;
  for (const Manifest* stage : {&run.first, &run.second}) {
    int number = stage->stage.first_block;
    for (const Block& block : schedule(schedule_rules(*stage), stage->blocks)) {
      CHECK(block.number == number++);
      CHECK(turns.insert({block.variant, block.turn}).second);
    }
  }
  CHECK(kFirstKey.of_stage(1) == kFirstKey);
  CHECK_FALSE(kFirstKey.of_stage(2) == kFirstKey.of_stage(3));
}

TEST_CASE("only a run that looks for its first bots leaves out bots that it has, and none comes back") {
  const auto refusal = [](int until_first, const Strings& second, const std::optional<Strings>& third = {}) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "games.jsonl";
    Manifest first = first_stage();
    first.until_first = until_first;
    Strings lines = made_lines(first, made_games(first, kFirstKey), kFirstKey, true);
    const auto add = [&](const Strings& outclassed) {
      write_file(file, joined(lines));
      Manifest wanted = first;
      std::erase_if(wanted.bots, [&](const BotEntry& bot) { return std::ranges::count(outclassed, bot.name) > 0; });
      Manifest stage = next_stage(file, std::move(wanted), {40 + 20 * static_cast<int>(outclassed.size()), 0});
      stage.stage.outclassed = outclassed;
      const RunKey key = kFirstKey.of_stage(stage.stage.number);
      const Strings more = made_lines(stage, made_games(stage, key), key, true);
      lines.insert(lines.end(), more.begin(), more.end());
    };
    add(second);
    if (third) add(*third);
    write_file(file, joined(lines));
    return error_of([&] { read_whole(file); });
  };
  CHECK(refusal(2, {"cyd"}).empty());
  CHECK(refusal(2, {"cyd"}, Strings{"cyd", "ann"}).empty());
  const auto is_other = ContainsSubstring("or the records or the bots that left before it differ");
  CHECK_THAT(refusal(0, {"cyd"}), is_other);
  CHECK_THAT(refusal(2, {"nobody"}), is_other);
  CHECK_THAT(refusal(2, {"cyd"}, Strings{"ann"}), is_other);
  CHECK_THAT(refusal(2, {"cyd"}, Strings{}), is_other);
}

TEST_CASE("a stage that does not continue the one before is refused with its line") {
  const Extended run;
  const auto refusal = [&](const std::function<void(Manifest&)>& change) {
    Manifest second = run.second;
    change(second);
    Strings lines = run.lines;
    const Strings more = made_lines(second, {}, kSecondKey, false);
    lines.insert(lines.end(), more.begin(), more.end());
    write_file(run.file, joined(lines));
    return error_of([&] { read_whole(run.file); });
  };
  const std::string place = run.file.string() + ":" + std::to_string(run.lines.size() + 1) + ": ";
  CHECK(refusal([](Manifest&) {}).empty());
  CHECK(refusal([](Manifest& stage) { stage.stage.number = 3; }) ==
        place +
            "this stage does not continue the one before: it is stage 3 from block 20 after 20 blocks, not stage 2 "
            "from block 20 after 20 blocks");
  CHECK_THAT(refusal([](Manifest& stage) { stage.stage.first_block = 19; }), ContainsSubstring("from block 19"));
  CHECK_THAT(refusal([](Manifest& stage) { stage.stage.blocks = 19; }), ContainsSubstring("after 19 blocks, not"));
  CHECK_THAT(refusal([](Manifest& stage) { stage.stage.before = hex(digest_of("other")); }),
             ContainsSubstring("or the records or the bots that left before it differ"));
  CHECK(refusal([](Manifest& stage) { stage.bots[0].hash = hex(digest_of("other")); }) ==
        place + "ann was another bot in an earlier stage");
  CHECK(refusal([](Manifest& stage) { stage.variants[0].length.hands_max = 2; }) ==
        place + "black-lady@4 had other rules, or another number of hands, in an earlier stage");
  CHECK(refusal([](Manifest& stage) { stage.limits.faults = 9; }) ==
        place + "this stage belongs to another run than the one before: it has other limits");

  write_file(run.file, joined(run.second_lines));
  CHECK(error_of([&] { read_whole(run.file); }) ==
        run.file.string() + ":1: this is stage 2 of a run, without the stages before it");
  Strings unfinished = run.all();
  unfinished.erase(unfinished.begin() + static_cast<std::ptrdiff_t>(run.lines.size()) - 1);
  write_file(run.file, joined(unfinished));
  CHECK_THAT(error_of([&] { read_whole(run.file); }),
             ContainsSubstring("a line of type \"run\" does not belong after the first line"));
}

TEST_CASE("an audit finds a game of any stage that was changed, cut or played for another bot") {
  const Extended run;
  for (const bool is_second : {false, true}) {
    Strings lines = run.all();
    const std::size_t at = is_second ? run.lines.size() + 1 : 1;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
    // The line that ends the stage counts its games.
    CHECK_THAT(error_of([&] { run.verified(lines); }), ContainsSubstring("the run ended with"));
  }
  // The audit finds a stage played by a schedule that does not continue from the counts.
  Manifest fresh = run.second;
  fresh.played = std::make_shared<PlayedBlocks>();
  Strings lines = run.lines;
  const Strings second = made_lines(run.second, made_games(fresh, kSecondKey), kSecondKey);
  lines.insert(lines.end(), second.begin(), second.end());
  CHECK(run.verified(lines).problems_found > 0);
}

TEST_CASE("a run whose records have a bot's command with paths can be resumed, and keeps recording it so") {
  Manifest older = first_stage();
  older.bots[0].command.words = {"./bot", "/home/ann/book"};
  Manifest wanted = older;
  wanted.bots[0].shown_words = {"./bot", "<path>"};
  CHECK(run_id(wanted) != run_id(older));
  copy_identities({older}, wanted);
  CHECK(run_id(wanted) == run_id(older));
  CHECK(wanted.bots[0].command.words == older.bots[0].command.words);
}

TEST_CASE("blocks that were not complete when a stage was cut do not count") {
  const ScratchFolder folder;
  const Manifest first = first_stage();
  std::vector<GameRecord> games = made_games(first, kFirstKey);
  int left = 0;
  while (left < 3 || games.back().game + 1 == hearts::kSeatsMin) {
    games.pop_back();
    ++left;
  }
  RunRecords records(folder.path());
  const auto nobody = [](GameRecord&&, const hearts::GameRules&, const std::string&) {};
  records.begin(first, 1, nobody);
  for (const GameRecord& game : games) {
    REQUIRE(records.add(game, *first.find_variant(game.variant)->rules));
  }
  records.sync();
  Manifest wanted = first;
  wanted.bots.pop_back();
  const Manifest second = next_stage(folder.path(), wanted, {20, 0});
  CHECK(second.stage.blocks < 20);
  CHECK(second.stage.blocks + second.blocks == 20);
  records.begin(second, 1, nobody, kFirstKey);

  const RunSummary found = read_whole(folder.path());
  REQUIRE(found.stages.size() == 2);
  CHECK(found.stages[0].is_cut);
  CHECK(found.stages[0].revealed_key == kFirstKey);
  CHECK(found.stages[0].games == static_cast<int>(games.size()));
  CHECK_FALSE(found.stages[1].revealed_key);
  const RunVerification verified = verify_run(folder.path());
  CHECK(verified.problems == Strings{});
  CHECK(verified.stages[0].is_cut);
  CHECK(verified.stages[0].missing == left);
}

TEST_CASE("a bot is its name and its files, and other files make another version") {
  const Manifest first = first_stage();
  Manifest wanted = first;
  std::ranges::reverse(wanted.bots);
  std::ranges::reverse(wanted.variants);
  copy_identities({first}, wanted);
  CHECK(run_changes({first}, wanted, {20, 0}).none());
  CHECK(wanted.bots.front().name == "ann");
  CHECK(wanted.variants.front().id == "black-lady@4");

  wanted.bots[1].hash = hex(digest_of("better"));
  copy_identities({first}, wanted);
  const auto named = [](const Manifest& manifest, const std::string& name) {
    return std::ranges::count(manifest.bots, name, &BotEntry::name);
  };
  CHECK(named(wanted, "bob~2") == 1);
  CHECK(run_changes({first}, wanted, {20, 0}).changes == Strings{"bob~2 is a new version of bob", "bob leaves"});

  Manifest third = first;
  third.bots[1].hash = hex(digest_of("best"));
  Manifest again = first;
  copy_identities({first, wanted}, third);
  copy_identities({first, wanted}, again);
  CHECK(named(third, "bob~3") == 1);
  CHECK(named(again, "bob") == 1);
  CHECK(run_changes({first, wanted}, again, {20, 0}).changes == Strings{"bob is back", "bob~2 leaves"});
}

TEST_CASE("what a league changes is said, and what no stage can change is refused") {
  const Manifest first = first_stage();
  const auto changes = [&](const std::function<void(Manifest&)>& change, const WantedLength& length = {20, 0}) {
    Manifest wanted = first;
    change(wanted);
    const RunChanges found = run_changes({first}, wanted, length);
    if (found.refusal) return Strings{"refused: " + *found.refusal};
    return found.more.empty() ? found.changes : Strings{found.more};
  };
  const auto nothing = [](Manifest&) {};
  CHECK(changes(nothing).empty());
  CHECK(changes(nothing, {25, 0}) == Strings{"5 more blocks"});
  CHECK(changes(nothing, {19, 0}) == Strings{"refused: it has 20 blocks, not 19"});
  CHECK(changes([](Manifest& wanted) { wanted.variants[1].weight = 3; }) ==
        Strings{"royal-classic@2 has weight 3, not 1"});
  CHECK(changes([](Manifest& wanted) { wanted.variants.pop_back(); }) ==
        Strings{"royal-classic@2 is no longer played"});
  CHECK(changes([](Manifest& wanted) { wanted.variants[0].rules_hash = "0"; }) ==
        Strings{"refused: the rules of black-lady@4 have changed since"});
  CHECK(changes([](Manifest& wanted) { wanted.bots[2].command.resources.memory_mb = 7; }) ==
        Strings{"refused: it gives cyd memory_mb 1024, not 7"});
  CHECK(changes([](Manifest& wanted) { wanted.reveal_names = true; }) ==
        Strings{"refused: it differs in whether bots see the names of the others"});
  CHECK(changes([](Manifest& wanted) { wanted.isolation = "none"; }) ==
        Strings{"refused: its bots ran at isolation 'user', not 'none'"});

  Manifest duel = first;
  duel.duel.emplace();
  Manifest more = duel;
  more.bots.pop_back();
  CHECK(run_changes({duel}, more, {20, 0}).refusal ==
        "it is a duel, which cannot be changed or extended: " + duel.bots.back().name + " leaves");
}

TEST_CASE("a stage has what new bots and variants lack, what was asked for, and never nothing") {
  const ScratchFolder folder;
  const Manifest first = first_stage(40);
  write_file(folder / "games.jsonl", joined(made_lines(first, made_games(first, kFirstKey), kFirstKey)));
  const auto planned = [&](const std::function<void(Manifest&)>& change, const WantedLength& length) {
    Manifest wanted = first;
    change(wanted);
    return next_stage(folder.path(), wanted, length);
  };
  const auto with_zoe = [](Manifest& wanted) { wanted.bots.push_back(made_bot("zoe", "zoe")); };
  const Manifest zoe = planned(with_zoe, {40, 0});
  // Of 20 blocks with four seats each of five bots has had 16, with two seats 8.
  CHECK(zoe.variants[0].blocks == 16);
  CHECK(zoe.variants[1].blocks == 8);
  CHECK(planned(with_zoe, {10, 0}).blocks == 24);
  CHECK(planned(with_zoe, {100, 0}).blocks == 60);
  CHECK(planned(with_zoe, {0, first.games + 300}).games >= 300);
  CHECK(planned(with_zoe, {0, first.games + 300}).games < 300 + 4);

  const auto with_more = [&](int weight) {
    return [weight](Manifest& wanted) {
      wanted.variants.push_back(made_league({"royal-classic@3"}, kFirstKey, 5, 1, {1, true}).variants.front());
      wanted.variants.back().weight = weight;
    };
  };
  CHECK(planned(with_more(1), {40, 0}).variants[2].blocks == 20);
  CHECK(planned(with_more(2), {40, 0}).variants[2].blocks == 40);

  const auto without_hal = [](Manifest& wanted) { wanted.bots.pop_back(); };
  CHECK(planned(without_hal, {40, 0}).blocks == 0);
  CHECK(planned(without_hal, {50, 0}).blocks == 10);
  CHECK(error_of([&] { planned(without_hal, {kBlocksMax + 1, 0}); }) ==
        "all stages together would have more than 1000000 blocks");
}

TEST_CASE("a run that was killed between two stages says that the last one was ended") {
  const ScratchFolder folder;
  const Manifest first = first_stage();
  RunRecords(folder.path()).begin(first, 1, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
  {
    const RunRecords records(folder.path());
    CHECK_FALSE(records.has_games());
    CHECK_FALSE(records.is_cut());
    CHECK(records.stages().size() == 1);
  }
  RecordFile file(folder / "games.jsonl");
  file.append({{"v", kRecordVersion},
               {"type", "end"},
               {"run", run_id(first)},
               {"games", 0},
               {"key", kFirstKey.to_hex()},
               {"cut", true}});
  const ScratchFolder copy;
  std::filesystem::copy(folder / "games.jsonl", copy / "games.jsonl");
  // A key of the next stage, or of this one, may be there; the records know better.
  write_file(copy / "key", kSecondKey.to_hex());
  RunRecords records(copy.path());
  CHECK(records.is_cut());
  CHECK(records.key("", 1) == kFirstKey);
  CHECK_FALSE(records.key("", 2) == kSecondKey);
}

}  // namespace stages_test
