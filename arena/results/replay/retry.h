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

/// A question of a recorded run.
struct QuestionPlace {
  std::filesystem::path run;  ///< the folder of a run, or its games.jsonl
  std::string game;           ///< id, or number of its line from 1
  int seat = -1;              ///< -1: the seat of `bot`
  std::string bot;            ///< a name in the run
  int question = 0;           ///< number of the seat's question, from 1
};

/// Everything that a bot's process had read up to a question.
struct ProcessInput {
  struct Ask {
    std::string game;      ///< id
    ScriptedAsk scripted;  ///< `end` counts from the start of `bytes`
  };
  std::string bytes;          ///< begins with `hello`, ends with the question's first `ask`
  std::size_t hello_end = 0;  ///< bytes of `hello`
  std::vector<Ask> asks;      ///< all that are in `bytes`
  std::string game;           ///< id of the question's game
  int seat = 0;
  std::string bot;  ///< the bot in that seat
  /// Ids of games without recorded clocks. Their MOVE and BANK are not exact.
  std::vector<std::string> guessed;
  /// Ids of games with bytes that differ from those that the bot was sent.
  std::vector<std::string> different;
  int games_before = 0;  ///< earlier games that are in `bytes`
  int games_lost = 0;    ///< earlier games of the process that are not in the records

  /// Whether the bytes are exactly those that the process was sent.
  bool is_exact() const { return guessed.empty() && different.empty() && games_lost == 0; }
};

/// Reconstructs the bytes of the question's game. With `from_start` the bytes of all earlier games of the same process
/// come first. Throws InputError if the run has no such question, or if nobody was asked it; the text names what the
/// run has.
ProcessInput read_process_input(const QuestionPlace& place, bool from_start);

/// A bot's answer to an `ask` that is sent again, and its recorded answer. The texts are printable.
struct RetriedAnswer {
  std::string recorded;  ///< the words, the refused line, or why there was no answer
  std::string now;       ///< the same for the present answer
  bool same = false;
  bool gone = false;  ///< the bot is gone; no more lines will come
};

/// Functions that retry() calls while the bot is asked again. Both must be set.
struct RetryEvents {
  /// An earlier question was answered differently.
  std::function<void(const ProcessInput::Ask&, const RetriedAnswer&)> differs;
  /// A line arrived that retry() is not waiting for. At the last question this is called for all such lines, before
  /// that for all except `info` and comments. `awaited` is the ask that the line should have answered; 0 if such a line
  /// is allowed.
  std::function<void(std::string_view line, std::int64_t awaited)> line;
};

/// Sends `input` to the bot and waits, without a limit, for each answer that the record has. Returns the answer to the
/// last question. Where the record has no answer in time, retry() does not wait either, except at the last question. A
/// bot that answers differently still gets the recorded bytes. Returns nothing if the bot has gone before the last
/// question; `differs` was called for the place.
std::optional<RetriedAnswer> retry(OpenProcess& bot, const ProcessInput& input, const RetryEvents& events);

}  // namespace arena
