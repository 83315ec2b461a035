#include "arena/league/plan/league_file.h"

#include <sys/stat.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "arena/base/text/input_error.h"
#include "arena/base/text/problems.h"
#include "arena/league/plan/new_league.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace league_file_test {

using namespace arena;
using namespace arena::test;
using std::chrono::milliseconds;

namespace {

League league_of(const std::string& text) {
  const ScratchFolder folder;
  write_file(folder / "league.json", text);
  return read_league(folder / "league.json");
}

/// Without the name of the file it starts with.
std::string error_of(const std::filesystem::path& file) {
  try {
    read_league(file);
  } catch (const FileMistakes& error) {
    CHECK(error.heading().starts_with(file.string() + ":"));
    std::string text = error.heading().substr(file.string().size() + 1);
    for (const std::string& mistake : error.mistakes()) text += "\n  " + mistake;
    return text;
  } catch (const InputError& error) {
    const std::string text = error.what();
    CHECK(text.starts_with(file.string() + ":"));
    CHECK(text.find('\n') == std::string::npos);
    return text.substr(file.string().size() + 1);
  }
  return "read";
}

std::string error_of_text(const std::string& text) {
  const ScratchFolder folder;
  write_file(folder / "league.json", text);
  return error_of(folder / "league.json");
}

/// A good league with one key more, or another value for one that it has.
std::string error_with(const std::string& key, const std::string& value) {
  std::string text = "{";
  for (const auto& [name, good] : std::vector<std::pair<std::string, std::string>>{
           {"league", "1"}, {"entrants", R"(["a", "b"])"}, {"variants", R"(["black-lady@4"])"}, {"blocks", "8"}}) {
    if (name != key) text += "\"" + name + "\": " + good + ", ";
  }
  return error_of_text(text + "\"" + key + "\": " + value + "}");
}

std::string error_with_entrant(const std::string& value) { return error_with("entrants", "[\"a\", " + value + "]"); }
std::string error_with_variant(const std::string& value) { return error_with("variants", "[" + value + "]"); }
std::string error_with_limits(const std::string& value) { return error_with("limits", value); }

}  // namespace

TEST_CASE("the shortest league file leaves all else to the arena") {
  const ScratchFolder folder;
  const auto file = folder / "league.json";
  write_file(file, R"({"league": 1, "entrants": ["a", "python3 b.py"], "variants": ["black-lady"], "games": 7})");
  const League league = read_league(file);
  CHECK(league.file == file.string());
  CHECK(league.folder == folder.path());
  REQUIRE(league.entrants.size() == 2);
  CHECK(league.entrants[0].bot == "a");
  CHECK(league.entrants[1].bot == "python3 b.py");
  CHECK(league.entrants[1].name.empty());
  CHECK(league.entrants[1].author.empty());
  REQUIRE(league.variants.size() == 1);
  CHECK(league.variants[0].spec == "black-lady");
  CHECK(league.variants[0].weight == 1);
  CHECK(league.variants[0].hands == 0);
  CHECK(league.blocks == 0);
  CHECK(league.games == 7);
  CHECK(league.limits == Limits{});
  CHECK(league.resources.each == Resources{});
  CHECK(league.resources.most == kResourceBounds);
  CHECK(league.concurrency == 0);
  CHECK_FALSE(league.reveal_names);
  CHECK_FALSE(league.one_author_a_table);
  CHECK_FALSE(league.duplicate_deals);  // it does not say
  CHECK_FALSE(league.drop_caches);
  CHECK_FALSE(league.takes_submissions);
  CHECK(league.deals.empty());
  CHECK(league.faulty_deals == 0);
  CHECK_FALSE(league.rate_any_deals);
}

