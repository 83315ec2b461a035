#pragma once

namespace simulation {

/// A bug that is planted for a check to find.
enum class Bug {
  none,
  // Of a channel, between the arena and a bot.
  wrong_seat,     ///< what a bot does is reported for another seat
  clock_runs,     ///< a bot's answer takes longer than it thought
  remembers,      ///< a bot plays by what its process has seen before
  blames_bot,     ///< a failure of the sandbox is reported as the bot's exit
  never_answers,  ///< a wait never comes to its deadline
  // Of the disk, see DiskFault.
  line_lost,
  line_doubled,
  line_altered,
  // Of the run.
  other_key,  ///< a resume deals from another key
  cuts_game,  ///< a resume loses two recorded games
  hoards,     ///< each game keeps a megabyte
};

}  // namespace simulation
