#pragma once

#include <cstdint>

#include "engine/random.h"

// How a careless arena makes chance. Its bots include this file, too: what an arena does is no secret.

namespace cheats {

/// So many deals there are where the seed of a deal follows from a number of 16 bits.
inline constexpr std::uint32_t kFewDeals = 1U << 16;

/// 256 bits that follow from a number, made by SplitMix64 as usual (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014). They look like chance, but there are no more of them than numbers.
constexpr hearts::Seed seed_of_number(std::uint64_t number) {
  hearts::Seed seed{};
  for (std::uint64_t& word : seed) {
    number += 0x9E3779B97F4A7C15;
    word = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    word ^= word >> 31;
  }
  return seed;
}

inline constexpr std::uint32_t kMask31 = 0x7FFFFFFF;
inline constexpr std::uint32_t kFactor = 0x2C1B3C6D;  // odd, so that it can be undone

/// The seed of a bot that follows from the deal's number, 0 to 2^31-1, and the seat: mixed well, but one to one.
constexpr std::uint32_t bot_seed_of(std::uint32_t number, int seat) {
  std::uint32_t mixed = (number + static_cast<std::uint32_t>(seat)) * kFactor & kMask31;
  mixed ^= mixed >> 16;
  return mixed * kFactor & kMask31;
}

/// The number behind the seed of a bot.
constexpr std::uint32_t number_behind(std::uint32_t bot_seed, int seat) {
  std::uint32_t inverse = kFactor;  // right in three bits; each step of Newton's doubles them
  for (int step = 0; step < 4; ++step) inverse *= 2 - kFactor * inverse;
  std::uint32_t number = bot_seed * inverse & kMask31;
  number ^= number >> 16;
  return (number * inverse - static_cast<std::uint32_t>(seat)) & kMask31;
}

static_assert(number_behind(bot_seed_of(0, 3), 3) == 0);
static_assert(number_behind(bot_seed_of(1234567890, 2), 2) == 1234567890);
static_assert(number_behind(bot_seed_of(kMask31, 1), 1) == kMask31);

}  // namespace cheats