TEST_CASE("a league file may say everything") {
  const League league = league_of(R"({
    "league": 1,
    "entrants": [{"bot": "bots/a", "name": "first", "author": "Ada"}, {"bot": "b"}, "c"],
    "variants": [{"variant": "black-lady@4+no_blood", "weight": 3, "hands": 9}, {"variant": "royal-classic@3"}, "x"],
    "blocks": 1000,
    "limits": {"startup_ms": 1, "move_ms": 2, "bank_ms": 3, "increment_ms": 4, "grace_ms": 5, "quit_ms": 6,
               "tries": 7, "faults": 8, "stray_lines": 9, "live_events": true, "freeze_waiting": true},
    "concurrency": 5,
    "reveal_names": true,
    "one_author_a_table": true,
    "duplicate_deals": false,
    "between_epochs": "drop_caches",
    "deals": "given.jsonl",
    "faulty_deals": 1000,
    "rate_any_deals": true
  })");
  REQUIRE(league.entrants.size() == 3);
  CHECK(league.entrants[0].bot == "bots/a");
  CHECK(league.entrants[0].name == "first");
  CHECK(league.entrants[0].author == "Ada");
  CHECK(league.entrants[1].bot == "b");
  CHECK(league.entrants[2].bot == "c");
  REQUIRE(league.variants.size() == 3);
  CHECK(league.variants[0].spec == "black-lady@4+no_blood");
  CHECK(league.variants[0].weight == 3);
  CHECK(league.variants[0].hands == 9);
  CHECK(league.variants[1].spec == "royal-classic@3");
  CHECK(league.variants[2].spec == "x");
  CHECK(league.blocks == 1000);
  CHECK(league.games == 0);
  Limits limits;
  limits.startup = milliseconds(1);
  limits.move = milliseconds(2);
  limits.bank = milliseconds(3);
  limits.increment = milliseconds(4);
  limits.grace = milliseconds(5);
  limits.quit = milliseconds(6);
  limits.tries = 7;
  limits.faults = 8;
  limits.stray_lines = 9;
  limits.live_events = true;
  limits.freeze = true;
  CHECK(league.limits == limits);
  CHECK(league.concurrency == 5);
  CHECK(league.reveal_names);
  CHECK(league.one_author_a_table);
  CHECK(league.duplicate_deals == false);
  CHECK(league.drop_caches);
  CHECK(league.deals == "given.jsonl");
  CHECK(league.faulty_deals == 1000);
  CHECK(league.rate_any_deals);
}

TEST_CASE("a league file in the current folder has paths that start there") {
  const ScratchFolder folder;
  const auto before = std::filesystem::current_path();
  write_file(folder / "league.json",
             R"({"league": 1, "entrants": ["a", "b"], "variants": ["black-lady"], "games": 7})");
  std::filesystem::current_path(folder.path());
  const League league = read_league("league.json");
  std::filesystem::current_path(before);
  CHECK(league.file == "league.json");
  CHECK(league.folder.empty());
}

TEST_CASE("a league may look for its first bots") {
  CHECK(error_with("until", R"({"first": 0})") == " until.first must be a whole number from 1 to 999, not 0");
  CHECK(error_with("until", "{}") == " until must have \"first\", the number of first bots that the league looks for");
  CHECK_THAT(error_with("until", R"({"first": 1, "last": 2})"),
             Catch::Matchers::ContainsSubstring("unknown key \"last\""));
}

TEST_CASE("an unknown key is named with its place and the keys that are known") {
  CHECK(
      error_with("colour", "1") ==
      " unknown key \"colour\"; known: anchors, between_epochs, blocks, challengers, concurrency, deals, "
      "deterministic, "
      "duplicate_deals, entrants, "
      "faulty_deals, format, full, games, league, limits, name, notes, one_author_a_table, rate_any_deals, resources, "
      "resources_max, reveal_names, seed, table_laws, test, until, variants, withdraw_after");
  CHECK(error_with_entrant(R"({"bot": "b", "nam": "x"})") ==
        " entrants[1] has an unknown key \"nam\"; the nearest is \"name\"; known: args, author, bot, env, limits, "
        "name, resources, restart");
  CHECK(error_with_variant(R"({"variant": "x", "wieght": 1})") ==
        " variants[0] has an unknown key \"wieght\"; the nearest is \"weight\"; known: hands, limits, variant, weight");
  CHECK(error_with_limits(R"({"move": 1})") ==
        " limits has an unknown key \"move\"; the nearest is \"move_ms\"; known: bank_ms, faults, freeze_waiting, "
        "grace_ms, increment_ms, laws_ms, live_events, move_ms, newgame_ms, quit_ms, startup_ms, stray_lines, tries");
  CHECK(error_with("a\\u001b[31m", "1").starts_with(" unknown key \"a\\x1b[31m\"; known: "));
}

TEST_CASE("a league file may only say that caches are dropped between epochs") {
  CHECK(error_with("between_epochs", R"("sleep")") == " between_epochs must be \"drop_caches\"");
  CHECK(error_with("between_epochs", "true") == " between_epochs must be text in quotes, not true");
}

