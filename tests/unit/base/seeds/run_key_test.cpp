// The figures come from another implementation of BLAKE2b: hashlib.blake2b(words, digest_size=32, key=key) of Python.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arena/base/seeds/digest.h"
#include "arena/base/seeds/run_key.h"
#include "engine/deal.h"
#include "engine/deck.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace run_key_test {

using namespace arena;

namespace {

const std::string kKeyOfSeven = "1a6617d3c7ade7c6d9b24fe4a32d896c5f86b59f79c451f2edf957d21e9b53b9";

/// What a key gives for one place, all purposes together.
std::set<std::uint64_t> all_of(const RunKey& key, const std::string& variant, int block, int number) {
  std::set<std::uint64_t> values;
  const BlockSeed seed = key.block_seed(variant, block);
  for (const std::uint64_t word : seed.deal_seed(number)) values.insert(word);
  values.insert(seed.bot_seed(number, 0));
  values.insert(std::stoull(seed.token(number, 0), nullptr, 16));
  return values;
}

}  // namespace

TEST_CASE("the hash is BLAKE2b-256") {
  CHECK(hex(digest_of("abc")) == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  CHECK(hex(digest_of("")) == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

TEST_CASE("a word of a digest has its lowest byte first") {
  const Digest digest = digest_of("abc");
  CHECK(word_of(digest, 0) == 0x723942633c81ddbd);
  CHECK(word_of(digest, 1) == 0x9b5798ee3fef7131);
  CHECK(word_of(digest, 2) == 0x423ecbb13b4e9694);
  CHECK(word_of(digest, 3) == 0x1923d568c0c86272);
}

TEST_CASE("bytes may be fed in pieces") {
  const std::string text(1000, 'x');
  for (const std::size_t piece : {1U, 7U, 127U, 128U, 129U, 1000U}) {
    Hasher hasher;
    for (std::size_t at = 0; at < text.size(); at += piece) hasher.feed(std::string_view(text).substr(at, piece));
    CHECK(hasher.finish() == digest_of(text));
  }
  CHECK(digest_of(text) != digest_of(text + "x"));
}

TEST_CASE("a seed gives one key, and the key the same chance for ever") {
  const RunKey key = RunKey::from_seed("7");
  CHECK(key.to_hex() == kKeyOfSeven);
  CHECK(key.commitment() == "574d4d31e4a9cc527a149bfc803f99b19ddcaee807a2cd72cc93bbb7789614f0");
  const BlockSeed seed = key.block_seed("black-lady@4", 0);
  CHECK(seed.to_hex() == "0b40c663224f6248e41809d583343db5f25cc48941dcb9640f4cc7cdb3107d45");
  CHECK(seed.deal_seed(1) == DealSeed{0x7e9689bed514f855, 0xebb6e640adb8e9b1, 0x0601ddb9ab4f2ec9, 0xf3df74dd73a02701});
  CHECK(seed.deal_seed(0, 1) != seed.deal_seed(1));
  CHECK(seed.deal_seed(0, 1) != seed.deal_seed(1, 1));
  CHECK(seed.deal_seed(3, 2) ==
        DealSeed{0x1f9219a92e795d8d, 0x92df24b88f468195, 0x732ccd5be7fe89f9, 0x43d7e604fa0b3c1a});
  const int dealers[] = {2, 3, 2, 0, 2, 0, 3, 0};
  for (int block = 0; block < 8; ++block) {
    CHECK(key.block_seed("black-lady@4", block).first_dealer(4) == dealers[block]);
  }
  CHECK(seed.bot_seed(3, 2) == 1002383157U);
  CHECK(seed.token(3, 2) == "7af73050");
  CHECK(BlockSeed::from_hex(seed.to_hex()) == seed);
  CHECK_FALSE(BlockSeed::from_hex("7"));
}

TEST_CASE("a key and a place give one deal for ever") {
  const hearts::GameRules rules(hearts::resolve_variant("black-lady@4"));
  hearts::Random random(RunKey::from_seed("7").block_seed("black-lady@4", 0).deal_seed(1));
  const hearts::Deal deal = hearts::deal_cards(rules, 0, random);
  CHECK(hearts::cards_text(rules.deck(), deal.hands[0][0]) == "6C 9C JC QC 4D 5D 6D 9D TD 6S 8S JS 7H");
  CHECK(hearts::cards_text(rules.deck(), deal.hands[0][3]) == "3C 8C TC 7D JD AD 3S QS AS 2H 3H 6H TH");
}

TEST_CASE("a key is 64 hexadecimal digits and nothing else") {
  REQUIRE(RunKey::from_hex(kKeyOfSeven));
  CHECK(*RunKey::from_hex(kKeyOfSeven) == RunKey::from_seed("7"));
  std::string upper = kKeyOfSeven;
  for (char& c : upper) c = static_cast<char>(std::toupper(c));
  REQUIRE(RunKey::from_hex(upper));
  CHECK(RunKey::from_hex(upper)->to_hex() == kKeyOfSeven);

  CHECK_FALSE(RunKey::from_hex(""));
  CHECK_FALSE(RunKey::from_hex(kKeyOfSeven.substr(1)));
  CHECK_FALSE(RunKey::from_hex(kKeyOfSeven + "0"));
  CHECK_FALSE(RunKey::from_hex(kKeyOfSeven + "\n"));
  for (std::size_t at : {0U, 1U, 31U, 63U}) {
    for (char wrong : {'g', ' ', ':', '\0', '\xC3', '-'}) {
      std::string text = kKeyOfSeven;
      text[at] = wrong;
      INFO(at << " " << static_cast<int>(wrong));
      CHECK_FALSE(RunKey::from_hex(text));
    }
  }
}

TEST_CASE("random keys differ, and from keys of seeds") {
  std::set<std::string> keys;
  for (int i = 0; i < 100; ++i) keys.insert(RunKey::random().to_hex());
  for (const char* seed : {"", "0", "1", "seven", "7 ", " 7", "07"}) keys.insert(RunKey::from_seed(seed).to_hex());
  CHECK(keys.size() == 107);
  CHECK_FALSE(keys.contains(kKeyOfSeven));
}

TEST_CASE("the commitment binds to the key") {
  const RunKey key = RunKey::from_seed("7");
  CHECK(key.commitment() != key.to_hex());
  for (std::size_t digit : {0U, 20U, 63U}) {
    std::string other = kKeyOfSeven;
    other[digit] = other[digit] == '0' ? '1' : '0';
    CHECK(RunKey::from_hex(other)->commitment() != key.commitment());
  }
}

TEST_CASE("each public random text makes another key, and without one the key stays as it is") {
  const RunKey key = RunKey::from_seed("7");
  CHECK(key.mixed_with("") == key);
  CHECK(key.mixed_with("5 8 13") == key.mixed_with("5 8 13"));
  CHECK(key.mixed_with("5 8 13") != key);
  CHECK(key.mixed_with("5 8 13") != key.mixed_with("5 8 14"));
  CHECK(key.mixed_with("5 8 13") != RunKey::from_seed("8").mixed_with("5 8 13"));
}

TEST_CASE("purpose, variant, block, game, hand and seat each give values of their own") {
  const RunKey key = RunKey::from_seed("7");
  std::set<std::uint64_t> values;
  std::size_t expected = 0;
  for (const char* variant : {"black-lady@4", "black-lady@3", "royal-classic@4"}) {
    for (int block = 0; block < 12; ++block) {
      for (int number = 0; number < 12; ++number) {
        values.merge(all_of(key, variant, block, number));
        expected += 6;
      }
    }
  }
  CHECK(values.size() == expected);

  std::set<std::uint32_t> seeds;
  for (int game = 0; game < 12; ++game) {
    for (int seat = 0; seat < 6; ++seat) seeds.insert(key.block_seed("black-lady@6", 1).bot_seed(game, seat));
  }
  CHECK(seeds.size() == 12 * 6);
  CHECK(*seeds.rbegin() <= 2147483647U);
  // Neighbouring numbers do not run together: 1/11 is not 11/1.
  const BlockSeed seed = key.block_seed("v", 1);
  CHECK(seed.bot_seed(1, 11) != seed.bot_seed(11, 1));
  CHECK(seed.token(1, 11) != seed.token(11, 1));
  CHECK(key.block_seed("v", 1) != key.block_seed("v/1", 1));
}

TEST_CASE("every seat deals first about equally often") {
  const RunKey key = RunKey::from_seed("dealers");
  for (int seats : {2, 3, 5, 6}) {
    std::vector<int> times(static_cast<std::size_t>(seats), 0);
    for (int block = 0; block < 600; ++block)
      ++times.at(static_cast<std::size_t>(key.block_seed("v", block).first_dealer(seats)));
    INFO(seats);
    CHECK(*std::min_element(times.begin(), times.end()) > 600 / seats * 3 / 4);
  }
}

TEST_CASE("the number of a first question follows from block, game and seat") {
  const BlockSeed seed = RunKey::from_seed("7").block_seed("black-lady@4", 0);
  CHECK(seed.first_question(0, 0) == 410871001);
  CHECK(seed.first_question(3, 2) == 520462001);
  CHECK(seed.first_question(1, 11) == 158939001);
  CHECK(seed.first_question(11, 1) == 462802001);
}

TEST_CASE("first questions end in 001 and leave room for the others") {
  const RunKey key = RunKey::from_seed("questions");
  std::set<int> numbers;
  int asked = 0;
  int low = 0;
  for (int block = 0; block < 100; ++block) {
    const BlockSeed seed = key.block_seed("v", block);
    for (int game = 0; game < 6; ++game) {
      for (int seat = 0; seat < 6; ++seat) {
        const int number = seed.first_question(game, seat);
        CHECK(number % 1000 == 1);
        CHECK(number >= 1);
        CHECK(number <= 999'999'001);
        numbers.insert(number);
        ++asked;
        low += number < 500'000'000 ? 1 : 0;
      }
    }
  }
  // 3600 draws of a million: few come twice, and half are small.
  CHECK(numbers.size() > 3560);
  CHECK(low > asked * 9 / 20);
  CHECK(low < asked * 11 / 20);
}

TEST_CASE("the order of a block's games follows from its seed") {
  const BlockSeed seed = RunKey::from_seed("7").block_seed("black-lady@4", 0);
  CHECK(seed.game_order(1) == std::vector<int>{0});
  CHECK(seed.game_order(2) == std::vector<int>{0, 1});
  CHECK(seed.game_order(4) == std::vector<int>{0, 1, 3, 2});
  CHECK(seed.game_order(6) == std::vector<int>{1, 0, 2, 5, 3, 4});
}

TEST_CASE("every order of games comes about equally often, each game once") {
  const RunKey key = RunKey::from_seed("orders");
  std::map<std::vector<int>, int> orders;
  for (int block = 0; block < 2400; ++block) ++orders[key.block_seed("v", block).game_order(4)];
  CHECK(orders.size() == 24);
  for (const auto& [order, times] : orders) {
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == std::vector<int>{0, 1, 2, 3});
    CHECK(times > 60);
    CHECK(times < 140);
  }
  CHECK(key.block_seed("v", 0).game_order(0).empty());
}

}  // namespace run_key_test
