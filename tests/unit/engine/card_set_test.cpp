#include <array>
#include <bit>
#include <set>
#include <utility>
#include <vector>

#include "engine/card_set.h"
#include "engine/random.h"
#include "tests/catch.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/playout.h"

namespace card_set_test {

namespace {

using namespace hearts;

CardSet set_of(const std::set<int>& codes) {
  CardSet cards;
  for (int code : codes) cards.insert(Card::from_code(code));
  return cards;
}

std::set<int> random_codes(Random& random) {
  std::set<int> codes;
  const std::uint32_t count = random.below(40);
  for (std::uint32_t i = 0; i < count; ++i) codes.insert(static_cast<int>(random.below(80)));
  return codes;
}

}  // namespace

TEST_CASE("a card set does what a set of numbers does") {
  Random random(test::seed_of(11));
  for (int round = 0; round < 2000; ++round) {
    const std::set<int> a = random_codes(random);
    const std::set<int> b = random_codes(random);
    std::set<int> either = a;
    either.insert(b.begin(), b.end());
    std::set<int> both;
    std::set<int> only_a;
    for (int code : a) (b.contains(code) ? both : only_a).insert(code);

    const CardSet left = set_of(a);
    const CardSet right = set_of(b);
    REQUIRE((left | right) == set_of(either));
    REQUIRE((left & right) == set_of(both));
    REQUIRE((left - right) == set_of(only_a));
    REQUIRE(left.intersects(right) == !both.empty());
    REQUIRE(left.or_else(right) == (a.empty() ? right : left));
    REQUIRE(CardSet::of_words(left.low_word(), left.high_word()) == left);
    REQUIRE(left.contains(right) == (both.size() == b.size()));
    REQUIRE(left.size() == static_cast<int>(a.size()));
    REQUIRE(left.empty() == a.empty());
    for (int code = 0; code < 80; ++code) REQUIRE(left.contains(Card::from_code(code)) == a.contains(code));

    std::vector<int> walked;
    for (Card card : left) walked.push_back(card.code());
    REQUIRE(walked == std::vector<int>(a.begin(), a.end()));
    for (std::size_t k = 0; k < walked.size(); ++k) REQUIRE(left.nth(static_cast<int>(k)).code() == walked[k]);
    CardSet rest = left;
    for (int code : walked) {
      REQUIRE(rest.first().code() == code);
      REQUIRE(rest.first().code() == code);
      rest.erase(rest.first());
    }
    REQUIRE(rest.empty());
  }
}

TEST_CASE("lanes are apart and hold sixteen places each") {
  CardSet all;
  for (int lane = 0; lane < kLanesMax; ++lane) {
    CHECK(CardSet::lane(lane).size() == 16);
    CHECK_FALSE(all.intersects(CardSet::lane(lane)));
    CHECK(CardSet::lane(lane).first() == Card(lane, kJokerPosition));
    CHECK(CardSet::joker_places().contains(Card(lane, kJokerPosition)));
    all |= CardSet::lane(lane);
  }
  CHECK(CardSet::joker_places().size() == kLanesMax);
  CHECK(all.size() == 80);
}

TEST_CASE("bits are counted and found as one by one") {
  Random random(test::seed_of(25));
  for (int round = 0; round < 3000; ++round) {
    std::uint64_t word = random.next();
    if (round % 3 != 0) word &= random.next() & random.next();
    if (round == 0) word = ~0ULL;
    if (round == 1) word = 0;
    int k = 0;
    for (int bit = 0; bit < 64; ++bit) {
      if ((word >> bit & 1U) == 0) continue;
      REQUIRE(ArithmeticBits::nth(word, k) == bit);
      const std::uint64_t alone = std::uint64_t{1} << bit;
      REQUIRE(ArithmeticBits::nth_alone(word, k) == alone);
      REQUIRE(ArithmeticBits::place(alone) == bit);
      if (has_bit_instructions()) {
        REQUIRE(InstructionBits::nth_alone(word, k) == alone);
        REQUIRE(InstructionBits::place(alone) == bit);
      }
      ++k;
    }
    REQUIRE(ArithmeticBits::place(0) == 64);
    if (has_bit_instructions()) REQUIRE(InstructionBits::place(0) == 64);
    REQUIRE(ArithmeticBits::count(word) == k);
    REQUIRE(count_bits(word) == k);
    if (has_bit_instructions()) REQUIRE(InstructionBits::count(word) == k);
  }
}

TEST_CASE("of two words the low one has the first bits") {
  using Words = std::pair<std::uint64_t, std::uint64_t>;
  Random random(test::seed_of(26));
  for (int round = 0; round < 1000; ++round) {
    const std::uint64_t low = round % 5 == 0 ? 0 : random.next() & random.next() & random.next();
    const std::uint64_t high = round % 7 == 0 ? 0 : random.next() & 0xFFFF;
    const int in_low = std::popcount(low);
    for (int k = 0; k < in_low + std::popcount(high); ++k) {
      const Words alone = k < in_low ? Words(ArithmeticBits::nth_alone(low, k), 0)
                                     : Words(0, ArithmeticBits::nth_alone(high, k - in_low));
      REQUIRE(ArithmeticBits::nth_alone(low, in_low, high, k) == alone);
      if (has_bit_instructions()) REQUIRE(InstructionBits::nth_alone(low, in_low, high, k) == alone);
    }
  }
}

TEST_CASE("the bits of each byte are listed in memory, from the lowest") {
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    const auto bits = std::bit_cast<std::array<std::uint8_t, 8>>(ArithmeticBits::bits_of_byte(byte));
    for (int k = 0; k < std::popcount(byte); ++k) {
      REQUIRE(bits[at(k)] == ArithmeticBits::nth(byte, k));
    }
  }
}

}  // namespace card_set_test
