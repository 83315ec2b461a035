// The JSON that commands print, and docs/json.md, which has each key of it and no other.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "arena/league/session/event_json.h"
#include "tests/cli/arena_command.h"

namespace json_test {

using namespace cli_test;

namespace {

/// What the page says about a key.
struct DocumentedKey {
  std::string type;
  bool may_be_null = false;
};
using Keys = std::map<std::string, DocumentedKey>;

/// The keys of each object that docs/json.md describes, by the title of its section.
std::map<std::string, Keys> documented_keys() {
  std::map<std::string, Keys> keys;
  std::string section;
  for (const std::string& line : lines_of(read_file(HEARTS_SOURCE_DIR "/docs/json.md"))) {
    if (line.starts_with("## ") || line.starts_with("### ")) section = line.substr(line.find(' ') + 1);
    if (!line.starts_with("| `") || std::ranges::count(line, '|') != 4) continue;
    const std::size_t type = line.find(" | ") + 3;
    const std::size_t text = line.find(" |", type);
    keys[section][line.substr(3, line.find('`', 3) - 3)] = {line.substr(type, text - type),
                                                            line.find("`null`", text) != std::string::npos};
  }
  return keys;
}

bool is_of_type(const json::value& value, const DocumentedKey& key) {
  const auto holds = [&](bool (json::value::*is)() const noexcept) {
    return value.is_array() &&
           std::ranges::all_of(value.get_array(), [&](const json::value& item) { return (item.*is)(); });
  };
  if (value.is_null()) return key.may_be_null;
  if (key.type == "string") return value.is_string();
  if (key.type == "number") return value.is_number();
  if (key.type == "boolean") return value.is_bool();
  if (key.type == "object") return value.is_object();
  if (key.type == "list") return value.is_array();
  if (key.type == "list of strings") return holds(&json::value::is_string);
  if (key.type == "list of objects") return holds(&json::value::is_object);
  return key.type == "list of numbers" &&
         (value.is_array() && std::ranges::all_of(value.get_array(), &json::value::is_number));
}

/// Adds the keys of an object, as the page names them, and checks their types. Objects in it whose keys the page does
/// not list count as one key.
void collect(const json::object& object, const Keys& documented, const std::string& before,
             std::set<std::string>& keys) {
  const auto has_keys_of = [&](const std::string& path) {
    return std::ranges::any_of(documented, [&](const auto& key) { return key.first.starts_with(path); });
  };
  for (const auto& member : object) {
    const std::string path = before + std::string(member.key());
    const json::value& value = member.value();
    if (value.is_array() && has_keys_of(path + "[].")) {
      for (const json::value& item : value.get_array()) collect(item.as_object(), documented, path + "[].", keys);
    } else if (value.is_object() && has_keys_of(path + ".")) {
      collect(value.get_object(), documented, path + ".", keys);
    } else {
      INFO(path << " is " << json::serialize(value));
      REQUIRE(documented.contains(path));
      CHECK(is_of_type(value, documented.at(path)));
      keys.insert(path);
    }
  }
}

/// What has been printed, compared with the page.
class Printed {
 public:
  void add(const std::string& section, const json::object& object) {
    INFO(section);
    REQUIRE(documented_.contains(section));
    collect(object, documented_.at(section), "", keys_[section]);
  }
  void add_events(const std::vector<json::object>& events) {
    for (const json::object& event : events) add(std::string(event.at("event").as_string()), event);
  }
  void check() const {
    for (const auto& [section, keys] : documented_) {
      if (section.starts_with("Output ") || section.starts_with("Hooks")) continue;
      INFO(section);
      REQUIRE(keys_.contains(section));
      std::set<std::string> on_the_page;
      for (const auto& [key, about] : keys) on_the_page.insert(key);
      CHECK(keys_.at(section) == on_the_page);
    }
  }

