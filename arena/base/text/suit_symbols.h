#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace arena {

/// The symbols of suits that people and bots write, full and hollow, with the letters that cards have.
inline constexpr std::array<std::pair<std::string_view, char>, 8> kSuitSymbols = {
    {{"♠", 'S'}, {"♥", 'H'}, {"♦", 'D'}, {"♣", 'C'}, {"♤", 'S'}, {"♡", 'H'}, {"♢", 'D'}, {"♧", 'C'}}};

}  // namespace arena
