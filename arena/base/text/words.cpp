#include "arena/base/text/words.h"

#include <algorithm>
#include <charconv>

#include "arena/base/text/printable.h"

namespace arena {

std::string_view cut_word(std::string_view& text) {
  // Words are short, so a loop finds their ends faster than a search function.
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end && *at == ' ') ++at;
  const char* const start = at;
  while (at != end && *at != ' ') ++at;
  text = {at, end};
  return {start, at};
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::string_view word = cut_word(text); !word.empty(); word = cut_word(text)) words.push_back(word);
  return words;
}

long long leading_number(std::string_view text) {
  long long number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string_view cut_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::string_view last_line(std::string_view text) {
  text = text.substr(0, text.find_last_not_of('\n') + 1);  // npos + 1 is 0, here and below
  return text.substr(text.rfind('\n') + 1);
}

bool matches_pattern(std::string_view pattern, std::string_view text) {
  const std::size_t first_star = pattern.find('*');
  if (first_star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, first_star))) return false;
  text.remove_prefix(first_star);
  pattern.remove_prefix(first_star + 1);
  // Each part matches at the earliest position; the last part must match at the end.
  for (std::size_t star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
    const std::size_t found = text.find(pattern.substr(0, star));
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + star);
    pattern.remove_prefix(star + 1);
  }
  return text.ends_with(pattern);
}

bool selects_variant(std::string_view pattern, std::string_view id) {
  if (matches_pattern(pattern, id)) return true;
  if (pattern.find('+') != std::string_view::npos) return false;
  if (matches_pattern(pattern, id.substr(0, id.find('+')))) return true;
  return pattern.find('@') == std::string_view::npos && matches_pattern(pattern, id.substr(0, id.find('@')));
}

std::string shell_quoted(std::string_view word) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+@=-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  if (legible(word) != word) {
    // The $'...' quoting of bash and zsh, because a terminal obeys control characters and a reader does not see others.
    std::string escaped;
    for (const char c : word) {
      if (c == '\'' || c == '\\') escaped += '\\';
      escaped += c;
    }
    return "$'" + legible(escaped) + "'";
  }
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace arena
