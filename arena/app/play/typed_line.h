#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arena {

/// The commands that a person at the table may type besides cards.
enum class TableWord { help, explain, hint, rules, hand, table, last, score, undo, yes, no, quit };

/// A line that a person typed, parsed. Whether its words are cards is not checked.
struct TypedLine {
  std::optional<TableWord> command;  ///< if it begins with one; `words` is then what follows
  std::vector<std::string> words;    ///< upper case, 10 spelled T, ♠ S, at most kTypedWordsMax
};

inline constexpr std::size_t kTypedWordsMax = 60;

/// Parses what a person typed. Words are separated by spaces, commas and the like. A command is the first word, and may
/// be shortened to its first letter; h means help. Never fails: what is not a command is a word.
TypedLine parse_typed_line(std::string_view line);

/// Whether the typed text is this word, in upper or lower case.
bool is_spelled(std::string_view word, std::string_view typed);

/// Describes the commands, one a line.
std::string commands_text();

/// A choice of a given number of different words among those offered, while a person makes it.
class Choice {
 public:
  using OfWord = std::function<std::string(std::string_view)>;

  /// `explain` says why a word that is not offered cannot be chosen, `show` how a word is shown.
  Choice(std::vector<std::string> offered, std::size_t count, OfWord explain, OfWord show)
      : offered_(std::move(offered)), count_(count), explain_(std::move(explain)), show_(std::move(show)) {}

  /// Adds the word. If that is not possible, returns the reason in one sentence.
  std::string add(std::string_view word);
  /// Takes back the last word, or the one given. If that is not possible, returns the reason.
  std::string undo(std::string_view word = {});
  void clear() { chosen_.clear(); }

  const std::vector<std::string>& chosen() const { return chosen_; }
  std::size_t count() const { return count_; }
  bool complete() const { return chosen_.size() == count_; }
  /// The chosen words with a space between them, as they are written in an answer and as they are shown.
  std::string text() const;
  std::string shown() const;

 private:
  std::vector<std::string> offered_;
  std::size_t count_;
  OfWord explain_;
  OfWord show_;
  std::vector<std::string> chosen_;
};

}  // namespace arena
