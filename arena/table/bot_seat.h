#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/bot_channel.h"
#include "arena/seeds/crc32c.h"
#include "arena/protocol/bot_line.h"
#include "arena/protocol/limits.h"
#include "arena/table/clock.h"
#include "arena/table/cpu_use.h"
#include "arena/table/fault.h"
#include "arena/table/game_result.h"

namespace arena {

/// One question to a bot: choose exactly `count` different words.
struct Question {
  std::string_view kind;
  int count = 1;
  std::span<const std::string> words;
  /// Says why a word that is not offered cannot be chosen.
  const std::function<std::string(std::string_view)>* explain = nullptr;
};

struct Answer {
  enum class Kind {
    given,      ///< picks hold the choice
    automatic,  ///< the arena must choose; the bot stays and is to be told with tell_auto()
    forfeited,  ///< the arena must choose, now and to the end of the game
  };
  Kind kind = Kind::given;
  std::span<const int> picks;  ///< indices into the words; valid until the next question
  Fault why = Fault::timeout;  ///< automatic: the reason
};

/// Thrown at the first fault of a strict seat: what happened and every byte that the bot had been sent in this game,
/// its greeting before it. A program fed these bytes is where the bot was.
struct FirstFault : std::runtime_error {
  FirstFault(FaultEvent fault, std::string bytes)
      : std::runtime_error("a bot was at fault"), event(std::move(fault)), input(std::move(bytes)) {}
  FaultEvent event;
  std::string input;
};

/// A bot at the table: holds the conversation with one process over one game after another. Keeps its clock,
/// counts its tries and faults, and never lets it take more time or memory than the limits say. Knows nothing
/// of cards. One coroutine at a time may use it.
class BotSeat {
 public:
  /// A strict seat throws FirstFault instead of counting faults.
  explicit BotSeat(const Limits& limits, bool strict = false) : limits_(limits), strict_(strict), clock_(limits) {}

  /// Takes a started process and waits for its `ready`. Returns the fault if there is none in time; the process
  /// is ended then.
  boost::asio::awaitable<std::optional<FaultEvent>> greet(std::unique_ptr<BotChannel> channel);
  /// The process runs and has greeted.
  bool alive() const { return channel_ != nullptr; }
  /// How to start the bot's program once more. A process that goes away between two games, or before it has answered
  /// anything in a game, having played others, is then replaced and told the game again: what it does after a game must
  /// not cost it the next one.
  void restart_with(std::function<std::unique_ptr<BotChannel>()> start) { start_ = std::move(start); }
  /// It has not answered some question of a game that is over: whatever it does next is of the past.
  bool owes_answer() const { return !overdue_.empty(); }
  /// Sends `quit` and ends the process, at once if it owes an answer.
  boost::asio::awaitable<void> dismiss();
  BotChannel* channel() const { return channel_.get(); }
  /// The fields of its `ready` line.
  const std::string& ready_fields() const { return ready_fields_; }

  /// In a game played again from its record: what the bot is told of its refused tries, in order, whatever they are.
  /// `texts` must outlast the game.
  void refuse_in_words(std::span<const std::string> texts) { refusals_ = texts; }

  /// A game starts with this bot in seat `seat`.
  /// Its questions are numbered from `first_id`, or go on from those of the last game if that is 0.
  void begin_game(int seat, std::string_view game, int first_id = 0);
  /// From now on events belong to this hand.
  void begin_hand(int number) { hand_ = number; }
  /// The bot has lost the game; nobody is asked or told any more.
  bool forfeited() const { return forfeited_; }

  /// Lines to send with the next question.
  std::string& outbox() { return outbox_; }
  /// Sends the outbox now, as far as the pipe takes it, to a bot that gets events live.
  void push_events();

  boost::asio::awaitable<Answer> ask(const Question& question);
  /// Tells the bot what the arena answered for it after Answer::automatic.
  void tell_auto(Fault why, std::span<const std::string> words);
  /// Sends what is left, as far as the pipe takes it, and settles timing(). A bot that goes away now has played its
  /// game.
  void end_game();
  /// Number of the question under way or asked last in this game, from 1; 0 before the first.
  int question() const { return question_; }

