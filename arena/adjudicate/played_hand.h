#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "engine/hand.h"

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

/// Parses one JSON object into `memory`: the keys of FORMAT.md, each with a value of its type or null, which is as good
/// as no key. Throws Objection: no JSON, no object, an unknown key, a duplicate key, a value of the wrong type,
/// `variant` or `deal` missing.
boost::json::object parse_hand_line(std::string_view text, boost::json::storage_ptr memory);

/// What a line says of one deal, held against the pack and the table of its variant. Who may do what is not yet judged.
struct PlayedHand {
  struct Pass {
    int entry = 0;  ///< of the line's list, from 1
    hearts::CardSet cards;
  };

  hearts::Hand::Setup setup;
  bool faulty = false;                             ///< the dealer made a slip that all saw
  bool extra = false;                              ///< played to break a tie
  std::optional<hearts::PerSeat<int>> selected{};  ///< two-hand games: which hand each seat plays first
  std::array<hearts::PerSeat<std::optional<Pass>>, hearts::kHandsPerSeatMax> passes{};  ///< by sub-hand, then seat
  std::string plays;  ///< names of cards, under the laws with other acts, split by spaces; not read yet
  std::optional<hearts::MoonOption> choice{};
};

/// Hands are played under the laws of the table in games of these rules.
inline bool has_laws(const hearts::GameRules& game) {
  return game.rules().illegal_action == hearts::IllegalAction::table_laws;
}

/// Holds a parsed line against its rules. Throws Objection: a deal that is not the whole pack in equal hands (under the
/// laws: that cannot be played), a number out of its range, a key that does not apply, an unknown card.
PlayedHand read_played_hand(const hearts::GameRules& game, const boost::json::object& line);

}  // namespace arena
