#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/process/steady_time.h"

namespace arena {

class BotChannel;

inline constexpr std::size_t kAnswersKept = 1000;

/// Bytes of progress in some seconds that are none: the kernel may take pages away meanwhile, and give them back.
inline constexpr std::uint64_t kNoProgress = 256 * 1024;

/// A process has neither read nor written nor got memory between two looks at its ProcessMeters::progress().
constexpr bool makes_no_progress(std::uint64_t before, std::uint64_t now) {
  return before > 0 && now >= before && now - before < kNoProgress;
}

/// What made a silent bot send the `ready` or the answer that had not come in time.
enum class Came {
  never,            ///< nothing
  late,             ///< time: the input was still open
  with_next_line,   ///< another line, an empty one
  with_many_lines,  ///< so many that they fill a block
  unbuffered,       ///< a fresh process whose language was told not to buffer
  at_close,         ///< the end of the input, and at once then
  only_at_close,    ///< the same, and nothing else that was tried brings it
  read_to_end,      ///< the same of a bot that did not buffer then, for sure: it reads its input to the end first
};

/// What a channel saw that its seat does not tell.
struct Overheard {
  /// Of the game under way: the number, then the words in the order of the alphabet. At most kAnswersKept.
  std::vector<std::string> answers;
  std::set<std::string> kinds;  ///< of the questions that the process has answered
  std::string asked;            ///< the last line that the bot was sent with a question or greeting, as altered
  std::filesystem::path kept;   ///< where the bytes that it was sent are kept; empty: nowhere
  bool given_up = false;  ///< the channel is being stopped: what the bot is sent now only serves to find the cause
  bool kept_one = false;  ///< the answer that was to be late had come in time, and was kept
  Came came = Came::never;
  bool computes = false;       ///< it used the processor, or waited for one, while it was waited for in vain
  bool computes_only = false;  ///< and meanwhile it neither read nor wrote nor got memory
  bool unread = false;         ///< when it was given up, it had not read all that was sent
  WaitsFor waits_for{};        ///< then, before `ready`
  Duration late_by{};          ///< of what came late, after the end of its time; as took, of the bot's own time
  Duration took{};     ///< from the question to its late answer, or to where it was given up while the input was open
  Duration own_cpu{};  ///< of it: processor time of the bot's first process
  /// The bot may have more processes, and for most of that time the first neither ran nor was ready to.
  bool waits_on_others = false;
  bool reads_no_more = false;  ///< long after what it was sent last it has not read all of it, or no further line
  long first_peak_kb = 0;      ///< the same when the first game of the process was over
  long peak_kb = 0;            ///< most memory the process ever had, in KiB; 0: not known
};

/// What is done to the conversation with a bot.
struct Alteration {
  /// Changes whole lines on their way to the bot. Empty: nothing is changed.
  std::function<std::string(std::string_view)> text;
  /// The answer to the first question to play that leaves a choice is kept until its time is over.
  bool late_once = false;
  /// Each text comes in pieces that end within its first line and within its last.
  bool in_pieces = false;
  /// When the bot is silent it does not matter why.
  bool is_brief = false;
};

/// A channel to a bot that is examined: alters what is sent, listens, and gives a silent bot the time to show whether
/// it is slow or does not flush. `overheard` must outlast it.
std::unique_ptr<BotChannel> make_altered_channel(std::unique_ptr<BotChannel> inner, Alteration alteration,
                                                 Overheard& overheard);

}  // namespace arena
