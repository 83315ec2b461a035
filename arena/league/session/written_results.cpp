#include "arena/league/session/written_results.h"

#include <exception>
#include <vector>

#include "arena/base/text/whole_file.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"

namespace arena {

namespace fs = std::filesystem;

namespace {

/// Writes kRatingsFile and kStandingsFile there. Throws std::system_error with the path.
void write_standings(const RatedRuns& rated, const fs::path& folder) {
  const Standings standings = rated.standings();
  WholeFile ratings(folder / kRatingsFile);
  write_standings_json(standings, rated.runs(), [&](std::string_view text) { ratings.write(text); });
  ratings.sync();
  ratings.move_into_place();
  write_whole(folder / kStandingsFile, standings_markdown(standings, rated.runs()));
}

}  // namespace

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
  write_standings(rated, folder);
  return write_digest(folder, manifest, records);
}

void LiveStandings::game_over(const RatedRuns& rated) {
  const auto start = LivePace::Clock::now();
  if (!pace_.is_due(start) || (!has_written_ && !rated.leader())) return;
  has_written_ = true;
  try {
    write_standings(rated, folder_);
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
