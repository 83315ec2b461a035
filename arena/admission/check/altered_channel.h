#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/admission/check/answer_counts.h"
#include "arena/bots/process/process_meters.h"
#include "arena/bots/process/steady_time.h"

namespace arena {

class BotChannel;

/// The most answers that Overheard keeps.
inline constexpr std::size_t kAnswersKept = 1000;

/// Less progress than this many bytes in some seconds counts as none, because the kernel may meanwhile take pages away
/// and give them back.
inline constexpr std::uint64_t kNoProgress = 256 * 1024;

/// Whether a process has neither read, written nor allocated anything between two readings of its
/// ProcessMeters::progress().
constexpr bool makes_no_progress(std::uint64_t before, std::uint64_t now) {
  return before > 0 && now >= before && now - before < kNoProgress;
}

/// What made a silent bot send the `ready` or the answer that had not come in time.
enum class Arrival {
  never,            ///< nothing did
  late,             ///< more time did, while the input was still open
  with_next_line,   ///< another line did, an empty one
  with_many_lines,  ///< enough lines to fill a block did
  unbuffered,       ///< it came from a fresh process whose language was told not to buffer
  at_close,         ///< the end of the input did, immediately
  only_at_close,    ///< the same, and nothing else that was tried did
  read_to_end,      ///< the same for a bot that surely did not buffer: it reads its input to the end first
};

/// What a channel observed and its seat does not report.
struct Overheard {
  /// The answers of the game under way: the number, then the words in alphabetical order. At most kAnswersKept.
  std::vector<std::string> answers;
  AnswerCounts counts;          ///< of the game under way
  std::set<std::string> kinds;  ///< kinds of the questions that the process has answered
  std::string asked;            ///< the last line of the text with the last question or greeting, as altered
  std::filesystem::path kept;   ///< the file that keeps the bytes sent to the bot; empty if they are not kept
  bool given_up = false;  ///< the channel is being stopped: what the bot is sent now only serves to find the cause
  bool kept_one = false;  ///< the alteration held back an answer that came in time, to make it late
  Arrival arrival = Arrival::never;
  bool computes = false;       ///< the silent bot used the processor, or waited for one
  bool computes_only = false;  ///< meanwhile it neither read, wrote nor allocated anything
  bool unread = false;         ///< when the arena gave up, the bot had not read all that it was sent
  WaitsFor waits_for{};        ///< what it waited for then, if it had not said `ready`
  Duration late_by{};          ///< how late it came, in the bot's own time
  Duration took{};  ///< from the question to its late answer, or to giving up with the input open; the bot's own time
  Duration own_cpu{};  ///< processor time of the bot's first process within `took`
  /// The bot may have more processes, and for most of that time the first neither ran nor was ready to.
  bool waits_on_others = false;
  bool reads_no_more = false;  ///< long after the last line it has not read all of it, or it does not read another
  long first_peak_kb = 0;      ///< peak_kb at the end of the process's first game
  long peak_kb = 0;            ///< most memory the process ever had, in KiB; 0 if unknown
};

/// What the check does to the conversation with a bot.
struct Alteration {
  /// Changes whole lines on their way to the bot. If it is empty, nothing is changed.
  std::function<std::string(std::string_view)> text;
  /// Holds back the answer to the first question to play that leaves a choice, until its time is over.
  bool late_once = false;
  /// Sends each text in pieces that end within its first line and within its last.
  bool in_pieces = false;
  /// Does not look for the cause if the bot is silent.
  bool is_brief = false;
};

/// Makes a channel to a bot under examination. It alters what is sent, listens, and gives a silent bot time to show
/// whether it is slow or does not flush. `overheard` must outlast the channel.
std::unique_ptr<BotChannel> make_altered_channel(std::unique_ptr<BotChannel> inner, Alteration alteration,
                                                 Overheard& overheard);

}  // namespace arena
