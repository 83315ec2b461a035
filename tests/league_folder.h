#pragma once

#include <string>
#include <vector>

#include "tests/scratch_folder.h"

namespace arena::test {

/// Limits of a league file for what is tested on machines that have other things to do.
inline constexpr const char* kPatientLimits = R"("limits": {"startup_ms": 60000, "move_ms": 10000, "bank_ms": 120000})";

/// An entrant of a league file: a bot and its name there.
std::string entrant(const std::string& bot, const std::string& name);
/// The same, with the name that the bot gives itself.
std::string entrant(const std::string& bot);
/// A league file, laid out as its author would. `entrants`: values of JSON. `more`: further keys, as they are written
/// in a file.
std::string league_text(const std::vector<std::string>& entrants, const std::string& more);

/// A scratch folder with a league file.
class LeagueFolder : public ScratchFolder {
 public:
  /// Writes league_text() to league.json, or to a file of that name.
  void write_league(const std::vector<std::string>& entrants, const std::string& more,
                    const std::string& file = "league.json") const;
};

}  // namespace arena::test
