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

/// How often each of some things happened; `name_of(Thing)` says what it is called. Most bots have none: that takes no
/// memory beside the object.
template <class Thing>
class NamedCounts {
 public:
  /// `times` at least 1.
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
  /// Those that happened, in the order of the enumeration.
  const std::map<Thing, int>& each() const { return counts_; }
  /// "timeout:2 illegal:1"; empty when there is none.
  std::string text() const {
    return hearts::joined(counts_, " ", [](const auto& one) {
      return std::string(name_of(one.first)) + ":" + std::to_string(one.second);
    });
  }

  bool operator==(const NamedCounts&) const = default;

 private:
  std::map<Thing, int> counts_;
};

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
  const auto* const found = std::ranges::find(kLawFigureNames, name);
  if (found == kLawFigureNames.end()) return std::nullopt;
  return static_cast<LawFigure>(found - kLawFigureNames.begin());
}

using LawFigures = NamedCounts<LawFigure>;

}  // namespace arena
