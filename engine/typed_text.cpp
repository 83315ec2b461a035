#include "engine/typed_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <utility>

namespace hearts {
namespace {

constexpr std::size_t kBytesMax = 100;
constexpr std::string_view kDots = "...";

/// How near a name must be: one mistake is allowed for so many letters; a name that begins with what was typed is near
/// if at least so many letters were typed.
constexpr std::size_t kLettersAMistake = 3;
constexpr std::size_t kBegunMin = 2;

/// Counts the letters that must be inserted, removed, replaced or swapped with their neighbour: the optimal string
/// alignment distance (after Damerau, 1964).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::size_t> above = row;
  std::vector<std::size_t> two_above = row;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_above, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  std::size_t end = 0;
  for (std::size_t start = 0; end != std::string_view::npos; start = end + by.size()) {
    end = text.find(by, start);
    parts.push_back(text.substr(start, end - start));
  }
  return parts;
}

std::optional<int> whole_number(std::string_view text, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

std::string escaped(std::string_view bytes, std::string_view kept) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte < 0x7F) || kept.find(c) != std::string_view::npos) {
      text += c;
    } else {
      text += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return text;
}

std::string short_text(std::string_view text) {
  if (text.size() <= kBytesMax) return escaped(text);
  return escaped(text.substr(0, kBytesMax - kDots.size())).append(kDots);
}

std::string nearest_note(std::string_view typed, std::span<const std::string_view> names, std::string_view quote) {
  const std::string_view start = typed.substr(0, kBytesMax);
  const std::size_t dashes = std::min(start.find_first_not_of('-'), start.size());
  const std::size_t letters = start.size() - dashes;
  const auto distance = [&](std::string_view name) {
    const bool is_begun = letters >= kBegunMin && name.starts_with(start);
    return is_begun ? 0 : edit_distance(start, name);
  };
  const auto nearest = std::ranges::min_element(names, {}, distance);
  const std::size_t mistakes = std::max<std::size_t>(letters / kLettersAMistake, 1);
  if (nearest == names.end() || distance(*nearest) > mistakes) return {};
  return std::string("; the nearest is ").append(quote).append(*nearest).append(quote);
}

std::string listed(std::span<const std::string> items, std::string_view link) {
  if (items.empty()) return "nothing";
  if (items.size() == 1) return items.front();
  return joined(items.first(items.size() - 1), ", ").append(" ").append(link).append(" ").append(items.back());
}

}  // namespace hearts
