#include "arena/results/ratings/block_ends.h"

#include <algorithm>

#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/run_folder.h"

namespace arena {

BlockEnds read_block_ends(const std::vector<std::string>& paths) {
  BlockEnds ends;
  for (const auto& file : record_files(paths).timings) {
    each_timing(file, [&](const TimingRecord& timing) {
      const auto game = parse_game_id(timing.id);
      if (!game || !timing.ended) return;
      std::chrono::sys_seconds& end = ends[timing.run][game->first];
      end = std::max(end, *timing.ended);
    });
  }
  return ends;
}

}  // namespace arena
