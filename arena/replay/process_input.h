#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/replay/recorded_input.h"

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
    std::string game;  ///< id
    HeardAsk heard;    ///< `end` counts from the start of `bytes`
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

}  // namespace arena