TEST_CASE("a league file with a ledger beside it takes submissions") {
  const ScratchFolder folder;
  write_file(folder / "league.json",
             R"({"league": 1, "entrants": ["a", "b"], "variants": ["black-lady"], "games": 7})");
  std::filesystem::create_directory(folder / "submissions");
  CHECK_FALSE(read_league(folder / "league.json").takes_submissions);
  write_file(folder / kLedgerFile, "{}");
  CHECK(read_league(folder / "league.json").takes_submissions);
}

TEST_CASE("a league file has a name, notes and anchors") {
  const auto label_with = [](const std::string& more) {
    return league_of(R"({"league": 1, "entrants": ["a", "b"], "variants": ["x"], "blocks": 8, )" + more + "}").label;
  };
  CHECK(label_with(R"("concurrency": 1)").is_empty());
  const LeagueLabel label = label_with(R"("name": "Autumn", "notes": ["one", "two"], "anchors": {"a": 1600, "b": 0})");
  CHECK(label == LeagueLabel{"Autumn", {"one", "two"}, {{"a", 1600}, {"b", 0}}});
  CHECK(label_with(R"("notes": "one")").notes == std::vector<std::string>{"one"});
}

TEST_CASE("names, notes and anchors have their bounds") {
  const std::string rule =
      " must be one line of UTF-8 without control characters, and without spaces at its start or end, of at most ";
  CHECK(error_with("name", "7") == " name must be text in quotes, not 7");
  CHECK(error_with("name", "\"a\\nb\"") == " name" + rule + "100 bytes");
  CHECK(error_with("name", "\"" + std::string(100, 'x') + "\"") == "read");
  CHECK(error_with("name", "\"" + std::string(101, 'x') + "\"") == " name" + rule + "100 bytes");
  CHECK(error_with("notes", "\" x\"") == " notes" + rule + "300 bytes");
  CHECK(error_with("notes", R"(["x", ""])") == " notes[1] must not be empty or contain a NUL");
  CHECK(error_with("notes", "7") == " notes must be a list of notes, not 7");
  CHECK(error_with("notes", "[]") == " notes must have 1 to 20 notes, but it has 0");
  CHECK(error_with("anchors", "7") == " anchors must be an object in braces, not 7");
  CHECK(error_with("anchors", "{}") == " anchors is empty; name at least one bot");
  CHECK(error_with("anchors", R"({"a": 4001})") == " anchors.a must be a whole number from 0 to 4000, not 4001");
  CHECK(error_with("anchors", R"({"a": "1600"})") == " anchors.a must be a whole number from 0 to 4000, not \"1600\"");
  CHECK(error_with("anchors", R"({"a\u001b": -1})") == " anchors.a\\x1b must be a whole number from 0 to 4000, not -1");
}

TEST_CASE("a variant may have limits of its own, but for those of a process") {
  const League league = league_of(R"({"league": 1, "entrants": ["a", "b"], "blocks": 8, "variants": [
      {"variant": "x", "limits": {"faults": 1, "move_ms": 200}}, "y"]})");
  REQUIRE(league.variants[0].limits.size() == 2);
  for (const auto& [key, value] : league.variants[0].limits) CHECK(value == (key->name == "faults" ? 1 : 200));
  CHECK(league.variants[1].limits.empty());
  CHECK(error_with_variant(R"({"variant": "x", "limits": {"move": 1}})")
            .starts_with(
                " variants[0].limits has an unknown key \"move\"; the nearest is \"move_ms\"; known: bank_ms, "));
  CHECK(error_with_variant(R"({"variant": "x", "limits": {"faults": 0}})") ==
        " variants[0].limits.faults must be a whole number from 1 to 1000, not 0");
  for (const std::string key : {"startup_ms", "quit_ms"}) {
    CHECK(error_with_variant(R"({"variant": "x", "limits": {")" + key + "\": 9}}") ==
          " variants[0].limits cannot have " + key +
              ": the same process of a bot plays all variants, so set it in the league's \"limits\"");
  }
  for (const std::string key : {"live_events", "freeze_waiting"}) {
    CHECK(error_with_variant(R"({"variant": "x", "limits": {")" + key + "\": true}}")
              .starts_with(" variants[0].limits cannot have " + key + ": "));
  }
}

