#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/seeds/crc32c.h"
#include "arena/bots/process/incoming.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/fault.h"
#include "arena/game/table/fault_log.h"
#include "arena/game/table/game_result.h"

namespace arena {

class Clock;

/// One question to a bot: choose exactly `count` different words.
struct Question {
  std::string_view kind;
  int count = 1;
  std::span<const std::string> words;
  /// Returns why a word that is not offered cannot be chosen.
  const std::function<std::string(std::string_view)>* explain = nullptr;
  /// The fields before the `:` of the `ask`, each after a space.
  std::string_view fields = {};
  /// Words that may be chosen although they are not offered. They are numbered after those that are.
  std::span<const std::string> unlisted = {};
  /// If it is not null, the answer may continue with `then WORD`. Returns why that word cannot follow the chosen one,
  /// or an empty text if it can.
  const std::function<std::string(int pick, std::string_view word)>* explain_then = nullptr;
  /// A law of the table asks the question. It has a time budget of its own, and silence is not a fault.
  bool of_law = false;

  /// Returns the number of a word that may be chosen.
  std::optional<int> find(std::string_view word) const;
};

/// The conversation with one bot: collects the lines to send, numbers the questions, and decides what each line of the
/// bot means. It does no I/O and reads no clock: BotSeat sends the outbox and passes it the lines.
///
/// A question that the arena has answered itself, or asked again under another number, may still get its old answer.
/// The old numbers are kept, so that such an answer is ignored as late and does not count as garbage.
class Dialogue {
 public:
  /// What a line that came while a question was open means for the question.
  enum class Reading {
    again,       ///< nothing: read the next line
    answered,    ///< picks() has the answer
    refused,     ///< a try is used up; refusal() says why
    many_lines,  ///< too many remarks without an answer
  };

  /// `strict` keeps all that is sent in a game. `receipt` is sent in the greeting.
  Dialogue(const Limits& limits, bool strict, std::string receipt)
      : limits_(limits), strict_(strict), receipt_(std::move(receipt)) {}

  void set_limits(const Limits& limits) { limits_ = limits; }
  /// Starts the conversation with a fresh process. Returns the greeting.
  const std::string& begin_process();
  /// Starts a game. The process's first game is 1; 0 means that there is no process. Questions are numbered from
  /// `first_id`, or continue if that is 0.
  void begin_game(int game_of_process, int first_id);
  /// Called when the process is replaced before its first answer. Keeps what it was sent in this game for send_again().
  void keep_sent();
  /// Puts what keep_sent() has kept into the outbox for the fresh process, whose next question gets this number.
  void send_again(int game_of_process, int next_id);
  void begin_question() {
    tries_used_ = 0;
    remark_with_answer_.clear();
  }
  /// Uses these texts in place of its own when it refuses tries, one after the other, because a game is played again
  /// from its record. They must outlast the game.
  void use_refusal_texts(std::span<const std::string> texts) { refusals_ = texts; }

  /// The lines that are sent with the next question.
  std::string& outbox() { return outbox_; }
  /// Notes that the pipe has taken that many bytes of the outbox, which contains no question.
  void note_pushed(std::size_t bytes, bool before_questions);
  /// Adds the question to the outbox.
  void write_ask(const Question& question, const Clock& clock);
  /// Notes how much of the outbox with the question was sent. `first` marks the first question of the game.
  void note_asked(const Sent& sent, bool first);
  // The number of the question written last, and of the next one.
  int id() const { return id_; }
  int next_id() const { return next_id_; }

  /// Reads a line that came before `ready`. Returns the fields if it is a `ready`, and nothing otherwise; sets `found`
  /// if it is a fault.
  std::optional<std::string> read_greeting(std::string_view text, std::optional<FoundFault>& found);
  /// Reads a line that came while the question was open. `ask` is the number of the ask in this game, from 1.
  Reading read(const Question& question, std::string_view text, int ask, FaultLog& log);
  /// Reads a line that came while no question was open. `ask` is the number of the next ask. Returns the fault, if any.
  std::optional<FoundFault> read_stray(std::string_view text, int ask, FaultLog& log);
  /// Returns the choices of the answer that was read.
  std::span<const int> picks() const { return picks_; }
  /// Returns the word after `then` in that answer, or an empty text.
  std::string_view then() const { return then_; }
  /// Returns what was wrong with the last answer that was refused.
  const FoundFault& refusal() const { return refusal_; }
  int tries_used() const { return tries_used_; }
  /// Returns the last remark on the open question that ends with a word of the offer, as if the bot took it for an
  /// answer. Returns an empty text if there is none.
  std::string_view remark_with_answer() const { return remark_with_answer_; }
  /// Ends a question that was answered: remarks are counted from 0 again.
  void end_question() {
    stray_lines_ = 0;
    lines_before_ = lines_read_;
  }

  /// Notes that the arena answers the question itself.
  void give_up_answer();
  bool owes_answer() const { return !overdue_.empty(); }

  /// Describes what was sent in this game.
  const SeatInput& input() const { return input_; }
  /// Returns every byte that was sent in this game, with the greeting before it. For a strict seat only.
  std::string release_sent() { return std::move(all_sent_); }
  /// Returns the last lines each way, five at most, printable.
  LastLines last_lines() const;

 private:
  Reading check_answer(const Question& question, std::string_view words, FaultLog& log);
  Reading check_then(const Question& question, std::string_view words, std::string_view rest, FaultLog& log);
  Reading refuse(Evidence evidence, std::string_view line, const std::string& reason, FaultLog& log);
  bool tolerate(const BotLine& line, FaultLog& log);
  bool drop_late(const BotLine& line, int ask, bool open);
  void expect_late(std::vector<std::int64_t>& ids) const;
  void count_sent(std::string_view bytes);
  void remember(std::string_view line);

  Limits limits_;
  bool strict_;
  std::string receipt_;

  // This process
  /// Differs from all numbers of earlier games: an old answer must not count as one in this game.
  int next_id_ = 1;
  /// Numbers of questions, of this game and earlier ones, that the arena answered itself and the bot has not answered
  /// yet.
  std::vector<std::int64_t> overdue_;
  /// Numbers of questions of this game that were asked again under another number after a line that was not an answer,
  /// and that the bot has not answered yet.
  std::vector<std::int64_t> asked_again_;
  std::string outbox_;
  std::string last_sent_;
  std::array<std::string, kLinesKept> first_lines_;  ///< since the last answer, once `last_lines_` lacks them
  std::array<std::string, kLinesKept> last_lines_;   ///< a ring
  std::size_t lines_read_ = 0;
  std::size_t lines_before_ = 0;  ///< those up to the last answer

  // This game
  SeatInput input_;
  Crc32c sent_crc_;
  std::size_t carried_ = 0;    ///< bytes at the front of the outbox that belong to the game before
  std::string sent_at_start_;  ///< all that was sent in this game before its first question
  std::string all_sent_;
  std::span<const std::string> refusals_;
  std::size_t refused_ = 0;  ///< tries of this game
  int stray_lines_ = 0;

  // This question
  int id_ = 0;
  std::size_t ask_start_ = 0;  ///< where it begins in the outbox
  int tries_used_ = 0;
  std::string remark_with_answer_;
  FoundFault refusal_{};
  std::vector<int> picks_;
  std::string then_;
};

}  // namespace arena
