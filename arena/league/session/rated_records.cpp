#include "arena/league/session/rated_records.h"

#include "arena/records/outcome.h"

namespace arena {

void rate_records(RatedRuns& rated, RunRecords& records, const Manifest& manifest, int workers,
                  const std::filesystem::path& folder, const std::function<void(const GameRecord&)>& take_game,
                  const std::optional<RunKey>& last_key, std::optional<Shard> shard) {
  const TakeGame rate = [&](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
    if (take_game) take_game(record);
    rated.add(outcome_of(record), place);
  };
  records.begin(manifest, workers, rate, last_key, shard);
  for (const auto& [run, voids] : records.earlier_voids()) {
    for (const VoidBlock& block : voids) rated.add_void(run, block.block, folder.string());
  }
  for (const VoidBlock& block : records.voids()) rated.add_void(records.run(), block.block, folder.string());
}

}  // namespace arena
