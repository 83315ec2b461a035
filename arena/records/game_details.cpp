#include "arena/records/game_details.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <tuple>

#include "arena/base/seeds/crc32c.h"
#include "arena/base/text/input_file.h"
#include "arena/records/line_fields.h"
#include "arena/records/run_folder.h"

namespace arena {
namespace {

namespace json = boost::json;
using std::chrono::microseconds;

/// A year in microseconds. The bound keeps sums of times from overflowing.
constexpr std::int64_t kTimeMax = 31'536'000'000'000;

/// The last second of the year 9999.
constexpr std::int64_t kEndedMax = 253'402'300'799;

/// Returns the number in a value, which must be from 0 to `most`. Throws std::runtime_error, which names the key.
std::int64_t count_of(const json::value& value, const char* key,
                      std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const std::int64_t count = json::value_to<std::int64_t>(value);
  if (count < 0) throw std::runtime_error("\"" + std::string(key) + "\" is below 0");
  if (count > most) throw std::runtime_error("\"" + std::string(key) + "\" is too large");
  return count;
}

int natural_of(const json::value& value, const char* key) {
  return static_cast<int>(count_of(value, key, std::numeric_limits<int>::max()));
}

microseconds time_of(const json::value& value, const char* key) { return microseconds(count_of(value, key, kTimeMax)); }

/// Returns the number in a member, which must be from 0 to `most`, or nothing if there is no such member.
std::optional<std::int64_t> number_in(const json::object& object, const char* key,
                                      std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const json::value* value = object.if_contains(key);
  return value == nullptr ? std::nullopt : std::optional(count_of(*value, key, most));
}

microseconds time_in(const json::object& object, const char* key) {
  return microseconds(number_in(object, key, kTimeMax).value_or(0));
}

std::uint32_t crc_of(const json::value& value) {
  const std::string text = json::value_to<std::string>(value);
  std::uint32_t crc = 0;
  std::from_chars(text.data(), text.data() + text.size(), crc, 16);
  if (crc_text(crc) != text) throw std::runtime_error("\"heard_crc\" is not eight lowercase hexadecimal digits");
  return crc;
}

SeatInput read_input(const json::object& seat) {
  SeatInput input;
  input.bytes = static_cast<std::uint64_t>(count_of(seat.at("heard_bytes"), "heard_bytes"));
  input.crc = crc_of(seat.at("heard_crc"));
  if (const json::value* process = seat.if_contains("process")) {
    const json::array& numbers = process->as_array();
    if (numbers.size() != 3) throw std::runtime_error("\"process\" must have three numbers");
    input.process = {natural_of(numbers[0], "process"), natural_of(numbers[1], "process"),
                     natural_of(numbers[2], "process")};
    if (input.process.start == 0 || input.process.game == 0) throw std::runtime_error("\"process\" counts from 1");
  }
  if (const json::value* bad = seat.if_contains("bad")) input.bad = read_list(*bad, shown_text);
  if (const json::value* late = seat.if_contains("late")) {
    input.late = read_list(*late, [](const json::object& one) {
      return SeatInput::Late{count_of(member(one, "id"), "id"), natural_of(member(one, "ask"), "ask"),
                             member(one, "open").as_bool()};
    });
  }
  return input;
}

TimingRecord::Seat read_seat(const json::object& object) {
  TimingRecord::Seat seat;
  seat.bot = shown_text(member(object, "bot"));
  SeatTiming& timing = seat.timing;
  timing.questions = natural_of(member(object, "questions"), "questions");
  timing.total = time_in(object, "used_us");
  timing.slowest = read_list(member(object, "slowest_us"), [](const json::value& item) {
    const json::array& slow = item.as_array();
    if (slow.size() != 2) throw std::runtime_error("each entry of \"slowest_us\" must be [question, time]");
    return SeatTiming::Slow{natural_of(slow[0], "slowest_us"), time_of(slow[1], "slowest_us")};
  });
  timing.cpu = time_in(object, "cpu_us");
  timing.idle_cpu = time_in(object, "idle_cpu_us");
  timing.between_games_cpu = time_in(object, "between_games_cpu_us");
  if (const json::value* ready = object.if_contains("ready")) timing.ready = shown_text(*ready);
  if (const json::value* replaced = object.if_contains("replaced")) timing.replaced = shown_text(*replaced);
  timing.asks = read_list(member(object, "asks_us"), [](const json::value& time) { return time_of(time, "asks_us"); });
  timing.input = read_input(object);
  return seat;
}

/// Reads a list of notes. `read_text` reads the text of each.
template <class ReadText>
std::vector<Note> read_notes(const json::object& line, const char* key, std::size_t seats, ReadText read_text) {
  const json::value* notes = line.if_contains(key);
  if (notes == nullptr) return {};
  return read_list(*notes, [&](const json::object& note) {
    const int seat = natural_of(member(note, "seat"), "seat");
    if (static_cast<std::size_t>(seat) >= seats) throw std::runtime_error("a note names a seat that does not exist");
    return Note{seat, natural_of(member(note, "question"), "question"), read_text(member(note, "text"))};
  });
}

GameDetails clocks_of(const json::object& line, const std::string& place, const GameRecord& record) {
  TimingRecord timing = read_timing(line, place);
  if (timing.seats.size() != record.bots.size()) throw InputError(place + ": it must have one clock for each seat");
  GameDetails found;
  found.busy = timing.busy;
  found.crowded = timing.crowded;
  for (std::size_t seat = 0; seat < timing.seats.size(); ++seat) {
    found.clocks[seat] = std::move(timing.seats[seat].timing);
  }
  found.notes = std::move(timing.notes);
  found.stderr_texts = std::move(timing.stderr_texts);
  return found;
}

/// Returns the last lines of the ledger if they are the record's faults, and nothing otherwise. An earlier try of the
/// game may have left lines before them.
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

}  // namespace

std::pair<std::string_view, std::string_view> game_of_line(std::string_view line, std::string_view type) {
  if (!is_line_of(line, type)) return {};
  const std::string_view head = line.substr(0, 200);
  const auto text = [&](std::string_view start) {
    const std::size_t found = head.find(start);
    if (found == std::string_view::npos) return std::string_view();
    const std::string_view rest = head.substr(found + start.size());
    return rest.substr(0, rest.find('"'));
  };
  return {text(R"(,"run":")"), text(R"(,"id":")")};
}

GameLines::GameLines(std::filesystem::path file, std::string_view type) : path_(std::move(file)), type_(type) {
  if (!is_present(path_)) return;
  int session = 0;
  read_lines(path_, [&](std::string_view text, const LinePlace& place) {
    lines_ = place.line;
    session += is_line_of(text, "session") ? 1 : 0;
    const auto [run, id] = game_of_line(text, type_);
    const auto game = parse_game_id(id);
    if (!game) return;
    auto known = runs_.find(run);
    if (known == runs_.end()) known = runs_.emplace(run, static_cast<int>(runs_.size())).first;
    entries_.push_back({known->second, game->first, game->second, session, place.line, place.offset});
  });
  std::ranges::sort(entries_, {}, [](const Entry& one) { return std::tuple(one.run, one.block, one.game, one.line); });
  file_ = open_regular(path_).stream;
}

std::span<const GameLines::Entry> GameLines::lines_of(std::string_view run, std::string_view id) const {
  const auto game = parse_game_id(id);
  const auto known = runs_.find(run);
  if (!game || known == runs_.end()) return {};
  const std::tuple wanted(known->second, game->first, game->second);
  const auto key = [](const Entry& one) { return std::tuple(one.run, one.block, one.game); };
  return {std::ranges::lower_bound(entries_, wanted, {}, key), std::ranges::upper_bound(entries_, wanted, {}, key)};
}

void GameLines::each(Which which, const std::function<void(const Line&)>& on_line) const {
  LineOpener opener;
  read_lines(path_, [&](std::string_view text, const LinePlace& place) {
    if (place.line > lines_) return;
    const auto [run, id] = game_of_line(text, type_);
    const std::span<const Entry> lines = lines_of(run, id);
    if (which == Which::last_of_game && !lines.empty() && lines.back().line != place.line) return;
    const json::object& members = opener.open(text, place);
    if (text_in(members, "type") != type_) return;
    if (lines.empty()) return on_line({.members = members, .place = place});
    const auto here = std::ranges::lower_bound(lines, place.line, {}, &Entry::line);
    on_line({members, place, run, lines[0].block, lines[0].game, static_cast<std::size_t>(here - lines.begin()) + 1,
             lines.size(), here->session});
  });
}

void GameLines::of_game(std::string_view run, std::string_view id,
                        const std::function<void(const json::object&, const std::string& place)>& on_line) {
  for (const Entry& one : lines_of(run, id)) {
    const LinePlace at{&path_, one.line, one.offset};
    const std::string place = at;
    const json::object line = open_line(line_at(file_, at), place);
    if (text_in(line, "type") == type_ && text_in(line, "run") == run && text_in(line, "id") == id)
      on_line(line, place);
  }
}

TimingRecord read_timing(const json::object& line, std::string_view place) {
  return read_at(place, "these are not the clocks of a game", [&] {
    TimingRecord record;
    record.run = text_of(line, "run");
    record.id = text_of(line, "id");
    record.duration = time_in(line, "game_us");
    record.busy = line.contains("busy");
    record.crowded = line.contains("crowded");
    if (const auto ended = number_in(line, "ended", kEndedMax))
      record.ended = std::chrono::sys_seconds(std::chrono::seconds(*ended));
    record.seats = read_list(member(line, "seats"), read_seat);
    record.notes = read_notes(line, "notes", record.seats.size(), shown_text);
    record.stderr_texts = read_notes(line, "stderr", record.seats.size(), shown_lines);
    return record;
  });
}

FaultRecord read_fault(const json::object& line, std::string_view place) {
  return read_at(place, "this is not a line of type fault", [&] {
    FaultRecord record{text_of(line, "run"), text_of(line, "id"), text_of(line, "bot"),
                       read_place<FaultEvent>(line, hearts::at(hearts::kSeatsMax))};
    FaultEvent& event = record.event;
    const auto fault = find_fault(text_of(line, "fault"));
    if (!fault) throw std::runtime_error("there is no fault of this name");
    event.fault = *fault;
    event.detail = text_of(line, "detail");
    event.forfeits = member(line, "forfeits").as_bool();
    event.elapsed = time_in(line, "elapsed_us");
    if (const auto move = number_in(line, "move_left_ms"))
      event.clock = {std::chrono::milliseconds(*move),
                     std::chrono::milliseconds(number_in(line, "bank_left_ms").value_or(0))};
    if (const auto code = number_in(line, "exit_code"))
      event.end = {.kind = ProcessEnd::Kind::exited, .number = static_cast<int>(*code)};
    if (const auto signal = number_in(line, "signal"))
      event.end = {.kind = ProcessEnd::Kind::signaled, .number = static_cast<int>(*signal)};
    event.cpu = time_in(line, "cpu_us");
    event.peak_kb = number_in(line, "peak_kb").value_or(0);
    event.sent = read_list(member(line, "sent"), shown_lines);
    event.received = read_list(member(line, "received"), shown_lines);
    event.stderr_tail = read_list(member(line, "stderr"), [](const json::object& chunk) {
      return StderrChunk{int_of(chunk, "question"), shown_lines(member(chunk, "text"))};
    });
    return record;
  });
}

void each_timing(const std::filesystem::path& file, const std::function<void(const TimingRecord&)>& on_line) {
  GameLines(file, "timing").each(GameLines::Which::last_of_game, [&](const GameLines::Line& line) {
    on_line(read_timing(line.members, std::string(line.place)));
  });
}

DetailsReader::DetailsReader(const std::filesystem::path& folder)
    : timings_(folder / kTimingsFile, "timing"), faults_(folder / kFaultsFile, "fault") {}

std::optional<TimingRecord> DetailsReader::clocks(std::string_view run, std::string_view game) {
  std::optional<TimingRecord> found;
  timings_.of_game(run, game,
                   [&](const json::object& line, const std::string& place) { found = read_timing(line, place); });
  return found;
}

GameDetails DetailsReader::of(const GameRecord& record) {
  GameDetails found;
  timings_.of_game(record.run, record.id,
                   [&](const json::object& line, const std::string& place) { found = clocks_of(line, place, record); });
  std::vector<FaultEvent> ledger;
  faults_.of_game(record.run, record.id, [&](const json::object& line, const std::string& place) {
    ledger.push_back(read_fault(line, place).event);
  });
  found.faults = matching(std::move(ledger), record.result.faults);
  return found;
}

void each_ledger_line(const std::filesystem::path& file, const RecordedFaults& recorded,
                      const std::function<void(const LedgerLine&)>& on_line) {
  GameLines(file, "fault").each(GameLines::Which::all, [&](const GameLines::Line& line) {
    if (line.block < 0 || line.game >= hearts::kSeatsMax) return;
    LedgerLine entry{read_fault(line.members, std::string(line.place)), line.block, line.game, {}};
    const auto found = recorded.find({entry.fault.run, entry.fault.id});
    const std::size_t faults = found == recorded.end() ? 0 : found->second;
    // If the game has enough lines, the last ones are those of its record.
    if (line.count >= faults && line.number + faults > line.count) entry.number = line.number + faults - line.count;
    on_line(entry);
  });
}

ProcessHistory DetailsReader::history(const TimingRecord& game, int seat) const {
  const TimingRecord::Seat& target = game.seats.at(static_cast<std::size_t>(seat));
  const SeatInput::Process& process = target.timing.input.process;
  const int session = timings_.session_of(game.run, game.id);
  std::map<int, EarlierGame> games;  // by the game's number in the process
  // If a game was played again, only its last line counts. What the process saw in the earlier try is not known any
  // more.
  timings_.each(GameLines::Which::last_of_game, [&](const GameLines::Line& line) {
    if (line.run != game.run || line.session != session) return;
    TimingRecord timing = read_timing(line.members, std::string(line.place));
    for (std::size_t i = 0; i < timing.seats.size(); ++i) {
      const TimingRecord::Seat& one = timing.seats[i];
      const SeatInput::Process& then = one.timing.input.process;
      const bool is_same = then.start > 0 && then.worker == process.worker && then.start == process.start;
      if (one.bot != target.bot || then.game >= process.game || !is_same) continue;
      games[then.game] = {std::move(timing), static_cast<int>(i)};
      return;
    }
  });
  ProcessHistory past;
  for (auto& [number, one] : games) past.games.push_back(std::move(one));
  past.lost = std::max(process.game, 1) - 1 - static_cast<int>(past.games.size());
  return past;
}

std::optional<GameRecord> find_record(GameLines& games, const Manifest& stage, std::string_view id) {
  std::optional<GameRecord> found;
  games.of_game(run_id(stage), id, [&](const json::object& line, const std::string& place) {
    const ManifestVariant* variant = stage.find_variant(text_in(line, "variant").value_or(""));
    if (variant != nullptr) found = read_game(line, *variant->rules, place);
  });
  return found;
}

}  // namespace arena
