#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "engine/card_set.h"
#include "engine/hand.h"
#include "engine/random.h"

namespace hearts {

/// PlainBits, and what a playout asks of bits besides.
struct ArithmeticBits : PlainBits {
  /// The positions of the bits set in a byte, from the lowest: a byte each, in the order of memory.
  static std::uint64_t bits_of_byte(std::uint64_t byte) { return std::bit_cast<std::uint64_t>(kNthOfByte[byte]); }

  /// The k-th bit alone.
  static constexpr std::uint64_t nth_alone(std::uint64_t word, int k) { return std::uint64_t{1} << nth(word, k); }
  /// The same of two words: the low one has the first `in_low` bits.
  static constexpr std::pair<std::uint64_t, std::uint64_t> nth_alone(std::uint64_t low, int in_low, std::uint64_t high,
                                                                     int k) {
    if (k < in_low) return {nth_alone(low, k), 0};
    return {0, nth_alone(high, k - in_low)};
  }
  /// Where the bit is; 64 for none.
  static constexpr int place(std::uint64_t bit) { return std::countr_zero(bit); }
};

#ifdef __x86_64__
/// What ArithmeticBits does, by the processor's POPCNT, PDEP, PEXT and TZCNT. They are spelled out, so that a portable
/// build has them too: only where has_bit_instructions(). (clang would find a place by BSF, which is slow on AMD's Zen
/// 3: four suits are played 1.5 times as fast without it.)
struct InstructionBits {
  static int count(std::uint64_t word) {
    std::uint64_t bits;
    asm("popcnt %1, %0" : "=r"(bits) : "r"(word) : "cc");
    return static_cast<int>(bits);
  }
  static std::uint64_t nth_alone(std::uint64_t word, int k) { return unpack(std::uint64_t{1} << k, word); }
  static std::pair<std::uint64_t, std::uint64_t> nth_alone(std::uint64_t low, int in_low, std::uint64_t high, int k) {
    // Both words are looked into; one has no such bit.
    const std::uint64_t counter = std::uint64_t{1} << k;
    return {unpack(counter, low), unpack(counter >> in_low, high)};
  }
  /// The bits of a word where `mask` has some, moved together; and moved back.
  static std::uint64_t pack(std::uint64_t word, std::uint64_t mask) {
    std::uint64_t packed;
    asm("pext %2, %1, %0" : "=r"(packed) : "r"(word), "r"(mask));
    return packed;
  }
  static std::uint64_t unpack(std::uint64_t packed, std::uint64_t mask) {
    std::uint64_t word;
    asm("pdep %2, %1, %0" : "=r"(word) : "r"(packed), "r"(mask));
    return word;
  }
  static int place(std::uint64_t bit) {
    std::uint64_t place;
    asm("tzcnt %1, %0" : "=r"(place) : "r"(bit) : "cc");
    return static_cast<int>(place);
  }
};

/// The processor has them, and they are quick there (PDEP and PEXT take up to 300 cycles on AMD's Zen 1 and 2).
bool has_bit_instructions();
#else
using InstructionBits = ArithmeticBits;
inline bool has_bit_instructions() { return false; }
#endif

/// How a playout counts and finds the bits of a set; the cards are the same.
enum class BitWork {
  quickest,  ///< by the processor's instructions where it has them
  plain,     ///< by arithmetic, as on any processor
};

/// Plays the hand to its end, every move a random legal one: all that random_move() and Hand::apply() would do, from
/// the same numbers to the same end, twice as fast.
void play_out(Hand& hand, Random& random, BitWork work = BitWork::quickest);

}  // namespace hearts
