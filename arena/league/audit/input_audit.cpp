#include "arena/league/audit/input_audit.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/results/replay/recorded_input.h"

namespace arena {

void check_inputs(const GameRecord& record, const Manifest& stage, DetailsReader& details, InputAudit& audit) {
  const auto report = [&](const std::string& problem) {
    ++audit.wrong;
    if (audit.problems.size() < kProblemsMax) audit.problems.push_back(problem);
  };
  const std::optional<TimingRecord> timing = details.clocks(record.run, record.id);
  if (!timing) {
    audit.unknown += static_cast<int>(record.bots.size());
    return;
  }
  try {
    const std::vector<RecordedSeat> received = replay_input(record, stage, &*timing);
    for (std::size_t seat = 0; seat < received.size(); ++seat) {
      if (received[seat].proof == RecordedSeat::Proof::exact) ++audit.right;
      if (received[seat].proof == RecordedSeat::Proof::none) ++audit.unknown;
      if (received[seat].proof == RecordedSeat::Proof::differs) {
        report(fmt::format("game {}: by the records, {} in seat {} should have been sent something else", record.id,
                           record.bots[seat], seat));
      }
    }
  } catch (const InputError& error) {
    report(error.what());
  }
}

}  // namespace arena
