#include "arena/game/table/evidence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "arena/base/text/card_paint.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr std::size_t kWordMax = 40;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
}

/// Text of which every other byte is 0. A line that was cut at the byte of its LF may begin with the other one.
bool is_utf16(std::string_view line) {
  if (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF")) return true;
  const auto zeros = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\0'));
  const bool has_two = std::adjacent_find(line.begin(), line.end(),
                                          [](char a, char b) { return (a == '\0') == (b == '\0'); }) != line.end();
  return line.size() > 2 && zeros > 0 && !has_two;
}

/// The number as a program may write it that has taken it for one: 461968001.0, 461,968,001, 4.61968e+08, 0461968001.
bool means(std::string_view word, int id) {
  std::string plain;
  for (const char c : word.substr(0, kWordMax)) {
    if (c != ',' && c != '_' && c != '\'') plain += c;
  }
  if (plain.empty() || plain.find_first_not_of("0123456789.eE+-") != std::string::npos) return false;
  double number = 0;
  const char* const end = plain.data() + plain.size();
  const auto [read, error] = std::from_chars(plain.data() + (plain.front() == '+' ? 1 : 0), end, number);
  const bool is_rough = plain.find_first_of("eE") != std::string::npos;
  return error == std::errc() && read == end && std::abs(number - id) <= (is_rough ? id * 1e-4 : 0);
}

/// A card whose suit is a symbol, in the protocol's letters; empty: it is none.
std::string in_letters(std::string_view word) {
  for (const auto& [symbol, letter] : kSuitSymbols) {
    const std::size_t at = word.find(symbol);
    if (at == std::string_view::npos) continue;
    const std::string rank = std::string(word.substr(0, at)) + std::string(word.substr(at + symbol.size()));
    if (rank.size() == 1 && is_ascii(rank)) return rank + letter;
  }
  return {};
}

std::string not_ascii_text(std::string_view line, bool is_answer) {
  const std::vector<std::string_view> words = words_of(line);
  const auto odd = std::find_if_not(words.begin(), words.end(), is_ascii);
  const std::string_view word = odd == words.end() ? std::string_view() : *odd;
  std::string text = (is_answer ? "the number is right, but '" : "'") + printable(word, kWordMax) + "' is not ASCII";
  const std::string card = in_letters(word);
  if (is_answer) text += card.empty() ? ": write each word as it is offered" : ": write " + card + ", as it is offered";
  return text;
}

}  // namespace

Evidence evidence_in(std::string_view line, int id) {
  if (line.starts_with("\xEF\xBB\xBF")) return Evidence::byte_order_mark;
  if (is_utf16(line)) return Evidence::utf16;
  if (line.find('\0') != std::string_view::npos) return Evidence::zero_bytes;
  std::string_view rest = line;
  const std::string_view word = cut_word(rest);
  const bool begins_well = id > 0 ? word == std::to_string(id) : word == "ready";
  if (begins_well && !is_ascii(rest)) return Evidence::not_ascii;
  return id > 0 && !begins_well && means(word, id) ? Evidence::changed_number : Evidence::no_answer;
}

bool lacks_newline_only(std::string_view bytes, int id) {
  const BotLine line = decode_bot_line(bytes);
  return id > 0 ? line.kind == BotLine::Kind::answer && line.id == id : line.kind == BotLine::Kind::ready;
}

std::string describe(Evidence evidence, std::string_view line, int id) {
  if (evidence == Evidence::byte_order_mark) return "it begins with a byte-order mark (EF BB BF)";
  if (evidence == Evidence::utf16) return "that is UTF-16, and lines are ASCII";
  if (evidence == Evidence::not_ascii) return not_ascii_text(line, id > 0);
  if (evidence == Evidence::changed_number)
    return "that is the number " + std::to_string(id) + ", but not as it was asked with";
  if (evidence != Evidence::zero_bytes) return {};
  return hearts::counted(std::count(line.begin(), line.end(), '\0'), "byte") +
         " of value 0: does it write its whole buffer?";
}

}  // namespace arena
