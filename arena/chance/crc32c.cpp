#include "arena/chance/crc32c.h"

#include <cstdio>

namespace arena {

std::uint32_t crc32c(std::string_view bytes) {
  Crc32c crc;
  crc.feed(bytes);
  return crc.value();
}

std::string crc_text(std::uint32_t crc) {
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", crc);
  return digits;
}

}  // namespace arena
