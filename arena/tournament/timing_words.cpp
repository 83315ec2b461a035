#include "arena/tournament/timing_words.h"

#include <fmt/format.h>

#include "engine/counted_noun.h"

namespace arena {
namespace {

using hearts::counted;

/// Seconds a game below which nobody needs to know.
constexpr double kIdleMin = 0.1;
constexpr double kBetweenGamesMin = 1;

}  // namespace

std::vector<std::string> timing_sentences(const TimingSums& sums) {
  std::vector<std::string> sentences;
  if (sums.busy_games > 0) {
    sentences.push_back(fmt::format("The machine was busy with other things in {} of {}; they count.", sums.busy_games,
                                    counted(sums.games, "game")));
  }
  for (const auto& [name, bot] : sums.bots) {
    const double idle = bot.idle_cpu / bot.seats;
    const double between = bot.between_games / bot.seats;
    if (idle >= kIdleMin) {
      sentences.push_back(fmt::format("{} used {:.1f} s of processor time a game while it was not its turn ({:.0f}%).",
                                      name, idle, 100 * bot.idle_cpu / bot.cpu));
    }
    if (between >= kBetweenGamesMin)
      sentences.push_back(fmt::format("{} used {:.1f} s of processor time before each game.", name, between));
  }
  return sentences;
}

}  // namespace arena
