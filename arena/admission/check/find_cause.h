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

/// The cause of a fault that ends a bot's process: a flaw of its program, or what its last words tell, a module, library
/// or file that it lacks, the network, a limit that it ran into, and the like. None if it cannot be told.
std::optional<Cause> find_cause(const BotEntry& bot, Isolation isolation, const FaultEvent& event);

/// Returns the cause for a bot of one process that starts another program, or forks.
Cause starts_another(const BotCommand& command);

/// The last lines of what a bot wrote to stderr, fifteen at most, safe on a terminal.
std::vector<std::string> last_lines(const std::vector<StderrChunk>& stderr_tail);

/// A failure, told with its cause and what that needs, or else with the hint that follows from the evidence. `where`: what
/// stands before the story.
Finding finding_of(const Subject& subject, const Failure& failure, std::string_view where = {});

}  // namespace arena