  // What happened in this game.
  std::vector<FaultEvent>& faults() { return faults_; }
  std::vector<Interference>& tries() { return tries_; }
  std::vector<Note>& notes() { return notes_; }
  /// Adds the last 4 KiB of its stderr, a note a question.
  void add_stderr(std::vector<Note>& texts) const;
  const SeatTiming& timing() const { return timing_; }

 private:
  enum class Reading { again, answered, refused, fault };

  boost::asio::awaitable<bool> start_again(int next_id);
  boost::asio::awaitable<void> settle_past();
  boost::asio::awaitable<void> read_strays();
  Duration own_time(TimePoint at);
  Duration cpu_since_question() const;
  void begin_turn();
  void mark_delay();
  bool waits_still(TimePoint at, std::optional<Duration>& cpu);
  boost::asio::awaitable<Sent> send_on(Sent sent, Duration allowance);
  boost::asio::awaitable<Incoming> hear_on(Incoming incoming, Duration allowance);
  Reading read_line(const Question& question, std::string_view line);
  Reading check_answer(const Question& question, std::string_view words);
  Reading refuse(Fault why, std::string_view line, const std::string& reason);
  bool tolerate(const BotLine& line);
  void tell_late(std::int64_t id, bool open);
  bool is_late(std::int64_t id) const;
  void count_sent(std::string_view bytes);
  void note_clock();
  void charge(Duration time);
  void settle_clock(TimePoint at);
  void rest();
  bool too_much_cpu() const;
  boost::asio::awaitable<void> charge_cpu();
  void take_figures();
  boost::asio::awaitable<Answer> time_out(TimePoint at, std::string detail);
  boost::asio::awaitable<void> lose(Fault fault, std::string detail);
  boost::asio::awaitable<void> lose_process(bool input);
  boost::asio::awaitable<bool> count_fault(Fault fault, std::string detail);
  FaultEvent event_of(Fault fault, std::string detail) const;
  void add_end(FaultEvent& event, const ProcessEnd& end) const;
  void remember_line(std::string_view line);

  Limits limits_;
  bool strict_;
  std::unique_ptr<BotChannel> channel_;
  std::function<std::unique_ptr<BotChannel>()> start_;
  int games_ = 0;  ///< begun by this process
  std::string ready_fields_;
  bool live_events_ = false;
  /// Never one that an earlier game had: an old answer must not be taken for one of this game.
  int next_id_ = 1;

  // This game
  Clock clock_;
  CpuUse cpu_;
  std::chrono::nanoseconds cpu_charged_{};   ///< what faults were counted for
  std::chrono::nanoseconds delay_before_{};  ///< the channel's run_delay() when the game began
  Duration move_left_{};                     ///< for the ledger
  Duration bank_left_{};
  int seat_ = 0;
  int hand_ = 0;
  int question_ = 0;
  int counted_faults_ = 0;
  bool forfeited_ = false;
  bool has_answered_ = false;  ///< in this game
  std::string outbox_;
  std::string game_;
  std::string told_;         ///< all that was sent in this game before its first question
  std::size_t carried_ = 0;  ///< bytes in front of the outbox that are of the game before
  Crc32c sent_crc_;
  std::vector<FaultEvent> faults_;
  std::vector<Interference> tries_;
  std::vector<Note> notes_;
  std::size_t note_bytes_ = 0;
  std::size_t try_bytes_ = 0;
  std::span<const std::string> refusals_;
  SeatTiming timing_;

  // This question
  int id_ = 0;
  int tries_used_ = 0;
  int stray_lines_ = 0;
  Fault last_refusal_ = Fault::illegal;
  std::string refused_line_;
  TimePoint asked_at_;
  Duration unexplained_{};                   ///< time since then that is not the bot's, see hear_on()
  std::chrono::nanoseconds delay_marked_{};  ///< the channel's run_delay() then, or up to ten milliseconds before
  TimePoint delay_marked_at_;
  std::vector<int> picks_;

  /// Ids that the arena answered itself and that the bot has not answered since, of this game and earlier ones.
  std::vector<std::int64_t> overdue_;
  std::string last_sent_;
  std::string input_;  ///< strict: all that was sent in this game
  std::array<std::string, 5> last_lines_;
  std::size_t lines_read_ = 0;
};

}  // namespace arena
