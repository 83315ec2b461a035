#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Text that somebody typed: how it is read, and how an error speaks of it. And what sentences are put together from.

namespace hearts {

/// The parts between the separators; one more than there are separators.
std::vector<std::string_view> split(std::string_view text, std::string_view by);

/// The number that is all of the text, from `low` to `high`.
std::optional<int> whole_number(std::string_view text, int low, int high);

/// The bytes as printable ASCII: what is not, nor among `kept`, is written \xNN.
std::string escaped(std::string_view bytes, std::string_view kept = {});

/// Somebody's text as an error shows it: of one longer than 100 bytes the first 97 and "...", so that there is room for
/// what is wrong with it; escaped().
std::string short_text(std::string_view text);

/// "; the nearest is NAME", with `quote` around it: the first of the names that begin with what was typed, or the one
/// that takes the fewest letters inserted, removed, replaced or swapped: one, or one for every three. Empty: none is so
/// near. Of `typed` the first 100 letters count.
std::string nearest_note(std::string_view typed, std::span<const std::string_view> names, std::string_view quote = {});

/// The elements of a range, or what `projection` makes of each, with `between` between them.
template <class Range, class Projection = std::identity>
std::string joined(const Range& range, std::string_view between, Projection projection = {}) {
  std::string text;
  bool first = true;
  for (const auto& element : range) {
    if (!first) text += between;
    first = false;
    text += std::invoke(projection, element);
  }
  return text;
}

/// "a", "a and b", "a, b and c", with another last link if wanted; "nothing" of nothing.
std::string listed(std::span<const std::string> items, std::string_view link = "and");

/// "1 game", "2 games": a number with the noun it counts. `nouns`: its plural where "s" does not make it.
std::string counted(std::integral auto count, std::string_view noun, std::string_view nouns = {}) {
  const std::string text = std::to_string(count).append(" ").append(count == 1 || nouns.empty() ? noun : nouns);
  return count == 1 || !nouns.empty() ? text : text + "s";
}

}  // namespace hearts
