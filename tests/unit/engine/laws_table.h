#pragma once

#include <string>

#include "engine/laws/laws_hand.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

/// The table of the tests of the laws: the rules of tournament-laws@4, and its four seats by letter.
namespace hearts::test::laws_table {

inline constexpr Seat A = 0;
inline constexpr Seat B = 1;
inline constexpr Seat C = 2;
inline constexpr Seat D = 3;

inline const GameRules& game() {
  static const GameRules rules(rules_of("tournament-laws@4"));
  return rules;
}

/// The same, but revokes and wrong hands must be claimed.
inline const GameRules& by_claim() {
  static const GameRules rules(rules_of("tournament-laws@4+laws.revoke_discovery=by_claim"));
  return rules;
}

inline Move play(const std::string& card) { return Move::play(card_of(game(), card)); }

/// Over the four seats.
inline int sum(const PerSeat<int>& values) { return values[0] + values[1] + values[2] + values[3]; }

}  // namespace hearts::test::laws_table
