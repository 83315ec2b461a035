#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// The state of a bot that is no longer current, or that is current again. A bot without any state is current. The
/// games of all bots count, and standings show all of them on request, but only current bots have a rank.
enum class BotState {
  reinstated,    ///< it takes part again
  withdrawn,     ///< it plays no further games
  disqualified,  ///< it plays no further games, with all its versions
  replaced,      ///< a newer version plays; nobody decides this, it follows from the stages (former_entrants())
};
std::string_view state_name(BotState state);

/// The word for a bot without any state.
inline constexpr std::string_view kCurrent = "current";

/// The state of a bot in a league.
struct BotStatus {
  BotState state = BotState::reinstated;
  std::string time;    ///< when it was decided, in UTC, as in 2031-05-17T07:30:00Z; empty if nobody decided it
  std::string reason;  ///< one line, as the organiser wrote it

  bool operator==(const BotStatus&) const = default;
};

/// The bots of a league that the organiser keeps out of it, by their names in the league. A state applies to all
/// versions of a bot.
using BotStatuses = std::map<std::string, BotStatus, std::less<>>;

/// One decision of the organiser.
struct StatusChange {
  std::string bot;
  BotStatus status;
  std::string user{};  ///< the user who ran the command; empty in the folder of a run, which may be published
};

/// The name of the file of decisions, in the folder of a league's submissions and in the folder of a run. FORMAT.md
/// documents it.
inline constexpr std::string_view kStatusFile = "status.json";

/// The most bytes of a reason.
inline constexpr std::size_t kReasonBytesMax = 300;

/// Reads all decisions, oldest first. Without the file there are none. Throws InputError that names the file if it is
/// damaged.
std::vector<StatusChange> read_status_changes(const std::filesystem::path& file);

/// Replaces the file as a whole. Throws std::system_error with its path.
void write_status_changes(const std::filesystem::path& file, const std::vector<StatusChange>& changes);

/// Returns the bots that these decisions keep out.
BotStatuses current_statuses(const std::vector<StatusChange>& changes);

/// Returns the status of a bot by a name as records have it, with the number of its version, or null if the bot may
/// play.
const BotStatus* find_status(const BotStatuses& statuses, std::string_view recorded_name);

/// Makes the file in a run's folder say that these bots are kept out. Does not create a file that says nothing. Throws
/// as the functions above do.
void copy_statuses(const BotStatuses& statuses, const std::filesystem::path& run_folder);

/// Returns the state, date and reason as people read them, safe on a terminal: "withdrawn (2031-05-17: reason)", or
/// "replaced (by duck~2)" if nobody decided it.
std::string status_text(const BotStatus& status);

}  // namespace arena
