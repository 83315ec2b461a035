#include "arena/records/fault_ledger.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <limits>

#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace json = boost::json;

std::size_t place_of(int block, int game) {
  return static_cast<std::size_t>(block) * hearts::kSeatsMax + static_cast<std::size_t>(game);
}

/// Counts the lines of a ledger by game, and tells which recorded fault each line is of.
class FaultCounter {
 public:
  explicit FaultCounter(const RecordedFaults& recorded) : recorded_(recorded) {}

  void count(std::string_view run, int block, int game) {
    if (faults_of(run, block, game) > 0) raise(lines_, run, block, game);
  }

  /// Of the next line of a game, once all lines are counted.
  std::optional<std::size_t> next(std::string_view run, int block, int game) {
    const std::size_t faults = faults_of(run, block, game);
    if (faults == 0) return std::nullopt;
    const std::size_t lines = lines_.find(run)->second.of(block, game);
    const std::size_t line = raise(seen_, run, block, game);
    if (lines < faults || line <= lines - faults) return std::nullopt;
    return line - (lines - faults);
  }

 private:
  static std::size_t raise(RecordedFaults& counts, std::string_view run, int block, int game) {
    const auto found = counts.find(run);
    FaultNumbers& of_run = found == counts.end() ? counts[std::string(run)] : found->second;
    const std::size_t count = of_run.of(block, game) + 1;
    of_run.set(block, game, count);
    return count;
  }

  std::size_t faults_of(std::string_view run, int block, int game) const {
    const auto found = recorded_.find(run);
    return found == recorded_.end() ? 0 : found->second.of(block, game);
  }

  const RecordedFaults& recorded_;
  RecordedFaults lines_;
  RecordedFaults seen_;
};

struct FaultedGame {
  std::string_view run;
  int block = 0;
  int game = 0;  // within the block
};

/// The game that a line of type `fault` names; nothing for any other line.
std::optional<FaultedGame> faulted_game(const json::object& line) {
  if (text_in(line, "type") != "fault") return std::nullopt;
  const auto game = parse_game_id(text_in(line, "id").value_or(""));
  if (!game || game->second >= hearts::kSeatsMax) return std::nullopt;
  return FaultedGame{text_in(line, "run").value_or(""), game->first, game->second};
}

}  // namespace

void FaultNumbers::set(int block, int game, std::size_t faults) {
  const std::size_t place = place_of(block, game);
  if (place >= faults_.size()) faults_.resize(place + 1, 0);
  faults_[place] = static_cast<std::uint16_t>(std::min<std::size_t>(faults, std::numeric_limits<std::uint16_t>::max()));
}

std::size_t FaultNumbers::of(int block, int game) const {
  const std::size_t place = place_of(block, game);
  return place < faults_.size() ? faults_[place] : 0;
}

void each_ledger_line(const std::filesystem::path& file, const RecordedFaults& recorded,
                      const std::function<void(const LedgerLine&)>& take) {
  FaultCounter counter(recorded);
  LineOpener opener;
  const auto count = [&](std::string_view text, const LinePlace& where) {
    if (const auto of = faulted_game(opener.open(text, where))) counter.count(of->run, of->block, of->game);
  };
  read_lines_twice(file, count, [&](std::string_view text, const LinePlace& where) {
    const json::object& line = opener.open(text, where);
    const auto of = faulted_game(line);
    if (!of) return;
    const std::string place = where;
    take({line, place, of->block, of->game, counter.next(of->run, of->block, of->game)});
  });
}

}  // namespace arena
