#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/simulation/bug.h"

namespace simulation {

/// What a simulated league has shown.
struct Report {
  std::vector<std::string> wrong;  ///< empty: all held
  long games = 0;                  ///< played to their end
  int starts = 0;                  ///< of the arena
  int voids = 0;
  std::map<std::string, long> troubles;  ///< by kind: what befell the run
  std::map<std::string, long> faults;    ///< by name: recorded
};

/// Plays a league that follows from the seed twice: once undisturbed, once with writes that fail, kills, power cuts,
/// signals and failing starts, each followed by a resume. Bots misbehave in both. Checks that
///   each game of the schedule is recorded once, and its deals follow from the key alone (verify_run),
///   each fault is one that the bot in that seat has committed, and each that one has committed is recorded,
///   the records of both are the same,
///   after each stop no recorded game is gone, and the three files have the same games,
///   an error names its file,
///   no run hangs or grows beyond 4 MB.
Report simulate(const std::string& seed, Bug bug = Bug::none);

/// Plays the league of a seed once for each call for a file and each way in which it can go wrong, and checks the same.
Report strike_each_call(const std::string& seed);

}  // namespace simulation
