#include "arena/records/timing_record.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "arena/seeds/crc32c.h"
#include "arena/text/input_error.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

namespace json = boost::json;
using std::chrono::microseconds;

/// Not below 0. Throws std::runtime_error that names the key.
std::int64_t count_of(const json::value& value, const char* key) {
  const std::int64_t count = json::value_to<std::int64_t>(value);
  if (count < 0) throw std::runtime_error("\"" + std::string(key) + "\" is below 0");
  return count;
}

int int_of(const json::value& value, const char* key) {
  const std::int64_t count = count_of(value, key);
  if (count > std::numeric_limits<int>::max()) throw std::runtime_error("\"" + std::string(key) + "\" is too large");
  return static_cast<int>(count);
}

microseconds time_of(const json::object& object, const char* key) {
  const json::value* value = object.if_contains(key);
  return microseconds(value == nullptr ? 0 : count_of(*value, key));
}

/// A text that comes from a bot in part. Terminals show it as it is.
std::string text_of(const json::value& value) {
  std::string text = json::value_to<std::string>(value);
  if (printable(text, text.size()) != text) throw std::runtime_error("'" + printable(text) + "' is not printable");
  return text;
}

std::uint32_t crc_of(const json::value& value) {
  const std::string text = json::value_to<std::string>(value);
  std::uint32_t crc = 0;
  std::from_chars(text.data(), text.data() + text.size(), crc, 16);
  if (crc_text(crc) != text) throw std::runtime_error("\"heard_crc\" is not eight hexadecimal digits, small ones");
  return crc;
}

SeatInput read_input(const json::object& seat) {
  SeatInput input;
  input.bytes = static_cast<std::uint64_t>(count_of(seat.at("heard_bytes"), "heard_bytes"));
  input.crc = crc_of(seat.at("heard_crc"));
  if (const json::value* process = seat.if_contains("process")) {
    const json::array& numbers = process->as_array();
    if (numbers.size() != 3) throw std::runtime_error("\"process\" has not three numbers");
    input.process = {int_of(numbers[0], "process"), int_of(numbers[1], "process"), int_of(numbers[2], "process")};
    if (input.process.start == 0 || input.process.game == 0) throw std::runtime_error("\"process\" counts from 1");
  }
  if (const json::value* bad = seat.if_contains("bad")) {
    for (const json::value& text : bad->as_array()) input.bad.push_back(text_of(text));
  }
  if (const json::value* late = seat.if_contains("late")) {
    for (const json::value& item : late->as_array()) {
      const json::object& one = item.as_object();
      input.late.push_back({count_of(one.at("id"), "id"), int_of(one.at("ask"), "ask"), one.at("open").as_bool()});
    }
  }
  return input;
}

TimingRecord::Seat read_seat(const json::object& object) {
  TimingRecord::Seat seat;
  seat.bot = text_of(object.at("bot"));
  SeatTiming& timing = seat.timing;
  timing.questions = int_of(object.at("questions"), "questions");
  timing.total = time_of(object, "used_us");
  for (const json::value& item : object.at("slowest_us").as_array()) {
    const json::array& slow = item.as_array();
    if (slow.size() != 2) throw std::runtime_error("\"slowest_us\" has an entry of another form than [question, time]");
    timing.slowest.push_back({int_of(slow[0], "slowest_us"), microseconds(count_of(slow[1], "slowest_us"))});
  }
  timing.cpu = time_of(object, "cpu_us");
  timing.idle_cpu = time_of(object, "idle_cpu_us");
  timing.between_games_cpu = time_of(object, "between_games_cpu_us");
  if (const json::value* ready = object.if_contains("ready")) timing.ready = text_of(*ready);
  for (const json::value& time : object.at("asks_us").as_array()) timing.asks.emplace_back(count_of(time, "asks_us"));
  timing.input = read_input(object);
  return seat;
}

}  // namespace

TimingRecord read_timing(const json::object& line, std::string_view place) {
  try {
    TimingRecord record;
    record.run = json::value_to<std::string>(line.at("run"));
    record.id = json::value_to<std::string>(line.at("id"));
    for (const json::value& seat : line.at("seats").as_array()) record.seats.push_back(read_seat(seat.as_object()));
    if (const json::value* notes = line.if_contains("notes")) {
      for (const json::value& item : notes->as_array()) {
        const json::object& note = item.as_object();
        record.notes.push_back(
            {int_of(note.at("seat"), "seat"), int_of(note.at("question"), "question"), text_of(note.at("text"))});
        if (static_cast<std::size_t>(record.notes.back().seat) >= record.seats.size())
          throw std::runtime_error("a note is of a seat that is not there");
      }
    }
    return record;
  } catch (const std::exception& error) {
    throw InputError(std::string(place) + ": these are no clocks of a game: " + error.what());
  }
}

}  // namespace arena
