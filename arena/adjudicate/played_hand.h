#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/hand.h"

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

/// What a line says of one deal, held against the pack and the table of its variant. Who may do what is not yet judged.
struct PlayedHand {
  struct Pass {
    int entry = 0;  ///< of the line's list, from 1
    hearts::CardSet cards;
  };

  hearts::Hand::Setup setup;
  bool extra = false;                              ///< played to break a tie
  std::optional<hearts::PerSeat<int>> selected{};  ///< two-hand games: which hand each seat plays first
  std::array<hearts::PerSeat<std::optional<Pass>>, hearts::kHandsPerSeatMax> passes{};  ///< by sub-hand, then seat
  std::string plays;  ///< names of cards, split by spaces; not read yet
  std::optional<hearts::MoonOption> choice{};
};

/// Throws Objection: a deal that is not the whole pack in equal hands, a number out of its range, a key that does not
/// apply, an unknown card.
PlayedHand read_played_hand(const hearts::GameRules& game, HandLine line);

}  // namespace arena
