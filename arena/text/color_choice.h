#pragma once

namespace arena {

/// When text is coloured.
enum class ColorChoice {
  automatic,  ///< on a terminal that knows colours, unless the environment has NO_COLOR
  always,
  never,
};

/// The choice for an open descriptor. Of the environment it reads NO_COLOR (set and not empty: no colours) and TERM.
bool wants_color(ColorChoice choice, int descriptor);

}  // namespace arena
