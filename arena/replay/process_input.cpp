#include "arena/replay/process_input.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "arena/protocol/encode.h"
#include "arena/records/run_folder.h"
#include "arena/records/timing_record.h"
#include "arena/replay/recorded_input.h"
#include "arena/text/input_error.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// One run, as far as it is looked into.
class RecordedRun {
 public:
  explicit RecordedRun(const fs::path& path) : path_(path) {
    const fs::path file = games_file(path).parent_path() / kTimingsFile;
    if (std::error_code ignored; fs::exists(file, ignored)) timings_ = file;
  }

  /// Reads the game that is named so, by id or number. Throws InputError when there is none.
  GameRecord find(const std::string& name) {
    std::optional<GameRecord> found;
    int number = 0;
    const RunSummary summary = read_run(path_, [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
      ++number;
      if (!found && (name == record.id || name == std::to_string(number))) found = std::move(record);
    });
    manifest_ = summary.manifest;
    if (found) return std::move(*found);
    throw InputError(path_.string() + " has no game '" + name + "'; it has " + std::to_string(summary.games) +
                     ", named b0g0 and so on, or 1 to " + std::to_string(summary.games));
  }

  /// The games with these ids, as far as they are there.
  std::map<std::string, GameRecord> find_all(const std::vector<std::string>& ids) {
    std::map<std::string, GameRecord> found;
    read_run(path_, [&](GameRecord&& record, const hearts::GameRules&, const std::string&) {
      const std::string id = record.id;
      if (std::find(ids.begin(), ids.end(), id) != ids.end()) found.emplace(id, std::move(record));
    });
    return found;
  }

  RecordedSeat hear(const GameRecord& record, const TimingRecord* timing, int seat) const {
    const hearts::GameRules& rules = *manifest_.find_variant(record.variant)->rules;
    return std::move(hear_again(record, rules, manifest_, timing)[hearts::at(seat)]);
  }

  /// timings.jsonl; empty: there is none.
  const fs::path& timings() const { return timings_; }

 private:
  fs::path path_;
  fs::path timings_;
  Manifest manifest_;
};

std::string seats_text(const GameRecord& record) {
  std::string text;
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    text += (seat == 0 ? "" : ", ") + std::to_string(seat) + " " + record.bots[seat];
  }
  return text;
}

int find_seat(const GameRecord& record, const QuestionPlace& place) {
  const int seats = static_cast<int>(record.bots.size());
  if (place.seat >= 0) {
    if (place.seat < seats) return place.seat;
    throw InputError("game " + record.id + " has no seat " + std::to_string(place.seat) + "; at the table sat " +
                     seats_text(record));
  }
  const auto copies = std::count(record.bots.begin(), record.bots.end(), place.bot);
  if (copies == 0) {
    throw InputError("no bot '" + place.bot + "' sat in game " + record.id + "; there sat " + seats_text(record) +
                     "; --seat N chooses one of them");
  }
  if (copies > 1) {
    throw InputError("'" + place.bot + "' sat in more than one seat of game " + record.id + " (" + seats_text(record) +
                     "); --seat N says which is meant");
  }
  return static_cast<int>(std::find(record.bots.begin(), record.bots.end(), place.bot) - record.bots.begin());
}

/// Why nobody was asked it.
[[noreturn]] void refuse_question(const GameRecord& record, int seat, int question, const RecordedSeat& heard) {
  const std::string who = "seat " + std::to_string(seat) + " (" + record.bots[hearts::at(seat)] + ")";
  for (const Forfeit& forfeit : record.result.forfeits) {
    if (forfeit.seat != seat || question < std::max(forfeit.question, 1)) continue;
    const std::string lost = " by the fault " + std::string(fault_name(forfeit.fault));
    throw InputError(forfeit.question == 0
                         ? who + " could not be started in game " + record.id +
                               ": the house player answered all questions"
                         : who + " forfeited game " + record.id + " at question " + std::to_string(forfeit.question) +
                               lost + ": the house player answered question " + std::to_string(question));
  }
  const int last = heard.asks.empty() ? 0 : heard.asks.back().asked.question;
  throw InputError(who + " was asked questions 1 to " + std::to_string(last) + " in game " + record.id +
                   "; there is no question " + std::to_string(question));
}

/// Adds a game, the whole of it or up to the end of an ask.
void add_game(ProcessInput& input, const std::string& id, const RecordedSeat& heard, std::size_t end) {
  const std::size_t before = input.bytes.size();
  input.bytes.append(heard.bytes, 0, end);
  for (const HeardAsk& ask : heard.asks) {
    if (ask.end > end) break;
    input.asks.push_back({id, ask});
    input.asks.back().heard.end += before;
  }
  if (heard.proof == RecordedSeat::Proof::none) input.guessed.push_back(id);
  if (heard.proof == RecordedSeat::Proof::differs) input.different.push_back(id);
}

void add_past(ProcessInput& input, RecordedRun& run, const PlayedGame& played) {
  const ProcessHistory past = read_history(run.timings(), played, input.seat);
  std::vector<std::string> ids;
  for (const EarlierGame& game : past.games) ids.push_back(game.timing.id);
  const std::map<std::string, GameRecord> records = run.find_all(ids);
  input.games_lost = past.lost;
  for (const EarlierGame& game : past.games) {
    const auto record = records.find(game.timing.id);
    if (record == records.end()) {
      ++input.games_lost;
      continue;
    }
    const RecordedSeat heard = run.hear(record->second, &game.timing, game.seat);
    add_game(input, game.timing.id, heard, heard.bytes.size());
    ++input.games_before;
  }
}

}  // namespace

ProcessInput read_process_input(const QuestionPlace& place, bool from_start) {
  RecordedRun run(place.run);
  const GameRecord record = run.find(place.game);
  ProcessInput input;
  input.game = record.id;
  input.seat = find_seat(record, place);
  input.bot = record.bots[hearts::at(input.seat)];

  std::optional<PlayedGame> played;
  if (!run.timings().empty()) played = find_played(run.timings(), record.run, record.id);
  const RecordedSeat heard = run.hear(record, played ? &played->timing : nullptr, input.seat);
  const auto asked = std::find_if(heard.asks.begin(), heard.asks.end(),
                                  [&](const HeardAsk& ask) { return ask.asked.question == place.question; });
  if (asked == heard.asks.end()) refuse_question(record, input.seat, place.question, heard);

  encode::hello(input.bytes);
  input.hello_end = input.bytes.size();
  if (from_start) {
    if (!played || played->timing.seats[hearts::at(input.seat)].timing.input.process.start == 0) {
      throw InputError("the records of " + place.run.string() + " do not say which process played game " + record.id +
                       "; without --from-start the bot hears this game alone");
    }
    add_past(input, run, *played);
  }
  add_game(input, record.id, heard, asked->end);
  return input;
}

}  // namespace arena
