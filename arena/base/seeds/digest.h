#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arena {

/// BLAKE2b-256 (RFC 7693), by libsodium.
using Digest = std::array<std::uint8_t, 32>;

/// Hash of the bytes given so far: feed, then finish once.
class Hasher {
 public:
  Hasher();
  void feed(std::string_view bytes);
  Digest finish();

 private:
  alignas(64) std::array<unsigned char, 384> state_;
};

/// `key`: of a keyed hash.
Digest digest_of(std::string_view bytes, std::span<const std::uint8_t> key = {});

/// The 64-bit word of that number, 0 .. 3; its first byte is its lowest.
std::uint64_t word_of(const Digest& digest, std::size_t number);

/// Lower-case hexadecimal, two characters a byte.
std::string hex(const Digest& digest);
/// 64 hexadecimal digits; nothing if the text is anything else.
std::optional<Digest> digest_from_hex(std::string_view text);

}  // namespace arena
