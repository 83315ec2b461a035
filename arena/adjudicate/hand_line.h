#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// A line of input as it stands: its keys and values, each of the right type, not yet held against any rules.
/// FORMAT.md says what they mean.
struct HandLine {
  std::string variant;
  std::optional<std::int64_t> hand;
  std::optional<std::int64_t> dealer;
  std::vector<std::string> deal;
  std::optional<std::string> leftover;
  std::optional<std::string> point_suit;
  std::vector<std::string> pass;
  std::vector<std::int64_t> select;
  std::string plays;
  std::optional<std::string> choice;
  std::optional<std::vector<std::int64_t>> totals;
  std::optional<bool> extra;
};

/// Parses one JSON object. Throws Objection: no JSON, no object, an unknown key, a duplicate key, a value
/// of the wrong type, `variant` or `deal` missing.
HandLine parse_hand_line(std::string_view text);

}  // namespace arena