 private:
  const std::map<std::string, Keys> documented_ = documented_keys();
  std::map<std::string, std::set<std::string>> keys_;
};

std::vector<json::object> objects_in(const std::string& text) {
  std::vector<json::object> objects;
  REQUIRE((text.empty() || text.ends_with('\n')));
  for (const std::string& line : lines_of(text)) {
    INFO(line);
    objects.push_back(json::parse(line).as_object());
  }
  return objects;
}

std::string name_of(const json::object& event) { return std::string(event.at("event").as_string()); }

std::vector<json::object> events_named(const std::vector<json::object>& events, const std::string& name) {
  std::vector<json::object> found;
  std::ranges::copy_if(events, std::back_inserter(found),
                       [&](const json::object& event) { return name_of(event) == name; });
  return found;
}

/// A folder with bots, in which commands are asked for JSON.
class JsonFolder : public ArenaFolder {
 public:
  /// The arguments of a small run in `out`, of these bots and two others.
  static Words run_words(const std::string& out, const Words& more = {}, const Words& bots = {}) {
    return Words{"run"} + bots + Words{sample_bot("random_c"), sample_bot("watch_c"), "--variant", "royal-classic@2"} +
           Words{"--hands", "1", "--isolation", "none", "--seed", "7", "--log-level", "error", "--out", out} + more;
  }
  /// A bot that exits when its game begins, after it has written a line that is not an answer.
  void add_rude_bot() const {
    fs::create_directory(*this / "rude");
    write_program(*this / "rude/bot.py",
                  FirstWordsBot{.at_ask = {"print('\\x1b[31m \\u202e \\u00e4', flush=True)", "sys.exit(3)"}}.text());
    write_file(*this / "rude/bot.json", R"({"name": "rude", "command": ["./bot.py"]})");
  }
  /// The objects that a command prints. Nothing else is on standard output.
  std::vector<json::object> objects(const Words& arguments, int code = 0) const {
    const Outcome outcome = arena(arguments + Words{"--json"});
    INFO(arguments.front() << ": " << outcome.err);
    CHECK(outcome.code == code);
    return objects_in(outcome.out);
  }
  json::object object(const Words& arguments, int code = 0) const {
    const std::vector<json::object> all = objects(arguments, code);
    REQUIRE(all.size() == 1);
    return all.front();
  }
};

}  // namespace

TEST_CASE("docs/json.md has each key that is printed with its type, and no other") {
  const JsonFolder folder;
  Printed printed;
  folder.add_rude_bot();
  printed.add_events(folder.objects(JsonFolder::run_words("season", {"--blocks", "8"})));
  printed.add_events(
      folder.objects(JsonFolder::run_words("rudely", {"--withdraw-after", "2", "--blocks", "40"}, {"rude"})));
  const std::vector<json::object> duel = folder.objects(
      {"duel", sample_bot("rules_cpp"), sample_bot("random_c"), "--variant", "royal-classic@4", "--hands", "1",
       "--games", "200", "--isolation", "none", "--log-level", "error", "--out", "duel"});
  printed.add_events(duel);
  const std::vector<json::object> watched = folder.objects({"watch", "duel", "--once"});
  CHECK(events_named(watched, "duel").back().at("verdict").as_string() == "stronger");
  for (const auto& events : {duel, watched}) CHECK(events_named(events, "leader").empty());
  printed.add_events(watched);
  printed.add_events(folder.objects(JsonFolder::run_words("long", {"--blocks", "100000", "--max-time", "1s"}), 130));
  printed.add_events(folder.objects({"run", "nobody"}, 2));
  // Programs that are no bots.
  printed.add_events(folder.objects(JsonFolder::run_words("none", {"--blocks", "1"}, {"true"}), 1));
  printed.add_events(folder.objects({"watch", "season", "--once"}));
  printed.add("void", arena::void_event("0123456789abcdef", {}));
  printed.add("warning", arena::warning_event("text"));

  const json::object plan =
      folder.object({"plan", sample_bot("random_c"), sample_bot("watch_c"), "--variant", "royal-classic@2", "--blocks",
                     "10", "--isolation", "none", "--commit", "planned", "--shards", "2", "--log-level", "error"});
  printed.add("plan", plan);
  for (const auto& member : plan.at("shard").as_object()) CHECK(plan.contains(member.key()));
  printed.add("verify", folder.object({"verify", "season", "--digest", std::string(64, '0')}, 1));
  printed.add("replay", folder.object({"replay", "season", "b0g0"}));
  printed.add("retry", folder.object({"retry", "season", "b0g0", "20", sample_bot("watch_c"), "--seat", "0"}, 1));
  printed.check();
}

TEST_CASE("the events of a run begin with started and end with finished, and have each game and each fault once") {
  const JsonFolder folder;
  folder.add_rude_bot();
  const std::vector<json::object> events =
      folder.objects(JsonFolder::run_words("season", {"--blocks", "40"}, {"rude"}));
  // Only the warning about the isolation may be earlier.
  REQUIRE(name_of(events.at(0)) == "warning");
  REQUIRE(name_of(events.at(1)) == "started");
  CHECK(name_of(events.back()) == "finished");
  std::set<std::string> games;
  for (const json::object& game : events_named(events, "game")) games.insert(std::string(game.at("game").as_string()));
  const std::vector<std::string> records = lines_of(read_file(folder / "season/games.jsonl"));
  CHECK(games.size() == records.size() - 2);
  CHECK(events_named(events, "game").size() == games.size());
  CHECK(events.at(1).at("games") == json::value(games.size()));
  CHECK(events.back().at("done") == json::value(games.size()));
  CHECK(events.back().at("ratings").as_string() == "season/ratings.json");
  const std::vector<json::object> faults = events_named(events, "fault");
  REQUIRE(faults.size() == lines_of(read_file(folder / "season/faults.jsonl")).size());
  CHECK(faults.at(0).at("bot").as_string() == "rude");
  // The last standings are those of the ratings.
  const json::object ratings = json::parse(read_file(folder / "season/ratings.json")).as_object();
  CHECK(events_named(events, "standings").back().at("rows") ==
        ratings.at("tables").as_array().at(0).as_object().at("rows"));
  CHECK(events_named(events, "standings").back().at("intervals") == ratings.at("intervals"));
  CHECK(ratings.at("intervals") == json::object{{"kind", "plain"}});
  const std::vector<json::object> leaders = events_named(events, "leader");
  REQUIRE(!leaders.empty());
  CHECK(leaders.back().at("lead").to_number<double>() > 0);
  CHECK(leaders.back().at("lead_pm").to_number<double>() <= 200);
  CHECK(leaders.back().at("bot") ==
        ratings.at("tables").as_array().at(0).as_object().at("rows").as_array().at(0).as_object().at("bot"));

  // The lines of the bots are shown as in records.
  CHECK_THAT(std::string(faults.at(0).at("detail").as_string()), ContainsSubstring("exit code 3"));
  folder.add_bot("loud");
  write_file(folder / "loud/bot.json",
             R"({"name": "loud", "command": ["sh", "-c", "printf '\\033\\342\\200\\256\n'"]})");
  const std::vector<json::object> failed =
      folder.objects(JsonFolder::run_words("loudly", {"--games", "4"}, {"loud"}), 1);
  CHECK(name_of(failed.back()) == "stopped");
  CHECK(failed.back().at("why").as_string() == "bots_failed");
  const std::string detail(events_named(failed, "fault").at(0).at("detail").as_string());
  CHECK_THAT(detail, ContainsSubstring(R"(\x1b\xe2\x80\xae)"));
}

TEST_CASE("a reader of events that goes away does not stop the run") {
  const JsonFolder folder;
  std::string command = HEARTS_ARENA_PROGRAM;
  for (const std::string& word : JsonFolder::run_words("season", {"--blocks", "300", "--json"}))
    command += " '" + word + "'";
  const Outcome outcome = run_in(folder.path(), {"bash", "-c", "set -o pipefail; " + command + " | head -n 2"});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(objects_in(outcome.out).size() == 2);
  CHECK(folder.object({"verify", "season"}).at("games") == json::value(600));
}

TEST_CASE("a full disk is an error of a command that prints JSON") {
  const JsonFolder folder;
  const Outcome outcome = run_in(
      folder.path(),
      {"sh", "-c", std::string(HEARTS_ARENA_PROGRAM) + " plan " + sample_bot("random_c") + " --json >/dev/full"});
  CHECK(outcome.code == 1);
  CHECK(outcome.err == "error: standard output cannot be written\n");
}

TEST_CASE("watch prints the games that are played after it began to watch, and the end of the run") {
  const JsonFolder folder;
  REQUIRE(folder.arena(JsonFolder::run_words("season", {"--blocks", "64"})).code == 0);
  // As an arena that was killed leaves it: a line is torn, and there is no end.
  const std::string records = read_file(folder / "season/games.jsonl");
  const std::size_t end = records.rfind('\n', records.size() - 2);
  write_file(folder / "season/games.jsonl", records.substr(0, end - 100));
  const std::vector<json::object> before = folder.objects({"watch", "season", "--once"});
  CHECK(before.at(0).at("done") == json::value(127));
  CHECK(events_named(before, "progress").at(0).at("playing") == json::value(false));
  CHECK(events_named(before, "game").empty());
  REQUIRE(name_of(before.back()) == "standings");
  const json::object& intervals = before.back().at("intervals").as_object();
  CHECK(intervals.at("kind") == "planned");
  CHECK(intervals.at("played").to_number<double>() > 0.9);
  CHECK(intervals.at("played").to_number<double>() < 1);

  const std::string arena = HEARTS_ARENA_PROGRAM;
  std::string resume = arena;
  for (const std::string& word : JsonFolder::run_words("season", {"--blocks", "64"})) resume += " '" + word + "'";
  const Outcome outcome =
      run_in(folder.path(), {"bash", "-c",
                             "exec 3< <(" + arena + " watch season --json); read -r first <&3; echo \"$first\"; " +
                                 resume + " >/dev/null && cat <&3"});
  INFO(outcome.err);
  const std::vector<json::object> events = objects_in(outcome.out);
  CHECK(name_of(events.at(0)) == "started");
  CHECK(events_named(events, "game").size() == 1);
  CHECK(name_of(events.back()) == "finished");
  CHECK(events.back().at("done") == json::value(128));
  CHECK(events_named(events, "started").size() == 1);
}

TEST_CASE("watch ends when the reader of its events goes away, although nothing happens") {
  const JsonFolder folder;
  REQUIRE(folder.arena(JsonFolder::run_words("season", {"--blocks", "64"})).code == 0);
  const std::string records = read_file(folder / "season/games.jsonl");
  write_file(folder / "season/games.jsonl", records.substr(0, records.rfind('\n', records.size() - 2) + 1));
  const Outcome outcome = run_in(
      folder.path(),
      {"bash", "-c", "set -o pipefail; " + std::string(HEARTS_ARENA_PROGRAM) + " watch season --json | head -n 1"});
  CHECK(outcome.code == 0);
  CHECK(name_of(objects_in(outcome.out).at(0)) == "started");
  // The same before the run has begun.
  const Outcome early = run_in(
      folder.path(),
      {"bash", "-c", "set -o pipefail; " + std::string(HEARTS_ARENA_PROGRAM) + " watch autumn --json | head -n 0"});
  CHECK(early.code == 0);
  CHECK(early.err == "");
}

TEST_CASE("under --json no command mixes text for people into its output") {
  const JsonFolder folder;
  folder.does(JsonFolder::run_words("season", {"--blocks", "4", "--name", "Autumn"}));
  const std::vector<json::object> events =
      folder.objects({"gauntlet", sample_bot("rules_cpp"), "season", "--blocks", "2", "--isolation", "none", "--out",
                      "gauntlet", "--report", "page.html", "--log-level", "error"});
  CHECK(name_of(events.back()) == "finished");
  CHECK(fs::exists(folder / "page.html"));
  const std::vector<json::object> again =
      folder.objects(JsonFolder::run_words("season", {"--blocks", "4", "--name", "Autumn"}));
  CHECK(name_of(again.back()) == "finished");
  CHECK(events_named(again, "game").empty());
  const std::vector<json::object> games = folder.objects({"replay", "season"});
  CHECK(games.size() == 8);
  CHECK(folder.objects({"replay", "season", "--bot", "random_c"}).size() == 8);
  CHECK(folder.arena({"replay", "season", "b0g0", "--bot", "random_c", "--json"}).code == 2);
  CHECK(folder.object({"verify", "season"}).at("good") == json::value(true));
  const json::object differs = folder.object({"verify", "season", "--receipt", std::string(64, 'a')}, 1);
  CHECK(differs.at("good") == json::value(false));
  CHECK(differs.at("problems_found") == json::value(1));
}

TEST_CASE("a shard prints its events, and its end has no ratings") {
  const JsonFolder folder;
  Words league = JsonFolder::run_words("season", {"--blocks", "4"});
  Words plan = league;
  plan[0] = "plan";
  std::ranges::replace(plan, std::string("--out"), std::string("--commit"));
  folder.does(plan + Words{"--shards", "2"});
  std::erase(league, "--seed");
  std::erase(league, "7");
  const std::vector<json::object> events = folder.objects(league + Words{"--shard", "0/2"});
  const std::vector<json::object> started = events_named(events, "started");
  REQUIRE(started.size() == 1);
  CHECK(started[0].at("shard").as_string() == "0/2");
  CHECK(events_named(events, "standings").empty());
  CHECK(name_of(events.back()) == "finished");
  CHECK(events.back().at("ratings").is_null());
  CHECK(events.back().at("done") == json::value(4));
  const std::vector<json::object> again = folder.objects(league + Words{"--shard", "0/2"});
  REQUIRE(again.size() == 1);
  CHECK(again[0].at("run").is_null());
  CHECK(name_of(again[0]) == "finished");
}

}  // namespace json_test
