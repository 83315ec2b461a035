#include "arena/app/play/typed_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "arena/base/text/card_paint.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

struct Command {
  std::string_view name;
  TableWord word;
  std::string_view what;
};

constexpr std::array kCommands = {
    Command{"?", TableWord::explain, "explain the question: what you may choose, what you may not, and why"},
    Command{"help", TableWord::help, "show these commands"},
    Command{"hint", TableWord::hint, "ask a strong bot what it would choose, and why"},
    Command{"rules", TableWord::rules, "show the rules; 'rules moon' shows one part, 'rules R002-17' one rule"},
    Command{"hand", TableWord::hand, "show your cards; those that you may not play now are in ( )"},
    Command{"table", TableWord::table, "show the current trick"},
    Command{"last", TableWord::last, "show the last trick"},
    Command{"score", TableWord::score, "show the points of this hand and the totals"},
    Command{"undo", TableWord::undo, "take back the last card of your choice; 'undo QS' takes back QS"},
    Command{"yes", TableWord::yes, "confirm your choice"},
    Command{"no", TableWord::no, "take back your whole choice"},
    Command{"quit", TableWord::quit, "leave the game; you can resume it later"},
};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

/// Finds the command that is typed in full or as its first letter, which is never a card: cards have two characters. Of
/// several commands with that letter, the first one is meant.
std::optional<TableWord> command_of(std::string_view word) {
  const auto found = std::ranges::find_if(kCommands, [&](const Command& command) {
    return is_spelled(command.name, word) || is_spelled(command.name.substr(0, 1), word);
  });
  if (found == kCommands.end()) return std::nullopt;
  return found->word;
}

std::string with_letters(std::string_view line) {
  std::string text(line);
  for (const auto& [symbol, letter] : kSuitSymbols) {
    for (std::size_t at = text.find(symbol); at != std::string::npos; at = text.find(symbol))
      text.replace(at, symbol.size(), 1, letter);
  }
  return text;
}

}  // namespace

bool is_spelled(std::string_view word, std::string_view typed) {
  return std::ranges::equal(word, typed, {}, [](char c) { return c | 0x20; }, [](char c) { return c | 0x20; });
}

TypedLine parse_typed_line(std::string_view typed_bytes) {
  static constexpr std::string_view kSeparators = " \t,;/+&";
  const std::string letters = with_letters(typed_bytes);
  std::string_view line = letters;
  TypedLine typed;
  bool first = true;
  while (typed.words.size() < kTypedWordsMax) {
    line.remove_prefix(std::min(line.find_first_not_of(kSeparators), line.size()));
    if (line.empty()) break;
    const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
    std::string word(line.substr(0, end));
    line.remove_prefix(end);
    if (std::exchange(first, false)) {
      typed.command = command_of(word);
      if (typed.command) continue;
    }
    std::transform(word.begin(), word.end(), word.begin(), upper);
    if (word.size() == 3 && word.starts_with("10")) word.replace(0, 2, "T");
    typed.words.push_back(std::move(word));
  }
  return typed;
}

std::string commands_text() {
  return hearts::joined(kCommands, "",
                        [](const Command& command) { return fmt::format("  {:<7}{}\n", command.name, command.what); });
}

std::string Choice::add(std::string_view word) {
  const auto found = std::ranges::find_if(offered_, [&](const std::string& one) { return is_spelled(one, word); });
  const std::string shown = show_(word);
  if (found == offered_.end()) return shown + ": " + explain_(word);
  if (std::find(chosen_.begin(), chosen_.end(), *found) != chosen_.end()) return shown + " is chosen already";
  if (complete()) return shown + " is one too many; take one back with 'undo'";
  chosen_.push_back(*found);
  return {};
}

std::string Choice::undo(std::string_view word) {
  if (chosen_.empty()) return "nothing is chosen yet";
  if (word.empty()) {
    chosen_.pop_back();
    return {};
  }
  const auto found = std::find(chosen_.begin(), chosen_.end(), word);
  if (found == chosen_.end()) return show_(word) + " is not chosen";
  chosen_.erase(found);
  return {};
}

std::string Choice::text() const { return hearts::joined(chosen_, " "); }

std::string Choice::shown() const { return hearts::joined(chosen_, " ", show_); }

}  // namespace arena
