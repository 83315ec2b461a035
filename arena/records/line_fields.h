#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <boost/system/system_error.hpp>
#include <cstddef>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "arena/game/table/law_figures.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace arena {

// Helpers that the readers and writers of lines share. Readers throw an exception derived from std::exception if a
// member is missing or has another type; read_at() turns it into an InputError with the place.

/// Returns the text of a member, or nothing if there is no such member or it is not a string.
inline std::optional<std::string_view> text_in(const boost::json::object& object, const char* key) {
  const boost::json::value* value = object.if_contains(key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string_view(value->get_string().data(), value->get_string().size());
}

/// Returns a member. Throws std::runtime_error, which names the key, if there is none.
inline const boost::json::value& member(const boost::json::object& object, const char* key) {
  const boost::json::value* value = object.if_contains(key);
  if (value == nullptr) throw std::runtime_error("\"" + std::string(key) + "\" is missing");
  return *value;
}

/// Returns the text of a member. Throws std::runtime_error, which names the key, if there is none or it is not a
/// string.
inline std::string text_of(const boost::json::object& object, const char* key) {
  const boost::json::value& value = member(object, key);
  if (!value.is_string()) throw std::runtime_error("\"" + std::string(key) + "\" is not text");
  return boost::json::value_to<std::string>(value);
}

/// Returns the hash in a member. Throws std::runtime_error if it is not written in lower case, as hex() does.
inline std::string hash_in(const boost::json::object& object, const char* key) {
  std::string hash = text_of(object, key);
  if (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw std::runtime_error("a hash is not 64 hexadecimal digits");
  return hash;
}

/// Returns the number in a member. Throws std::runtime_error, which names the key, if there is none or it is not a
/// whole number that fits.
inline int int_of(const boost::json::object& object, const char* key) {
  const auto number = boost::json::try_value_to<int>(member(object, key));
  if (!number) throw std::runtime_error("\"" + std::string(key) + "\" is not a whole number");
  return *number;
}

/// Returns the seat of an event. Throws std::runtime_error unless it is from 0 to `seats` - 1.
inline int seat_in(const boost::json::object& object, std::size_t seats) {
  const int seat = int_of(object, "seat");
  if (seat >= 0 && static_cast<std::size_t>(seat) < seats) return seat;
  throw std::runtime_error("there is no seat " + std::to_string(seat));
}

/// Parses the seat, hand and question of an event. The seat must be from 0 to `seats` - 1.
template <class Event>
Event read_place(const boost::json::object& object, std::size_t seats) {
  Event event;
  event.seat = seat_in(object, seats);
  event.hand = int_of(object, "hand");
  event.question = int_of(object, "question");
  return event;
}

/// Returns a text that comes from a bot. Terminals and reports show it unchanged, so it must be printable: throws
/// std::runtime_error if it has characters that mislead. Which other characters are seen depends on the version of
/// Unicode, so an arena of another version may have written some that this one does not show; they are escaped.
inline std::string shown_text(const boost::json::value& value) {
  std::string text = boost::json::value_to<std::string>(value);
  if (unseen_flaw(text, Unseen::misleading)) throw std::runtime_error("'" + printable(text) + "' is not printable");
  return legible(text);
}

/// Returns what a bot wrote to stderr, which the record has printable.
inline std::string shown_lines(const boost::json::value& value) {
  return legible(boost::json::value_to<std::string>(value), "\n\t");
}

/// Returns a list of the numbers of the first `seats` seats.
inline boost::json::array numbers_json(const hearts::PerSeat<int>& values, int seats) {
  return boost::json::array(values.begin(), values.begin() + seats);
}

/// Returns a list in which `write(item)` gives the JSON of each item.
template <class List, class Write>
boost::json::array list_json(const List& list, Write write) {
  boost::json::array items;
  items.reserve(std::size(list));
  for (const auto& item : list) items.emplace_back(write(item));
  return items;
}

/// Reads each item of a list with `read`, which takes a JSON value or a JSON object.
template <class Read>
auto read_list(const boost::json::value& list, Read read) {
  const auto read_item = [&](const boost::json::value& item) {
    if constexpr (std::is_invocable_v<Read, const boost::json::value&>) {
      return read(item);
    } else {
      return read(item.as_object());
    }
  };
  std::vector<decltype(read_item(list))> items;
  for (const boost::json::value& item : list.as_array()) items.push_back(read_item(item));
  return items;
}

/// Returns an object with a member for each thing that was counted: its name, and how many times.
template <class Thing>
boost::json::object counts_json(const NamedCounts<Thing>& counts) {
  boost::json::object object;
  for (const auto& [thing, times] : counts.each()) object[name_of(thing)] = times;
  return object;
}

/// Parses what the laws of the table counted for one seat.
inline LawFigures read_law_figures(const boost::json::object& object) {
  LawFigures figures;
  for (const auto& [key, value] : object) {
    const auto figure = find_law_figure({key.data(), key.size()});
    const auto times = boost::json::try_value_to<int>(value);
    if (!figure) throw std::runtime_error("the laws do not count '" + printable({key.data(), key.size()}) + "'");
    if (!times || *times < 1) throw std::runtime_error("a count of the laws must be a whole number of at least 1");
    figures.add(*figure, *times);
  }
  return figures;
}

/// Parses which seats want all questions of the laws, from a line of type `game`. Nobody does if the line has no such
/// member.
inline hearts::PerSeat<bool> read_all_laws(const boost::json::object& line, const hearts::GameRules& rules) {
  hearts::PerSeat<bool> wanting{};
  const boost::json::value* seats = line.if_contains("all_laws");
  if (seats == nullptr) return wanting;
  if (!rules.rules().has_table_laws()) throw std::runtime_error("\"all_laws\" is there, but no laws are in force");
  for (const boost::json::value& value : seats->as_array()) {
    const auto seat = boost::json::value_to<std::size_t>(value);
    if (seat >= hearts::at(rules.seats()) || std::exchange(wanting[seat], true))
      throw std::runtime_error("\"all_laws\" must name seats of the table, each once");
  }
  return wanting;
}

/// Parses what the laws of the table counted for each seat, from a line of type `game`. All counts are 0 if the line
/// has no such member, which means that no laws were in force.
inline std::vector<LawFigures> read_laws(const boost::json::object& line, std::size_t seats) {
  const boost::json::value* laws = line.if_contains("laws");
  if (laws == nullptr) return std::vector<LawFigures>(seats);
  std::vector<LawFigures> figures = read_list(*laws, read_law_figures);
  if (figures.size() != seats) throw std::runtime_error("\"laws\" must have one object for each seat");
  return figures;
}

/// Returns what `read()` returns. If it throws, throws InputError "PLACE: WHAT IS WRONG: ..." instead.
template <class Read>
auto read_at(std::string_view place, std::string_view what_is_wrong, Read read) {
  try {
    return read();
  } catch (const boost::system::system_error& error) {
    // Its what() also names the place in Boost's source.
    throw InputError(std::string(place) + ": " + std::string(what_is_wrong) + ": " + error.code().message());
  } catch (const std::exception& error) {
    throw InputError(std::string(place) + ": " + std::string(what_is_wrong) + ": " + error.what());
  }
}

}  // namespace arena