TEST_CASE("an entrant may have limits of its own, but for flags") {
  const League league = league_of(R"({"league": 1, "blocks": 8, "variants": ["x"], "entrants": [
      {"bot": "a", "limits": {"move_ms": 200, "startup_ms": 60000, "newgame_ms": 700}}, "b"]})");
  CHECK(limits_text(league.entrants[0].settings.limits) == "startup_ms=60000 move_ms=200 newgame_ms=700");
  CHECK(league.entrants[1].settings.limits.empty());
  const auto error = [](const std::string& limits) {
    return error_with_entrant(R"({"bot": "b", "limits": )" + limits + "}");
  };
  CHECK(error(R"({"move_ms": 0})") == " entrants[1].limits.move_ms must be a whole number from 1 to 86400000, not 0");
  CHECK(error(R"({"live_events": true})") ==
        " entrants[1].limits cannot have live_events: it is the same for all bots, so set it in the league's "
        "\"limits\"");
  CHECK(error("7").starts_with(" entrants[1].limits must be an object"));
}

TEST_CASE("faulty deals are one in a thousand at the least") {
  CHECK(error_with("faulty_deals", "0") == " faulty_deals must be a whole number from 1 to 1000, not 0");
  CHECK(error_with("faulty_deals", "1001") == " faulty_deals must be a whole number from 1 to 1000, not 1001");
}

TEST_CASE("a value of the wrong type is shown with what is expected there") {
  for (const std::string wrong : {"null", "{}", "\"x\""}) {
    INFO(wrong);
    CHECK(error_with("league", wrong) == " league must be a whole number from 1 to 1000000, not " + wrong);
    CHECK(error_with("blocks", wrong) == " blocks must be a whole number from 1 to 1000000, not " + wrong);
    CHECK(error_with("games", wrong) == " 2 mistakes:\n  games must be a whole number from 1 to 1000000, not " + wrong +
                                            "\n  \"blocks\" and \"games\" are both given: remove one of them");
    CHECK(error_with("concurrency", wrong) == " concurrency must be a whole number from 1 to 256, not " + wrong);
    CHECK(error_with("reveal_names", wrong) == " reveal_names must be true or false, not " + wrong);
    CHECK(error_with("one_author_a_table", wrong) == " one_author_a_table must be true or false, not " + wrong);
    CHECK(error_with("entrants", wrong) == " entrants must be a list of entrants, not " + wrong);
    CHECK(error_with("variants", wrong) == " variants must be a list of variants, not " + wrong);
    CHECK(error_with_variant(R"({"variant": "x", "weight": )" + wrong + "}") ==
          " variants[0].weight must be a whole number from 1 to 1000, not " + wrong);
    CHECK(error_with_variant(R"({"variant": "x", "hands": )" + wrong + "}") ==
          " variants[0].hands must be a whole number from 1 to 1000, not " + wrong);
    CHECK(error_with_limits(R"({"live_events": )" + wrong + "}") ==
          " limits.live_events must be true or false, not " + wrong);
  }
  for (const std::string wrong : {"null", "7", "[]"}) {
    INFO(wrong);
    CHECK(error_with_entrant(wrong) == " entrants[1] must be an object in braces, not " + wrong);
    CHECK(error_with_variant(wrong) == " variants[0] must be an object in braces, not " + wrong);
    CHECK(error_with_limits(wrong) == " limits must be an object in braces, not " + wrong);
    for (const std::string key : {"bot", "name", "author"}) {
      CHECK(error_with_entrant((key == "bot" ? "{\"" : R"({"bot": "b", ")") + key + "\": " + wrong + "}") ==
            " entrants[1]." + key + " must be text in quotes, not " + wrong);
    }
    CHECK(error_with_variant(R"({"variant": )" + wrong + "}") ==
          " variants[0].variant must be text in quotes, not " + wrong);
    CHECK(error_of_text(wrong) == " must be an object in braces, not " + wrong);
  }
}

