#include "arena/league/run/timing_sums.h"

#include <fmt/format.h>

#include "arena/records/game_details.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::counted;

/// Seconds a game below which nobody needs to know.
constexpr double kIdleMin = 0.1;
constexpr double kBetweenGamesMin = 1;

double seconds(std::chrono::microseconds time) { return static_cast<double>(time.count()) * 1e-6; }

}  // namespace

TimingSums sum_timings(const std::filesystem::path& file) {
  TimingSums sums;
  each_timing(file, [&](const TimingRecord& game) {
    ++sums.games;
    sums.busy_games += game.busy ? 1 : 0;
    for (const auto& [name, seat] : game.seats) {
      BotTimes& bot = sums.bots[name];
      ++bot.seats;
      bot.cpu += seconds(seat.cpu);
      bot.idle_cpu += seconds(seat.idle_cpu);
      bot.between_games += seconds(seat.between_games_cpu);
    }
  });
  return sums;
}

std::vector<std::string> timing_sentences(const TimingSums& sums) {
  std::vector<std::string> sentences;
  if (sums.busy_games > 0) {
    sentences.push_back(fmt::format("The machine was busy with other things in {} of {}; {}.", sums.busy_games,
                                    counted(sums.games, "game"), sums.busy_games == 1 ? "it counts" : "they count"));
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
