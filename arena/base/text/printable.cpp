#include "arena/base/text/printable.h"

#include "engine/typed_text.h"

namespace arena {

std::string printable(std::string_view bytes, std::size_t bytes_max, std::string_view kept) {
  return hearts::escaped(bytes.substr(0, bytes_max), kept) + (bytes.size() > bytes_max ? "..." : "");
}

}  // namespace arena
