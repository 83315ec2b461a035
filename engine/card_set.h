#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <initializer_list>

namespace hearts {

/// The most suits that a deck can have. Each suit has a 16-bit lane of its own in a CardSet.
inline constexpr int kLanesMax = 5;

/// The position of the Joker in its lane. The ranks have the positions from 1 (lowest) up.
inline constexpr int kJokerPosition = 0;

/// The most ranks that a suit can have, not counting the Joker.
inline constexpr int kRanksMax = 13;

/// The code of every card is below this number.
inline constexpr int kCodesMax = 16 * kLanesMax;

/// One card: the lane of its suit, and its position in that lane. Lanes are numbered 0 to 4 in the order of
/// `deck.suits`. Position 0 is the Joker; the ranks of `deck.ranks` have the positions from 1, low to high.
///
/// Cards of the same lane compare by rank. A card does not know its letters; ask the Deck for them.
class Card {
 public:
  constexpr Card() = default;
  constexpr Card(int lane, int position) : code_(static_cast<std::uint8_t>(lane * 16 + position)) {}

  static constexpr Card from_code(int code) {
    Card card;
    card.code_ = static_cast<std::uint8_t>(code);
    return card;
  }

  constexpr int lane() const { return code_ >> 4; }
  constexpr int position() const { return code_ & 15; }
  constexpr bool is_joker() const { return position() == kJokerPosition; }
  /// The index of the card's bit in a CardSet, 0 to 79.
  constexpr int code() const { return code_; }

  constexpr auto operator<=>(const Card&) const = default;

 private:
  std::uint8_t code_ = 0;
};

/// Counts and finds bits by arithmetic alone, so that it works on any processor. A portable build may not use the
/// processor's own instruction for this, and the compiler would call a library function for every count.
///
/// Source: Knuth, The Art of Computer Programming 4A, section 7.1.3.
struct PlainBits {
  static constexpr std::uint64_t kEachByte = 0x0101010101010101ULL;

  static constexpr int count(std::uint64_t word) { return static_cast<int>(byte_counts(word) * kEachByte >> 56); }

  /// The position of the k-th bit that is set, counted from the lowest, for 0 <= k < count(word).
  static constexpr int nth(std::uint64_t word, int k) {
    // Byte i of `up_to` has the number of bits set in bytes 0 to i. Bytes with a number of at most k are skipped. No
    // branch depends on the word.
    const std::uint64_t up_to = byte_counts(word) * kEachByte;
    const std::uint64_t wanted = static_cast<std::uint64_t>(k);
    constexpr std::uint64_t kHighBits = kEachByte << 7;
    const std::uint64_t passed = (((wanted * kEachByte | kHighBits) - up_to) & kHighBits) >> 7;
    const int start = static_cast<int>(passed * kEachByte >> 56) * 8;
    const std::uint64_t rest = wanted - ((up_to << 8 >> start) & 0xFF);
    return start + kNthOfByte[(word >> start) & 0xFF][rest];
  }

  /// Counts the bits set in each byte of the word; each count is in the byte that it belongs to.
  static constexpr std::uint64_t byte_counts(std::uint64_t word) {
    word -= (word >> 1) & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
    return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  }

  /// kNthOfByte[byte][k] is the position of the k-th bit that is set in `byte`.
  static constexpr auto kNthOfByte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
      std::size_t k = 0;
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        if (((byte >> bit) & 1U) != 0) table[byte][k++] = bit;
      }
    }
    return table;
  }();
};
/// Counts the bits that are set, with the processor's own instruction where the build may use it.

constexpr int count_bits(std::uint64_t word) {
#ifdef __POPCNT__
  return std::popcount(word);
#else
  return PlainBits::count(word);
#endif
}

/// A set of cards, as bits. Each suit has a lane of 16 bits: lanes 0 to 3 are in the first word, lane 4 is in the
/// second. Iteration goes lane by lane, and from low to high within a lane.
class CardSet {
 public:
  constexpr CardSet() = default;
  constexpr CardSet(std::initializer_list<Card> cards) {
    for (Card card : cards) insert(card);
  }

