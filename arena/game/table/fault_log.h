#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/process/process_meters.h"
#include "arena/game/table/fault.h"
#include "arena/game/table/game_result.h"

namespace arena {

class TurnTimer;

/// How many lines of each kind LastLines has.
inline constexpr std::size_t kLinesKept = 5;

/// The last lines between arena and bot, printable, the latest last. If there are more lines since the bot's last
/// answer or `ready`, `received` also has the first of them, because programs that crash report the cause first.
/// Between the first and the last lines it then says how many it leaves out.
struct LastLines {
  std::vector<std::string> sent;
  std::vector<std::string> received;
};

/// Keeps what a bot did wrong in one game: its faults, refused tries and notes, with their places in the game. Its size
/// is bounded, whatever the bot does: it keeps at most 16 KiB of text of each kind.
class FaultLog {
 public:
  void begin_game(int seat);
  /// Starts a process, before the first hand of any game.
  void begin_process() { hand_ = question_ = 0; }
  void begin_hand(int number) { hand_ = number; }
  void begin_question() { ++question_; }
  /// Returns the number of the question, from 1; 0 before the first.
  int question() const { return question_; }

  std::vector<FaultEvent>& faults() { return faults_; }
  std::vector<Interference>& tries() { return tries_; }
  std::vector<Note>& notes() { return notes_; }
  /// Counts a fault that leaves the process running, and returns how many there are in this game.
  int count_fault() { return ++counted_faults_; }
  void add_try(Fault why, std::string_view line);
  void add_note(std::string_view text);
  /// Adds the last 4 KiB of the bot's stderr to `texts`, one note for each question.
  void add_stderr(std::vector<Note>& texts, const ProcessMeters& meters) const;

  /// Returns a fault that happens now, with all that is known about it.
  FaultEvent event(FoundFault found, LastLines lines, const TurnTimer& timer, ProcessMeters& meters) const;
  /// Completes a fault that has lost the game, once the process has ended: adds the last figures and stderr.
  static void add_end(FaultEvent& event, const ProcessEnd& end, const ProcessMeters& meters);

 private:
  int seat_ = 0;
  int hand_ = 0;
  int question_ = 0;
  int counted_faults_ = 0;
  std::vector<FaultEvent> faults_;
  std::vector<Interference> tries_;
  std::vector<Note> notes_;
  std::size_t try_bytes_ = 0;
  std::size_t note_bytes_ = 0;
};

}  // namespace arena
