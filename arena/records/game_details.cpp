#include "arena/records/game_details.h"

#include <functional>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "arena/records/timing_record.h"

namespace arena {
namespace {

namespace json = boost::json;

/// As long as a bot's line may be kept.
constexpr std::size_t kReceivedMax = 4096;

GameDetails clocks_of(const json::object& line, const std::string& place, const GameRecord& record) {
  TimingRecord timing = read_timing(line, place);
  if (timing.seats.size() != record.bots.size()) throw InputError(place + ": it has not one clock a seat");
  GameDetails found;
  found.busy = timing.busy;
  for (std::size_t seat = 0; seat < timing.seats.size(); ++seat) {
    found.clocks[seat] = std::move(timing.seats[seat].timing);
  }
  found.notes = std::move(timing.notes);
  found.stderr_texts = std::move(timing.stderr_texts);
  return found;
}

FaultEvent fault_of(const json::object& line, const std::string& place, const GameRecord& record) {
  return read_at(place, "this is not a line of type fault", [&] {
    FaultEvent event;
    event.seat = int_of(line, "seat");
    if (event.seat < 0 || hearts::at(event.seat) >= record.bots.size()) {
      throw std::runtime_error("there is no seat " + std::to_string(event.seat));
    }
    event.hand = int_of(line, "hand");
    event.question = int_of(line, "question");
    const auto fault = find_fault(text_of(line, "fault"));
    if (!fault) throw std::runtime_error("there is no such fault");
    event.fault = *fault;
    event.forfeits = line.at("forfeits").as_bool();
    event.received = read_list(line.at("received"), [](const json::value& text) {
      return printable(json::value_to<std::string>(text), kReceivedMax);
    });
    event.stderr_tail = read_list(line.at("stderr"), [](const json::object& chunk) {
      return StderrChunk{int_of(chunk, "question"), shown_lines(chunk.at("text"))};
    });
    return event;
  });
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
                   const std::function<void(const json::object&, const std::string& place)>& take) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return;
  const std::string id = "\"id\":\"" + record.id + "\"";
  read_lines(file, [&](std::string_view text, const std::string& place) {
    if (text.find(id) == std::string_view::npos) return;
    const json::object line = open_line(text, place);
    if (text_in(line, "type") == type && text_in(line, "run") == record.run && text_in(line, "id") == record.id) {
      take(line, place);
    }
  });
}

}  // namespace

GameDetails read_details(const std::filesystem::path& folder, const GameRecord& record) {
  GameDetails found;
  read_lines_of(folder / kTimingsFile, record, "timing",
                [&](const json::object& line, const std::string& place) { found = clocks_of(line, place, record); });
  std::vector<FaultEvent> ledger;
  read_lines_of(folder / kFaultsFile, record, "fault", [&](const json::object& line, const std::string& place) {
    ledger.push_back(fault_of(line, place, record));
  });
  found.faults = matching(std::move(ledger), record.result.faults);
  return found;
}

}  // namespace arena
