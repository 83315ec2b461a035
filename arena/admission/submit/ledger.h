#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// A version of a bot that was handed in and entered.
struct SubmittedVersion {
  int number = 0;       ///< from 1, of this bot
  std::string version;  ///< as its bot.json says
  std::string hash;     ///< of command and files as they play, see hash_bot()
  std::string archive;  ///< hex BLAKE2b-256 of the file that was handed in; empty: it was a folder
  std::string time;     ///< when it was entered, UTC, as 2031-05-17T07:30:00Z
  std::string isolation;
  bool is_entering = false;  ///< it is about to be entered: whether it was the league file says
};

/// A bot that was handed in: its name is its owner's.
struct SubmittedBot {
  std::string name;
  std::string author;
  std::string token;                       ///< see kept_token()
  std::vector<SubmittedVersion> versions;  ///< in order; not empty
};

/// A bot that was handed in and not taken. Its texts are safe on a terminal.
struct RefusedBot {
  std::string time;  ///< when it was refused, UTC, as in SubmittedVersion
  std::string name;  ///< as its bot.json says, and so the next two; empty: it was refused before that was known
  std::string author;
  std::string version;
  std::string archive;  ///< as in SubmittedVersion
  std::string step;     ///< the one that refused it, see step_name()
  std::string why;      ///< a sentence without its point, of kWhyBytesMax bytes at most
};

/// Bounds of what a league keeps of refused bots, however many strangers hand in.
inline constexpr std::size_t kRefusalsMax = 1000;
inline constexpr std::size_t kWhyBytesMax = 1000;

/// The folder of a version, seen from the league's folder: the word that the league file has for it.
std::string entrant_word(const SubmittedBot& bot, const SubmittedVersion& version);

/// What becomes of a bot that is handed in.
enum class SubmissionState {
  entered,    ///< it is in the league file
  replaced,   ///< a later version has taken its place
  taken_out,  ///< somebody has taken it out of the league file
  refused,    ///< it was not taken, see RefusedBot
};
std::string_view state_name(SubmissionState state);

/// One line of what a league was given.
struct SubmissionEntry {
  SubmittedBot bot;  ///< with this version only
  SubmissionState state = SubmissionState::entered;

  const SubmittedVersion& version() const { return bot.versions.front(); }
};

/// What was handed in to the league of a folder: DIR/submissions, which FORMAT.md describes.
class Ledger {
 public:
  /// `league`: the folder, which has a league.json. Throws InputError when it has none.
  explicit Ledger(std::filesystem::path league);

  const std::filesystem::path& league_folder() const { return league_; }
  std::filesystem::path league_file() const { return league_ / "league.json"; }
  std::filesystem::path folder() const { return league_ / "submissions"; }

  /// All of them, by name. Throws InputError when the file is damaged.
  std::vector<SubmittedBot> read() const;
  /// All versions and their states, by name and number. Those that are about to be entered are left out.
  std::vector<SubmissionEntry> entries() const;

  /// Keeps all others out; makes the folder where it is missing, and takes away what killed submissions have left, the
  /// league file as it was or as it was to be. Waits for others. Throws std::system_error, InputError.
  class Lock {
   public:
    explicit Lock(const Ledger& ledger);

   private:
    OwnedFd fd_;
  };
  /// Under the lock.
  void write(const std::vector<SubmittedBot>& bots, const Lock& lock) const;
  /// The last bots that the league has refused, in the order of time. Throws InputError when the file is damaged.
  std::vector<RefusedBot> read_refusals() const;
  /// Adds one, under the lock; the oldest goes when there are too many. Throws InputError, std::system_error.
  void keep_refusal(RefusedBot refused, const Lock& lock) const;

  /// Under the lock: what the class Lock does as it is taken.
  void recover(const Lock& lock) const;

 private:
  std::filesystem::path ledger_file() const { return folder() / "ledger.json"; }
  std::vector<std::string> words_in_league() const;

  std::filesystem::path league_;
};

/// A folder for one submission under way. It is removed with this object, and by the next submission if this process is
/// killed.
class Workplace {
 public:
  Workplace(const Ledger& ledger, const Ledger::Lock& lock);
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// A new folder in it.
  std::filesystem::path make_folder(const std::string& name) const;

 private:
  std::filesystem::path path_;
  OwnedFd lock_;
};

/// How many submissions to the league are under way now.
int submissions_under_way(const Ledger& ledger);

// An owner's token: who has it may hand in the next version of a bot. It is told once; what is kept is its hash.

/// A new one of 256 bits of chance, 64 hexadecimal digits.
std::string new_token();

/// What is kept of it: hex BLAKE2b-256 of "hearts-arena token/" and the token. A search through 2^256 needs no slower
/// hash.
std::string kept_token(std::string_view token);

/// Whether it is the token of which that is kept; how long that takes tells nothing.
bool is_token(std::string_view token, std::string_view kept);

/// The text of a league file that has another entrant: `word` in place of `old`, if there is one, else behind the
/// others. All else stays as it is laid out. Throws InputError "NAME: ..." when it has no list of entrants.
std::string with_entrant(std::string_view name, std::string_view text, std::string_view word,
                         const std::optional<std::string>& old);

/// Writes such a text in place of the league file, whole or not at all, if it is a league still. Throws InputError when
/// it is none, std::system_error when it cannot be written.
void enter_in_league(const std::filesystem::path& file, std::string_view word, const std::optional<std::string>& old);

}  // namespace arena
