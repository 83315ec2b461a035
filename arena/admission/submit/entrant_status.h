#pragma once

#include <optional>
#include <string>

#include "arena/admission/submit/ledger.h"
#include "arena/records/bot_status.h"

namespace arena {

/// Records that the organiser withdraws, disqualifies or reinstates a bot of the league, and returns its new status.
///
/// `bot` is its name in the league: that of an entrant of the league file, or of a bot that was submitted. The decision
/// is written as a whole or not at all, and applies from the next start of a run. Takes the ledger's lock. Throws
/// InputError for a reason that is not one legible line of at most kReasonBytesMax bytes, if the league has no such
/// bot, and if the bot has that state already; std::system_error if the decision cannot be written.
BotStatus change_status(const Ledger& ledger, const std::string& bot, BotState state, const std::string& reason);

/// Returns the status of a bot that the organiser keeps out, or nothing for any other bot.
std::optional<BotStatus> find_status(const Ledger& ledger, const std::string& bot);

/// Refuses a submission of a bot that is disqualified. Throws Refusal.
void refuse_disqualified(const Ledger& ledger, const std::string& bot);

}  // namespace arena
