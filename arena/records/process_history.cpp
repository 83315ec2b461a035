#include "arena/records/process_history.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"

namespace arena {
namespace {

namespace json = boost::json;

using TakeTiming = std::function<void(const json::object& line, const std::string& place, int session)>;

/// The lines of type `timing` of one run.
void read_timings(const std::filesystem::path& file, std::string_view run, const TakeTiming& take) {
  int session = 0;
  read_records(file, [&](const json::object& line, const std::string& place) {
    if (text_in(line, "run") != run) return;
    if (text_in(line, "type") == "session") ++session;
    if (text_in(line, "type") == "timing") take(line, place, session);
  });
}

bool same_process(const SeatInput::Process& a, const SeatInput::Process& b) {
  return a.start > 0 && a.worker == b.worker && a.start == b.start;
}

}  // namespace

std::optional<PlayedGame> find_played(const std::filesystem::path& file, std::string_view run, std::string_view game) {
  std::optional<PlayedGame> found;
  read_timings(file, run, [&](const json::object& line, const std::string& place, int session) {
    if (text_in(line, "id") == game) found = {read_timing(line, place), session};
  });
  return found;
}

ProcessHistory read_history(const std::filesystem::path& file, const PlayedGame& game, int seat) {
  const TimingRecord::Seat& target = game.timing.seats.at(static_cast<std::size_t>(seat));
  const SeatInput::Process& process = target.timing.input.process;
  std::map<int, EarlierGame> games;         // by their number in the process
  std::map<std::string, int> number_of_id;  // of these
  read_timings(file, game.timing.run, [&](const json::object& line, const std::string& place, int session) {
    TimingRecord timing = read_timing(line, place);
    // A game that stands once more was played again, and what the process had seen of it is lost.
    if (const auto again = number_of_id.find(timing.id); again != number_of_id.end()) {
      games.erase(again->second);
      number_of_id.erase(again);
    }
    if (session != game.session) return;
    for (std::size_t i = 0; i < timing.seats.size(); ++i) {
      const TimingRecord::Seat& one = timing.seats[i];
      const int number = one.timing.input.process.game;
      if (one.bot != target.bot || number >= process.game || !same_process(one.timing.input.process, process)) continue;
      number_of_id[timing.id] = number;
      games[number] = {std::move(timing), static_cast<int>(i)};
      return;
    }
  });
  ProcessHistory past;
  for (auto& [number, one] : games) past.games.push_back(std::move(one));
  past.lost = std::max(process.game, 1) - 1 - static_cast<int>(past.games.size());
  return past;
}

}  // namespace arena
