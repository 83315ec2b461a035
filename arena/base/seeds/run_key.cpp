#include "arena/base/seeds/run_key.h"

#include <sodium.h>

#include <numeric>
#include <stdexcept>
#include <utility>

#include "engine/random.h"

namespace arena {
namespace {

Digest derive(const Digest& key, const std::string& words) { return digest_of(words, key); }

std::string numbered(const char* purpose, int game, int seat) {
  return std::string(purpose) + "/" + std::to_string(game) + "/" + std::to_string(seat);
}

DealSeed all_words_of(const Digest& chance) {
  return {word_of(chance, 0), word_of(chance, 1), word_of(chance, 2), word_of(chance, 3)};
}

/// The numbers below `count`, shuffled.
std::vector<int> shuffled(int count, const Digest& chance) {
  hearts::Random random(all_words_of(chance));
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
  }
  return order;
}

}  // namespace

std::optional<BlockSeed> BlockSeed::from_hex(std::string_view text) {
  const auto digest = digest_from_hex(text);
  return digest ? std::optional(BlockSeed(*digest)) : std::nullopt;
}

DealSeed BlockSeed::deal_seed(int hand) const { return all_words_of(derive(seed_, "deal/" + std::to_string(hand))); }

DealSeed BlockSeed::deal_seed(int game, int hand) const {
  return all_words_of(derive(seed_, numbered("deal", game, hand)));
}

int BlockSeed::first_dealer(int seats) const {
  return static_cast<int>(word_of(derive(seed_, "dealer"), 0) % static_cast<std::uint64_t>(seats));
}

std::uint32_t BlockSeed::bot_seed(int game, int seat) const {
  return static_cast<std::uint32_t>(word_of(derive(seed_, numbered("bot", game, seat)), 0) & 0x7FFFFFFFU);
}

std::string BlockSeed::token(int game, int seat) const {
  return hex(derive(seed_, numbered("token", game, seat))).substr(0, 8);
}

int BlockSeed::first_question(int game, int seat) const {
  return static_cast<int>(word_of(derive(seed_, numbered("question", game, seat)), 0) % 1'000'000) * 1000 + 1;
}

std::vector<int> BlockSeed::game_order(int games) const { return shuffled(games, derive(seed_, "order")); }

std::vector<int> BlockSeed::epoch_order(int epoch, int games) const {
  return shuffled(games, derive(seed_, "epoch/" + std::to_string(epoch)));
}

RunKey RunKey::random() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot provide random numbers");
  Digest key;
  randombytes_buf(key.data(), key.size());
  return RunKey(key);
}

RunKey RunKey::from_seed(std::string_view seed) { return RunKey(digest_of("hearts-arena seed/" + std::string(seed))); }

std::optional<RunKey> RunKey::from_hex(std::string_view text) {
  const auto digest = digest_from_hex(text);
  return digest ? std::optional(RunKey(*digest)) : std::nullopt;
}

std::string RunKey::commitment() const {
  return hex(digest_of({reinterpret_cast<const char*>(key_.data()), key_.size()}));
}

BlockSeed RunKey::block_seed(std::string_view variant, int block) const {
  return BlockSeed(derive(key_, "block/" + std::string(variant) + "/" + std::to_string(block)));
}

RunKey RunKey::mixed_with(std::string_view entropy) const {
  return entropy.empty() ? *this : RunKey(derive(key_, "entropy/" + std::string(entropy)));
}

RunKey RunKey::of_stage(int number) const {
  return number == 1 ? *this : RunKey(derive(key_, "stage/" + std::to_string(number)));
}

}  // namespace arena
