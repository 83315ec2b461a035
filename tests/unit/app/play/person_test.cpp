#include <boost/json/object.hpp>

#include "arena/app/play/terminal_player.h"

#include <set>

#include "arena/base/seeds/digest.h"
#include "arena/records/manifest_difference.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace person_test {

using namespace arena;
using namespace arena::test;

TEST_CASE("a person is an entry behind the bots, whose hash says so") {
  Manifest manifest = made_manifest("black-lady@4", RunKey::from_seed("person"), 3, 4);
  CHECK(add_person(manifest) == 3);
  CHECK(manifest.bots[3].name == "human");
  CHECK(manifest.bots[3].hash == hex(digest_of("a person at a terminal")));
  CHECK(add_person(manifest) == 4);
  CHECK(manifest.bots[4].name == "human-2");
}

TEST_CASE("a manifest with a person is read as it was written") {
  Manifest manifest = made_manifest("black-lady@4", RunKey::from_seed("person"), 3, 4);
  add_person(manifest);
  const Manifest read = read_manifest(manifest_json(manifest), "here");
  CHECK_FALSE(manifest_difference(read, manifest));
}

TEST_CASE("of a block a person plays one game, in the seat that is asked for") {
  const Block block{0, 0, {2, 0, 3, 1}};
  CHECK(is_persons_game(block, 0, 3, -1));
  CHECK_FALSE(is_persons_game(block, 1, 3, -1));
  std::set<int> games;
  for (int seat = 0; seat < 4; ++seat) {
    int found = 0;
    for (int game = 0; game < 4; ++game) {
      if (!is_persons_game(block, game, 3, seat)) continue;
      ++found;
      games.insert(game);
    }
    CHECK(found == 1);
  }
  CHECK(games.size() == 4);
}

}  // namespace person_test
