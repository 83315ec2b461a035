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
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/game/table/law_figures.h"
#include "engine/seat.h"

namespace arena {

// What the readers and writers of lines share. Readers throw any std::exception for what is missing or of another type.

/// The text of a member; nothing where there is no such member or it is no text.
inline std::optional<std::string_view> text_in(const boost::json::object& object, const char* key) {
  const boost::json::value* value = object.if_contains(key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string_view(value->get_string().data(), value->get_string().size());
}

/// Throws std::runtime_error that names the key when there is no such member.
inline const boost::json::value& member(const boost::json::object& object, const char* key) {
  const boost::json::value* value = object.if_contains(key);
  if (value == nullptr) throw std::runtime_error("\"" + std::string(key) + "\" is missing");
  return *value;
}

inline std::string text_of(const boost::json::object& object, const char* key) {
  const boost::json::value& value = member(object, key);
  if (!value.is_string()) throw std::runtime_error("\"" + std::string(key) + "\" is not text");
  return boost::json::value_to<std::string>(value);
}

inline int int_of(const boost::json::object& object, const char* key) {
  const auto number = boost::json::try_value_to<int>(member(object, key));
  if (!number) throw std::runtime_error("\"" + std::string(key) + "\" is not a whole number");
  return *number;
}

/// The seat of an event, one of `seats`.
inline int seat_in(const boost::json::object& object, std::size_t seats) {
  const int seat = int_of(object, "seat");
  if (seat >= 0 && static_cast<std::size_t>(seat) < seats) return seat;
  throw std::runtime_error("there is no seat " + std::to_string(seat));
}

/// The seat, hand and question of an event, the seat one of `seats`.
template <class Event>
Event read_place(const boost::json::object& object, std::size_t seats) {
  Event event;
  event.seat = seat_in(object, seats);
  event.hand = int_of(object, "hand");
  event.question = int_of(object, "question");
  return event;
}

/// A text that comes from a bot. Terminals and reports show it as it is, so it must be printable.
inline std::string shown_text(const boost::json::value& value) {
  std::string text = boost::json::value_to<std::string>(value);
  if (printable(text, text.size()) != text) throw std::runtime_error("'" + printable(text) + "' is not printable");
  return text;
}

/// What a bot wrote to stderr, made printable.
inline std::string shown_lines(const boost::json::value& value) {
  const std::string text = boost::json::value_to<std::string>(value);
  return printable_lines(text, text.size());
}

/// A number for each of so many seats.
inline boost::json::array numbers_json(const hearts::PerSeat<int>& values, int seats) {
  return boost::json::array(values.begin(), values.begin() + seats);
}

/// The items of a list; `write(item)` gives the JSON of each.
template <class List, class Write>
boost::json::array list_json(const List& list, Write write) {
  boost::json::array items;
  items.reserve(std::size(list));
  for (const auto& item : list) items.emplace_back(write(item));
  return items;
}

/// The items of a list; `read` takes each as a value or as an object.
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

/// A member a thing that was counted.
template <class Thing>
boost::json::object counts_json(const NamedCounts<Thing>& counts) {
  boost::json::object object;
  for (const auto& [thing, times] : counts.each()) object[name_of(thing)] = times;
  return object;
}

/// Of a seat, what the laws of the table counted.
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

/// The same for each of so many seats, from a game's line, which has nothing where no laws were in force.
inline std::vector<LawFigures> read_laws(const boost::json::object& line, std::size_t seats) {
  const boost::json::value* laws = line.if_contains("laws");
  if (laws == nullptr) return std::vector<LawFigures>(seats);
  std::vector<LawFigures> figures = read_list(*laws, read_law_figures);
  if (figures.size() != seats) throw std::runtime_error("\"laws\" must have one object for each seat");
  return figures;
}

/// What `read()` gives. An exception of it becomes InputError "PLACE: WHAT IS WRONG: ...".
template <class Read>
auto read_at(std::string_view place, std::string_view what_is_wrong, Read read) {
  try {
    return read();
  } catch (const boost::system::system_error& error) {
    // Its what() tells where in Boost it was found.
    throw InputError(std::string(place) + ": " + std::string(what_is_wrong) + ": " + error.code().message());
  } catch (const std::exception& error) {
    throw InputError(std::string(place) + ": " + std::string(what_is_wrong) + ": " + error.what());
  }
}

}  // namespace arena
