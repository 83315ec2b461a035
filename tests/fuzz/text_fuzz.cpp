// Bytes from a bot, as the arena shows them: the text is UTF-8 without characters that are not seen, harmless text stays
// as it is, the bytes follow from the text, and a bound cuts no character in half.

#include <fmt/format.h>

#include <string>

#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace arena;
using fuzz::require;

constexpr std::size_t kAll = std::string_view::npos;

/// What \xNN means, for all 256 bytes.
std::string bytes_of(std::string_view shown) {
  std::string bytes;
  while (!shown.empty()) {
    std::size_t size = 1;
    char byte = shown.front();
    for (int code = 0; byte == '\\' && size == 1 && code < 256; ++code) {
      if (!shown.starts_with(fmt::format("\\x{:02x}", code))) continue;
      bytes += static_cast<char>(code);
      size = 4;
    }
    if (size == 1) bytes += byte;
    shown.remove_prefix(size);
  }
  return bytes;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const bool planted = fuzz::planted(input.find("\\x5c") != std::string_view::npos);
  const std::string shown = planted ? legible(input) : printable(input, kAll);
  require(!unseen_flaw(shown, Unseen::all), "what is shown is UTF-8 without characters that are not seen");
  require(bytes_of(shown) == input, "the bytes follow from what is shown");
  require(legible(shown) == shown, "what is shown is legible");
  require(bytes_of(printable_lines(input, kAll)) == input, "the bytes follow from lines that are shown");
  std::string_view rest = input;
  const bool begins_with_mark = !input.empty() && is_mark(cut_character(rest));
  if (!unseen_flaw(input, Unseen::all) && !begins_with_mark && input.find("\\x") == kAll)
    require(shown == input, "harmless text stays as it is");
  const std::size_t bound = size / 2;
  const std::string_view first = first_bytes(input, bound);
  const std::string_view last = last_bytes(input, bound);
  require(first.size() <= bound && first.size() + 4 > bound && input.starts_with(first), "the first bytes are those");
  require(last.size() <= bound && last.size() + 4 > bound && input.ends_with(last), "the last bytes are those");
  if (!unseen_flaw(input, Unseen::all)) {
    require(!unseen_flaw(first, Unseen::all), "no character is cut in half at the end");
    require(!unseen_flaw(last, Unseen::all), "no character is cut in half at the start");
  }
  return 0;
}
