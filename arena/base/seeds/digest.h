#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arena {

/// A hash of 32 bytes: BLAKE2b-256 (RFC 7693), computed by libsodium.
using Digest = std::array<std::uint8_t, 32>;

/// Hashes the bytes that it is fed, in any number of pieces. Call finish() once, after the last piece.
class Hasher {
 public:
  Hasher();
  void feed(std::string_view bytes);
  Digest finish();

 private:
  /// The state of libsodium's hash. This header does not include libsodium, so it only reserves the memory.
  alignas(64) std::array<unsigned char, 384> state_;
};

/// The hash of these bytes. With a `key` it is a keyed hash.
Digest digest_of(std::string_view bytes, std::span<const std::uint8_t> key = {});

/// The 64-bit word with that number, 0 to 3. Its first byte is the lowest.
std::uint64_t word_of(const Digest& digest, std::size_t number);

/// The digest as lower-case hexadecimal digits, two for each byte.
std::string hex(const Digest& digest);
/// Parses 64 hexadecimal digits. Returns nothing for any other text.
std::optional<Digest> digest_from_hex(std::string_view text);

}  // namespace arena
