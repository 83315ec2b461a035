#include "arena/seeds/digest.h"

#include <fmt/format.h>
#include <sodium.h>

namespace arena {
namespace {

crypto_generichash_state* state_of(std::array<unsigned char, 384>& storage) {
  static_assert(sizeof(crypto_generichash_state) <= 384 && alignof(crypto_generichash_state) <= 64);
  return reinterpret_cast<crypto_generichash_state*>(storage.data());
}

using Table = std::array<std::uint32_t, 256>;

/// The n-th has the remainder of each byte with n bytes of 0 behind it.
constexpr std::array<Table, 8> make_tables() {
  constexpr std::uint32_t kReflected = 0x82F63B78;
  std::array<Table, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ ((rest & 1) != 0 ? kReflected : 0);
    tables[0][byte] = rest;
  }
  for (std::size_t n = 1; n < tables.size(); ++n) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[n - 1][byte];
      tables[n][byte] = before >> 8 ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr std::array<Table, 8> kTables = make_tables();

/// Four bytes, the first one lowest, on every machine.
std::uint32_t word_at(const char* bytes) {
  const auto byte = [bytes](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
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

Digest digest_of(std::string_view bytes) {
  Hasher hasher;
  hasher.feed(bytes);
  return hasher.finish();
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

void Crc32c::feed(std::string_view bytes) {
  std::uint32_t state = state_;
  const char* next = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, next += 8) {
    const std::uint32_t low = state ^ word_at(next);
    const std::uint32_t high = word_at(next + 4);
    state = kTables[7][low & 0xFF] ^ kTables[6][low >> 8 & 0xFF] ^ kTables[5][low >> 16 & 0xFF] ^
            kTables[4][low >> 24] ^ kTables[3][high & 0xFF] ^ kTables[2][high >> 8 & 0xFF] ^
            kTables[1][high >> 16 & 0xFF] ^ kTables[0][high >> 24];
  }
  for (; left > 0; --left, ++next) state = state >> 8 ^ kTables[0][(state ^ static_cast<unsigned char>(*next)) & 0xFF];
  state_ = state;
}

std::uint32_t crc32c(std::string_view bytes) {
  Crc32c crc;
  crc.feed(bytes);
  return crc.value();
}

std::string crc_text(std::uint32_t crc) { return fmt::format("{:08x}", crc); }

}  // namespace arena
