#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace hearts {

/// How a moon is taken: off the shooter's total, or on everybody else's.
enum class MoonOption : std::uint8_t { subtract_self, add_others };

std::string_view moon_option_name(MoonOption option);

inline constexpr Seat kNobody = -1;

/// What the won cards of a deal are worth, before a moon is settled.
struct Tally {
  PerSeat<int> penalty{};     ///< positive points: point suit and named cards, with the queens' effects
  PerSeat<int> bonus{};       ///< negative points of bonus cards
  PerSeat<bool> no_points{};  ///< took no penalty card
  Seat shooter = kNobody;
  int moon_amount = 0;  ///< what the shooter may subtract or add
};

/// Counts the cards each seat won in a deal, both sub-hands together. `set_aside`: undealt cards nobody takes.
/// (R000-14, -49..-52; R002-26, -39; R003-03, -22; R004-06, -07, -38. Moons: R000-40; R001-16; R002-28; R003-04;
/// R004-39.)
Tally tally_hand(const GameRules& game, int point_lane, const PerSeat<CardSet>& won, CardSet set_aside);

/// The options of a shooter, first the one taken when he does not answer; one at least.
struct MoonOptions {
  int count = 0;
  std::array<MoonOption, 2> list{};
  bool offers(MoonOption option) const { return list[0] == option || (count == 2 && list[1] == option); }
};

/// What the shooter may choose, given the totals before the hand (R000-41; R001-16; R002-28, -32; R003-04; R004-39,
/// -42).
MoonOptions moon_options(const GameRules& game, const Tally& tally, const PerSeat<int>& totals);

/// Change of each total by this hand, before floor and sinkhole.
struct HandScore {
  PerSeat<int> moon{};    ///< what the moon itself changes; zeros without one
  PerSeat<int> change{};  ///< net change
};

/// `option` is read only if the tally has a shooter.
HandScore score_hand(const GameRules& game, const Tally& tally, MoonOption option);

/// Totals after a hand: change, then floor, then sinkhole (R000-41, -52; R002-34).
PerSeat<int> new_totals(const GameRules& game, const PerSeat<int>& totals, const PerSeat<int>& change);

/// Some total meets the match limit.
bool limit_met(const GameRules& game, const PerSeat<int>& totals);

}  // namespace hearts
