#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/bots/process/bot_channel.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/dialogue.h"
#include "arena/game/table/fault_log.h"
#include "arena/game/table/respawn.h"
#include "arena/game/table/turn_timer.h"

namespace arena {

/// What came of a question: the bot's choice, or why the arena must choose for it.
struct Answer {
  enum class Kind {
    given,      ///< picks hold the choice
    automatic,  ///< the arena must choose, and report its choice with tell_auto(); the bot stays
    forfeited,  ///< the arena must choose, now and to the end of the game
  };
  Kind kind = Kind::given;
  std::span<const int> picks;  ///< indices into the words; valid until the next question
  std::string_view then = {};  ///< given: the word after `then`, as long
  Fault why = Fault::timeout;  ///< automatic: the reason
};

/// A bot at the table: one process that plays one game after another. Knows nothing of cards.
///
/// greet() takes a started process; then, for each game, begin_game(), ask() for each question, and end_game(). The seat
/// decides when each thing happens, and its parts know how: Dialogue words and reads the lines, TurnTimer and OwnTime
/// measure, fault_of() names faults, FaultLog keeps them, Respawn allows fresh processes.
///
/// Whatever the bot does becomes an Answer or a fault in faults(): only a strict seat throws, FirstFault. One coroutine
/// at a time may use a seat. Between two games it may move to another thread, see detach().
class BotSeat {
 public:
  /// A strict seat throws FirstFault instead of counting faults. `receipt`: of the run, sent in the greeting.
  explicit BotSeat(const Limits& limits, bool strict = false, std::string receipt = {})
      : limits_(limits),
        strict_(strict),
        dialogue_(limits, strict, std::move(receipt)),
        timer_(limits),
        respawn_(limits.startup) {}

  /// Takes a started process and waits for its `ready`. Returns the fault, the process ended, if none comes in time.
  boost::asio::awaitable<std::optional<FaultEvent>> greet(std::unique_ptr<BotChannel> channel);
  /// The fault of a bot that is to be greeted and may not be started: its starts have used up their budget.
  std::optional<FaultEvent> refuse_start() const;
  /// The process runs and has greeted.
  bool alive() const { return channel_ != nullptr; }
  /// How to start the bot's program once more, for Respawn. A fresh process is sent the game so far.
  void restart_with(std::function<std::unique_ptr<BotChannel>()> start) { respawn_.start_with(std::move(start)); }
  /// The bot has not answered some question of a game that is over, so whatever it does next belongs to that game.
  bool owes_answer() const { return dialogue_.owes_answer(); }
  /// Sends `quit` and ends the process, without waiting if it owes an answer.
  boost::asio::awaitable<void> dismiss();
  BotChannel* channel() const { return channel_.get(); }

  /// In a game played again from its record: the texts of the bot's refused tries, which must outlast the game.
  void refuse_in_words(std::span<const std::string> texts) { dialogue_.refuse_in_words(texts); }

  /// A game starts with this bot in seat `seat`.
  /// Its questions are numbered from `first_id`, or go on from those of the last game if that is 0.
  void begin_game(int seat, std::string_view game, int first_id = 0);
  /// From the next game on these limits hold, but for those of a process, which stay as they were.
  void set_limits(const Limits& limits);
  /// From now on events belong to this hand.
  void begin_hand(int number) { log_.begin_hand(number); }
  /// The bot has lost the game; it is asked nothing and sent nothing any more.
  bool forfeited() const { return forfeited_; }

  /// Lines to send with the next question.
  std::string& outbox() { return dialogue_.outbox(); }
  /// Sends the outbox now, as far as the pipe takes it, to a bot that gets events live.
  void push_events();

  /// `make_room` is called when the bot has no answer by its deadline because it has waited for a processor.
  boost::asio::awaitable<Answer> ask(const Question& question, const std::function<void()>& make_room = {});
  /// Reports to the bot what the arena answered for it after Answer::automatic.
  void tell_auto(Fault why, std::span<const std::string> words);
  /// Stops the process, as leave_table() does, sends what the pipe takes of the rest, and settles timing(). A bot that goes
  /// away now has played its game.
  void end_game();
  /// The process has ended since its last game, in this way: timing() of the next one reports that it was replaced.
  void note_replaced(const ProcessEnd& end);
  /// Stops the process until it comes back, begins another game, is asked or dismissed.
  void leave_table();
  /// Between two games, having left the table: the seat may go on with another thread and context, see BotChannel.
  void detach();
  void attach(boost::asio::io_context& context);
  /// Lets the process run again, unless the limits freeze all bots that wait.
  void come_back();
  /// Number of the question under way or asked last in this game, from 1; 0 before the first.
  int question() const { return log_.question(); }

  // What happened in this game.
  std::vector<FaultEvent>& faults() { return log_.faults(); }
  std::vector<Interference>& tries() { return log_.tries(); }
  std::vector<Note>& notes() { return log_.notes(); }
  /// Adds the last 4 KiB of its stderr, a note a question.
  void add_stderr(std::vector<Note>& texts) const;
  SeatTiming timing() const;

 private:
  /// What came of writing a question once, and when.
  struct Tried {
    enum class Kind { answered, refused, many_lines, long_line, unread, silent, input_closed, output_closed };
    Kind kind;
    TimePoint at;
    std::optional<std::string> starved{};  ///< unread or silent for want of a processor: how

    bool lost_process() const { return kind == Kind::input_closed || kind == Kind::output_closed; }
  };

  boost::asio::awaitable<std::optional<FaultEvent>> start(std::unique_ptr<BotChannel> channel);
  boost::asio::awaitable<std::optional<FoundFault>> hear_ready();
  boost::asio::awaitable<bool> start_again(int next_id);
  boost::asio::awaitable<void> settle_past(std::optional<Incoming> incoming);
  boost::asio::awaitable<void> read_strays(Incoming incoming);
  boost::asio::awaitable<Tried> try_once(const Question& question, const std::function<void()>& make_room);
  Tried give_up(Tried::Kind kind, TimePoint at, Duration allowance);
  bool may_try_again() const;
  Answer take_answer(TimePoint at);
  boost::asio::awaitable<Answer> settle(Tried tried, bool of_law);
  boost::asio::awaitable<void> give_up_answer(FoundFault found, bool of_law);
  FoundFault name_silence() const;
  std::string how_ended(const ProcessEnd& end) const;
  boost::asio::awaitable<void> lose_process(Evidence evidence);
  boost::asio::awaitable<void> record(FoundFault found);
  boost::asio::awaitable<void> lose(FoundFault found);
  void rest();
  int next_ask() const { return static_cast<int>(timer_.timing().asks.size()) + 1; }

  Limits limits_;
  bool strict_;
  std::unique_ptr<BotChannel> channel_;
  Dialogue dialogue_;
  TurnTimer timer_;
  FaultLog log_;
  Respawn respawn_;

  std::string ready_fields_;     ///< of this process
  std::string replaced_before_;  ///< how the process before it ended, if that was since the last game
  bool live_events_ = false;

  // This game
  std::string game_;
  std::string replaced_;  ///< how the process before it ended, if it was replaced for this game or in it
  bool forfeited_ = false;
  bool has_answered_ = false;  ///< in this game: what is recorded must not depend on those before
};

}  // namespace arena
