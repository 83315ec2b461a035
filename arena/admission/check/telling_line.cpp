#include "arena/admission/check/telling_line.h"

#include <algorithm>
#include <array>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"

namespace arena {
namespace {

/// The most bytes of the line.
constexpr std::size_t kTellingMax = 100;

/// The texts that begin a stack trace in Lua, in Tcl and in Haskell.
constexpr auto kTraces = std::to_array<std::string_view>(
    {"\nstack traceback:", "\n    while executing", "\nCallStack (from HasCallStack):"});

}  // namespace

std::string telling_line(std::string_view text) {
  for (const std::string_view trace : kTraces) text = text.substr(0, text.rfind(trace));
  std::string_view last;
  std::string_view named;
  while (!text.empty()) {
    const std::string_view line = cut_line(text);
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) continue;
    last = line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
    if (names_error(last)) named = last;
  }
  return printable(named.empty() ? last : named, kTellingMax);
}

bool names_error(std::string_view line) {
  if (line.starts_with("at ")) return false;
  static constexpr auto kWords = std::to_array<std::string_view>({"Error", "Errno", "Exception", "panic"});
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

}  // namespace arena
