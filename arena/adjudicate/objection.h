#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "engine/seat.h"

namespace arena {

/// Where in a line something is wrong.
struct LinePlace {
  std::string_view field{};   ///< key of the line, a constant; empty for no single key
  std::optional<int> pass{};  ///< which entry of `pass`, from 1
  std::optional<int> play{};  ///< which card of `plays`, from 1
  std::optional<hearts::Seat> seat{};
  std::string card{};       ///< as the line spells it
  std::string_view rule{};  ///< id of the rule that is broken, a constant; may be empty
};

/// What is wrong with a line. Thrown while a line is read and judged, caught by the Adjudicator.
struct Objection : std::runtime_error {
  explicit Objection(const std::string& message, LinePlace where = {})
      : std::runtime_error(message), place(std::move(where)) {}
  LinePlace place;
};

/// An objection to the value of one key.
[[noreturn]] inline void object_to(std::string_view field, const std::string& message) {
  throw Objection(message, {.field = field});
}

}  // namespace arena
