#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

/// A mistake in a text that is to be JSON.
struct JsonMistake {
  std::size_t at = 0;  ///< byte of the text where it is
  std::string what;    ///< in words, with what was expected
};

/// Finds out what somebody has written that is no JSON: a comment, a comma too many or too few, quotes that are missing.
/// `stopped`: the byte at which a parser gave up; all before it is the beginning of JSON. `otherwise`: what the parser
/// says, where it is nothing of these.
JsonMistake find_json_mistake(std::string_view text, std::size_t stopped, std::string_view otherwise);

}  // namespace arena
