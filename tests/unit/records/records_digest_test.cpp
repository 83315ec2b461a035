#include <algorithm>
#include <random>
#include <set>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace records_digest_test {

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("digest");

struct Line {
  int block;
  int game;
  std::string text;
};

std::string digest(const Manifest& manifest, const std::vector<Line>& lines, int void_block = -1) {
  RecordsDigest sum(manifest);
  for (const Line& line : lines) sum.add_game(line.block, line.game, line.text);
  if (void_block >= 0) sum.add_void(void_block, "void");
  return sum.value();
}

}  // namespace

TEST_CASE("the digest does not depend on the order of the lines, and on all else") {
  const Manifest manifest = made_league({"black-lady@4"}, kKey, 4, 3);
  std::vector<Line> lines;
  for (int block = 0; block < 3; ++block) {
    for (int game = 0; game < 4; ++game) lines.push_back({block, game, std::to_string(10 * block + game)});
  }
  const std::string value = digest(manifest, lines);
  CHECK(value.size() == 64);
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(lines.begin(), lines.end(), random);
    CHECK(digest(manifest, lines) == value);
  }

  std::set<std::string> values = {value, digest(manifest, {})};
  const auto is_new = [&](const std::string& other) { return values.insert(other).second; };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<Line> changed = lines;
    changed[i].text += " ";
    CHECK(is_new(digest(manifest, changed)));
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(is_new(digest(manifest, changed)));
  }
  for (int block = 0; block < 4; ++block) CHECK(is_new(digest(manifest, lines, block)));
  std::swap(lines[0].text, lines[1].text);
  CHECK(is_new(digest(manifest, lines)));
  Manifest other = manifest;
  ++other.limits.tries;
  CHECK(is_new(digest(other, lines)));
  other = manifest;
  other.entropy = "chance";
  CHECK(is_new(digest(other, lines)));
}

TEST_CASE("the digest of a file is that of its lines, after each game") {
  const ScratchFolder folder;
  const Manifest manifest = made_league({"black-lady@4"}, kKey, 4, 2);
  const std::vector<GameRecord> games = made_games(manifest, kKey);
  const std::vector<std::string> lines = made_lines(manifest, games, kKey);
  write_file(folder / "games.jsonl", joined(lines));
  RecordsDigest expected(manifest);
  int calls = 0;
  const RunSummary found = read_run(
      folder.path(), [](GameRecord&&, const hearts::GameRules&, const std::string&) {}, {},
      [&](const RecordsDigest& sofar, int count) {
        const auto i = static_cast<std::size_t>(calls);
        std::string line = lines.at(i + 1);
        line.pop_back();
        expected.add_game(games.at(i).block, games.at(i).game, line);
        CHECK(sofar.value() == expected.value());
        CHECK(count == ++calls);
      });
  CHECK(calls == 8);
  REQUIRE(found.last().digest);
  CHECK(found.last().digest->value() == expected.value());
}

}  // namespace records_digest_test
