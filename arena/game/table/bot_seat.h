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

/// The result of a question: the bot's choice, or why the arena must choose for it.
struct Answer {
  enum class Kind {
    given,      ///< picks hold the choice
    automatic,  ///< the arena must choose, and report its choice with send_auto(); the bot stays
    forfeited,  ///< the arena must choose, now and to the end of the game
  };
  Kind kind = Kind::given;
  std::span<const int> picks;  ///< indices into the words; valid until the next question
  std::string_view then = {};  ///< given: the word after `then`; valid until the next question
  Fault why = Fault::timeout;  ///< automatic: the reason
};

/// A bot at the table: one process that plays one game after another. The seat knows nothing about cards.
///
/// Call greet() with a started process; then, for each game, begin_game(), ask() for each question, and end_game(). The
/// seat decides when each thing happens, and its parts know how: Dialogue writes and reads the lines, TurnTimer and
/// OwnTime measure, fault_of() names faults, FaultLog keeps them, and Respawn allows fresh processes.
///
/// Whatever the bot does becomes an Answer or a fault in faults(). Only a strict seat throws, namely FirstFault. One
/// coroutine at a time may use a seat. Between two games it may move to another thread, see detach().
class BotSeat {
 public:
  /// A strict seat throws FirstFault instead of counting faults. `receipt` is the run's, and is sent in the greeting.
  explicit BotSeat(const Limits& limits, bool strict = false, std::string receipt = {})
      : limits_(limits),
        strict_(strict),
        dialogue_(limits, strict, std::move(receipt)),
        timer_(limits),
        respawn_(limits.startup) {}

  /// Takes over a started process, greets it and waits for its `ready`. If that does not come in time, ends the process
  /// and returns the fault.
  boost::asio::awaitable<std::optional<FaultEvent>> greet(std::unique_ptr<BotChannel> channel);
  /// Returns a fault if the bot may not be started again because its starts have used up their time.
  std::optional<FaultEvent> refuse_start() const;
  /// Whether the process runs and has said `ready`.
  bool alive() const { return channel_ != nullptr; }
  /// Sets the function that starts the bot's program again, for Respawn. A fresh process is sent the game so far.
  void restart_with(std::function<std::unique_ptr<BotChannel>()> start) { respawn_.start_with(std::move(start)); }
  /// Whether the bot has not answered some question of a game that is over. What it does next then belongs to that
  /// game.
  bool owes_answer() const { return dialogue_.owes_answer(); }
  /// Sends `quit` and ends the process, without waiting if it owes an answer.
  boost::asio::awaitable<void> dismiss();
  BotChannel* channel() const { return channel_.get(); }

  /// For a game that is played again from its record: sets the texts with which the bot's tries were refused. They must
  /// outlast the game.
  void use_refusal_texts(std::span<const std::string> texts) { dialogue_.use_refusal_texts(texts); }

  /// Starts a game with this bot in seat `seat`. Its questions are numbered from `first_id`, or continue from those of
  /// the last game if that is 0.
  void begin_game(int seat, std::string_view game, int first_id = 0);
  /// Sets the limits from the next game on, except for those of a process, which stay.
  void set_limits(const Limits& limits);
  /// Assigns all events from now on to this hand.
  void begin_hand(int number) { log_.begin_hand(number); }
  /// Whether the process wants all questions of the laws of the table, as it said with `ready`.
  bool wants_all_laws() const { return wants_all_laws_; }
  /// Whether the bot has lost the game. It is then asked nothing and sent nothing.
  bool forfeited() const { return forfeited_; }

  /// The lines that are sent with the next question.
  std::string& outbox() { return dialogue_.outbox(); }
  /// Sends as much of the outbox as the pipe takes to a bot that gets events live.
  void push_events();

  /// Asks the bot and waits for its answer. `make_room` is called if the bot has no answer by its deadline because it
  /// waited for a processor.
  boost::asio::awaitable<Answer> ask(const Question& question, const std::function<void()>& make_room = {});
  /// Reports to the bot what the arena answered for it after Answer::automatic.
  void send_auto(Fault why, std::span<const std::string> words);
  /// Ends the game: stops the process as leave_table() does, sends as much of the rest as the pipe takes, and completes
  /// timing(). A bot that ends now has played its game.
  void end_game();
  /// Notes how the process has ended since its last game. timing() of the next game reports that it was replaced.
  void note_replaced(const ProcessEnd& end);
  /// Stops the process until it comes back, begins another game, is asked or is dismissed.
  void leave_table();
  // Move the seat to another thread and context, between two games and after leave_table(). See BotChannel.
  void detach();
  void attach(boost::asio::io_context& context);
  /// Continues the process, unless the limits freeze all bots that wait.
  void come_back();
  /// Returns the number of the current or last question in this game, from 1; 0 before the first.
  int question() const { return log_.question(); }

  // What happened in this game.
  std::vector<FaultEvent>& faults() { return log_.faults(); }
  std::vector<Interference>& tries() { return log_.tries(); }
  std::vector<Note>& notes() { return log_.notes(); }
  /// Adds the last 4 KiB of its stderr to `texts`, one note for each question.
  void add_stderr(std::vector<Note>& texts) const;
  SeatTiming timing() const;

 private:
  /// The result of writing a question once, and its time.
  struct Tried {
    enum class Kind { answered, refused, many_lines, long_line, unread, silent, input_closed, output_closed };
    Kind kind;
    TimePoint at;
    std::optional<std::string> starved{};  ///< describes an unread or silent bot that got no processor

    bool lost_process() const { return kind == Kind::input_closed || kind == Kind::output_closed; }
  };

  boost::asio::awaitable<std::optional<FaultEvent>> start(std::unique_ptr<BotChannel> channel);
  boost::asio::awaitable<std::optional<FoundFault>> receive_ready();
  boost::asio::awaitable<bool> start_again(int next_id);
  boost::asio::awaitable<void> settle_past(std::optional<Incoming> incoming);
  boost::asio::awaitable<void> read_strays(Incoming incoming);
  boost::asio::awaitable<Tried> try_once(const Question& question, const std::function<void()>& make_room);
  Tried give_up(Tried::Kind kind, TimePoint at, Duration allowance);
  bool may_try_again() const;
  Answer accept_answer(TimePoint at);
  boost::asio::awaitable<Answer> settle(Tried tried, bool of_law);
  boost::asio::awaitable<void> give_up_answer(FoundFault found, bool of_law);
  FoundFault name_silence() const;
  std::string how_ended(const ProcessEnd& end) const;
  boost::asio::awaitable<void> lose_process(Evidence evidence);
  boost::asio::awaitable<void> record(FoundFault found);
  boost::asio::awaitable<void> lose(FoundFault found);
  void freeze_if_wanted();
  int next_ask() const { return static_cast<int>(timer_.timing().asks.size()) + 1; }

  Limits limits_;
  bool strict_;
  std::unique_ptr<BotChannel> channel_;
  Dialogue dialogue_;
  TurnTimer timer_;
  FaultLog log_;
  Respawn respawn_;

  std::string ready_fields_;     ///< what this process sent with `ready`
  std::string replaced_before_;  ///< how the process before it ended, if it ended since the last game
  bool live_events_ = false;
  bool wants_all_laws_ = false;

  // This game
  std::string game_;
  std::string replaced_;  ///< how the process before it ended, if it was replaced for this game or in it
  bool forfeited_ = false;
  bool has_answered_ = false;  ///< in this game; records must not depend on earlier games
};

}  // namespace arena
