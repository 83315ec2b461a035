#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "arena/process/open_process.h"
#include "arena/replay/process_input.h"

namespace arena {

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
