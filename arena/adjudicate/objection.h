#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/seat.h"

namespace arena {

/// What is wrong with a line, and where in it. Thrown while a line is read and judged, caught by the Adjudicator.
class Objection : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  std::string_view field{};   ///< key of the line, a constant; empty for no single key
  std::optional<int> pass{};  ///< which entry of `pass`, from 1
  std::optional<int> play{};  ///< which card of `plays`, from 1
  std::optional<hearts::Seat> seat{};
  std::string card{};       ///< as the line spells it
  std::string_view rule{};  ///< id of the rule that is broken, a constant; may be empty
};

/// An objection to the value of one key.
[[noreturn]] inline void object_to(std::string_view field, const std::string& message) {
  Objection objection(message);
  objection.field = field;
  throw objection;
}

}  // namespace arena
