#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/admission/check/altered_channel.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/table/fault.h"

namespace arena {

/// A fault of a bot and the evidence: all that was seen of it. What its author is told follows from this alone. Refers to
/// the event and to what was overheard, which must outlast it.
struct Failure {
  const FaultEvent& event;
  const Overheard& heard;
  int game = 1;                   ///< of the process
  std::string_view variant = {};  ///< of the game; empty: none, or the first one's
  std::string_view step = {};     ///< that found it
  bool waited = false;            ///< it ended on its own when it had nothing to do, a while after a game

  bool is(Fault fault) const { return event.fault == fault; }
  /// No `ready`, or no answer, in time.
  bool is_silence() const { return is(Fault::timeout) || is(Fault::start_timeout); }
  /// The question that was asked last.
  std::optional<AskLine> last_ask() const { return event.sent.empty() ? std::nullopt : decode_ask(event.sent.back()); }
  /// The question leaves no choice.
  bool leaves_no_choice() const {
    const auto ask = last_ask();
    return ask && ask->words.size() == ask->count;
  }
  /// It waits for something else than its input.
  bool is_stuck() const {
    return (is(Fault::start_timeout) && heard.waits_for == WaitsFor::itself) ||
           (heard.reads_no_more && !heard.computes);
  }
  /// The process has played cards, and has never answered a question of this kind.
  bool is_of_new_kind() const {
    const auto ask = last_ask();
    return ask && heard.kinds.contains("play") && !heard.kinds.contains(std::string(ask->kind));
  }
};

/// Describes the failure, without the question and the fault's name.
std::string what_happened(const Failure& failure);

/// Describes the failure in one line that is safe on a terminal: the question, the fault, what the bot said last.
std::string story_of(const Failure& failure);
/// The same of a bot that was not listened to further.
std::string story_of(const FaultEvent& event);
/// Returns the last words of a bot that ended, to be put after its fault; empty if it wrote none.
std::string told_last(const FaultEvent& event);
/// Returns whether a line of stderr names an error. Lines that say where one came from, as "at emitError (...)", do not.
bool names_error(std::string_view line);

}  // namespace arena
