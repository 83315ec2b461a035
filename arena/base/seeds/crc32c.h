#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arena {

/// CRC-32C (Castagnoli: polynomial 1EDC6F41, reflected, start and final XOR FFFFFFFF; "123456789" gives e3069283) of
/// the bytes given so far. By the processor where it can (SSE 4.2, ARMv8), else by a table.
class Crc32c {
 public:
  void feed(std::string_view bytes);
  std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = 0xFFFFFFFF;
};

std::uint32_t crc32c(std::string_view bytes);

/// The same, by the table on every processor.
std::uint32_t crc32c_by_table(std::string_view bytes);

/// Eight lower-case hexadecimal digits.
std::string crc_text(std::uint32_t crc);

}  // namespace arena
