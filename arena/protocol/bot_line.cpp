#include "arena/protocol/bot_line.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace arena {

namespace {

// The letters of the grammar in protocol.md.
bool is_vchar(char c) { return c > ' ' && c < '\x7F'; }
bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || is_vchar(c); });
}
bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
  });
}

/// Printable words, each after exactly one space.
bool are_words(std::string_view text) {
  return is_printable(text) && !text.ends_with(' ') && text.find("  ") == std::string_view::npos;
}

bool are_ready_fields(std::string_view text) {
  if (!are_words(text)) return false;
  for (std::string_view word = cut_word(text); !word.empty(); word = cut_word(text)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || !is_key(word.substr(0, equals))) return false;
  }
  return true;
}

}  // namespace

std::string_view cut_word(std::string_view& text) {
  const std::size_t start = text.find_first_not_of(' ');
  if (start == std::string_view::npos) {
    text = {};
    return {};
  }
  text.remove_prefix(start);
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(word.size());
  return word;
}

BotLine decode_bot_line(std::string_view line) {
  BotLine decoded;
  const std::string_view word = line.substr(0, line.find(' '));
  const std::string_view after = line.substr(word.size());
  decoded.rest = after.substr(after.empty() ? 0 : 1);
  if (line.empty()) {
    decoded.kind = BotLine::Kind::empty;
  } else if (word.starts_with('#') || word == "info") {
    decoded.rest = line;
    if (is_printable(line)) decoded.kind = word == "info" ? BotLine::Kind::info : BotLine::Kind::comment;
  } else if (word == "ready") {
    if (are_ready_fields(after)) decoded.kind = BotLine::Kind::ready;
  } else if (word.starts_with('0') || word.starts_with('-')) {
    // from_chars would take these
  } else if (are_words(after)) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), decoded.id);
    if (error == std::errc{} && end == word.data() + word.size() &&
        decoded.id <= std::numeric_limits<std::int32_t>::max()) {
      decoded.kind = BotLine::Kind::answer;
    }
  }
  return decoded;
}

std::optional<std::string_view> ready_field(std::string_view fields, std::string_view key) {
  while (true) {
    const std::string_view field = cut_word(fields);
    if (field.empty()) return std::nullopt;
    if (field.size() > key.size() && field.starts_with(key) && field[key.size()] == '=')
      return field.substr(key.size() + 1);
  }
}

}  // namespace arena
