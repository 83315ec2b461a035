#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "arena/league/run/run_settings.h"

namespace arena {

/// Name of the file in a run's folder.
inline constexpr std::string_view kUnfinishedFile = "unfinished";

/// Keeps the answers of all seats of an unfinished game in a file, so that `arena play` can resume the game: the deals
/// follow from the run's key, and the same answers lead to the same position. Each line is an answer:
///
///   GAME BOT QUESTION WORD ...     b0g0 3 12 QS: the 12th question, from 0, that bot 3 of the manifest was asked
///
/// The lines are not JSON with checksums, as in a RecordFile, so that files of earlier versions stay readable. A last
/// line that a crash has torn is cut off. Only one thread may use an object, like the table of the game.
class UnfinishedGame {
 public:
  /// Reads the file if it exists. Throws std::system_error, as add() does, and InputError if it is not a regular file
  /// or longer than any unfinished game.
  explicit UnfinishedGame(std::filesystem::path file);

  /// Begins a game. If the answers are those of another game, they are deleted.
  void begin(std::string_view game);
  /// Returns the number of a question of a bot in this game, from 0, whatever its ID is.
  int number(int bot, int id) { return id - first_.try_emplace(bot, id).first->second; }
  /// Returns the answer that is kept, or null.
  const std::string* answer(int bot, int question) const;
  /// Whether an answer of the bot to this or a later question is kept.
  bool has_answers(int bot, int question) const;
  void add(int bot, int question, std::string_view words);
  /// Ends the game and deletes the file.
  void end();

 private:
  std::filesystem::path file_;
  std::string game_;  ///< whose answers these are
  std::map<std::pair<int, int>, std::string> answers_;
  std::map<int, int> first_;  ///< ID of each bot's first question
};

/// Returns the channels of `bots`, whose answers are kept in `game`. An answer that is already kept replaces what the
/// bot answers now; the bot is then sent the card that it plays. `game` must outlive the channels.
ChannelSource with_kept_answers(ChannelSource bots, UnfinishedGame& game);

}  // namespace arena
