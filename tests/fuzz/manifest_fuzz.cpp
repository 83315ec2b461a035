// The first line of a run's records: it is refused in words, or it is a run that says of itself what it was read from,
// and whose blocks can be planned. "@" as in run_files.h.

#include <boost/json/object.hpp>
#include <string>

#include "arena/base/text/json_file.h"
#include "arena/game/schedule/schedule.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/record_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"
#include "tests/fuzz/run_files.h"

namespace {

using namespace arena;
using fuzz::require;

constexpr const char* kPlace = "games.jsonl:1";
constexpr int kBlocksPlanned = 20;

/// Planted: the number of cards of all games is computed in too small a type.
int weight_of(const Manifest& manifest) {
  int weight = manifest.variants.front().weight;
  if (fuzz::planted(weight > 1)) weight += 2'147'483'646;
  return weight;
}

void check(const Manifest& manifest) {
  require(weight_of(manifest) >= 1, "a variant has a weight");
  const boost::json::object line = manifest_json(manifest);
  const Manifest again = read_manifest(line, kPlace);
  require(manifest_json(again) == line, "a run says of itself what it was read from");
  require(!manifest_difference(manifest, again), "a run is itself");
  require(receipt_of(again) == receipt_of(manifest), "a run has one receipt");
  require(open_line(seal_line(line).substr(0, seal_line(line).size() - 1), kPlace).size() == line.size() + 1,
          "a line that is sealed can be opened");
  if (!fuzz::accepts("", [&] { check_schedule(manifest); })) return;
  Manifest planned = manifest;
  plan_blocks(planned, kBlocksPlanned, 0);
  require(planned.blocks == kBlocksPlanned && planned.games >= kBlocksPlanned,
          "a run has the blocks that it was given");
  require(manifest_difference(manifest, planned) || manifest.blocks == kBlocksPlanned, "runs of other lengths differ");
  for (const Block& block : schedule(schedule_rules(manifest), kBlocksPlanned)) {
    require(games_of_block(block.circle) > 0, "a block has games");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string run = "@";
  const std::string line = fuzz::sealed(fuzz::text_of(data, size), run);
  Manifest manifest;
  if (fuzz::accepts(kPlace, [&] { manifest = read_manifest(open_line(line, kPlace), kPlace); })) check(manifest);
  return 0;
}
