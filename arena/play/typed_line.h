#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// What a person at the table may type beside cards.
enum class TableWord { help, rules, hand, table, last, score, undo, yes, no, quit };

/// A line that was typed, taken apart. Nothing is looked up in a pack.
struct TypedLine {
  std::optional<TableWord> command;  ///< then `words` is what follows it
  std::vector<std::string> words;    ///< upper case, 10 spelled T, at most kTypedWordsMax
};

inline constexpr std::size_t kTypedWordsMax = 60;

/// Words are separated by spaces, commas and their like. Commands stand first and may be shortened to one letter; h is
/// help. Never fails: what is not a command is a word.
TypedLine parse_typed_line(std::string_view line);

/// What the commands do, a line each.
std::string commands_text();

}  // namespace arena
