#include "arena/check/alterations.h"

#include <algorithm>
#include <array>

#include "arena/process/incoming.h"
#include "arena/text/words.h"

namespace arena::alter {
namespace {

/// Gives each line, without its end, to `change`, which appends what takes its place.
template <class Change>
std::string each_line(std::string_view lines, Change change) {
  std::string altered;
  while (!lines.empty()) change(altered, cut_line(lines));
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

std::string add_unknown_lines(std::string_view lines) {
  return each_line(lines, [](std::string& out, std::string_view line) {
    const std::string_view word = first_word(line);
    if (word == "game") out += "novel " + std::string(kLineBytesMax - 6, 'x') + "\n";
    if (word == "rule") out += "rule novel.key 7\n";
    if (word != "hello") out += "novel 3 QS key=value : 2C\n";
    out.append(line).append("\n");
  });
}

std::string add_unknown_fields(std::string_view lines) {
  return each_line(lines, [](std::string& out, std::string_view line) {
    out += line;
    if (first_word(line) == "ask") out.insert(out.rfind(" : "), " novel=7 novel");
    if (ends_in_fields(line)) out += " novel=7 novel";
    out += "\n";
  });
}

std::string rename_kinds(std::string_view lines, int& asked) {
  return each_line(lines, [&](std::string& out, std::string_view line) {
    std::string_view rest = line;
    const bool is_ask = cut_word(rest) == "ask";
    const std::string_view number = cut_word(rest);
    if (is_ask && cut_word(rest) == "play" && ++asked % 3 == 0) {
      out.append("ask ").append(number).append(" novel").append(rest).append("\n");
    } else {
      out.append(line).append("\n");
    }
  });
}

std::string add_empty_lines(std::string_view lines) {
  return each_line(lines, [](std::string& out, std::string_view line) {
    if (first_word(line) != "hello") out += "\n";
    out.append(line).append("\n");
  });
}

std::string end_in_crlf(std::string_view lines) {
  return each_line(lines, [](std::string& out, std::string_view line) { out.append(line).append("\r\n"); });
}

std::string stop_clocks(std::string_view lines, const Limits& limits) {
  return each_line(lines, [&](std::string& out, std::string_view line) {
    std::string_view rest = line;
    if (cut_word(rest) != "ask") {
      out.append(line).append("\n");
      return;
    }
    for (int kept = 0; kept < 3; ++kept) cut_word(rest);
    out += line.substr(0, line.size() - rest.size());
    cut_word(rest);
    cut_word(rest);
    out += " " + std::to_string(limits.move.count()) + " " + std::to_string(limits.bank.count());
    out.append(rest).append("\n");
  });
}

}  // namespace arena::alter
