// No process lives while a deal is played that it, or a process that lives beside it, has met in another seat.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "arena/records/run_folder.h"
#include "arena/seeds/run_key.h"
#include "tests/catch.h"
#include "tests/cli/arena_command.h"
#include "tests/unit/records/scratch_folder.h"

namespace epochs_test {

using namespace cli_test;
using arena::test::bytes_of;
using arena::test::ScratchFolder;

namespace {

constexpr const char* kSeed = "epochs";
constexpr const char* kVariant = "black-lady@4";

/// What one process was told: the places in the order of play of its first and last game.
struct Life {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The processes whose bytes stand in a file of the wire's log. Each begins with `hello`.
std::vector<Life> lives_in(const std::string& to_bot, const std::map<std::string, std::size_t>& place_of_token) {
  std::vector<Life> lives;
  bool played = false;
  std::istringstream lines(to_bot);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("hello ")) played = false;
    if (!line.starts_with("game ")) continue;
    const std::size_t place = place_of_token.at(line.substr(5, 8));
    if (!std::exchange(played, true)) lives.push_back({place, place});
    lives.back().last = place;
  }
  return lives;
}

}  // namespace

TEST_CASE("while a process lives every deal is played once at most") {
  const ScratchFolder folder;
  std::vector<std::string> words = {
      "run", "--variant",     kVariant, "--blocks",    "12",   "--hands",      "1",     "--seed",
      kSeed, "--concurrency", "1",      "--isolation", "none", "--keep-bytes", "--out", "run"};
  for (int bot = 0; bot < 6; ++bot) words.push_back(sample_bot("random_c"));
  REQUIRE(run_arena(folder.path(), words).code == 0);

  const arena::RunKey key = arena::RunKey::from_seed(kSeed);
  std::vector<int> blocks;  // in the order of play
  std::map<std::string, std::size_t> place_of_token;
  arena::read_run(folder / "run", [&](arena::GameRecord&& game, const hearts::GameRules&, const std::string&) {
    for (int seat = 0; seat < 4; ++seat)
      place_of_token[key.block_seed(kVariant, game.block).token(game.game, seat)] = blocks.size();
    blocks.push_back(game.block);
  });
  REQUIRE(blocks.size() == 48);

  std::size_t processes = 0;
  for (const auto& [name, bytes] : files_of(folder / "run/wire")) {
    if (!name.ends_with(".to_bot")) continue;
    INFO(name);
    for (const Life& life : lives_in(bytes, place_of_token)) {
      ++processes;
      std::set<int> met;
      for (std::size_t place = life.first; place <= life.last; ++place) CHECK(met.insert(blocks[place]).second);
    }
  }
  CHECK(processes == 4 * 6);  // one of each bot an epoch
}

}  // namespace epochs_test
