#include "arena/records/timing_sums.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "arena/records/record_file.h"
#include "arena/text/input_error.h"

namespace arena {
namespace {

namespace json = boost::json;

struct Game {
  bool busy = false;
  std::vector<std::pair<std::string, BotTimes>> seats;
};

double seconds_of(const json::object& seat, const char* key) {
  const json::value* value = seat.if_contains(key);
  return value == nullptr ? 0 : static_cast<double>(json::value_to<std::int64_t>(*value)) * 1e-6;
}

Game game_of(const json::object& line) {
  Game game;
  game.busy = line.contains("busy");
  for (const json::value& item : line.at("seats").as_array()) {
    const json::object& seat = item.as_object();
    game.seats.emplace_back(json::value_to<std::string>(seat.at("bot")),
                            BotTimes{1, seconds_of(seat, "cpu_us"), seconds_of(seat, "idle_cpu_us"),
                                     seconds_of(seat, "between_games_cpu_us")});
  }
  return game;
}

}  // namespace

TimingSums sum_timings(const std::filesystem::path& file) {
  std::map<std::string, Game> games;
  read_records(file, [&](const json::object& line, const std::string& place) {
    try {
      if (line.at("type") == "timing") games[json::value_to<std::string>(line.at("id"))] = game_of(line);
    } catch (const std::exception& error) {
      throw InputError(place + ": these are no clocks of a game: " + error.what());
    }
  });
  TimingSums sums;
  for (const auto& [id, game] : games) {
    ++sums.games;
    sums.busy_games += game.busy ? 1 : 0;
    for (const auto& [name, seat] : game.seats) {
      BotTimes& bot = sums.bots[name];
      bot.seats += seat.seats;
      bot.cpu += seat.cpu;
      bot.idle_cpu += seat.idle_cpu;
      bot.between_games += seat.between_games;
    }
  }
  return sums;
}

}  // namespace arena