TEST_CASE("a number that is out of its range or not whole is refused") {
  CHECK(error_with("blocks", "0") == " blocks must be a whole number from 1 to 1000000, not 0");
  CHECK(error_with("blocks", "-1") == " blocks must be a whole number from 1 to 1000000, not -1");
  CHECK(error_with("blocks", "1000001") == " blocks must be a whole number from 1 to 1000000, not 1000001");
  CHECK(error_with("blocks", "18446744073709551615") ==
        " blocks must be a whole number from 1 to 1000000, not 18446744073709551615");
  CHECK(error_with("blocks", "1000000") == "read");
  CHECK(error_with("blocks", "2.5").starts_with(" blocks must be a whole number from 1 to 1000000, not 2.5"));
  CHECK(error_with("blocks", "true") == " blocks must be a whole number from 1 to 1000000, not true");
  CHECK(error_with("concurrency", "257") == " concurrency must be a whole number from 1 to 256, not 257");
  CHECK(error_with("concurrency", "256") == "read");
  CHECK(error_with_variant(R"({"variant": "x", "weight": 1001})") ==
        " variants[0].weight must be a whole number from 1 to 1000, not 1001");
  CHECK(error_with_variant(R"({"variant": "x", "hands": 1001})") ==
        " variants[0].hands must be a whole number from 1 to 1000, not 1001");
}

