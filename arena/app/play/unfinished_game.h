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

/// The answers of all seats in a game under way, kept in a file as they come, so that `arena play` can resume it: the
/// deals follow from the run's key, and with the same answers the game comes to where it was. A line is an answer:
///
///   GAME BOT QUESTION WORD ...     b0g0 3 12 QS: the 12th question, from 0, that bot 3 of the manifest was asked
///
/// These are no sealed lines of JSON, which a RecordFile would need: files of earlier versions must stay readable. Lines
/// are read as those of records are, and a last line that a crash cut short is cut off. For use by one thread, as the
/// table of the game.
class UnfinishedGame {
 public:
  /// Reads what is there. Throws std::system_error, as add() does, and InputError for a line that is too long for any
  /// answer or for what is no regular file.
  explicit UnfinishedGame(std::filesystem::path file);

  /// A game begins; of another one that was not played to its end nothing is kept.
  void begin(std::string_view game);
  /// Numbers the questions of a bot in this game from 0, whatever IDs they bear.
  int number(int bot, int id) { return id - first_.try_emplace(bot, id).first->second; }
  /// What was answered before; null: nothing.
  const std::string* answer(int bot, int question) const;
  /// The bot has answered questions from this one on.
  bool has_answers(int bot, int question) const;
  void add(int bot, int question, std::string_view words);
  /// The game is over: the file goes.
  void end();

 private:
  std::filesystem::path file_;
  std::string game_;  ///< whose answers these are
  std::map<std::pair<int, int>, std::string> answers_;
  std::map<int, int> first_;  ///< ID of each bot's first question
};

/// The channels of `bots`, whose answers are kept, or replaced by those that were kept before: a bot that answers
/// otherwise this time hears what it plays. The game must outlast them.
ChannelSource with_kept_answers(ChannelSource bots, UnfinishedGame& game);

}  // namespace arena