  /// Every bit of one lane, including those that are not a card of the pack.
  static constexpr CardSet lane(int lane) { return placed(kLaneMask, 16 * lane); }
  /// The Joker's position in every lane.
  static constexpr CardSet joker_places() { return CardSet(0x0001000100010001ULL, 1); }

  constexpr bool empty() const { return (low_ | high_) == 0; }
  constexpr int size() const { return count_bits(low_) + (high_ == 0 ? 0 : count_bits(high_)); }
  constexpr bool contains(Card card) const { return intersects(single(card)); }
  constexpr bool contains(CardSet other) const { return (other - *this).empty(); }
  constexpr bool intersects(CardSet other) const { return !(*this & other).empty(); }

  constexpr void insert(Card card) { *this = *this | single(card); }
  constexpr void erase(Card card) { *this = *this - single(card); }

  static constexpr CardSet single(Card card) { return placed(1, card.code()); }

  /// This set, or `other` if this one is empty. It is written without a branch, because a branch would be mispredicted
  /// often.
  constexpr CardSet or_else(CardSet other) const {
    const bool none = empty();
    return {none ? other.low_ : low_, none ? other.high_ : high_};
  }

  /// The two words: lanes 0 to 3, and lane 4. They are for loops that keep a set in registers.
  static constexpr CardSet of_words(std::uint64_t low, std::uint64_t high) { return {low, high}; }
  constexpr std::uint64_t low_word() const { return low_; }
  constexpr std::uint64_t high_word() const { return high_; }

  /// The lowest card of the first lane that has a card. The set must not be empty.
  constexpr Card first() const {
    return Card::from_code(low_ != 0 ? std::countr_zero(low_) : 64 + std::countr_zero(high_));
  }
  /// The k-th card in the order of iteration, for 0 <= k < size().
  constexpr Card nth(int k) const {
    if (high_ == 0) return Card::from_code(PlainBits::nth(low_, k));
    const int in_low = count_bits(low_);
    return Card::from_code(k < in_low ? PlainBits::nth(low_, k) : 64 + PlainBits::nth(high_, k - in_low));
  }

  friend constexpr CardSet operator|(CardSet a, CardSet b) { return {a.low_ | b.low_, a.high_ | b.high_}; }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return {a.low_ & b.low_, a.high_ & b.high_}; }
  /// The cards of `a` that are not in `b`.
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return {a.low_ & ~b.low_, a.high_ & ~b.high_}; }
  constexpr CardSet& operator|=(CardSet other) { return *this = *this | other; }
  constexpr CardSet& operator&=(CardSet other) { return *this = *this & other; }
  constexpr CardSet& operator-=(CardSet other) { return *this = *this - other; }
  friend constexpr bool operator==(CardSet, CardSet) = default;

  class Iterator {
   public:
    constexpr Iterator(std::uint64_t low, std::uint64_t high) : rest_low_(low), rest_high_(high) {}
    constexpr Card operator*() const { return CardSet(rest_low_, rest_high_).first(); }
    constexpr Iterator& operator++() {
      if (rest_low_ != 0) {
        rest_low_ &= rest_low_ - 1;
      } else {
        rest_high_ &= rest_high_ - 1;
      }
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_low_;
    std::uint64_t rest_high_;
  };
  constexpr Iterator begin() const { return {low_, high_}; }
  constexpr Iterator end() const { return {0, 0}; }

 private:
  static constexpr std::uint64_t kLaneMask = 0xFFFF;
  constexpr CardSet(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

  /// The bits, shifted up by `code` places. Bits that are shifted out of their word are lost.
  static constexpr CardSet placed(std::uint64_t bits, int code) {
    const std::uint64_t moved = bits << (code & 63);
    const std::uint64_t in_high = std::uint64_t{0} - static_cast<std::uint64_t>(code >> 6);
    return {moved & ~in_high, moved & in_high};
  }

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

}  // namespace hearts
