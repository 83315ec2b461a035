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
  /// Says why a word that is not offered cannot be chosen.
  const std::function<std::string(std::string_view)>* explain = nullptr;
  /// What is before the `:` of the `ask`, each field after a space.
  std::string_view fields = {};
  /// Words that may be chosen though they are not offered; numbered after those that are.
  std::span<const std::string> unlisted = {};
  /// The answer may go on with `then WORD`; says why that word cannot follow the one chosen, nothing if it can.
  const std::function<std::string(int pick, std::string_view word)>* explain_then = nullptr;
  /// A law of the table asks: out of a budget of its own, and silence is no fault.
  bool of_law = false;

  /// The number of a word that may be chosen.
  std::optional<int> find(std::string_view word) const;
};

/// The conversation with one bot: collects the lines that are to be sent, numbers the questions, and decides what each
/// line of the bot means. It moves no byte and knows no time: BotSeat sends the outbox and gives it the lines.
///
/// A question that the arena has answered itself, or asked again under another number, may still get its old answer. These
/// numbers are kept, so that such an answer is ignored as late and not taken for garbage.
class Dialogue {
 public:
  enum class Reading { again, answered, refused, many_lines };

  /// `strict`: keeps all that is sent in a game. `receipt`: sent in the greeting.
  Dialogue(const Limits& limits, bool strict, std::string receipt)
      : limits_(limits), strict_(strict), receipt_(std::move(receipt)) {}

  void set_limits(const Limits& limits) { limits_ = limits; }
  /// A fresh process: nothing was said. Returns the greeting.
  const std::string& begin_process();
  /// The process's first game is 1; 0: there is no process. Questions count from `first_id`, or go on if that is 0.
  void begin_game(int game_of_process, int first_id);
  /// The process is replaced before its first answer: keeps what this game has sent it...
  void keep_told();
  /// ... and sends it to the fresh one, whose next question has this number.
  void tell_again(int game_of_process, int next_id);
  void begin_question() { tries_used_ = 0; }
  /// Uses these texts for the bot's refused tries. They must outlast the game.
  void refuse_in_words(std::span<const std::string> texts) { refusals_ = texts; }

  /// To be sent with the next question.
  std::string& outbox() { return outbox_; }
  /// The pipe has taken that many bytes of the outbox, which holds no question.
  void note_pushed(std::size_t bytes, bool before_questions);
  /// Adds the question to the outbox.
  void write_ask(const Question& question, const Clock& clock);
  /// What became of the outbox with the question. `first`: of the game.
  void note_asked(const Sent& sent, bool first);
  /// Number of the question written last, and of the next one.
  int id() const { return id_; }
  int next_id() const { return next_id_; }

  /// A line that came before `ready`: the fields of a `ready`, nothing for a remark, or the fault.
  std::optional<std::string> read_greeting(std::string_view text, std::optional<FoundFault>& found);
  /// A line that came while the question was open. `ask` counts those of the game that were written, from 1.
  Reading read(const Question& question, std::string_view text, int ask, FaultLog& log);
  /// A line that came while no question was open; `ask` comes next.
  std::optional<FoundFault> read_stray(std::string_view text, int ask, FaultLog& log);
  /// Of the answer that was read.
  std::span<const int> picks() const { return picks_; }
  /// The word after `then`; empty without.
  std::string_view then() const { return then_; }
  /// What was wrong with the last one refused.
  const FoundFault& refusal() const { return refusal_; }
  int tries_used() const { return tries_used_; }
  /// The question is answered: remarks are counted from 0 again.
  void end_question() { stray_lines_ = 0; }

  /// The arena answers the question itself.
  void give_up_answer();
  bool owes_answer() const { return !overdue_.empty(); }

  /// What was sent in this game.
  const SeatInput& input() const { return input_; }
  /// Strict: every byte of it, the greeting before it.
  std::string take_sent() { return std::move(all_sent_); }
  /// The last five lines each way at most, printable.
  LastLines last_lines() const;

 private:
  Reading check_answer(const Question& question, std::string_view words, FaultLog& log);
  Reading check_then(const Question& question, std::string_view words, std::string_view rest, FaultLog& log);
  Reading refuse(Evidence evidence, std::string_view line, const std::string& reason, FaultLog& log);
  bool tolerate(const BotLine& line, FaultLog& log);
  bool take_late(const BotLine& line, int ask, bool open);
  void expect_late(std::vector<std::int64_t>& ids) const;
  void count_sent(std::string_view bytes);
  void remember(std::string_view line);

  Limits limits_;
  bool strict_;
  std::string receipt_;

  // This process
  /// Never one that an earlier game had: an old answer must not be taken for one of this game.
  int next_id_ = 1;
  /// Ids that the arena answered itself and that the bot has not answered since, of this game and earlier ones.
  std::vector<std::int64_t> overdue_;
  /// Ids of this game that were asked again, under others, after a line that was no answer, and not answered since.
  std::vector<std::int64_t> asked_again_;
  std::string outbox_;
  std::string last_sent_;
  std::array<std::string, 5> last_lines_;
  std::size_t lines_read_ = 0;

  // This game
  SeatInput input_;
  Crc32c sent_crc_;
  std::size_t carried_ = 0;  ///< bytes in front of the outbox that are of the game before
  std::string told_;         ///< all that was sent in this game before its first question
  std::string all_sent_;
  std::span<const std::string> refusals_;
  std::size_t refused_ = 0;  ///< tries of this game
  int stray_lines_ = 0;

  // This question
  int id_ = 0;
  std::size_t ask_start_ = 0;  ///< where it begins in the outbox
  int tries_used_ = 0;
  FoundFault refusal_{};
  std::vector<int> picks_;
  std::string then_;
};

}  // namespace arena
