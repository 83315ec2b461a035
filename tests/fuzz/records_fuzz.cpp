// The files of a run: they are refused in words that name the file, by all who read them, or what is read and written
// again is the same, and a run that is resumed there leaves records that can be read. run_files.h says how one input
// holds them.

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <optional>
#include <string>
#include <vector>

#include "arena/league/audit/verify.h"
#include "arena/league/run/run_costs.h"
#include "arena/league/run/run_records.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"
#include "tests/fuzz/run_files.h"
#include "tests/scratch_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace arena;
using fuzz::accepts;
using fuzz::require;

/// Of more a schedule takes too long for a fuzzer.
constexpr int kBlocksVerified = 500;

void check_game(const GameRecord& record, const hearts::GameRules& rules) {
  const boost::json::object line = game_json(record, rules);
  GameRecord again = read_game(line, rules, "line");
  // Planted: scores that are not the totals are lost.
  if (fuzz::planted(true)) again.result.scores = again.result.totals;
  require(game_json(again, rules) == line, "a game is written as it was read");
  const std::string sealed = seal_line(line);
  boost::json::object opened = open_line(std::string_view(sealed).substr(0, sealed.size() - 1), "line");
  opened.erase("crc");
  require(opened == line, "a line is opened as it was sealed");
}

void check_void(const VoidBlock& block) {
  const boost::json::object line = void_json(block, "run");
  require(void_json(read_void(line, "line"), "run") == line, "a void block is written as it was read");
}

/// What games.jsonl has, if it can be read.
std::optional<RunSummary> read_games(const fs::path& folder) {
  std::optional<RunSummary> summary;
  int taken = 0;
  std::string digest;
  accepts(folder.string(), [&] {
    summary = read_run(
        folder,
        [&](GameRecord&& record, const hearts::GameRules& rules, const std::string&) {
          ++taken;
          check_game(record, rules);
          accepts(folder.string(), [&] { DetailsReader(folder).of(record); });
        },
        {}, [&](const RecordsDigest& sofar, int) { digest = sofar.value(); });
  });
  if (!summary) return summary;
  require(summary->games() == taken, "each game is reported once");
  require(digest.empty() || summary->last().digest->value() == digest, "the digest is that of the last line");
  for (const StageSummary& stage : summary->stages) {
    for (const VoidBlock& block : stage.voids) check_void(block);
  }
  return summary;
}

void read_timings(const fs::path& folder) {
  const fs::path timings = folder / kTimingsFile;
  if (!fs::exists(timings)) return;
  accepts(folder.string(), [&] {
    each_timing(timings, [&](const TimingRecord& clocks) { DetailsReader(folder).clocks(clocks.run, clocks.id); });
  });
  accepts(folder.string(), [&] {
    for (const std::string& sentence : timing_sentences(sum_timings(timings))) fuzz::require_error_text(sentence);
  });
}

/// What is read of a game without building it is what it holds.
void read_outcomes(const fs::path& folder) {
  OutcomeReader outcomes;
  accepts(folder.string(), [&] {
    read_lines(folder / kGamesFile, [&](std::string_view line, const std::string& place) {
      const Outcome* outcome = is_whole(line) ? outcomes.read(line) : nullptr;
      if (outcome == nullptr) return;
      Outcome read = *outcome;
      // Planted: a reader that counts a hand too few.
      if (fuzz::planted(true)) --read.hands;
      require(read == read_outcome(open_line(line, place), place), "an outcome is read as the line says");
    });
  });
}

void rate(const fs::path& folder) {
  read_outcomes(folder);
  accepts(folder.string(), [&] { read_manifests(folder / kGamesFile); });
  std::optional<RatedRuns> rated;
  accepts(folder.string(), [&] { rated = read_rated_runs({folder.string()}); });
  if (rated) accepts("", [&] { rated->standings(); });
}

void verify(const fs::path& folder) {
  accepts(folder.string(), [&] {
    for (const std::string& problem : verify_run(folder).problems) fuzz::require_error_text(problem);
  });
}

/// The run is resumed and stopped immediately.
void resume(const fs::path& folder, const RunSummary& before) {
  const bool continues = accepts(folder.string(), [&] {
    RunRecords records(folder);
    records.begin(before.last().manifest, 1, [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
    require(records.recorded().count() == before.last().games, "a run that is resumed has the games that were read");
    require(records.digest() == before.last().digest->value(), "it has their digest");
  });
  if (!continues) return;
  const std::optional<RunSummary> after = read_games(folder);
  require(after && after->games() == before.games() && after->torn_bytes == 0, "what it leaves can be read");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::ScratchFolder folder;
  fuzz::write_run_files(folder.path(), fuzz::text_of(data, size));
  const std::optional<RunSummary> summary = read_games(folder.path());
  read_timings(folder.path());
  rate(folder.path());
  accepts(folder.path().string(), [&] { RunRecords(folder.path()).key(""); });
  if (!summary || summary->last().manifest.end_block() > kBlocksVerified) return 0;
  verify(folder.path());
  resume(folder.path(), *summary);
  return 0;
}
