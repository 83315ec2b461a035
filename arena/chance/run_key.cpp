#include "arena/chance/run_key.h"

#include <sodium.h>

#include <stdexcept>

namespace arena {
namespace {

std::uint64_t little_endian(const Digest& digest, std::size_t word) {
  std::uint64_t value = 0;
  for (std::size_t byte = 8; byte-- > 0;) value = value << 8 | digest[word * 8 + byte];
  return value;
}

std::string words_of(std::string_view purpose, std::string_view variant, std::initializer_list<int> numbers) {
  std::string words(purpose);
  words += '/';
  words += variant;
  for (int number : numbers) words += "/" + std::to_string(number);
  return words;
}

}  // namespace

RunKey RunKey::random() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium gives no random numbers");
  Digest key;
  randombytes_buf(key.data(), key.size());
  return RunKey(key);
}

RunKey RunKey::from_seed(std::string_view seed) { return RunKey(digest_of("hearts-arena seed/" + std::string(seed))); }

std::optional<RunKey> RunKey::from_hex(std::string_view text) {
  Digest key;
  std::size_t size = 0;
  const char* end = nullptr;
  if (text.size() != 2 * key.size() ||
      sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), nullptr, &size, &end) != 0 ||
      size != key.size() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return RunKey(key);
}

std::string RunKey::commitment() const {
  return hex(digest_of({reinterpret_cast<const char*>(key_.data()), key_.size()}));
}

Digest RunKey::derive(std::string_view words) const {
  Digest digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(words.data()), words.size(),
                     key_.data(), key_.size());
  return digest;
}

DealSeed RunKey::deal_seed(std::string_view variant, int block, int hand) const {
  const Digest digest = derive(words_of("deal", variant, {block, hand}));
  return {little_endian(digest, 0), little_endian(digest, 1), little_endian(digest, 2), little_endian(digest, 3)};
}

int RunKey::first_dealer(std::string_view variant, int block, int seats) const {
  const Digest digest = derive(words_of("dealer", variant, {block}));
  return static_cast<int>(little_endian(digest, 0) % static_cast<std::uint64_t>(seats));
}

std::uint32_t RunKey::bot_seed(std::string_view variant, int block, int game, int seat) const {
  const Digest digest = derive(words_of("bot", variant, {block, game, seat}));
  return static_cast<std::uint32_t>(little_endian(digest, 0) & 0x7FFFFFFFU);
}

std::string RunKey::token(std::string_view variant, int block, int game, int seat) const {
  return hex(derive(words_of("token", variant, {block, game, seat}))).substr(0, 8);
}

}  // namespace arena
