#include "arena/results/replay/input_audit.h"

#include <fmt/format.h>

#include <optional>

#include "arena/base/text/input_error.h"
#include "arena/records/game_details.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"
#include "arena/results/replay/retry.h"

namespace arena {
InputAudit audit_inputs(const std::filesystem::path& run) {
  InputAudit audit;
  const auto tell = [&](const std::string& problem) {
    ++audit.wrong;
    if (audit.problems.size() < kInputProblemsMax) audit.problems.push_back(problem);
  };
  const std::filesystem::path timings = games_file(run).parent_path() / kTimingsFile;
  if (std::error_code ignored; !std::filesystem::exists(timings, ignored)) return audit;
  DetailsReader details(timings.parent_path());
  Manifest manifest;
  read_run(
      run,
      [&](GameRecord&& record, const hearts::GameRules& rules, const std::string&) {
        const std::optional<TimingRecord> timing = details.clocks(record.run, record.id);
        if (!timing) {
          audit.unknown += static_cast<int>(record.bots.size());
          return;
        }
        try {
          const std::vector<RecordedSeat> heard = hear_again(record, rules, manifest, &*timing);
          for (std::size_t seat = 0; seat < heard.size(); ++seat) {
            if (heard[seat].proof == RecordedSeat::Proof::exact) ++audit.right;
            if (heard[seat].proof == RecordedSeat::Proof::none) ++audit.unknown;
            if (heard[seat].proof == RecordedSeat::Proof::differs) {
              tell(fmt::format("game {}: {} in seat {} was sent something else than follows from the records",
                               record.id, record.bots[seat], seat));
            }
          }
        } catch (const InputError& error) {
          tell(error.what());
        }
      },
      [&](const Manifest& read) { manifest = read; });
  return audit;
}

}  // namespace arena
