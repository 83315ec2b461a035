// A bot that does better in the later games of a block is named, because it may know their deals.

#include "arena/base/seeds/run_key.h"
#include "tests/cli/arena_command.h"

namespace suspects_test {

using namespace cli_test;

namespace {

constexpr const char* kSeed = "suspects";
constexpr const char* kVariant = "black-lady@4";
constexpr int kBlocks = 40;

/// The tokens of all games but the first of each block, between spaces.
std::string tokens_of_later_games() {
  const arena::RunKey key = arena::RunKey::from_seed(kSeed);
  std::string tokens;
  for (int block = 0; block < kBlocks; ++block) {
    const arena::BlockSeed seed = key.block_seed(kVariant, block);
    const std::vector<int> order = seed.game_order(4);
    for (std::size_t turn = 1; turn < order.size(); ++turn) {
      for (int seat = 0; seat < 4; ++seat) tokens += seed.token(order[turn], seat) + " ";
    }
  }
  return tokens;
}

/// A bot that passes high cards and plays low ones in the later games of a block, and does the reverse in the first.
std::string cheat() {
  return "#!/usr/bin/python3\n"
         "import sys\n"
         "later = set('" +
         tokens_of_later_games() +
         "'.split())\n"
         "knows = False\n"
         "for line in sys.stdin:\n"
         "    word = line.split()\n"
         "    if word[0] == 'hello': print('ready', flush=True)\n"
         "    if word[0] == 'game': knows = word[1] in later\n"
         "    if word[0] == 'ask':\n"
         "        cards = sorted(word[word.index(':') + 1:], key=lambda card: '23456789TJQKA'.find(card[0]))\n"
         "        if (word[2] == 'pass') == knows: cards.reverse()\n"
         "        print(word[1], *cards[:int(word[3])], flush=True)\n"
         "    if word[0] == 'quit': break\n";
}

Words run_words(const std::string& first_bot) {
  Words words = {"run",     "--variant", kVariant, "--blocks", std::to_string(kBlocks),
                 "--hands", "1",         "--seed", kSeed,      "--isolation",
                 "none",    "--out",     "run",    first_bot};
  for (int bot = 0; bot < 3; ++bot) words.push_back(sample_bot("random_c"));
  return words;
}

}  // namespace

TEST_CASE("run, rate and verify name a bot that does better in later games, and verify --strict fails", "[memory]") {
  const ScratchFolder folder;
  write_program(folder / "knows", cheat());
  const Outcome run = run_arena(folder.path(), run_words("./knows"));
  INFO(run.err);
  REQUIRE(run.code == 0);
  const std::string sentence = "\nknows does better in later games of a block, whose deals it may know: +";
  CHECK_THAT(run.out, ContainsSubstring(sentence));
  CHECK_THAT(run_arena(folder.path(), {"rate", "run"}).out, ContainsSubstring(sentence));
  const json::value ratings = json::parse(read_file(folder / "run/ratings.json"));
  CHECK(ratings.at("order_tests") == 8);
  REQUIRE(ratings.at("suspects").as_array().size() == 1);
  CHECK(ratings.at("suspects").at(0).at("bot") == "knows");

  const Outcome verified = run_arena(folder.path(), {"verify", "run"});
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, ContainsSubstring(sentence));
  CHECK_THAT(verified.out,
             ContainsSubstring("\n- that no bot knew deals from earlier games of a block: see the bots named above\n"));
  const Outcome strict = run_arena(folder.path(), {"verify", "run", "--strict"});
  CHECK(strict.code == 1);
  CHECK(strict.out == verified.out);
}

TEST_CASE("verify --strict accepts a run of honest bots") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), run_words(sample_bot("random_c"))).code == 0);
  const Outcome verified = run_arena(folder.path(), {"verify", "run", "--strict"});
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out,
             ContainsSubstring("\n- that no bot knew deals from earlier games of a block: 8 tests found none, "
                               "but a bot may use what it knows too rarely\n"));
}

}  // namespace suspects_test
