#pragma once

#include "arena/league/run/run_records.h"
#include "arena/league/run/run_settings.h"

namespace arena {

/// Plays all games that the records lack, with one worker thread for each table, and returns when all workers have
/// ended. Meanwhile the calling thread waits for signals. The number of workers does not affect results: each
/// game depends only on its bots and its seed, whenever it is played.
///
/// First every bot is started once. Then the games are played in epochs. At the end of each epoch all bot processes
/// end, so that no process sees the same deal twice. SIGINT, SIGTERM, SIGQUIT, SIGHUP and RunSettings::stop drop the
/// games in progress, which leave no trace in the records. A fault of the machine or of the arena makes a block void.
///
/// An exception in any worker stops all workers and is rethrown here: std::system_error if the disk is full, FirstFault
/// if BotStart::strict is set, MachineFault if there are more than kVoidsMax void blocks.
RunEnd play_run(const RunSettings& settings, RunRecords& records, const RunEvents& events);

}  // namespace arena
