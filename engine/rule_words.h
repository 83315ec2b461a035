#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"

namespace hearts {

/// "Hearts" or "Lizard" in the middle of a sentence: ordinary suits small, those of the five-suit pack as names.
std::string suit_word(const Rules& rules, char suit);

/// One card of the suit: "heart", "Lizard card". For a point suit that is drawn: "point-suit card".
std::string suit_card_word(const Rules& rules, char suit);
std::string point_card_word(const Rules& rules);

/// The point suit in the middle of a sentence: "hearts", or "the point suit" where it is drawn.
std::string point_suit_word(const Rules& rules);

/// "left", "right", "across", "two to the left", "none".
std::string offset_word(int offset, int seats);

/// "a", "a and b", "a, b and c", with another last link if wanted; "nothing" of nothing.
std::string listed(const std::vector<std::string>& items, std::string_view link = "and");

/// "a; b; c".
std::string joined(const std::vector<std::string>& items);

/// The first letter large.
std::string sentence(std::string text);

}  // namespace hearts
