#pragma once

#include <cstdint>
#include <string_view>

#include "engine/card_set.h"
#include "engine/rules.h"
#include "engine/score.h"

namespace hearts {

/// One decision of one seat.
struct Move {
  enum class Kind : std::uint8_t { select, pass, play, choose };

  Kind kind = Kind::play;
  int hand_index = 0;                             ///< select: 0 or 1, which hand is played first
  CardSet cards{};                                ///< pass: the cards passed
  Card card{};                                    ///< play
  MoonOption option = MoonOption::subtract_self;  ///< choose

  static Move select(int hand_index) { return {.kind = Kind::select, .hand_index = hand_index}; }
  static Move pass(CardSet cards) { return {.kind = Kind::pass, .cards = cards}; }
  static Move play(Card card) { return {.kind = Kind::play, .card = card}; }
  static Move choose(MoonOption option) { return {.kind = Kind::choose, .option = option}; }

  bool operator==(const Move&) const = default;
};

/// Why a move was refused, and the rule that says so (its id may be empty where no sheet states it).
struct RuleBreach {
  Breach breach = Breach::wrong_phase;
  std::string_view rule;
};

}  // namespace hearts
