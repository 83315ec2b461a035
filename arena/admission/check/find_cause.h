#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/admission/check/finding.h"
#include "arena/admission/check/program_flaw.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/game/table/fault.h"
#include "arena/game/trial/trial_tables.h"

namespace arena {

/// Looks for the cause of a fault that ended a bot's process: a flaw of its program, or what the end of its stderr
/// shows, such as a missing module, library or file, use of the network, or a limit that it reached. Returns nothing if
/// the cause is unknown.
std::optional<Cause> find_cause(const BotEntry& bot, Isolation isolation, const FaultEvent& event);

/// Returns the cause for a bot of one process that starts another program, or forks.
Cause starts_another(const BotCommand& command);

/// Whether the output of a bot or of its build reports that it could not reach the network.
bool reports_no_network(std::string_view words);

/// Returns the last lines that a bot wrote to stderr, fifteen at most, safe on a terminal.
std::vector<std::string> last_lines(const std::vector<StderrChunk>& stderr_tail);

/// Describes a failure as a finding: with its cause and the remedy for that if find_cause() knows it, otherwise with
/// the hint that follows from the evidence. `where` is put before the description.
Finding finding_of(const Subject& subject, const Failure& failure, std::string_view where = {});

}  // namespace arena
