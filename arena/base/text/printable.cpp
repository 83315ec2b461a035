#include "arena/base/text/printable.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "arena/base/text/legible.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// UTF-8 has no longer characters.
constexpr std::size_t kCharacterBytesMax = 4;

/// Returns where the character begins and ends that has `at` between two of its bytes. Both are `at` if there is none.
std::pair<std::size_t, std::size_t> character_around(std::string_view text, std::size_t at) {
  for (std::size_t back = 1; back < kCharacterBytesMax && back <= at && at < text.size(); ++back) {
    std::string_view rest = text.substr(at - back);
    const bool is_character = cut_character(rest) >= 0;
    const std::size_t end = text.size() - rest.size();
    if (is_character && end > at) return {at - back, end};
  }
  return {at, at};
}

/// Whether the text begins as an escape of a byte does.
bool begins_with_escape(std::string_view text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() >= 4 && text.starts_with("\\x") && is_digit(text[2]) && is_digit(text[3]);
}

/// Whether a backslash that begins \xNN in the text stays or is escaped itself.
enum class Backslash { stays, is_escaped };

/// Does the work of legible() and printable().
std::string shown(std::string_view text, std::size_t bytes_max, std::string_view kept, Backslash backslash) {
  const bool is_cut = text.size() > bytes_max;
  if (is_cut) text = first_bytes(text, bytes_max);
  // Most text is ASCII, which needs none of Unicode's tables.
  const auto needs_look = [backslash](unsigned char c) {
    return c < ' ' || c >= 0x7F || (c == '\\' && backslash == Backslash::is_escaped);
  };
  std::string shown;
  shown.reserve(text.size() + 3);
  bool is_alone = true;  // a mark that is next has nothing to combine with
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if(text, needs_look) - text.begin());
    shown += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    is_alone = is_alone && plain == 0;
    const std::string_view before = text;
    const std::int32_t character = cut_character(text);
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    bool is_seen = character >= 0 && unseen_kind(character, Unseen::all).empty() && !(is_alone && is_mark(character));
    if (character == '\\') is_seen = !begins_with_escape(before);
    if (is_seen) {
      shown += bytes;
    } else {
      shown += character == '\\' ? "\\x5c" : hearts::escaped(bytes, kept);
    }
    is_alone = !is_seen;
  }
  return is_cut ? shown + "..." : shown;
}

}  // namespace

std::string legible(std::string_view text, std::string_view kept, std::size_t bytes_max) {
  return shown(text, bytes_max, kept, Backslash::stays);
}

std::string printable(std::string_view bytes, std::size_t bytes_max, std::string_view kept) {
  return shown(bytes, bytes_max, kept, Backslash::is_escaped);
}

std::string printable_lines(std::string_view bytes, std::size_t bytes_max) {
  return printable(bytes, bytes_max, "\n\t");
}

std::string_view first_bytes(std::string_view text, std::size_t bytes_max) {
  return text.substr(0, character_around(text, bytes_max).first);
}

std::string_view last_bytes(std::string_view text, std::size_t bytes_max) {
  return text.substr(character_around(text, text.size() - std::min(text.size(), bytes_max)).second);
}

}  // namespace arena
