#pragma once

#include <boost/crc.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace arena {

/// CRC-32C (Castagnoli: polynomial 1EDC6F41, reflected, start and final XOR FFFFFFFF; "123456789" gives e3069283) of
/// the bytes given so far.
class Crc32c {
 public:
  void feed(std::string_view bytes) { crc_.process_bytes(bytes.data(), bytes.size()); }
  std::uint32_t value() const { return static_cast<std::uint32_t>(crc_.checksum()); }

 private:
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc_;
};

std::uint32_t crc32c(std::string_view bytes);

/// Eight lower-case hexadecimal digits.
std::string crc_text(std::uint32_t crc);

}  // namespace arena
