#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"

// How the values of keys are spelled. What cannot be read throws RulesError.

namespace hearts {

/// "'VALUE' is not WANTED".
[[noreturn]] void refuse_value(std::string_view value, std::string_view wanted);

/// The parts between the commas; none of "none" or of nothing.
std::vector<std::string_view> split_list(std::string_view text);

/// What `text_of` says of each item, with commas between; "none" without items.
template <class Range, class Text>
std::string join_list(const Range& range, Text text_of) {
  std::string text;
  for (const auto& item : range) {
    if (!text.empty()) text += ',';
    text += text_of(item);
  }
  return text.empty() ? "none" : text;
}

/// A whole number from `low` to `high`.
int parse_int(std::string_view text, int low, int high);

/// One character; `what` says of which kind.
char parse_letter(std::string_view text, std::string_view what);

/// Two characters, rank then suit; any of them.
CardName parse_card_name(std::string_view text);

}  // namespace hearts
