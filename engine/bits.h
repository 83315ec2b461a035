#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hearts {

/// Counts and finds bits by arithmetic alone, on any processor: a portable build may not ask for instructions of its
/// own and would call a library function for every count.
/// (Knuth, The Art of Computer Programming 4A, section 7.1.3.)
struct PlainBits {
  static constexpr int count(std::uint64_t word) { return static_cast<int>(byte_counts(word) * kEachByte >> 56); }

  /// Position of the k-th bit that is set, from the lowest, 0 <= k < count(word).
  static constexpr int nth(std::uint64_t word, int k) {
    // Bytes are passed over while the bits up to their end are no more than k; no branch depends on the word.
    const std::uint64_t up_to = byte_counts(word) * kEachByte;
    const std::uint64_t wanted = static_cast<std::uint64_t>(k);
    constexpr std::uint64_t kHighBits = kEachByte << 7;
    const std::uint64_t passed = (((wanted * kEachByte | kHighBits) - up_to) & kHighBits) >> 7;
    const int start = static_cast<int>(passed * kEachByte >> 56) * 8;
    const std::uint64_t rest = wanted - ((up_to << 8 >> start) & 0xFF);
    return start + kNthOfByte[(word >> start) & 0xFF][rest];
  }

 private:
  static constexpr std::uint64_t kEachByte = 0x0101010101010101ULL;

  /// For each byte the number of bits set in it.
  static constexpr std::uint64_t byte_counts(std::uint64_t word) {
    word -= (word >> 1) & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
    return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  }

  /// kNthOfByte[byte][k] is the position of the k-th bit set in the byte.
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

constexpr int count_bits(std::uint64_t word) {
#ifdef __POPCNT__
  return std::popcount(word);
#else
  return PlainBits::count(word);
#endif
}

}  // namespace hearts
