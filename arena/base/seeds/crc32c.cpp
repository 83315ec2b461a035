#include "arena/base/seeds/crc32c.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace arena {
namespace {

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

std::uint32_t feed_tables(std::uint32_t state, std::string_view bytes) {
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
  return state;
}

// What the processor's instructions do: eight bytes at a time, then one. Both processors are little-endian.
#if defined(__x86_64__)
#define HEARTS_HAS_CRC_INSTRUCTION 1
__attribute__((target("sse4.2"))) std::uint32_t feed_processor(std::uint32_t state, std::string_view bytes) {
  const char* next = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t wide = state;
  for (; left >= 8; left -= 8, next += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, next, sizeof word);
    wide = _mm_crc32_u64(wide, word);
  }
  state = static_cast<std::uint32_t>(wide);
  for (; left > 0; --left, ++next) state = _mm_crc32_u8(state, static_cast<unsigned char>(*next));
  return state;
}
bool has_crc_instruction() { return __builtin_cpu_supports("sse4.2") != 0; }
#elif defined(__aarch64__)
#define HEARTS_HAS_CRC_INSTRUCTION 1
__attribute__((target("+crc"))) std::uint32_t feed_processor(std::uint32_t state, std::string_view bytes) {
  const char* next = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, next += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, next, sizeof word);
    state = __crc32cd(state, word);
  }
  for (; left > 0; --left, ++next) state = __crc32cb(state, static_cast<unsigned char>(*next));
  return state;
}
bool has_crc_instruction() { return (::getauxval(AT_HWCAP) & HWCAP_CRC32) != 0; }
#endif

}  // namespace

void Crc32c::feed(std::string_view bytes) {
#ifdef HEARTS_HAS_CRC_INSTRUCTION
  static const bool by_processor = has_crc_instruction();
  if (by_processor) {
    state_ = feed_processor(state_, bytes);
    return;
  }
#endif
  state_ = feed_tables(state_, bytes);
}

std::uint32_t crc32c(std::string_view bytes) {
  Crc32c crc;
  crc.feed(bytes);
  return crc.value();
}

std::uint32_t crc32c_by_tables(std::string_view bytes) { return ~feed_tables(0xFFFFFFFF, bytes); }

std::string crc_text(std::uint32_t crc) { return fmt::format("{:08x}", crc); }

}  // namespace arena
