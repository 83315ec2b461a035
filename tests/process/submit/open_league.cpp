#include "tests/process/submit/open_league.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"

namespace submit_test {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr std::chrono::minutes kBound{4};

}  // namespace

std::string Receipt::text(const std::string& key) const {
  const json::value* value = said.if_contains(key);
  return value == nullptr || !value->is_string() ? "" : std::string(value->get_string());
}

std::string Receipt::refused(const std::string& key) const {
  const json::value* value = said.if_contains("refused");
  return value == nullptr || !value->is_object() ? "" : std::string(value->get_object().at(key).as_string());
}

OpenLeague::OpenLeague(const std::string& more) {
  fs::create_directory(league());
  folder_.write_league({arena::test::entrant(HEARTS_RANDOM_BOT, "luck")},
                       R"("variants": [{"variant": "black-lady@4", "hands": 1}], "blocks": 8, )" +
                           std::string(arena::test::kPatientLimits) + more,
                       "league/league.json");
}

std::vector<std::string> OpenLeague::words(const std::string& given, const std::vector<std::string>& more) const {
  std::vector<std::string> words = {
      "submit", (folder_ / given).string(), "--league", league().string(), "--json", "--log-level", "error"};
  if (std::ranges::find(more, "--isolation") == more.end()) {
    words.emplace_back("--isolation");
    words.emplace_back(arena::isolation_name(processes::best_isolation()));
  }
  words.insert(words.end(), more.begin(), more.end());
  return processes::arena_words(words);
}

Receipt OpenLeague::submit(const std::string& given, const std::vector<std::string>& more) const {
  Receipt receipt{processes::run(words(given, more), kBound * processes::kPatience), {}};
  INFO(receipt.finished.out << receipt.finished.err);
  REQUIRE(receipt.finished.end.exited);
  if (receipt.finished.out.starts_with('{')) receipt.said = json::parse(receipt.finished.out).as_object();
  const fs::path work = league() / "submissions/work";
  CHECK((!fs::exists(work) || fs::is_empty(work)));
  return receipt;
}

std::vector<std::string> OpenLeague::entrants() const {
  std::vector<std::string> words;
  const json::value league = json::parse(arena::test::read_file(this->league() / "league.json"));
  for (const json::value& entrant : league.at("entrants").as_array()) {
    const json::value& word = entrant.is_object() ? entrant.at("bot") : entrant;
    words.emplace_back(word.as_string());
  }
  return words;
}

json::object OpenLeague::list() const {
  const processes::Finished listed =
      processes::run(processes::arena_words({"submissions", league().string(), "--json"}), kBound);
  INFO(listed.err);
  REQUIRE(listed.end.number == 0);
  return json::parse(listed.out).as_object();
}

std::map<std::string, std::string> OpenLeague::states() const {
  std::map<std::string, std::string> states;
  const json::object said = list();
  for (const json::value& bot : said.at("bots").as_array()) {
    const std::string number = std::to_string(bot.at("number").as_int64());
    states[std::string(bot.at("name").as_string()) + " " + number] = bot.at("state").as_string();
  }
  return states;
}

std::map<std::string, std::string> OpenLeague::what_is_entered() const {
  std::map<std::string, std::string> all = arena::test::files_of(league());
  for (const char* own :
       {"submissions", "submissions/bots", "submissions/work", "submissions/lock", "submissions/refused.json"})
    all.erase(own);
  return all;
}

fs::path OpenLeague::make_bot(const std::string& name, const std::string& change, const std::string& author) const {
  const fs::path bot = folder_ / name;
  fs::create_directories(bot);
  fs::copy_file(HEARTS_RANDOM_BOT, bot / "bot", fs::copy_options::overwrite_existing);
  arena::test::write_file(bot / "bot.json", "{\"name\": \"" + name + "\", \"command\": [\"./bot\"], \"author\": \"" +
                                                (author.empty() ? name + "'s author" : author) +
                                                "\", \"version\": \"1" + change + "\"}");
  return bot;
}

}  // namespace submit_test
