#include "arena/records/outcome.h"

#include <algorithm>
#include <stdexcept>

#include "arena/records/line_fields.h"
#include "arena/schedule/balance.h"
#include "arena/seeds/run_key.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;

/// The games of the block that seats these bots.
int games_in_block(const std::vector<Outcome::Seat>& seats) {
  Circle circle;  // each bot as the first seat it has
  for (const Outcome::Seat& seat : seats) {
    const auto first = std::ranges::find(seats, seat.bot, &Outcome::Seat::bot);
    circle.push_back(static_cast<int>(first - seats.begin()));
  }
  return games_of_block(circle);
}

/// Throws std::runtime_error when the text is no seed.
int turn_of(const Outcome& outcome, std::string_view seed) {
  const auto block = BlockSeed::from_hex(seed);
  if (!block) throw std::runtime_error("its seed is none");
  const std::vector<int> order = block->game_order(outcome.games_in_block);
  return static_cast<int>(std::ranges::find(order, outcome.game) - order.begin());
}

Outcome::Seat& seat_of(Outcome& outcome, const json::value& event) {
  return outcome.seats[at(seat_in(event.as_object(), outcome.seats.size()))];
}

}  // namespace

Outcome outcome_of(const GameRecord& record) {
  const int hands = static_cast<int>(record.result.hands.size());
  Outcome outcome{record.run, record.variant, record.rules_hash, record.block, record.game, 0, hands, {}, 0};
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    outcome.seats.push_back({record.bots[seat],
                             record.result.places[seat],
                             record.result.scores[seat],
                             false,
                             {},
                             record.result.laws[seat]});
  }
  for (const Forfeit& forfeit : record.result.forfeits) outcome.seats[at(forfeit.seat)].forfeited = true;
  for (const FaultEvent& event : record.result.faults) outcome.seats[at(event.seat)].faults.add(event.fault);
  outcome.games_in_block = games_in_block(outcome.seats);
  outcome.turn = turn_of(outcome, record.seed);
  return outcome;
}

Outcome read_outcome(const json::object& line, std::string_view place) {
  return read_at(place, "this is not a record of a game", [&] {
    Outcome outcome;
    outcome.run = text_of(line, "run");
    outcome.variant = text_of(line, "variant");
    outcome.rules_hash = text_of(line, "rules");
    outcome.block = int_of(line, "block");
    outcome.game = int_of(line, "game");
    outcome.hands = static_cast<int>(member(line, "hands").as_array().size());
    const json::array& bots = member(line, "bots").as_array();
    const json::array& scores = member(line, "scores").as_array();
    const json::array& places = member(line, "places").as_array();
    const std::size_t count = bots.size();
    if (count < 1 || count > at(hearts::kSeatsMax) || scores.size() != count || places.size() != count) {
      throw std::runtime_error("bots, scores and places are not one a seat");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const int place_taken = json::value_to<int>(places[i]);
      if (place_taken < 1 || place_taken > static_cast<int>(count)) {
        throw std::runtime_error("there is no place " + std::to_string(place_taken));
      }
      const int score = json::value_to<int>(scores[i]);
      outcome.seats.push_back({json::value_to<std::string>(bots[i]), place_taken, score, false, {}});
    }
    check_blame(line);
    for (const json::value& event : member(line, "forfeits").as_array()) seat_of(outcome, event).forfeited = true;
    for (const json::value& event : member(line, "faults").as_array()) {
      // check_blame() knows all names.
      seat_of(outcome, event).faults.add(find_fault(text_of(event.as_object(), "fault")).value());
    }
    if (const json::value* laws = line.if_contains("laws")) {
      const std::vector<LawFigures> figures = read_list(*laws, read_law_figures);
      if (figures.size() != count) throw std::runtime_error("laws has not one object a seat");
      for (std::size_t i = 0; i < count; ++i) outcome.seats[i].laws = figures[i];
    }
    outcome.games_in_block = games_in_block(outcome.seats);
    if (outcome.block < 0 || outcome.game < 0 || outcome.game >= outcome.games_in_block || outcome.hands < 1) {
      throw std::runtime_error("its block, its game or its hands cannot be");
    }
    outcome.turn = turn_of(outcome, text_of(line, "seed"));
    return outcome;
  });
}

}  // namespace arena
