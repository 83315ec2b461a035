#include "arena/base/text/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace arena {
namespace {

/// The characters that begin a formula. The apostrophe is one of them, so that the mark can be removed again.
constexpr std::string_view kFormulaStarts = "=+-@\t\r\n'";

}  // namespace

std::string csv_quoted(std::string_view text) {
  const bool is_formula = !text.empty() && kFormulaStarts.find(text.front()) != std::string_view::npos;
  const std::string_view mark = is_formula ? "'" : "";
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(mark).append(text);
  std::string result = "\"" + std::string(mark);
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) { return fmt::format("{}\n", fmt::join(cells, ",")); }

}  // namespace arena
