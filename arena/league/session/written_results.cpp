#include "arena/league/session/written_results.h"

#include <exception>
#include <vector>

#include "arena/records/outcome.h"
#include "arena/results/ratings/rated_standings.h"

namespace arena {

namespace fs = std::filesystem;

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

bool is_published(const Manifest& manifest, const KeptReceipt& kept) {
  return !manifest.label.name.empty() || kept.is_committed;
}

WrittenResults write_digest(const fs::path& folder, const Manifest& manifest, RunRecords& records) {
  records.sync();  // what is published must not be lost
  const KeptReceipt kept = read_receipt(folder);
  const WrittenResults results{records.digest(), records.recorded().count(), records.recorded().first(),
                               is_published(manifest, kept)};
  write_receipt(folder, manifest, results.digest_games, results.digest, kept.is_committed);
  return results;
}

WrittenResults write_results(const fs::path& folder, const Manifest& manifest, RunRecords& records,
                             const RatedRuns& rated) {
  records.sync();
  RatedStandings(rated).write_into(folder);
  return write_digest(folder, manifest, records);
}

void LiveStandings::game_over(const RatedRuns& rated) {
  const auto start = LivePace::Clock::now();
  if (!pace_.is_due(start) || (!has_written_ && !rated.leader())) return;
  has_written_ = true;
  try {
    RatedStandings(rated).write_into(folder_);
  } catch (const std::exception& error) {
    if (!std::exchange(has_failed_, true))
      warn_(std::string("the standings so far cannot be written: ") + error.what());
  }
  pace_.done(start, LivePace::Clock::now());
}

EndedRun rate_ended_run(const fs::path& folder) {
  RunRecords records(folder);
  const Manifest last = records.stages().back();
  std::vector<Manifest> stages = records.stages();
  for (Manifest& stage : stages) stage.label = last.label;
  EndedRun run{RatedRuns(stages), {}};
  rate_records(run.rated, records, last, 0, folder);
  run.results = write_results(folder, last, records, run.rated);
  return run;
}

}  // namespace arena
