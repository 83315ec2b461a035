#include "arena/bots/protocol/decode.h"

#include <algorithm>
#include <limits>

#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7F'; });
}

/// Returns the text without the spaces at both ends.
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
    const auto id = hearts::whole_number(word, 1, std::numeric_limits<int>::max());
    decoded.id = id.value_or(0);
    if (id) decoded.kind = BotLine::Kind::answer;
  }
  return decoded;
}

std::optional<std::string_view> field_of(std::string_view fields, std::string_view key) {
  for (std::string_view field = cut_word(fields); !field.empty(); field = cut_word(fields)) {
    if (field.size() > key.size() && field.starts_with(key) && field[key.size()] == '=')
      return field.substr(key.size() + 1);
  }
  return std::nullopt;
}

bool AskLine::may(std::string_view what) const {
  const std::vector<std::string_view> allowed = hearts::split(field_of(fields, "may").value_or(""), ",");
  return std::ranges::find(allowed, what) != allowed.end();
}

std::optional<AskLine> decode_ask(std::string_view lines) {
  std::string_view rest = last_line(lines);
  if (cut_word(rest) != "ask") return std::nullopt;
  AskLine ask;
  ask.id = static_cast<int>(leading_number(cut_word(rest)));
  ask.kind = cut_word(rest);
  ask.count = static_cast<std::size_t>(leading_number(cut_word(rest)));
  for (int time = 0; time < 2; ++time) cut_word(rest);
  const std::string_view from = rest;
  for (std::string_view word = cut_word(rest); !word.empty() && word != ":"; word = cut_word(rest))
    ask.fields = from.substr(0, from.size() - rest.size());
  ask.words = words_of(rest);
  return ask;
}

}  // namespace arena
