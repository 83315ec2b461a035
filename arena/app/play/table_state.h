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

namespace arena {

/// A card on the table, and whose it is. Under the laws of the table seats may play out of turn.
struct SeatCard {
  hearts::Seat seat = 0;
  hearts::Card card{};
};

/// What one seat knows of its table. It comes only from the lines that the arena sends to that seat.
struct TableState {
  std::optional<hearts::GameRules> rules;  ///< from the first `game` on
  /// The rules as the arena announces them. They may differ from those that the variant's name says, for example in the
  /// number of hands. They become `rules` when a hand begins.
  hearts::Rules announced;
  hearts::Seat you = 0;
  std::vector<std::string> names;  ///< by seat; "you" for the own seat

  // This hand, or this half of a hand of two
  int hand = 0;
  hearts::Seat dealer = 0;
  int pass_offset = 0;
  int point_lane = 0;
  hearts::PerSeat<int> totals{};  ///< as of the last hand that was scored
  hearts::PerSeat<int> taken{};   ///< points of the tricks of this hand so far
  hearts::CardSet cards;          ///< of the own hand
  bool broken = false;
  int trick_number = 0;
  std::vector<SeatCard> trick;  ///< the cards on the table, in the order in which they were laid
  std::vector<SeatCard> last_trick;
  hearts::Seat last_winner = hearts::kNobody;
  int last_points = 0;
  hearts::PerSeat<int> change{};  ///< of the totals, once the hand is scored

  const std::string& name(hearts::Seat seat) const { return names[static_cast<std::size_t>(seat)]; }
  /// The seat that gets the cards that you pass, and the seat whose cards you get.
  hearts::Seat passes_to() const { return hearts::seat_at(you, pass_offset, rules->seats()); }
  hearts::Seat gets_from() const { return hearts::seat_at(you, -pass_offset, rules->seats()); }
};

/// Updates the state by a line from the arena. Ignores unknown lines. Throws std::logic_error for a line that no arena
/// sends.
void apply_line(TableState& state, std::string_view line);

/// Says why a card cannot be played that is not among those offered for the trick. Cites the rule where there is one.
std::string why_not_playable(const TableState& state, hearts::CardSet offered, std::string_view word);

/// Returns the cards that do not follow suit but may be played, as the laws of the table allow.
hearts::CardSet possible_revokes(const TableState& state);

/// Describes a line from the arena to a person. Returns an empty text for a line that needs no words. `state` already
/// includes the line.
std::string describe_line(const TableState& state, const CardPaint& paint, std::string_view line);

/// Shows the own hand, one suit a line, ranks from low to high. Cards that are not `playable` are in ( ).
std::string hand_text(const TableState& state, const CardPaint& paint, hearts::CardSet playable);
/// Shows the current trick, one card a line.
std::string trick_text(const TableState& state, const CardPaint& paint);
std::string last_trick_text(const TableState& state, const CardPaint& paint);
/// Shows the points of this hand's tricks, and the totals.
std::string score_text(const TableState& state);
/// The same in one line.
std::string score_line(const TableState& state);

/// Explains which cards of the own hand cannot be played now, and why: a line for each reason.
std::string unplayable_text(const TableState& state, const CardPaint& paint, hearts::CardSet playable);

/// Replaces the names of cards in a text by the way they are shown.
std::string with_cards(const CardPaint& paint, std::string_view text);

/// Explains the rules, each line with the ids of RULES.md that it comes from. With an id, shows only the lines that
/// come from it; with the first word of a section's title, such as "moon", only that section.
std::string rules_text(const TableState& state, const CardPaint& paint, std::string_view part);

}  // namespace arena
