#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/card_paint.h"
#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/score.h"
#include "engine/seat.h"
#include "engine/trick.h"

namespace arena {

/// What one seat knows of its table, from the arena's lines and nothing else.
struct TableState {
  std::optional<hearts::GameRules> rules;  ///< from the first `game` on
  hearts::Seat you = 0;
  std::vector<std::string> names;  ///< by seat; "you" for one's own

  // This hand, or this half of a hand of two
  int hand = 0;
  hearts::Seat dealer = 0;
  int pass_offset = 0;
  int point_lane = 0;
  hearts::PerSeat<int> totals{};  ///< as of the last hand that was scored
  hearts::PerSeat<int> taken{};   ///< points of the tricks so far
  hearts::CardSet cards;          ///< one's own
  bool broken = false;
  int trick_number = 0;
  hearts::Trick trick;
  hearts::Trick last_trick;
  hearts::Seat last_winner = hearts::kNobody;
  int last_points = 0;
  hearts::PerSeat<int> change{};  ///< of the totals, once the hand is scored

  const std::string& name(hearts::Seat seat) const { return names[static_cast<std::size_t>(seat)]; }
  /// Where one's passed cards go, and where those come from that one gets.
  hearts::Seat passes_to() const { return hearts::seat_at(you, pass_offset, rules->seats()); }
  hearts::Seat gets_from() const { return hearts::seat_at(you, -pass_offset, rules->seats()); }
};

/// Takes a line in; unknown ones are left out. Throws std::logic_error for one that no arena sends.
void take_line(TableState& state, std::string_view line);

/// Why a card that is not among those offered for the trick cannot be played, with the rule's id where there is one.
std::string why_not_playable(const TableState& state, hearts::CardSet offered, std::string_view word);

/// Cards that fail to follow suit, where the laws of the table make that possible.
hearts::CardSet possible_revokes(const TableState& state);

/// What a line means at the table, for a person; empty if it needs no words. `state` is as it is after the line.
std::string told_line(const TableState& state, const CardPaint& paint, std::string_view line);

/// A line a suit: the ranks one holds, low to high. Of `playable` cards stand out; what is not stands in ( ).
std::string hand_text(const TableState& state, const CardPaint& paint, hearts::CardSet playable);
/// The trick under way, a line a card.
std::string trick_text(const TableState& state, const CardPaint& paint);
std::string last_trick_text(const TableState& state, const CardPaint& paint);
/// Points of this hand's tricks, and totals.
std::string score_text(const TableState& state);

/// The rules in plain words, each line with its ids; with an id, just the lines that stand on it.
std::string rules_text(const TableState& state, const CardPaint& paint, std::string_view id);

}  // namespace arena
