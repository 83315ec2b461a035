#include "engine/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hearts {
namespace {

constexpr std::size_t kLettersMax = 100;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names) {
  const std::string_view start = typed.substr(0, kLettersMax);
  std::string_view nearest = names.front();
  std::size_t least = edit_distance(start, nearest);
  for (std::string_view name : names.subspan(1)) {
    const std::size_t distance = edit_distance(start, name);
    if (distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

}  // namespace hearts
