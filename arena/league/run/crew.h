#pragma once

#include "arena/league/run/run_records.h"
#include "arena/league/run/run_settings.h"

namespace arena {

/// Plays the games that the records lack, with one worker thread per table, and returns when all workers have ended.
/// The calling thread waits for signals meanwhile. Concurrency does not show in the results: the key decides the order of
/// the games, and each game depends on its bots and its seed alone.
///
/// Every bot is started once first. The games are then played epoch by epoch: at the end of each epoch all bot processes
/// end, so no process sees the same deal twice. SIGINT, SIGTERM, SIGQUIT, SIGHUP and RunSettings::stop drop the games
/// in progress, which leave no trace in the records. A fault of the machine makes a block void.
///
/// An exception in any worker stops all workers and is rethrown here: std::system_error for a full disk, FirstFault,
/// MachineFault after kVoidsMax void blocks.
RunEnd play_run(const RunSettings& settings, RunRecords& records, const RunEvents& events);

}  // namespace arena
