// A player that imagines the hidden cards. It deals the cards that it has not seen in many possible ways, plays each
// answer to the end in all of these deals, and gives the answer that ends best. It reads the rules from the arena's
// lines, and plays every variant.
//
//   monte_carlo_cpp [--playouts N] [--time-ms T]
//
// The same lines lead to the same answers, unless --time-ms makes it look at the clock.
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "engine/typed_text.h"
#include "sample_bots/monte_carlo_cpp/bot.h"

namespace {

/// Returns the arguments, or nothing if they make no sense.
std::optional<monte::Budget> parse_arguments(int count, char** arguments) {
  monte::Budget budget;
  for (int i = 1; i < count; i += 2) {
    const std::string_view name = arguments[i];
    int* value = name == "--playouts" ? &budget.playouts : name == "--time-ms" ? &budget.time_ms : nullptr;
    const auto number = i + 1 < count ? hearts::whole_number(arguments[i + 1], 1, 100'000) : std::nullopt;
    if (value == nullptr || !number) return std::nullopt;
    *value = *number;
  }
  return budget;
}

}  // namespace

int main(int count, char** arguments) {
  const std::optional<monte::Budget> budget = parse_arguments(count, arguments);
  if (!budget) {
    std::cerr << "usage: monte_carlo_cpp [--playouts N] [--time-ms T], each from 1 to 100000\n";
    return 2;
  }
  std::ios::sync_with_stdio(false);
  monte::Bot bot(*budget);
  for (std::string line; std::getline(std::cin, line) && line != "quit" && line != "quit\r";) {
    const std::string answer = bot.respond(line);
    if (answer.empty()) continue;
    if (!bot.findings().empty()) std::cout << "info " << bot.findings() << '\n';
    std::cout << answer << std::endl;
  }
}
