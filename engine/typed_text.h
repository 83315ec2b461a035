#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Text that somebody typed: how to parse it, and how to quote it in an error. And functions that join words into
// sentences.

namespace hearts {

/// The parts between the separators. There is one more than there are separators.
std::vector<std::string_view> split(std::string_view text, std::string_view by);

/// The number that the whole text is, if it is one from `low` to `high`; otherwise nothing.
std::optional<int> whole_number(std::string_view text, int low, int high);

/// The bytes as printable ASCII. Other bytes become \xNN, except those in `kept`.
std::string escaped(std::string_view bytes, std::string_view kept = {});

/// Somebody's text as an error quotes it: escaped(), and a text of more than 100 bytes is cut to 97 bytes and "...",
/// which leaves room for what is wrong with it.
std::string short_text(std::string_view text);

/// A note for an error about an unknown name: "; the nearest is NAME", with `quote` around the name. Empty if no name
/// is near.
///
/// A name is near if it begins with what was typed (at least two letters), or if few letters must be inserted, removed,
/// replaced or swapped with their neighbour: one, or one for every three letters typed. Only the first 100 letters of
/// `typed` count.
std::string nearest_note(std::string_view typed, std::span<const std::string_view> names, std::string_view quote = {});

/// Joins the elements of a range, or the results of `projection` for them, with `between` between them.
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

/// "a", "a and b", "a, b and c"; `link` replaces "and". An empty list is "nothing".
std::string listed(std::span<const std::string> items, std::string_view link = "and");

/// A number with the noun that it counts: "1 game", "2 games". Pass `nouns` if the plural is not made with "s".
std::string counted(std::integral auto count, std::string_view noun, std::string_view nouns = {}) {
  const std::string text = std::to_string(count).append(" ").append(count == 1 || nouns.empty() ? noun : nouns);
  return count == 1 || !nouns.empty() ? text : text + "s";
}

}  // namespace hearts
