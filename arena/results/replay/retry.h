#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/process/open_process.h"
#include "arena/results/replay/recorded_input.h"

namespace arena {

/// Which question of a recorded run is meant.
struct QuestionPlace {
  std::filesystem::path run;  ///< the folder of a run, or its games.jsonl
  std::string game;           ///< id, or number of its line from 1
  int seat = -1;              ///< -1: that of `bot`
  std::string bot;            ///< a name of the run
  int question = 0;           ///< of the seat, from 1
};

/// All that a bot's process had read up to a question.
struct ProcessInput {
  struct Ask {
    std::string game;   ///< id
    ScriptedAsk heard;  ///< `end` counts from the start of `bytes`
  };
  std::string bytes;          ///< `hello` first; the first `ask` of the question last
  std::size_t hello_end = 0;  ///< bytes of `hello`
  std::vector<Ask> asks;      ///< all in `bytes`
  std::string game;           ///< id of the question's game
  int seat = 0;
  std::string bot;                     ///< who sat there
  std::vector<std::string> guessed;    ///< ids of games whose clocks the records do not tell: MOVE, BANK are not exact
  std::vector<std::string> different;  ///< ids of games whose bytes are not those that the bot was sent
  int games_before = 0;                ///< that are in `bytes`
  int games_lost = 0;                  ///< earlier games of the process that are not in the records

  /// The bytes are all that the process was sent, and no others.
  bool is_exact() const { return guessed.empty() && different.empty() && games_lost == 0; }
};

/// Makes the bytes again: of the question's game, and, `from_start`, of all that its process had played before. Throws
/// InputError that says what there is when the run has no such question, or nobody was asked it.
ProcessInput read_process_input(const QuestionPlace& place, bool from_start);

/// What a bot says to an `ask` when it is asked once more, beside what it said then. Texts are printable.
struct RetriedAnswer {
  std::string recorded;  ///< the words, the refused line, or why there was no answer
  std::string now;       ///< likewise
  bool same = false;
  bool gone = false;  ///< nothing more is to be heard of it
};

/// What is told while a bot is asked again.
struct RetryEvents {
  /// An earlier question is answered otherwise.
  std::function<void(const ProcessInput::Ask&, const RetriedAnswer&)> differs;
  /// A line that is not waited for: at the last question all of them, before that all but `info` and comments.
  /// `awaited` is the ask that it should have answered; 0 where it may stand.
  std::function<void(std::string_view line, std::int64_t awaited)> line;
};

/// Feeds the bot `input`, waits for each answer that the record has as long as it takes, and gives the last one. Where
/// the record has none in time nothing is waited for, but at the last question. A bot that answers otherwise is sent
/// the recorded bytes all the same. Nothing if the bot has gone before the last question: `differs` has told where.
std::optional<RetriedAnswer> retry(OpenProcess& bot, const ProcessInput& input, const RetryEvents& events);

}  // namespace arena
