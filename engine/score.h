#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace hearts {

/// The effect of a moon: it takes points off the shooter's total, or adds them to everybody else's, or both. No shooter
/// chooses `both`, since rules that have it offer nothing else.
enum class MoonOption : std::uint8_t { subtract_self, add_others, both };

/// The name of the option in answers and records: "subtract_self", "add_others" or "both".
std::string_view moon_option_name(MoonOption option);

/// No seat.
inline constexpr Seat kNobody = -1;

/// The tricks that each seat has taken in a deal so far, both sub-hands together.
struct TricksTaken {
  PerSeat<int> count{};
  Seat first = kNobody;  ///< took the first trick of the deal
  Seat last = kNobody;   ///< took the latest trick

  void add(Seat winner) {
    ++count[winner];
    if (first == kNobody) first = winner;
    last = winner;
  }

  bool operator==(const TricksTaken&) const = default;
};

/// The points of the cards and tricks that each seat has won in a deal, before a moon is scored.
struct Tally {
  PerSeat<int> penalty{};     ///< points of the point suit, of named cards that cost points, and of tricks
  PerSeat<int> bonus{};       ///< points of bonus cards
  PerSeat<bool> no_points{};  ///< the seat took nothing that costs points
  PerSeat<bool> no_tricks{};  ///< the seat took no trick
  Seat shooter = kNobody;
  int moon_amount = 0;  ///< the points that the shooter may subtract or add
};

/// Counts the cards that each seat won in a deal, both sub-hands together. `set_aside` are the undealt cards that
/// nobody takes.
///
/// Effects change the points of cards, but a card whose points are cancelled still counts as one that costs points. A
/// moon needs cards only.
///
/// Rules: R000-14, -49..-52; R002-26, -39; R003-03, -22; R004-06, -07, -38. Moons: R000-40; R001-16; R002-28; R003-04;
/// R004-39.
Tally tally_hand(const GameRules& game, int point_lane, const PerSeat<CardSet>& won, CardSet set_aside,
                 const TricksTaken& tricks = {});

/// The options that a shooter may choose from. The first one is used if the shooter does not answer. Without a moon
/// `count` is 0; with one it is 1 or 2.
struct MoonOptions {
  int count = 0;
  std::array<MoonOption, 2> list{};
  bool offers(MoonOption option) const { return list[0] == option || (count == 2 && list[1] == option); }
};

/// The options of the shooter, given the totals before the hand (R000-41; R001-16; R002-28, -32; R003-04; R004-39,
/// -42). The tally must have a shooter.
MoonOptions moon_options(const GameRules& game, const Tally& tally, const PerSeat<int>& totals);

/// How one hand changes each total, before the floor, the sinkhole and exact totals are applied.
struct HandScore {
  PerSeat<int> moon{};    ///< the part that the moon causes; zeros without a moon
  PerSeat<int> change{};  ///< the net change
};

/// Scores a hand. `option` only matters if the tally has a shooter.
HandScore score_hand(const GameRules& game, const Tally& tally, MoonOption option);

/// The totals after a hand: add the change, then apply the floor, the sinkhole (R000-41, -52;
/// R002-34) and `score.exact`.
PerSeat<int> new_totals(const GameRules& game, const PerSeat<int>& totals, const PerSeat<int>& change);

/// Whether any total has reached the match limit.
bool limit_met(const GameRules& game, const PerSeat<int>& totals);

}  // namespace hearts