TEST_CASE("each limit has its range") {
  struct Range {
    std::string key;
    int min;
    int max;
  };
  const int day = 86'400'000;
  for (const auto& [key, min, max] : std::vector<Range>{{"startup_ms", 1, day},
                                                        {"move_ms", 1, day},
                                                        {"bank_ms", 1, day},
                                                        {"increment_ms", 0, day},
                                                        {"grace_ms", 0, day},
                                                        {"quit_ms", 0, 60'000},
                                                        {"tries", 1, 100},
                                                        {"faults", 1, 1000},
                                                        {"stray_lines", 0, 100'000}}) {
    const auto with = [&, limit = key](const std::string& value) {
      return error_with_limits("{\"" + limit + "\": " + value + "}");
    };
    const std::string range = std::to_string(min) + " to " + std::to_string(max);
    INFO(key);
    CHECK(with(std::to_string(min)) == "read");
    CHECK(with(std::to_string(max)) == "read");
    for (const std::string& wrong : {std::to_string(min - 1), std::to_string(max + 1), std::string("\"1\"")}) {
      CHECK(with(wrong) == " limits." + key + " must be a whole number from " + range + ", not " + wrong);
    }
  }
}

TEST_CASE("a league says what each bot gets and what bots may ask for") {
  const League league = league_of(R"({"league": 1, "entrants": ["a", "b"], "variants": ["x"], "blocks": 8,
    "resources_max": {"memory_mb": 4096, "idle_cpu_ms": 0},
    "resources": {"memory_mb": 512, "processes": 2, "threads": 3, "tmp_mb": 4, "files": 50, "stderr_kb": 6,
                  "idle_cpu_ms": 7}})");
  CHECK(league.resources.each == Resources{512, 2, 3, 4, 50, 6, 7});
  Resources most = kResourceBounds;
  most.memory_mb = 4096;
  most.idle_cpu_ms = 0;
  CHECK(league.resources.most == most);
}

TEST_CASE("each resource has its range, and the bounds are no less than what each bot gets") {
  for (const ResourceKey& key : resource_keys()) {
    const std::string name(key.name);
    const std::string range = std::to_string(key.least) + " to " + std::to_string(key.most);
    for (const std::string list : {"resources", "resources_max"}) {
      const auto with = [&](const std::string& value) { return error_with(list, "{\"" + name + "\": " + value + "}"); };
      INFO(list << " " << name);
      for (const std::string& wrong :
           {std::to_string(key.least - 1), std::to_string(key.most + 1), std::string("[]")}) {
        CHECK(with(wrong) == " " + list + "." + name + " must be a whole number from " + range + ", not " + wrong);
      }
      if (name != "processes" || list != "resources") CHECK(with(std::to_string(key.most)) == "read");
    }
  }
  CHECK(error_with("resources", R"({"memory": 1})")
            .starts_with(" resources has an unknown key \"memory\"; the nearest is \"memory_mb\"; known: "));
  CHECK(error_with("resources_max", "[]") == " resources_max must be an object in braces, not []");
  CHECK(error_with("resources", R"({"processes": 65})") ==
        " resources: 65 processes need at least as many threads, but 64 are allowed");
  CHECK(error_with("resources_max", R"({"memory_mb": 512})") ==
        " resources_max.memory_mb is 512, but each bot gets 1024 (resources.memory_mb)");
  // No bound at all is more than any.
  CHECK(error_with("resources_max", R"({"idle_cpu_ms": 86400000}, "resources": {"idle_cpu_ms": 0})") ==
        " resources_max.idle_cpu_ms is 86400000, but each bot gets 0 (resources.idle_cpu_ms)");
}

TEST_CASE("a key that is misspelt is reported with the nearest one, the schema's own, too") {
  CHECK(error_of_text(R"({"leage": 1, "entrants": ["a", "b"], "variants": ["x"], "blocks": 3})")
            .starts_with(" 2 mistakes:\n  unknown key \"leage\"; the nearest is \"league\"; "));
  CHECK(error_with("blokcs", "3").starts_with(" unknown key \"blokcs\"; the nearest is \"blocks\"; known: anchors, "));
  CHECK(error_with_entrant(R"({"bto": "b"})").find("unknown key \"bto\"; the nearest is \"bot\"") != std::string::npos);
}

TEST_CASE("a seed is any text") {
  CHECK(league_of(R"({"league": 1, "entrants": ["a", "b"], "variants": ["black-lady@4"], "blocks": 8, "seed": "x 7"})")
            .seed == "x 7");
  CHECK(error_with("seed", "7") == " seed must be text in quotes, not 7");
  CHECK(error_with("seed", "\"\"") == " seed must not be empty or contain a NUL");
}

TEST_CASE("a key that must be there is missed") {
  CHECK(error_of_text("{}") ==
        " 4 mistakes:\n  \"league\" is missing; this arena reads \"league\": 1\n  \"entrants\" is missing\n"
        "  \"variants\" is missing\n  the length is missing: give \"blocks\" or \"games\"");
  CHECK(error_of_text(R"({"league": 1, "variants": ["x"], "blocks": 1})") == " \"entrants\" is missing");
  CHECK(error_of_text(R"({"league": 1, "entrants": ["a", "b"], "blocks": 1})") == " \"variants\" is missing");
  CHECK(error_of_text(R"({"league": 1, "entrants": ["a", "b"], "variants": ["x"]})") ==
        " the length is missing: give \"blocks\" or \"games\"");
  CHECK(error_with_entrant("{}") == " entrants[1] lacks \"bot\"");
  CHECK(error_with_entrant(R"({"name": "x"})") == " entrants[1] lacks \"bot\"");
  CHECK(error_with_variant("{}") == " variants[0] lacks \"variant\"");
  CHECK(error_with_variant(R"({"weight": 2})") == " variants[0] lacks \"variant\"");
}

TEST_CASE("everything that is wrong with a league file is reported together") {
  CHECK(error_of_text(R"({"league": 1, "bots": ["a"], "hands": 4, "move_ms": 5, "blokcs": 7, "memory_mb": 9,
                          "entrants": [7, {"bto": "b"}, "c"], "variants": [{"variant": "x", "hands": 0}, ""]})") ==
        " 11 mistakes:\n"
        "  entrants[0] must be an object in braces, not 7\n"
        "  entrants[1] has an unknown key \"bto\"; the nearest is \"bot\"; known: args, author, bot, env, limits, "
        "name, resources, restart\n"
        "  entrants[1] lacks \"bot\"\n"
        "  variants[0].hands must be a whole number from 1 to 1000, not 0\n"
        "  variants[1] must not be empty or contain a NUL\n"
        "  unknown key \"bots\"; the bots of a league are its \"entrants\"\n"
        "  unknown key \"hands\"; it is set for each variant: \"variants\": [{\"variant\": \"black-lady@4\", "
        "\"hands\": 4}]\n"
        "  unknown key \"move_ms\"; it belongs in \"limits\": {\"move_ms\": ...}\n"
        "  unknown key \"blokcs\"; the nearest is \"blocks\"; known: anchors, between_epochs, blocks, challengers, "
        "concurrency, deals, deterministic, duplicate_deals, entrants, faulty_deals, format, full, games, league, "
        "limits, name, notes, "
        "one_author_a_table, rate_any_deals, resources, resources_max, reveal_names, seed, table_laws, test, until, "
        "variants, "
        "withdraw_after\n"
        "  unknown key \"memory_mb\"; it belongs in \"resources\": {\"memory_mb\": ...}\n"
        "  the length is missing: give \"blocks\" or \"games\"");
  std::string many = "[1";
  for (int i = 0; i < 25; ++i) many += ",1";
  CHECK_THAT(error_with("entrants", many + "]"),
             Catch::Matchers::StartsWith(" 26 mistakes:\n") && Catch::Matchers::EndsWith("\n  and 6 more"));
}

TEST_CASE("a folder with a league file means this file, unless it is a bot") {
  const ScratchFolder folder;
  CHECK_FALSE(league_file_at(folder.path()));
  write_file(folder / "league.json", "{}");
  CHECK(league_file_at(folder.path()) == folder / "league.json");
  CHECK(league_file_at("any.json") == "any.json");
  write_file(folder / "bot.json", "{}");
  CHECK_FALSE(league_file_at(folder.path()));
}

TEST_CASE("a new league can be read, and its text explains each key") {
  const ScratchFolder folder;
  write_new_league(folder / "new", "bots/\"first\"");
  const League league = read_league(folder / "new/league.json", 1);
  CHECK(league.entrants.front().bot == "bots/\"first\"");
  const std::string notes = read_file(folder / "new" / std::string(kLeagueNotesFile));
  const auto json = boost::json::parse(read_file(folder / "new/league.json"));
  for (const auto& [key, value] : json.as_object()) {
    INFO(key);
    CHECK(notes.find("\n\n" + std::string(key) + " ") != std::string::npos);
    if (!value.is_object()) continue;
    for (const auto& [inner, number] : value.as_object())
      CHECK(notes.find(std::string(inner) + ":") != std::string::npos);
  }
  CHECK_THROWS_AS(write_new_league(folder / "new", ""), InputError);
  write_new_league(folder / "empty", "");
  CHECK(read_league(folder / "empty/league.json", 0).entrants.empty());
}

TEST_CASE("blocks and games exclude each other") {
  CHECK(error_with("games", "8") == " \"blocks\" and \"games\" are both given: remove one of them");
}

TEST_CASE("a league file of another schema is refused as such") {
  CHECK(error_with("league", "2") == " league is 2, but this arena reads schema 1");
  // Whatever else it says: a newer one may well have newer keys.
  CHECK(error_of_text(R"({"prizes": [100], "league": 2})") == " league is 2, but this arena reads schema 1");
}

TEST_CASE("lists have at least one entry, no more than they may, and a league two bots") {
  CHECK(error_with("entrants", "[]")
            .starts_with(
                " entrants must have 2 to 1000 entrants, but it has 0; to enter a bot: arena submit BOT --league "));
  CHECK(error_with("variants", "[]") == " variants must have 1 to 200 variants, but it has 0");
  CHECK(error_with("entrants", R"(["a"])").starts_with(" entrants must have 2 to 1000 entrants, but it has 1; "));
  std::string many = "[\"x\"";
  for (int i = 0; i < 1000; ++i) many += ",\"x\"";
  CHECK(error_with("entrants", many + "]") == " entrants must have 2 to 1000 entrants, but it has 1001");
  CHECK(error_with("variants", many + "]") == " variants must have 1 to 200 variants, but it has 1001");
}

TEST_CASE("texts and names are what can be used") {
  CHECK(error_with_entrant("\"\"") == " entrants[1] must not be empty or contain a NUL");
  CHECK(error_with_entrant("\"a\\u0000b\"") == " entrants[1] must not be empty or contain a NUL");
  CHECK(error_with_entrant(R"({"bot": ""})") == " entrants[1].bot must not be empty or contain a NUL");
  CHECK(error_with_variant("\"\"") == " variants[0] must not be empty or contain a NUL");
  for (const std::string& name : {std::string("a b"), std::string(33, 'x'), std::string("a/b")}) {
    INFO(name);
    CHECK(error_with_entrant(R"({"bot": "b", "name": ")" + name + "\"}") ==
          " entrants[1].name must be 1 to 32 of the characters A-Z a-z 0-9 _ . -, with no . at either end and no - at "
          "the start, not \"" +
              name + "\"");
  }
  CHECK(error_with_entrant(R"({"bot": "b", "name": ")" + std::string(32, 'x') + "\"}") == "read");
}

