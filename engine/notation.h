#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/card_set.h"
#include "engine/deck.h"

namespace hearts {

/// Cards in the deck's order, split by one space; empty for no cards.
std::string cards_text(const Deck& deck, CardSet cards);

/// Appends the same text.
void append_cards(std::string& text, const Deck& deck, CardSet cards);

/// The set of cards in a text of names split by spaces. Nothing if a name is not a card of the deck or is there twice.
std::optional<CardSet> parse_cards(const Deck& deck, std::string_view text);

}  // namespace hearts
