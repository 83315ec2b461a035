#include "arena/records/outcome.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <stdexcept>

#include "arena/schedule/seating.h"
#include "arena/text/input_error.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace json = boost::json;

/// The games of the block that seats these bots.
int games_in_block(const std::vector<Outcome::Seat>& seats) {
  Circle circle;  // each bot as the first seat it has
  for (const Outcome::Seat& seat : seats) {
    const auto first =
        std::find_if(seats.begin(), seats.end(), [&](const Outcome::Seat& other) { return other.bot == seat.bot; });
    circle.push_back(static_cast<int>(first - seats.begin()));
  }
  return games_of_block(circle);
}

Outcome::Seat& seat_of(Outcome& outcome, const json::value& event) {
  return outcome.seats.at(json::value_to<std::size_t>(event.as_object().at("seat")));
}

}  // namespace

Outcome outcome_of(const GameRecord& record) {
  Outcome outcome;
  outcome.run = record.run;
  outcome.variant = record.variant;
  outcome.rules_hash = record.rules_hash;
  outcome.block = record.block;
  outcome.game = record.game;
  outcome.hands = static_cast<int>(record.result.hands.size());
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    outcome.seats.push_back({record.bots[seat], record.result.places[seat], record.result.scores[seat], false, {}});
  }
  for (const Forfeit& forfeit : record.result.forfeits) {
    outcome.seats[static_cast<std::size_t>(forfeit.seat)].forfeited = true;
  }
  for (const FaultEvent& event : record.result.faults) {
    outcome.seats[static_cast<std::size_t>(event.seat)].faults.add(event.fault);
  }
  outcome.games_in_block = games_in_block(outcome.seats);
  return outcome;
}

Outcome read_outcome(const json::object& line, std::string_view place) {
  try {
    Outcome outcome;
    outcome.run = json::value_to<std::string>(line.at("run"));
    outcome.variant = json::value_to<std::string>(line.at("variant"));
    outcome.rules_hash = json::value_to<std::string>(line.at("rules"));
    outcome.block = json::value_to<int>(line.at("block"));
    outcome.game = json::value_to<int>(line.at("game"));
    outcome.hands = static_cast<int>(line.at("hands").as_array().size());
    const json::array& bots = line.at("bots").as_array();
    const json::array& scores = line.at("scores").as_array();
    const json::array& places = line.at("places").as_array();
    const std::size_t count = bots.size();
    if (count < 1 || count > static_cast<std::size_t>(hearts::kSeatsMax) || scores.size() != count ||
        places.size() != count) {
      throw std::runtime_error("bots, scores and places are not one a seat");
    }
    for (std::size_t i = 0; i < count; ++i) {
      outcome.seats.push_back({json::value_to<std::string>(bots[i]),
                               json::value_to<int>(places[i]),
                               json::value_to<int>(scores[i]),
                               false,
                               {}});
      if (outcome.seats[i].place < 1 || outcome.seats[i].place > static_cast<int>(count)) {
        throw std::runtime_error("there is no place " + std::to_string(outcome.seats[i].place));
      }
    }
    check_blame(line);
    for (const json::value& event : line.at("forfeits").as_array()) seat_of(outcome, event).forfeited = true;
    for (const json::value& event : line.at("faults").as_array()) {
      // check_blame() knows all names.
      const auto fault = find_fault(json::value_to<std::string>(event.as_object().at("fault")));
      seat_of(outcome, event).faults.add(fault.value());
    }
    outcome.games_in_block = games_in_block(outcome.seats);
    if (outcome.block < 0 || outcome.game < 0 || outcome.game >= outcome.games_in_block || outcome.hands < 1) {
      throw std::runtime_error("its block, its game or its hands cannot be");
    }
    return outcome;
  } catch (const std::exception& error) {
    throw InputError(std::string(place) + ": this is not a record of a game: " + error.what());
  }
}

}  // namespace arena
