#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace hearts {

/// "1 game", "2 games": a number with the plain noun it counts.
std::string counted(std::integral auto count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text += noun;
  return count == 1 ? text : text + "s";
}

}  // namespace hearts
