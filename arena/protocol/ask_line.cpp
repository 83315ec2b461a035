#include "arena/protocol/ask_line.h"

#include <algorithm>
#include <charconv>

#include "arena/text/words.h"

namespace arena {

std::optional<AskLine> decode_ask(std::string_view lines) {
  std::string_view rest = last_line(lines);
  if (cut_word(rest) != "ask") return std::nullopt;
  const auto read_number = [&](auto& number) {
    const std::string_view digits = cut_word(rest);
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
  };
  AskLine ask;
  read_number(ask.id);
  ask.kind = cut_word(rest);
  read_number(ask.count);
  rest.remove_prefix(std::min(rest.find(':') + 1, rest.size()));  // npos + 1 is 0
  ask.words = words_of(rest);
  return ask;
}

}  // namespace arena