TEST_CASE("what is not JSON is reported with line and column") {
  CHECK(error_of_text("{\n  \"league\": 1,\n  \"entrants\": [\"a\", \"b\",]\n}\n") ==
        "3:24: a comma before ]; expected another item, or none");
  CHECK(error_of_text("{\"league\": 1} {}").starts_with("1:15: "));
  CHECK(error_of_text("").starts_with("1:1: "));
  CHECK(error_of_text("{\"league\": 1").starts_with("1:13: "));
}

TEST_CASE("a duplicate key in one object is reported with its place") {
  CHECK(error_of_text("{\n  \"league\": 1,\n  \"blocks\": 2,\n  \"blocks\": 3\n}") == "4:3: duplicate key \"blocks\"");
  CHECK(error_of_text(R"({"league": 1, "l\u0065ague": 1})") == "1:15: duplicate key \"league\"");
  CHECK(error_with_limits(R"({"tries": 1, "faults": 1, "tries" : 1})").ends_with(": duplicate key \"tries\""));
  CHECK(error_with_entrant(R"({"bot": "a", "bot": "a"})").ends_with(": duplicate key \"bot\""));
  CHECK(error_of_text(R"({"x\u001b[31m": 1, "x\u001b[31m": 1})") == "1:20: duplicate key \"x\\x1b[31m\"");
}

TEST_CASE("equal keys of different objects and equal texts are no duplicates") {
  CHECK(league_of(R"({"league": 1, "entrants": [{"bot": "bot", "name": "a"}, {"name": "bot", "bot": "{\"bot\": "}],
                      "variants": [{"variant": "variant"}, {"variant": "}"}, "\\"], "blocks": 8})")
            .variants.size() == 3);
}

