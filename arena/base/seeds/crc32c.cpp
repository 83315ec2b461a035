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

/// The remainder of each byte value.
constexpr auto kRemainders = [] {
  constexpr std::uint32_t kReflected = 0x82F63B78;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; ++bit) table[byte] = table[byte] >> 1 ^ ((table[byte] & 1) != 0 ? kReflected : 0);
  }
  return table;
}();

std::uint32_t feed_table(std::uint32_t state, std::string_view bytes) {
  for (const char c : bytes) state = state >> 8 ^ kRemainders[(state ^ static_cast<unsigned char>(c)) & 0xFF];
  return state;
}

// The processor's instructions take eight bytes at a time, then the rest byte by byte. Both processors are
// little-endian.
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
  state_ = feed_table(state_, bytes);
}

std::uint32_t crc32c(std::string_view bytes) {
  Crc32c crc;
  crc.feed(bytes);
  return crc.value();
}

std::uint32_t crc32c_by_table(std::string_view bytes) { return ~feed_table(0xFFFFFFFF, bytes); }

std::string crc_text(std::uint32_t crc) { return fmt::format("{:08x}", crc); }

}  // namespace arena
