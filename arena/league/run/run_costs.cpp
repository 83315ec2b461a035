#include "arena/league/run/run_costs.h"

#include <fmt/format.h>

#include "arena/records/game_details.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::counted;

/// Seconds a game below which nothing is reported.
constexpr double kIdleMin = 0.1;
constexpr double kBetweenGamesMin = 1;

double seconds_of(std::chrono::microseconds time) { return static_cast<double>(time.count()) * 1e-6; }

}  // namespace

Duration processor_time(__rusage_who who) {
  rusage usage = {};
  ::getrusage(who, &usage);
  const auto duration = [](const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  return duration(usage.ru_utime) + duration(usage.ru_stime);
}

void RunCosts::add(const RunCosts& more) {
  for (const auto time :
       {&RunCosts::starting, &RunCosts::playing, &RunCosts::answering, &RunCosts::recording, &RunCosts::ending,
        &RunCosts::waiting, &RunCosts::arena_cpu, &RunCosts::bots_cpu, &RunCosts::children_cpu}) {
    this->*time += more.*time;
  }
  decisions += more.decisions;
  starts += more.starts;
  peak_kb = std::max(peak_kb, more.peak_kb);
}

std::string costs_text(const RunCosts& costs, int workers) {
  const auto seconds = [](Duration time) { return std::chrono::duration<double>(time).count(); };
  const double all = seconds(costs.all());
  const auto part = [&](Duration time) { return all > 0 ? 100 * seconds(time) / all : 0; };
  const Duration arenas = std::max(costs.playing - costs.answering, Duration::zero());
  const double took = all / workers;
  std::string text = fmt::format(
      "{:.1f} s at {}: {:.0f}% waiting for answers, {:.0f}% other work in games, {:.0f}% starting bots, {:.0f}% "
      "recording, {:.0f}% stopping bots, {:.0f}% waiting at the ends of epochs\n",
      took, counted(workers, "table"), part(costs.answering), part(arenas), part(costs.starting), part(costs.recording),
      part(costs.ending), part(costs.waiting));
  text += fmt::format("{}, {:.0f} a second; {}\n", counted(costs.decisions, "decision"),
                      took > 0 ? static_cast<double>(costs.decisions) / took : 0, counted(costs.starts, "bot start"));
  text += fmt::format(
      "{:.1f} s of processor time: {:.1f} s for the arena, {:.1f} s for bots in their games, {:.1f} s to start and "
      "stop them; the arena used at most {} MB of memory while it played\n",
      seconds(costs.arena_cpu + costs.children_cpu), seconds(costs.arena_cpu), seconds(costs.bots_cpu),
      seconds(costs.starts_cpu()), costs.peak_kb / 1024);
  return text;
}

TimingSums sum_timings(const std::filesystem::path& file) {
  TimingSums sums;
  each_timing(file, [&](const TimingRecord& game) {
    ++sums.games;
    sums.busy_games += game.busy ? 1 : 0;
    sums.crowded_games += game.crowded ? 1 : 0;
    for (const auto& [name, seat] : game.seats) {
      BotTimes& bot = sums.bots[name];
      ++bot.seats;
      bot.cpu += seconds_of(seat.cpu);
      bot.idle_cpu += seconds_of(seat.idle_cpu);
      bot.between_games += seconds_of(seat.between_games_cpu);
    }
  });
  return sums;
}

std::vector<std::string> timing_sentences(const TimingSums& sums) {
  std::vector<std::string> sentences;
  if (sums.busy_games > 0) {
    sentences.push_back(fmt::format("The machine was busy with other work during {} of {}; {}.", sums.busy_games,
                                    counted(sums.games, "game"),
                                    sums.busy_games == 1 ? "it still counts" : "they still count"));
  }
  if (sums.crowded_games > 0) {
    sentences.push_back(
        fmt::format("In {} of {} bots waited for a processor, because --concurrency asked for more games at the same "
                    "time than the arena had processors; {}.",
                    sums.crowded_games, counted(sums.games, "game"),
                    sums.crowded_games == 1 ? "it still counts" : "they still count"));
  }
  for (const auto& [name, bot] : sums.bots) {
    const double idle = bot.idle_cpu / bot.seats;
    const double between = bot.between_games / bot.seats;
    if (idle >= kIdleMin) {
      sentences.push_back(fmt::format("{} used {:.1f} s of processor time per game when it was not its turn ({:.0f}%).",
                                      name, idle, 100 * bot.idle_cpu / bot.cpu));
    }
    if (between >= kBetweenGamesMin)
      sentences.push_back(fmt::format("{} used {:.1f} s of processor time before each game.", name, between));
  }
  return sentences;
}

}  // namespace arena