TEST_CASE("what is not a file of a sensible size is not read") {
  const ScratchFolder folder;
  const auto file = folder / "league.json";
  CHECK(error_of(file) == " No such file or directory");
  write_file(file, "{}" + std::string(1 << 20, ' '));
  CHECK(error_of(file) == " longer than 1048576 bytes");
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  CHECK(error_of(file) == " not a regular file");
  std::filesystem::remove(file);
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  CHECK(error_of(file) == " not a regular file");
}

TEST_CASE("a league file says its format, and what only that format has") {
  const auto league = [](const std::string& more, const std::string& length = R"("blocks": 8, )") {
    return "{" + length + R"("league": 1, "entrants": ["a", "b", "c"], "variants": ["black-lady@4"], )" + more + "}";
  };
  CHECK(league_of(league(R"("format": "round_robin")")).full == false);
  CHECK(league_of(league(R"("full": true)", "")).full);
  CHECK(league_of(league(R"("format": "gauntlet", "challengers": ["b"])")).challengers ==
        std::vector<std::string>{"b"});
  const League duel =
      league_of(league(R"("format": "duel", "test": {"margin1": 0.3, "alpha": 0.01, "forfeits_max": 0.2})", ""));
  REQUIRE(duel.duel);
  CHECK(*duel.duel == SequentialTest{SequentialTest::Measure::margin, 0, 0.3, 0.01, 0.05, 0.2});
  CHECK(*league_of(league(R"("format": "duel")", "")).duel == SequentialTest{});

  const auto error = [&](const std::string& more) { return error_of_text(league(more)); };
  CHECK(error(R"("format": "swiss")") == " format must be one of round_robin, gauntlet, duel, not \"swiss\"");
  CHECK(error(R"("format": "gauntlet")") ==
        R"( "challengers" is missing: the bots that meet all others in the gauntlet)");
  CHECK(error(R"("challengers": ["a"])") == R"( "challengers" is allowed only with "format": "gauntlet")");
  CHECK(error(R"("format": "duel", "full": true)") == R"( "full" is allowed only with "format": "round_robin")");
  CHECK(error(R"("test": {})") == R"( "test" is allowed only with "format": "duel")");
  CHECK(error(R"("format": "duel", "test": {"elo0": 0, "margin1": 1})") ==
        " test must be in Elo (elo0, elo1) or in points a hand (margin0, margin1), not in both");
  CHECK(error(R"("format": "duel", "test": {"elo0": 20})") ==
        " test is not a valid test: elo1 must be greater than elo0 by 0.001 or more, but elo0 is 20 and elo1 is 20");
  CHECK(error(R"("format": "duel", "test": {"alpha": "small"})") == " test.alpha must be a number, not \"small\"");
  CHECK(error_of_text(league(R"("format": "gauntlet", "challengers": ["b"])", "")) ==
        R"( the length is missing: give "blocks" or "games")");
}

}  // namespace league_file_test
