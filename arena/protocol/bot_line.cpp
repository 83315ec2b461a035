#include "arena/protocol/bot_line.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "arena/text/words.h"

namespace arena {

namespace {

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7F'; });
}

/// Without the spaces at both ends.
std::string_view trim(std::string_view text) {
  const std::size_t start = text.find_first_not_of(' ');
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(' ') - start + 1);
}

}  // namespace

BotLine decode_bot_line(std::string_view line) {
  BotLine decoded;
  line = trim(line);
  decoded.rest = line;
  const std::string_view word = cut_word(decoded.rest);
  decoded.rest = trim(decoded.rest);
  if (line.empty()) {
    decoded.kind = BotLine::Kind::empty;
  } else if (word.starts_with('#') || word == "info") {
    decoded.kind = word == "info" ? BotLine::Kind::info : BotLine::Kind::comment;
    decoded.rest = line;
  } else if (word == "ready") {
    if (is_printable(line)) decoded.kind = BotLine::Kind::ready;
  } else if (word.front() >= '1' && word.front() <= '9' && is_printable(line)) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), decoded.id);
    if (error == std::errc{} && end == word.data() + word.size() &&
        decoded.id <= std::numeric_limits<std::int32_t>::max()) {
      decoded.kind = BotLine::Kind::answer;
    }
  }
  return decoded;
}

std::optional<std::string_view> field_of(std::string_view fields, std::string_view key) {
  while (true) {
    const std::string_view field = cut_word(fields);
    if (field.empty()) return std::nullopt;
    if (field.size() > key.size() && field.starts_with(key) && field[key.size()] == '=')
      return field.substr(key.size() + 1);
  }
}

}  // namespace arena
