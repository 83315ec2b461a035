#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/chance/digest.h"

namespace arena {

/// 256 bits of chance for one deal: hearts::Seed.
using DealSeed = std::array<std::uint64_t, 4>;

/// The run's secret, from which every deal and every bot's seed follows by a keyed one-way hash: BLAKE2b-256 with
/// the key as its key over the words below. Knowing some seeds tells nothing about the others or the key.
///   deal     "deal/VARIANT/BLOCK/HAND"            four little-endian 64-bit words
///   dealer   "dealer/VARIANT/BLOCK"               first 64 bits, modulo the number of seats
///   bot seed "bot/VARIANT/BLOCK/GAME/SEAT"        first 31 bits
///   token    "token/VARIANT/BLOCK/GAME/SEAT"      first 32 bits, as eight hexadecimal digits
class RunKey {
 public:
  /// From the operating system.
  static RunKey random();
  /// For reproduction: anybody who guesses the seed knows the deals.
  static RunKey from_seed(std::string_view seed);
  /// 64 hexadecimal digits; nothing if the text is anything else.
  static std::optional<RunKey> from_hex(std::string_view text);

  std::string to_hex() const { return hex(key_); }
  /// Published before the first deal; binds the organiser to the key: hex BLAKE2b-256 of the key's bytes.
  std::string commitment() const;

  DealSeed deal_seed(std::string_view variant, int block, int hand) const;
  int first_dealer(std::string_view variant, int block, int seats) const;
  std::uint32_t bot_seed(std::string_view variant, int block, int game, int seat) const;
  std::string token(std::string_view variant, int block, int game, int seat) const;

  bool operator==(const RunKey&) const = default;

 private:
  explicit RunKey(const Digest& key) : key_(key) {}
  Digest derive(std::string_view words) const;

  Digest key_;
};

}  // namespace arena
