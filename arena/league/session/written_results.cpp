#include "arena/league/session/written_results.h"

#include <vector>

#include "arena/league/session/rated_records.h"
#include "arena/results/ratings/rated_standings.h"

namespace arena {

namespace fs = std::filesystem;

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
