#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "arena/game/table/named_counts.h"

namespace arena {

/// What the laws of the table count of a seat.
enum class LawFigure : std::uint8_t {
  revokes,            ///< that were not corrected
  corrections,        ///< revokes that were
  leads_out_of_turn,  ///< all of them
  retractions,        ///< of these, those that it had to take back
  demands,            ///< that it made
  claims,             ///< that were founded
  unfounded_claims,   ///< that were not
  misdeals,           ///< that it called
  charge,             ///< points that the laws cost it
};

inline constexpr auto kLawFigureNames =
    std::to_array<std::string_view>({"revokes", "corrections", "leads_out_of_turn", "retractions", "demands", "claims",
                                     "unfounded_claims", "misdeals", "charge"});

constexpr std::string_view name_of(LawFigure figure) { return kLawFigureNames[static_cast<std::size_t>(figure)]; }

/// The figure of that name.
constexpr std::optional<LawFigure> find_law_figure(std::string_view name) {
  for (std::size_t i = 0; i < kLawFigureNames.size(); ++i) {
    if (kLawFigureNames[i] == name) return static_cast<LawFigure>(i);
  }
  return std::nullopt;
}

using LawFigures = NamedCounts<LawFigure>;

}  // namespace arena
