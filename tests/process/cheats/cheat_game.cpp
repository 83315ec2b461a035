#include "tests/process/cheats/cheat_game.h"

#include <numeric>
#include <stdexcept>

namespace cheats {
namespace {

int sum_noted(const std::vector<CheatGame>& games, std::string_view key) {
  int sum = 0;
  for (const CheatGame& game : games) {
    const std::vector<int> numbers = noted(game, key);
    if (numbers.empty()) throw std::runtime_error(game.bot + " did not say " + std::string(key) + " in " + game.id);
    sum = std::accumulate(numbers.begin(), numbers.end(), sum);
  }
  return sum;
}

}  // namespace

std::vector<int> noted(const CheatGame& game, std::string_view key) {
  const std::string wanted = " " + std::string(key) + "=";
  std::vector<int> numbers;
  for (const std::string& note : game.notes) {
    const std::size_t found = note.find(wanted);
    if (found != std::string::npos) numbers.push_back(std::stoi(note.substr(found + wanted.size())));
  }
  return numbers;
}

int times_known(const std::vector<CheatGame>& games) { return sum_noted(games, "known"); }

int hands_met(const std::vector<CheatGame>& games) { return sum_noted(games, "met"); }

double mean_margin(const std::vector<CheatGame>& games) {
  int lead = 0;  // over each of the others
  for (const CheatGame& game : games) {
    for (const int score : game.scores) lead += score - game.scores[static_cast<std::size_t>(game.seat)];
  }
  return static_cast<double>(lead) / (kSeats - 1) / static_cast<double>(games.size());
}

}  // namespace cheats
