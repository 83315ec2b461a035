#include "arena/base/text/printable.h"

namespace arena {

std::string printable(std::string_view bytes, std::size_t bytes_max, std::string_view kept) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (char byte : bytes.substr(0, bytes_max)) {
    const auto code = static_cast<unsigned char>(byte);
    if ((code >= 0x20 && code < 0x7F) || kept.find(byte) != std::string_view::npos) {
      text += byte;
    } else {
      text += {'\\', 'x', kDigits[code >> 4], kDigits[code & 15]};
    }
  }
  if (bytes.size() > bytes_max) text += "...";
  return text;
}

}  // namespace arena
