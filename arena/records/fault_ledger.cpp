#include "arena/records/fault_ledger.h"

#include <algorithm>
#include <limits>

#include "arena/records/game_lines.h"
#include "engine/seat.h"

namespace arena {
namespace {

std::size_t place_of(int block, int game) {
  return static_cast<std::size_t>(block) * hearts::kSeatsMax + static_cast<std::size_t>(game);
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
  GameLines(file, "fault").each(GameLines::Which::all, [&](const GameLines::Line& line) {
    if (line.block < 0 || line.game >= hearts::kSeatsMax) return;
    const auto run = recorded.find(line.run);
    const std::size_t faults = run == recorded.end() ? 0 : run->second.of(line.block, line.game);
    // The last lines are those of the record, if there are enough of them.
    std::optional<std::size_t> number;
    if (line.count >= faults && line.number + faults > line.count) number = line.number + faults - line.count;
    const std::string place = line.place;
    take({line.members, place, line.block, line.game, number});
  });
}

}  // namespace arena
