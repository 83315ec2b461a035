#include "arena/records/game_details.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <functional>
#include <optional>

#include "arena/records/record_file.h"
#include "arena/records/record_line.h"
#include "arena/records/run_folder.h"
#include "arena/text/input_error.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

namespace json = boost::json;

/// As long as a bot's line may be kept, and its stderr.
constexpr std::size_t kNoteMax = 4096;
constexpr std::size_t kStderrMax = 256 << 10;

/// A year: sums of times must not overflow.
constexpr std::int64_t kTimeMax = 31'536'000'000'000;

std::chrono::microseconds us_of(const json::value& value) {
  const auto us = json::value_to<std::int64_t>(value);
  if (us < 0 || us > kTimeMax) throw std::runtime_error("a time is out of range");
  return std::chrono::microseconds(us);
}

int seat_of(const json::object& object, const GameRecord& record) {
  const int seat = json::value_to<int>(object.at("seat"));
  if (seat < 0 || static_cast<std::size_t>(seat) >= record.bots.size()) {
    throw std::runtime_error("there is no seat " + std::to_string(seat));
  }
  return seat;
}

GameDetails::SeatClock clock_of(const json::object& seat) {
  GameDetails::SeatClock clock;
  if (const json::value* asks = seat.if_contains("asks_us")) {
    for (const json::value& time : asks->as_array()) clock.asks.push_back(us_of(time));
  }
  if (const json::value* slowest = seat.if_contains("slowest_us")) {
    for (const json::value& slow : slowest->as_array()) {
      clock.slowest.push_back({json::value_to<int>(slow.as_array().at(0)), us_of(slow.as_array().at(1))});
    }
  }
  return clock;
}

void read_timing(const json::object& line, const GameRecord& record, GameDetails& found) {
  found.busy = line.contains("busy");
  found.clocks = {};
  found.notes.clear();
  const json::array& seats = line.at("seats").as_array();
  if (seats.size() != record.bots.size()) throw std::runtime_error("it has not one clock a seat");
  for (std::size_t seat = 0; seat < seats.size(); ++seat) found.clocks[seat] = clock_of(seats[seat].as_object());
  found.stderr_texts.clear();
  if (const json::value* notes = line.if_contains("notes")) {
    for (const json::value& item : notes->as_array()) {
      const json::object& note = item.as_object();
      found.notes.push_back({seat_of(note, record), json::value_to<int>(note.at("question")),
                             printable(json::value_to<std::string>(note.at("text")), kNoteMax)});
    }
  }
  if (const json::value* texts = line.if_contains("stderr")) {
    for (const json::value& item : texts->as_array()) {
      const json::object& note = item.as_object();
      found.stderr_texts.push_back({seat_of(note, record), json::value_to<int>(note.at("question")),
                                    printable_lines(json::value_to<std::string>(note.at("text")), kStderrMax)});
    }
  }
}

FaultEvent fault_of(const json::object& line, const GameRecord& record) {
  FaultEvent event;
  event.seat = seat_of(line, record);
  event.hand = json::value_to<int>(line.at("hand"));
  event.question = json::value_to<int>(line.at("question"));
  const auto fault = find_fault(json::value_to<std::string>(line.at("fault")));
  if (!fault) throw std::runtime_error("there is no such fault");
  event.fault = *fault;
  event.forfeits = line.at("forfeits").as_bool();
  for (const json::value& text : line.at("received").as_array()) {
    event.received.push_back(printable(json::value_to<std::string>(text), kNoteMax));
  }
  for (const json::value& item : line.at("stderr").as_array()) {
    const json::object& chunk = item.as_object();
    event.stderr_tail.push_back({json::value_to<int>(chunk.at("question")),
                                 printable_lines(json::value_to<std::string>(chunk.at("text")), kStderrMax)});
  }
  return event;
}

/// The ledger's last lines are those of the record, if they tell the same faults: an earlier try of the game may have
/// left others before them.
std::vector<FaultEvent> matching(std::vector<FaultEvent> ledger, const std::vector<FaultEvent>& recorded) {
  if (ledger.size() < recorded.size()) return {};
  ledger.erase(ledger.begin(), ledger.end() - static_cast<std::ptrdiff_t>(recorded.size()));
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const FaultEvent& a = ledger[i];
    const FaultEvent& b = recorded[i];
    if (a.seat != b.seat || a.hand != b.hand || a.question != b.question || a.fault != b.fault) return {};
    ledger[i].detail = b.detail;
  }
  return ledger;
}

/// Calls `take` with the lines of the game in a file, if it is there. Others are not parsed: a run may have a million.
void read_lines_of(const std::filesystem::path& file, const GameRecord& record, std::string_view type,
                   const std::function<void(const json::object&)>& take) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return;
  const std::string id = "\"id\":\"" + record.id + "\"";
  read_lines(file, [&](std::string_view text, const std::string& place) {
    if (text.find(id) == std::string_view::npos) return;
    const json::object line = open_line(text, place);
    try {
      if (line.at("type") != json::string(type) || line.at("run") != json::string(record.run) ||
          line.at("id") != json::string(record.id)) {
        return;
      }
      take(line);
    } catch (const std::exception& error) {
      throw InputError(place + ": this is not a line of type " + std::string(type) + ": " + error.what());
    }
  });
}

}  // namespace

GameDetails read_details(const std::filesystem::path& folder, const GameRecord& record) {
  GameDetails found;
  read_lines_of(folder / kTimingsFile, record, "timing",
                [&](const json::object& line) { read_timing(line, record, found); });
  std::vector<FaultEvent> ledger;
  read_lines_of(folder / kFaultsFile, record, "fault",
                [&](const json::object& line) { ledger.push_back(fault_of(line, record)); });
  found.faults = matching(std::move(ledger), record.result.faults);
  return found;
}

}  // namespace arena
