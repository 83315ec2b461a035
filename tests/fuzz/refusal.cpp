#include "tests/fuzz/refusal.h"

#include <algorithm>
#include <string>

#include "arena/base/text/printable.h"

namespace fuzz {
namespace {

/// Where a library was when it threw, and what its exceptions say of themselves.
constexpr std::string_view kSources[] = {
    "/usr/include", "/boost/", ".hpp", ".ipp", "std::", "_M_", "basic_string", "::at", "filesystem error"};

void find(std::string_view text, const char* what) {
  std::fprintf(stderr, "error: %.*s\n", static_cast<int>(std::min<std::size_t>(text.size(), 4000)), text.data());
  require(false, what);
}

}  // namespace

void require_error_text(std::string_view text) {
  if (text.empty()) find(text, "an error has a text");
  if (text.size() > kErrorBytesMax) find(text, "errors are short");
  if (arena::legible(text) != text) find(text, "errors are printable");
  for (const std::string_view source : kSources) {
    // An error may quote the input, and fuzzers learn what they are compared with.
    if (input.find(source) != std::string_view::npos) continue;
    if (text.find(source) != std::string_view::npos) find(text, "errors have no source of a library in them");
  }
}

void require_error_text(std::string_view text, std::string_view file) {
  require_error_text(text);
  if (!text.starts_with(file)) find(text, "an error names the file that it is about");
}

}  // namespace fuzz
