#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {

/// The arena's line `ask`, taken apart for players inside the arena. The views point into the line.
struct AskLine {
  int id = 0;
  std::string_view kind;
  std::size_t count = 1;
  std::vector<std::string_view> words;
};

/// Reads the last of these lines; nothing if it is not an `ask`.
std::optional<AskLine> decode_ask(std::string_view lines);

}  // namespace arena
