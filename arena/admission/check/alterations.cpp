#include "arena/admission/check/alterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arena/base/text/words.h"
#include "arena/bots/process/incoming.h"

namespace arena {
namespace {

constexpr std::size_t kManyBytes = 160 << 10;

/// Puts in the place of each line what `change` makes of it, both without the end.
template <class Change>
std::string each_line(std::string_view lines, Change change) {
  std::string altered;
  while (!lines.empty()) altered += change(std::string(cut_line(lines))) + "\n";
  return altered;
}

std::string_view first_word(std::string_view line) { return cut_word(line); }

/// Lines whose last words are fields. Of others the words to the end are a list of cards or values.
bool ends_in_fields(std::string_view line) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"hello", "game", "time", "hand", "subhand", "trick", "play", "took", "kitty", "moon", "chose", "late", "end"});
  return std::find(kWords.begin(), kWords.end(), first_word(line)) != kWords.end();
}

}  // namespace

namespace alter {

std::string add_unknown_lines(std::string_view lines) {
  return each_line(lines, [](std::string line) {
    const std::string_view word = first_word(line);
    if (word == "hello") return line;
    std::string novel;
    if (word == "game") novel = "novel " + std::string(kLineBytesMax - 6, 'x') + "\n";
    if (word == "rule") novel = "rule novel.key 7\n";
    return novel + "novel 3 QS key=value : 2C\n" + line;
  });
}

std::string add_unknown_fields(std::string_view lines) {
  return each_line(lines, [](std::string line) {
    if (first_word(line) == "ask") line.insert(line.rfind(" : "), " novel=7 novel");
    return ends_in_fields(line) ? line + " novel=7 novel" : line;
  });
}

std::string rename_kinds(std::string_view lines, int& asked) {
  return each_line(lines, [&](std::string line) {
    std::string_view rest = line;
    const bool is_ask = cut_word(rest) == "ask";
    const std::string_view number = cut_word(rest);
    const bool renames = is_ask && cut_word(rest) == "play" && ++asked % 3 == 0;
    return renames ? fmt::format("ask {} novel{}", number, rest) : line;
  });
}

std::string add_empty_lines(std::string_view lines) {
  return each_line(lines, [](std::string line) { return first_word(line) == "hello" ? line : "\n" + line; });
}

std::string add_many_lines(std::string_view lines) {
  std::string text(lines);
  while (text.size() < lines.size() + kManyBytes) text += "# another line\n";
  return text;
}

std::string end_in_crlf(std::string_view lines) {
  return each_line(lines, [](std::string line) { return line + "\r"; });
}

std::string stop_clocks(std::string_view lines, const Limits& limits) {
  return each_line(lines, [&](std::string line) {
    std::string_view rest = line;
    if (cut_word(rest) != "ask") return line;
    for (int kept = 0; kept < 3; ++kept) cut_word(rest);
    const std::string begin = line.substr(0, line.size() - rest.size());
    cut_word(rest);
    cut_word(rest);
    return fmt::format("{} {} {}{}", begin, limits.move.count(), limits.bank.count(), rest);
  });
}

}  // namespace alter

}  // namespace arena
