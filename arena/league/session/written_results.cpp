#include "arena/league/session/written_results.h"

#include <fmt/format.h>

#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "arena/base/text/input_file.h"
#include "arena/base/text/whole_file.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/typed_text.h"

namespace arena {

namespace fs = std::filesystem;

void commit(Manifest& manifest, const RunKey& key, std::string_view isolation) {
  manifest.arena = arena_version();
  manifest.isolation = isolation;
  manifest.commitment = key.commitment();
}

namespace {

constexpr std::size_t kBytesMax = 4096;
constexpr std::string_view kWord = "receipt ";
constexpr std::string_view kCommitted = "A run in this folder must have this receipt.";

}  // namespace

KeptReceipt read_receipt(const fs::path& folder) {
  KeptReceipt kept;
  std::istringstream lines(read_if_there(folder / kReceiptFile, kBytesMax).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kWord)) kept.receipt = line.substr(kWord.size());
    if (line == kCommitted) kept.is_committed = true;
  }
  return kept;
}

void write_receipt(const fs::path& folder, const Manifest& manifest, std::span<const Manifest> stages, int games,
                   std::string_view digest, bool is_committed) {
  std::string text;
  std::string check = "arena verify FOLDER";
  for (const Manifest& stage : stages) {
    if (stage.stage.number >= manifest.stage.number) continue;
    const std::string receipt = receipt_of(stage);
    text += fmt::format("Published before the first card of stage {}:\n{}{}\n\n", stage.stage.number, kWord, receipt);
    check.append(" --receipt ").append(receipt);
  }
  // read_receipt() reads the last receipt, which is the one of this stage.
  const std::string receipt = receipt_of(manifest);
  const std::string which = manifest.stage.number == 1 ? "" : fmt::format(" of stage {}", manifest.stage.number);
  text += fmt::format("Publish this before the first card{}:\n{}{}\n", which, kWord, receipt);
  if (is_committed) text.append(kCommitted).append("\n");
  check.append(" --receipt ").append(receipt);
  if (games > 0) {
    text += fmt::format("\nPublish this after {}:\ndigest {}\n", hearts::counted(games, "game"), digest);
    check.append(" --digest ").append(digest);
  }
  write_whole(folder / kReceiptFile, text + "\nTo check the records against it:\n" + check + "\n");
}

Standings write_standings(const RatedRuns& rated, const fs::path& folder) {
  Standings standings = rated.standings();
  WholeFile ratings(folder / kRatingsFile);
  write_standings_json(standings, rated.runs(), [&](std::string_view text) { ratings.write(text); });
  ratings.sync();
  ratings.move_into_place();
  write_whole(folder / kStandingsFile, standings_markdown(standings, rated.runs()));
  return standings;
}

void rate_records(RatedRuns& rated, RunRecords& records, const Manifest& manifest, int workers,
                  const std::filesystem::path& folder, const std::optional<RunKey>& last_key,
                  std::optional<Shard> shard) {
  const OnGame rate = [&](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
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

/// Returns the game that a message may propose to replay: one of a block that counts, if there is one.
std::pair<int, int> game_to_show(const RunRecords& records) {
  std::set<int> void_blocks;
  if (records.counted_games() > 0) {
    for (const VoidBlock& one : records.voids()) void_blocks.insert(one.block);
  }
  return records.recorded().first(void_blocks);
}

WrittenResults write_digest(const fs::path& folder, const Manifest& manifest, RunRecords& records) {
  records.sync();  // a published digest must not cover games that could still be lost
  const KeptReceipt kept = read_receipt(folder);
  const WrittenResults results{records.digest(), records.recorded().count(), game_to_show(records),
                               is_published(manifest, kept)};
  write_receipt(folder, manifest, records.stages(), results.digest_games, results.digest, kept.is_committed);
  return results;
}

WrittenResults write_results(const fs::path& folder, const Manifest& manifest, RunRecords& records,
                             const RatedRuns& rated) {
  records.sync();
  Standings standings = write_standings(rated, folder);
  WrittenResults results = write_digest(folder, manifest, records);
  results.standings = std::move(standings);
  return results;
}

EndedRun rate_ended_run(const fs::path& folder) {
  RunRecords records(folder);
  const Manifest last = records.stages().back();
  std::vector<Manifest> stages = records.stages();
  for (Manifest& stage : stages) stage.label = last.label;
  EndedRun run{RatedRuns(stages), {}};
  rate_records(run.rated, records, last, 0, folder);
  if (records.finished()) run.rated.add_end(records.run(), folder.string(), records.is_cut());
  run.results = write_results(folder, last, records, run.rated);
  return run;
}

}  // namespace arena
