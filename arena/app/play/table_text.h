#pragma once

#include <string>
#include <string_view>

#include "arena/app/play/table_state.h"
#include "arena/base/text/card_paint.h"

namespace arena {

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
