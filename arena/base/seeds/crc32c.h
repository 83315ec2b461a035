#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arena {

/// Computes the CRC-32C of the bytes given so far. It uses the processor's instruction where there is one (SSE 4.2,
/// ARMv8), otherwise a table; both give the same value.
///
/// CRC-32C is Castagnoli's: polynomial 1EDC6F41, reflected, with start and final XOR FFFFFFFF. "123456789" gives
/// e3069283.
class Crc32c {
 public:
  void feed(std::string_view bytes);
  std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = 0xFFFFFFFF;
};

/// The CRC-32C of these bytes.
std::uint32_t crc32c(std::string_view bytes);

/// The same value, computed with the table on every processor. It is for tests.
std::uint32_t crc32c_by_table(std::string_view bytes);

/// The checksum as eight lower-case hexadecimal digits.
std::string crc_text(std::uint32_t crc);

}  // namespace arena
