#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/typed_text.h"

namespace arena {

/// Counts how often each of some things happened. `name_of(Thing)` returns the name of a thing. Most bots have no
/// counts, which take no memory beside the object.
template <class Thing>
class NamedCounts {
 public:
  /// `times` must be at least 1.
  void add(Thing thing, int times = 1) { counts_[thing] += times; }
  void add(const NamedCounts& more) {
    for (const auto& [thing, times] : more.counts_) add(thing, times);
  }
  int of(Thing thing) const {
    const auto found = counts_.find(thing);
    return found == counts_.end() ? 0 : found->second;
  }
  int total() const {
    int sum = 0;
    for (const auto& [thing, times] : counts_) sum += times;
    return sum;
  }
  bool empty() const { return counts_.empty(); }
  /// Returns the things that happened, in the order of the enumeration.
  const std::map<Thing, int>& each() const { return counts_; }
  /// Formats the counts, as in "timeout:2 illegal:1". Returns an empty text if there is none.
  std::string text() const {
    return hearts::joined(counts_, " ", [](const auto& one) {
      return std::string(name_of(one.first)) + ":" + std::to_string(one.second);
    });
  }

  bool operator==(const NamedCounts&) const = default;

 private:
  std::map<Thing, int> counts_;
};

/// What the laws of the table count for a seat.
enum class LawFigure : std::uint8_t {
  revokes,              ///< revokes that were not corrected
  corrections,          ///< revokes that were corrected
  leads_out_of_turn,    ///< all leads out of turn
  retractions,          ///< cards out of turn that the seat had to take back
  demands,              ///< demands that the seat made
  claims,               ///< claims that were founded
  unfounded_claims,     ///< claims that were not founded
  misdeals,             ///< misdeals that the seat called
  charge,               ///< points that the laws cost the seat
  plays_out_of_turn,    ///< cards out of turn to a trick to which somebody had led
  covered_retractions,  ///< retractions of a card on which others lay
};

inline constexpr auto kLawFigureNames = std::to_array<std::string_view>(
    {"revokes", "corrections", "leads_out_of_turn", "retractions", "demands", "claims", "unfounded_claims", "misdeals",
     "charge", "plays_out_of_turn", "covered_retractions"});

constexpr std::string_view name_of(LawFigure figure) { return kLawFigureNames[static_cast<std::size_t>(figure)]; }

/// Returns the figure of that name, if there is one.
constexpr std::optional<LawFigure> find_law_figure(std::string_view name) {
  const auto* const found = std::ranges::find(kLawFigureNames, name);
  if (found == kLawFigureNames.end()) return std::nullopt;
  return static_cast<LawFigure>(found - kLawFigureNames.begin());
}

using LawFigures = NamedCounts<LawFigure>;

}  // namespace arena
