#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/admission/check/altered_channel.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/table/fault.h"

namespace arena {

/// A fault of a bot with all the evidence. What its author reads depends on this alone. It refers to the event and to
/// what was overheard, which must outlast it.
struct Failure {
  const FaultEvent& event;
  const Overheard& overheard;
  int game = 1;                   ///< which game of its process, from 1
  std::string_view variant = {};  ///< of the game; empty if there was no game, or for the first game of a check
  std::string_view step = {};     ///< the step that found the fault
  bool waited = false;            ///< the bot ended on its own while it waited after a game

  bool is(Fault fault) const { return event.fault == fault; }
  /// Whether `ready` or an answer did not come in time.
  bool is_silence() const { return is(Fault::timeout) || is(Fault::start_timeout); }
  /// The last question, if the last line to the bot was one.
  std::optional<AskLine> last_ask() const { return event.sent.empty() ? std::nullopt : decode_ask(event.sent.back()); }
  /// Whether the last question asks for all the words that it offers.
  bool leaves_no_choice() const {
    const auto ask = last_ask();
    return ask && ask->words.size() == ask->count;
  }
  /// Whether the bot waits for something other than its input.
  bool is_stuck() const {
    return (is(Fault::start_timeout) && overheard.waits_for == WaitsFor::itself) ||
           (overheard.reads_no_more && !overheard.computes);
  }
  /// Whether the process has played cards but has never answered a question of this kind.
  bool is_of_new_kind() const {
    const auto ask = last_ask();
    return ask && overheard.kinds.contains("play") && !overheard.kinds.contains(std::string(ask->kind));
  }
};

/// Describes the failure, without the question and the fault's name.
std::string what_happened(const Failure& failure);

/// Describes the failure in one line that is safe on a terminal: the question, the fault, and the end of stderr.
std::string story_of(const Failure& failure);
/// Describes a fault in the same way if nothing was observed of the bot besides it.
std::string story_of(const FaultEvent& event);
/// Returns the end of a bot's stderr as a clause to append to its fault. Returns an empty text if it wrote nothing.
std::string describe_last_words(const FaultEvent& event);

}  // namespace arena
