// A bot that helps its friend, in the real arena: arena rate names the two, and shows the ratings without them.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace friends_test {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;

constexpr std::string_view kHelper = "ant";
constexpr std::string_view kFriend = "bee";

std::string output_of_arena(const std::vector<std::string>& words) {
  const processes::Finished done = processes::run(processes::arena_words(words), 120s * processes::kPatience);
  INFO(done.out << done.err);
  REQUIRE(done.end.exited);
  REQUIRE(done.end.number == 0);
  return done.out;
}

/// Plays 160 blocks between six bots that are told who sits at their table.
void play(const fs::path& folder, bool has_helper) {
  std::vector<std::string> words = {"run"};
  for (const std::string name : {"ant", "bee", "cat", "dog", "elk", "fox"}) {
    const fs::path bot = folder / name;
    fs::create_directories(bot);
    for (const char* const file :
         {"tests/process/cheats/helps_friend.py", "sample_bots/client/python/hearts_client.py"})
      fs::copy_file(processes::in_repository(file), bot / fs::path(file).filename());
    json::array command = {"python3", "helps_friend.py"};
    if (has_helper && name == kHelper) command.emplace_back(kFriend);
    const json::object manifest = {{"name", name}, {"author", name}, {"command", command}};
    arena::test::write_file(bot / "bot.json", json::serialize(manifest));
    words.push_back(bot.string());
  }
  for (const char* const option : {"--variant", "black-lady@4", "--hands", "4", "--seed", "friends", "--blocks", "160",
                                   "--reveal-names", "--startup", "60000", "--move", "60000", "--bank", "600000"})
    words.emplace_back(option);
  words.insert(words.end(), {"--out", (folder / "run").string()});
  output_of_arena(words);
}

json::value ratings_of(const fs::path& folder, const std::vector<std::string>& options = {}) {
  std::vector<std::string> words = {"rate", (folder / "run").string(), "--json"};
  words.insert(words.end(), options.begin(), options.end());
  return json::parse(output_of_arena(words));
}

double elo_of_friend(const json::value& ratings) {
  for (const json::value& row : ratings.at("tables").at(0).at("rows").as_array()) {
    if (row.at("bot").as_string() == kFriend) return row.at("elo").to_number<double>();
  }
  throw std::runtime_error("no row of the friend");
}

}  // namespace

TEST_CASE("a bot that helps its friend is named with it, and nobody else is", "[thorough]") {
  const arena::test::ScratchFolder folder;
  play(folder.path(), true);
  const json::value ratings = ratings_of(folder.path());
  const json::array& pairs = ratings.at("pairs_to_look_at").as_array();
  INFO(json::serialize(pairs));
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].at("helper").as_string() == kHelper);
  CHECK(pairs[0].at("gainer").as_string() == kFriend);
  const double with = elo_of_friend(ratings);
  const double without = elo_of_friend(ratings_of(folder.path(), {"--without-pairs"}));
  std::printf("a friend with its helper: Elo %.0f, without it %.0f; p = %.2g in %d blocks together\n", with, without,
              pairs[0].at("p").to_number<double>(), pairs[0].at("blocks").to_number<int>());
  CHECK(without < with - 20);
  output_of_arena({"verify", (folder / "run").string()});  // the standings name the pair, and follow from the games
}

TEST_CASE("six bots that do not help each other are no pair to look at", "[thorough]") {
  const arena::test::ScratchFolder folder;
  play(folder.path(), false);
  const json::value ratings = ratings_of(folder.path());
  CHECK(ratings.at("pair_tests").to_number<int>() == 30);
  CHECK(ratings.at("pairs_to_look_at").as_array().empty());
}

}  // namespace friends_test
