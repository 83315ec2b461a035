#include "arena/text/color_choice.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace arena {

bool wants_color(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return variable("NO_COLOR").empty() && variable("TERM") != "dumb" && !variable("TERM").empty() &&
         ::isatty(descriptor) == 1;
}

}  // namespace arena
