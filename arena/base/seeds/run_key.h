#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/seeds/digest.h"

namespace arena {

/// 256 bits of chance for one deal: hearts::Seed.
using DealSeed = std::array<std::uint64_t, 4>;

/// The chance of one block: its deals, its first dealer, what its bots are seeded with. Each follows from the seed by a
/// keyed one-way hash, BLAKE2b-256 with the seed as its key over the words below, so that none tells another.
///   deal     "deal/HAND"            four little-endian 64-bit words; of all games of the block
///            "deal/-HAND"           of the hand that is dealt in place of one thrown in
///            "deal/GAME/HAND"       likewise; in runs without duplicate deals
///   dealer   "dealer"               first 64 bits, modulo the number of seats
///   bot seed "bot/GAME/SEAT"        first 31 bits
///   token    "token/GAME/SEAT"      first 32 bits, as eight hexadecimal digits
///   first id "question/GAME/SEAT"   first 64 bits, modulo 1000000, times 1000, plus 1
///   order    "order"                256 bits that shuffle the games of the block
///   epoch    "epoch/EPOCH"          256 bits that shuffle the blocks of a chunk; of the chunk's first block
/// It stands in the record of each game of the block.
class BlockSeed {
 public:
  explicit BlockSeed(const Digest& seed) : seed_(seed) {}
  /// 64 hexadecimal digits; nothing if the text is anything else.
  static std::optional<BlockSeed> from_hex(std::string_view text);
  std::string to_hex() const { return hex(seed_); }

  DealSeed deal_seed(int hand) const;
  /// Of one game alone.
  DealSeed deal_seed(int game, int hand) const;
  int first_dealer(int seats) const;
  std::uint32_t bot_seed(int game, int seat) const;
  std::string token(int game, int seat) const;
  /// The number of a seat's first question. The last three digits count the first 999 questions, the others keep an
  /// answer of an earlier game from being taken for one of this game.
  int first_question(int game, int seat) const;
  /// The order in which the games of the block are played: nobody knows which rotation comes next.
  std::vector<int> game_order(int games) const;
  /// The order of an epoch's games: places of their blocks in the chunk that begins with this block.
  std::vector<int> epoch_order(int epoch, int blocks) const;

  bool operator==(const BlockSeed&) const = default;

 private:
  Digest seed_;
};

/// The run's secret, from which the seed of every block follows by the same kind of hash over "block/VARIANT/BLOCK".
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

  BlockSeed block_seed(std::string_view variant, int block) const;

  /// Returns the key that this one and a public random text make, by that hash over "entropy/TEXT". Without a text it
  /// is this one itself. Somebody who committed to a key before the text was drawn could not choose the deals.
  RunKey mixed_with(std::string_view entropy) const;

  /// The key of a later stage of a run whose key follows from a seed, by that hash over "stage/NUMBER"; of the first
  /// stage this one itself.
  RunKey of_stage(int number) const;

  bool operator==(const RunKey&) const = default;

 private:
  explicit RunKey(const Digest& key) : key_(key) {}

  Digest key_;
};

}  // namespace arena
