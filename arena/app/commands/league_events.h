#pragma once

#include <spdlog/fwd.h>

#include <filesystem>
#include <string>

#include "arena/league/run/run.h"

namespace arena {
class RatedRuns;
}

namespace arena::cli {

class ProgressLine;

/// What is said, and counted, while a league of these bots is played; the games are of this run. All must outlast it.
RunEvents league_events(ProgressLine& progress, const std::vector<BotEntry>& bots, Isolation isolation,
                        const std::string& run, RatedRuns& rated, spdlog::logger& log);

/// Says that a bot cannot play: how it ended, its last words, the cause if it can be told, and what to do.
void tell_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log);

/// Says which is which of bots that were given one name and got a number behind it.
void tell_namesakes(const std::vector<BotEntry>& bots, spdlog::logger& log);

/// How long it took at how many tables, what it got for that, and where time and memory went; three lines.
std::string costs_text(const RunCosts& costs, int workers);

/// Says what a strict run stopped at; the input goes to a file that the bot can be fed.
void report_first_fault(const FirstFault& first, const std::filesystem::path& folder);

}  // namespace arena::cli
