#include "arena/play/choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/text/printable.h"

namespace arena {

std::string Choice::add(std::string_view word) {
  const auto same = [word](const std::string& one) {
    return std::equal(one.begin(), one.end(), word.begin(), word.end(),
                      [](char a, char b) { return (a | 0x20) == (b | 0x20); });
  };
  const auto found = std::find_if(offered_.begin(), offered_.end(), same);
  const std::string shown = printable(word, 20);
  if (found == offered_.end()) return shown + ": " + explain_(word);
  if (std::find(chosen_.begin(), chosen_.end(), *found) != chosen_.end()) return shown + " is chosen already";
  if (complete()) return shown + " is one too many: take one back with 'undo'";
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
  if (found == chosen_.end()) return printable(word, 20) + " is not chosen";
  chosen_.erase(found);
  return {};
}

std::string Choice::text() const { return fmt::format("{}", fmt::join(chosen_, " ")); }

}  // namespace arena
