#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"
#include "arena/league/plan/league_file.h"
#include "arena/records/bot_status.h"

namespace arena {

/// A version of a bot that was submitted and entered.
struct SubmittedVersion {
  int number = 0;       ///< the versions of a bot are numbered from 1
  std::string version;  ///< what its bot.json says
  std::string hash;     ///< of command and files as they play, see hash_bot()
  std::string archive;  ///< hex BLAKE2b-256 of the submitted file; empty if a folder was submitted
  std::string time;     ///< when it was entered, in UTC, as in 2031-05-17T07:30:00Z
  std::string isolation;
  /// It is being entered. If that was interrupted, the league file shows whether it succeeded.
  bool is_entering = false;
};

/// A bot that was submitted, with all its versions. Its name belongs to its owner, see find_owner().
struct SubmittedBot {
  std::string name;
  std::string author;
  std::string token;                       ///< of its owner, see kept_token()
  std::vector<SubmittedVersion> versions;  ///< in order; not empty
};

/// A bot that was submitted and refused. Its texts are safe on a terminal.
struct RefusedBot {
  std::string time;  ///< when it was refused, as in SubmittedVersion
  // What its bot.json says; empty if it was refused before that was known.
  std::string name;
  std::string author;
  std::string version;

  std::string archive;  ///< as in SubmittedVersion
  std::string step;     ///< the step that refused it, see step_name()
  std::string why;      ///< a sentence without its full stop, of at most kWhyBytesMax bytes
};

// Bounds of what a league keeps about refused bots, however many are submitted.
inline constexpr std::size_t kRefusalsMax = 1000;
inline constexpr std::size_t kWhyBytesMax = 1000;

/// Returns the path of a version's folder relative to the league's folder. The league file names the version by it.
std::string entrant_word(const SubmittedBot& bot, const SubmittedVersion& version);

/// The state of a submitted bot.
enum class SubmissionState {
  entered,       ///< it is in the league file
  replaced,      ///< a later version has taken its place
  taken_out,     ///< somebody has removed it from the league file
  refused,       ///< it was not accepted, see RefusedBot
  withdrawn,     ///< it is in the league file, but the organiser keeps it out, see BotState
  disqualified,  ///< the same
};
std::string_view state_name(SubmissionState state);

/// One line of the list of submissions.
struct SubmissionEntry {
  SubmittedBot bot;  ///< with this version only
  SubmissionState state = SubmissionState::entered;

  const SubmittedVersion& version() const { return bot.versions.front(); }
};

/// The submissions to a league: the folder DIR/submissions in the league's folder DIR. FORMAT.md describes it.
class Ledger {
 public:
  /// `league` is the league's folder, or the league.json in it. Throws InputError if there is no such file.
  explicit Ledger(std::filesystem::path league);

  const std::filesystem::path& league_folder() const { return league_; }
  std::filesystem::path league_file() const { return league_ / kLeagueFile; }
  std::filesystem::path folder() const;

  /// Reads all entered bots, sorted by name. Throws InputError if the file is damaged.
  std::vector<SubmittedBot> read() const;
  /// Returns all versions and their states, sorted by name and number. Leaves out those that are being entered.
  std::vector<SubmissionEntry> entries() const;

  /// The right to change the ledger and the league file, which one process at a time has.
  ///
  /// The constructor waits for others, and makes the folder if it is missing. It removes what killed submissions have
  /// left; a submission that was killed as it was entered is completed if the league file names it already. Throws
  /// std::system_error, InputError.
  class Lock {
   public:
    explicit Lock(const Ledger& ledger);

   private:
    OwnedFd fd_;
  };
  /// Writes all entered bots. The caller holds the lock.
  void write(const std::vector<SubmittedBot>& bots, const Lock& lock) const;
  /// Reads the last bots that the league has refused, oldest first. Throws InputError if the file is damaged.
  std::vector<RefusedBot> read_refusals() const;
  /// Adds a refused bot, and drops the oldest if there are too many. The caller holds the lock. Throws InputError,
  /// std::system_error.
  void keep_refusal(RefusedBot refused, const Lock& lock) const;

  /// Reads what the organiser has decided about bots, oldest first. Throws InputError if the file is damaged.
  std::vector<StatusChange> read_status_changes() const;
  /// Writes all decisions. The caller holds the lock. Throws std::system_error.
  void write_status_changes(const std::vector<StatusChange>& changes, const Lock& lock) const;

  /// Removes what killed submissions have left, as the constructor of Lock does. The caller holds the lock.
  void recover(const Lock& lock) const;

 private:
  std::filesystem::path ledger_file() const;
  std::vector<std::string> words_in_league() const;

  std::filesystem::path league_;
};

/// A folder for one submission in progress. This object removes it when it is destroyed; if this process is killed, the
/// next submission removes it.
class Workplace {
 public:
  Workplace(const Ledger& ledger, const Ledger::Lock& lock);
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Makes a new folder in it.
  std::filesystem::path make_folder(const std::string& name) const;

 private:
  std::filesystem::path path_;
  OwnedFd lock_;
};

/// Returns the time now in UTC, as in 2031-05-17T07:30:00Z.
std::string time_now();

/// Returns how many submissions to the league are in progress now.
int submissions_under_way(const Ledger& ledger);

// The token of a bot's owner. Whoever has it may submit the next version of the bot. It is shown once; the league keeps
// its hash only.

/// Makes a new token: 256 random bits as 64 hexadecimal digits.
std::string new_token();

/// Returns the hash of a token that the league keeps: hex BLAKE2b-256 of "hearts-arena token/" and the token. A fast
/// hash is enough, since nobody can search 2^256 tokens.
std::string kept_token(std::string_view token);

/// Whether `kept` is the hash of this token. The time that this takes does not depend on the token.
bool is_token(std::string_view token, std::string_view kept);

/// Returns the text of a league file with another entrant: `word` replaces `old` if there is one, otherwise it comes
/// after the last entrant. The rest of the text stays as it is. Throws InputError "NAME: ..." if it has no list of
/// entrants.
std::string with_entrant(std::string_view name, std::string_view text, std::string_view word,
                         const std::optional<std::string>& old);

/// Puts `word` into the league file as with_entrant() does. The file is replaced as a whole or not at all. Throws
/// InputError if the result is not a valid league, and std::system_error if it cannot be written.
void enter_in_league(const std::filesystem::path& file, std::string_view word, const std::optional<std::string>& old);

}  // namespace arena
