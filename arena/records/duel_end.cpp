#include "arena/records/duel_end.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <stdexcept>

#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace json = boost::json;

constexpr DuelVerdict kVerdicts[] = {DuelVerdict::undecided, DuelVerdict::stronger, DuelVerdict::not_stronger,
                                     DuelVerdict::no_result};

}  // namespace

std::string_view verdict_name(DuelVerdict verdict) {
  switch (verdict) {
    case DuelVerdict::stronger:
      return "stronger";
    case DuelVerdict::not_stronger:
      return "not_stronger";
    case DuelVerdict::no_result:
      return "no_result";
    case DuelVerdict::undecided:
      break;
  }
  return "undecided";
}

std::string verdict_words(DuelVerdict verdict, const SequentialTest& test) {
  if (verdict == DuelVerdict::stronger && test.low < 0) return "not weaker";
  if (verdict == DuelVerdict::not_stronger && test.low < 0 && test.high <= 0) return "weaker";
  std::string words(verdict_name(verdict));
  std::ranges::replace(words, '_', ' ');
  return words;
}

json::object duel_end_json(const DuelEnd& end) {
  return {{"verdict", verdict_name(end.verdict)},
          {"decided_at", end.ended_at},
          {"seats", list_json(end.sides, [](const DuelSeats& side) { return side.seats; })},
          {"forfeits", list_json(end.sides, [](const DuelSeats& side) { return side.forfeits; })}};
}

DuelEnd read_duel_end(const json::value& value) {
  const json::object& object = value.as_object();
  DuelEnd end;
  const std::string name = text_of(object, "verdict");
  for (const DuelVerdict verdict : kVerdicts) {
    if (verdict_name(verdict) == name) end.verdict = verdict;
  }
  if (verdict_name(end.verdict) != name) throw std::runtime_error("'" + printable(name) + "' is not a verdict");
  end.ended_at = int_of(object, "decided_at");
  const json::array& seats = member(object, "seats").as_array();
  const json::array& forfeits = member(object, "forfeits").as_array();
  if (seats.size() != end.sides.size() || forfeits.size() != end.sides.size())
    throw std::runtime_error("a duel must have the seats and forfeits of two bots");
  for (std::size_t side = 0; side < end.sides.size(); ++side)
    end.sides[side] = {json::value_to<int>(seats[side]), json::value_to<int>(forfeits[side])};
  return end;
}

}  // namespace arena
