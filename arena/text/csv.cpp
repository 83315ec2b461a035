#include "arena/text/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace arena {

std::string csv_quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) { return fmt::format("{}\n", fmt::join(cells, ",")); }

}  // namespace arena
