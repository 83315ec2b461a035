#include "arena/base/seeds/digest.h"

#include <sodium.h>

namespace arena {
namespace {

crypto_generichash_state* state_of(std::array<unsigned char, 384>& storage) {
  static_assert(sizeof(crypto_generichash_state) <= 384 && alignof(crypto_generichash_state) <= 64);
  return reinterpret_cast<crypto_generichash_state*>(storage.data());
}

}  // namespace

Hasher::Hasher() { crypto_generichash_init(state_of(state_), nullptr, 0, Digest{}.size()); }

void Hasher::feed(std::string_view bytes) {
  crypto_generichash_update(state_of(state_), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

Digest Hasher::finish() {
  Digest digest;
  crypto_generichash_final(state_of(state_), digest.data(), digest.size());
  return digest;
}

Digest digest_of(std::string_view bytes, std::span<const std::uint8_t> key) {
  Digest digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                     key.data(), key.size());
  return digest;
}

std::uint64_t word_of(const Digest& digest, std::size_t number) {
  std::uint64_t word = 0;
  for (std::size_t byte = 8; byte-- > 0;) word = word << 8 | digest[number * 8 + byte];
  return word;
}

std::string hex(const Digest& digest) {
  std::string text(digest.size() * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
  text.pop_back();
  return text;
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  Digest digest;
  std::size_t size = 0;
  const bool is_hex =
      sodium_hex2bin(digest.data(), digest.size(), text.data(), text.size(), nullptr, &size, nullptr) == 0;
  return is_hex && size == digest.size() ? std::optional(digest) : std::nullopt;
}

}  // namespace arena
