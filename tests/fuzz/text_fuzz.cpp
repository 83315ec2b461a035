// Bytes from a bot, as the arena shows them: the text is UTF-8 without characters that are not seen, harmless text
// stays as it is, the bytes follow from the text, and a bound cuts no character in half.

#include <string>

#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace arena;
using fuzz::require;

constexpr std::size_t kAll = std::string_view::npos;

/// The bytes that the text shows: each \xNN is one byte.
std::string bytes_of(std::string_view shown) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string bytes;
  for (std::size_t at = 0; at < shown.size(); ++at) {
    const std::size_t high =
        shown.substr(at).starts_with("\\x") && at + 3 < shown.size() ? kDigits.find(shown[at + 2]) : kAll;
    const std::size_t low = high != kAll ? kDigits.find(shown[at + 3]) : kAll;
    bytes += low != kAll ? static_cast<char>(high * 16 + low) : shown[at];
    if (low != kAll) at += 3;
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
