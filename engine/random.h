#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hearts {

/// 256 bits from which one deal follows.
using Seed = std::array<std::uint64_t, 4>;

/// xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021),
/// started from the seed's four words as they are. Same numbers on every compiler.
/// It is not one-way: whoever knows its state knows its future, so every deal gets a seed of its own.
class Random {
 public:
  constexpr explicit Random(const Seed& seed) : state_(seed) {
    if ((state_[0] | state_[1] | state_[2] | state_[3]) == 0) state_[0] = 1;  // the one state it cannot leave
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, bound), bound >= 1. The upper 32 bits of next(), scaled, with the unfair rest drawn
  /// again (Lemire, "Fast random integer generation in an interval", 2019).
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint32_t unfair = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace hearts
