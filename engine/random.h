#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hearts {

/// The 256 bits that decide one deal.
using Seed = std::array<std::uint64_t, 4>;

/// The engine's random numbers: xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number
/// generators", 2021), with the four words of the seed as its first state. The numbers are the same with every
/// compiler.
///
/// The generator is not one-way: anybody who knows its state can compute all later numbers. That is why every deal gets
/// a seed of its own.
class Random {
 public:
  constexpr explicit Random(const Seed& seed) : state_(seed) {
    if ((state_[0] | state_[1] | state_[2] | state_[3]) == 0) state_[0] = 1;  // a state of zeros yields only zeros
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

  /// A uniform number in [0, bound), for bound >= 1. It scales the upper 32 bits of next() and draws again where the
  /// result would be biased (Lemire, "Fast random integer generation in an interval", 2019).
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
