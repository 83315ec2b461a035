#include "arena/export/ledger.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <limits>
#include <optional>
#include <string_view>

#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;

std::size_t place_of(int block, int game) {
  return static_cast<std::size_t>(block) * hearts::kSeatsMax + static_cast<std::size_t>(game);
}

std::optional<std::int64_t> number_in(const json::object& line, const char* key) {
  const json::value* value = line.if_contains(key);
  if (value == nullptr) return std::nullopt;
  return json::value_to<std::int64_t>(*value);
}

/// The lines of a list one below the other.
std::string lines_of(const json::object& line, const char* key) {
  const auto text = [](const json::value& one) {
    return shown_lines(one.is_object() ? member(one.as_object(), "text") : one);
  };
  return hearts::joined(member(line, key).as_array(), "\n", text);
}

/// The lines of a ledger about recorded faults, and which fault of its game each is, from 1.
class Ledger {
 public:
  explicit Ledger(const std::map<std::string, FaultNumbers>& recorded) : recorded_(recorded) {}

  void count(const json::object& line) {
    if (const auto game = game_of(line)) lines_[game->run].set(game->block, game->number, 1 + lines_of_game(*game));
  }

  /// Nothing for a line that no recorded fault has.
  std::optional<std::size_t> number_of(const json::object& line) {
    const auto game = game_of(line);
    if (!game) return std::nullopt;
    const std::size_t faults = recorded_.at(game->run).of(game->block, game->number);
    const std::size_t all = lines_of_game(*game);
    FaultNumbers& seen = seen_[game->run];
    const std::size_t before = seen.of(game->block, game->number);
    seen.set(game->block, game->number, before + 1);
    if (all < faults || before < all - faults) return std::nullopt;
    return before - (all - faults) + 1;
  }

 private:
  struct Game {
    std::string run;
    int block;
    int number;
  };

  /// Of a line of type fault, if the game is recorded with faults.
  std::optional<Game> game_of(const json::object& line) const {
    if (text_in(line, "type") != "fault") return std::nullopt;
    const auto run = recorded_.find(std::string(text_in(line, "run").value_or("")));
    const auto game = parse_game_id(text_in(line, "id").value_or(""));
    if (run == recorded_.end() || !game || game->second >= hearts::kSeatsMax) return std::nullopt;
    if (run->second.of(game->first, game->second) == 0) return std::nullopt;
    return Game{run->first, game->first, game->second};
  }

  std::size_t lines_of_game(const Game& game) { return lines_[game.run].of(game.block, game.number); }

  const std::map<std::string, FaultNumbers>& recorded_;
  std::map<std::string, FaultNumbers> lines_;
  std::map<std::string, FaultNumbers> seen_;
};

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

void add_ledger(const std::filesystem::path& file, const std::map<std::string, FaultNumbers>& recorded, Rows& rows) {
  Ledger ledger(recorded);
  LineOpener opener;
  read_lines(file, [&](std::string_view text, const LinePlace& place) { ledger.count(opener.open(text, place)); });
  read_lines(file, [&](std::string_view text, const LinePlace& place) {
    const json::object& line = opener.open(text, place);
    const auto number = ledger.number_of(line);
    if (!number) return;
    read_at(std::string(place), "this is not a line of type fault", [&] {
      rows.add(tables::kFaultDetails, text_of(line, "run"), text_of(line, "id"), *number, number_in(line, "elapsed_us"),
               number_in(line, "move_left_ms"), number_in(line, "bank_left_ms"), number_in(line, "exit_code"),
               number_in(line, "signal"), number_in(line, "cpu_us"), number_in(line, "peak_kb"), lines_of(line, "sent"),
               lines_of(line, "received"), lines_of(line, "stderr"));
    });
  });
}

}  // namespace arena
