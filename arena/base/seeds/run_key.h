#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/seeds/digest.h"

namespace arena {

/// The 256 random bits of one deal; the same type as hearts::Seed.
using DealSeed = std::array<std::uint64_t, 4>;

/// The source of everything random in one block: its deals, its first dealer, the seeds of its bots. Each value is
/// computed from the block's seed by a keyed one-way hash, so that nobody can compute one value from another. The hash
/// is BLAKE2b-256, with the seed as its key, over these words:
///
///     value    words                  how it is read
///     deal     "deal/HAND"            four little-endian 64-bit words, the same for all games of the block
///              "deal/-HAND"           for the hand that is dealt in place of one thrown in
///              "deal/GAME/HAND"       four such words, in runs without duplicate deals
///     dealer   "dealer"               first 64 bits, modulo the number of seats
///     bot seed "bot/GAME/SEAT"        first 31 bits
///     token    "token/GAME/SEAT"      first 32 bits, as eight hexadecimal digits
///     first id "question/GAME/SEAT"   first 64 bits, modulo 1000000, times 1000, plus 1
///     order    "order"                256 bits that shuffle the games of the block
///     epoch    "epoch/EPOCH"          256 bits that shuffle the games of an epoch; the chunk's first block decides
///
/// The record of every game has the seed of its block, so that anybody can check the game's deals.
class BlockSeed {
 public:
  explicit BlockSeed(const Digest& seed) : seed_(seed) {}
  /// Parses 64 hexadecimal digits. Returns nothing for any other text.
  static std::optional<BlockSeed> from_hex(std::string_view text);
  std::string to_hex() const { return hex(seed_); }

  /// The seed of a hand that all games of the block play.
  DealSeed deal_seed(int hand) const;
  /// The seed of a hand that only this game plays.
  DealSeed deal_seed(int game, int hand) const;
  int first_dealer(int seats) const;
  std::uint32_t bot_seed(int game, int seat) const;
  std::string token(int game, int seat) const;
  /// The number of a seat's first question in a game. Its last three digits count the first 999 questions. The other
  /// digits are random, so that an answer that belongs to an earlier game is not mistaken for one of this game.
  int first_question(int game, int seat) const;
  /// The order in which the games of the block are played. It is shuffled so that no bot knows which rotation comes
  /// next.
  std::vector<int> game_order(int games) const;
  /// The order of the games of an epoch, as positions among them in the order of their blocks. The chunk begins with
  /// this block. Tables take games from the beginning of this order, see EpochGames.
  std::vector<int> epoch_order(int epoch, int games) const;

  bool operator==(const BlockSeed&) const = default;

 private:
  Digest seed_;
};

/// The secret of a run. It decides the seed of every block, by the same kind of hash over "block/VARIANT/BLOCK".
/// Whoever has it can compute every deal of the run.
class RunKey {
 public:
  /// A new key from the operating system's random numbers. Throws std::runtime_error if there are none.
  static RunKey random();
  /// A key that can be reproduced. Anybody who guesses the seed knows the deals.
  static RunKey from_seed(std::string_view seed);
  /// Parses 64 hexadecimal digits. Returns nothing for any other text.
  static std::optional<RunKey> from_hex(std::string_view text);

  std::string to_hex() const { return hex(key_); }
  /// The text that is published before the first deal, so that the organiser cannot change the key later: the
  /// BLAKE2b-256 hash of the key's bytes, in hexadecimal.
  std::string commitment() const;

  /// The seed of the block with this number, in this variant.
  BlockSeed block_seed(std::string_view variant, int block) const;

  /// The key made from this one and from public random text, by the same hash over "entropy/TEXT". Without text it is
  /// this key. An organiser who commits to a key before that text is drawn cannot choose the deals.
  RunKey mixed_with(std::string_view entropy) const;

  /// The key of a later stage of a run with a key made from a seed, by the same hash over "stage/NUMBER". Stage 1 has
  /// this key.
  RunKey of_stage(int number) const;

  bool operator==(const RunKey&) const = default;

 private:
  explicit RunKey(const Digest& key) : key_(key) {}

  Digest key_;
};

}  // namespace arena
