#include "arena/protocol/bot_line.h"

#include <charconv>
#include <limits>

namespace arena {

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
  std::string_view rest = line;
  const std::string_view word = cut_word(rest);
  if (word.empty()) {
    decoded.kind = BotLine::Kind::empty;
    return decoded;
  }
  if (!rest.empty()) rest.remove_prefix(1);
  decoded.rest = rest;
  if (word.front() == '#') {
    decoded.kind = BotLine::Kind::comment;
    decoded.rest = line;
  } else if (word == "info") {
    decoded.kind = BotLine::Kind::info;
    decoded.rest = line;
  } else if (word == "ready") {
    decoded.kind = BotLine::Kind::ready;
  } else if (word.front() >= '1' && word.front() <= '9') {
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
