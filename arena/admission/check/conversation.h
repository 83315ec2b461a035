#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arena/admission/check/altered_channel.h"
#include "arena/admission/check/finding.h"
#include "arena/game/table/bot_seat.h"
#include "arena/game/trial/trial_tables.h"
#include "engine/random.h"

namespace arena {

/// The text that is sent in place of a run's receipt, because a check has none.
extern const std::string kCheckReceipt;

/// One process of the bot, from its start through some games to its end. The bot gets no second try, and no fault is
/// forgiven, except for an answer that an alteration makes late. One coroutine at a time may use it.
class Conversation {
 public:
  /// Starts the process. Throws std::system_error if the machine cannot, or if its bytes cannot be kept.
  Conversation(boost::asio::io_context& context, const Subject& subject, Alteration alteration = {});

  /// Waits for `ready`, and returns the fault if it does not come in time. Throws std::runtime_error if the sandbox
  /// fails, as play() does.
  boost::asio::awaitable<std::optional<FaultEvent>> greet();
  /// Plays a game to its end, with partners in the other seats, and counts it in the figures. greet() must have
  /// succeeded.
  boost::asio::awaitable<Trial> play(TrialTable table, Figures* figures = nullptr);
  /// Sends `quit` and ends the process.
  boost::asio::awaitable<void> dismiss() { return seat_.dismiss(); }

  /// The process's channel, or null if the process has ended.
  BotChannel* channel() const { return seat_.channel(); }
  const Overheard& overheard() const { return overheard_; }

 private:
  const Subject& subject_;
  Limits limits_;
  Overheard overheard_;
  std::unique_ptr<BotChannel> started_;
  BotSeat seat_;
};

/// Throws std::runtime_error if the sandbox or the machine is to blame for the fault: it says nothing about the bot.
void require_blame(const FaultEvent& event);

/// Plays one game with a fresh process that ends with it. Returns nothing if the process does not say `ready`. Does not
/// look for the cause of a silence. Throws as Conversation does.
boost::asio::awaitable<std::optional<Trial>> play_alone(boost::asio::io_context& context, const Subject& subject,
                                                        TrialTable table, Alteration alteration = {});

/// Describes what was played: the number of tables, of seats and of questions.
std::string describe_tables(std::span<const TrialTable> tables, int played, std::size_t questions);

/// Finds out whether the number of seats is why a bot failed at a table. It plays some variants without options at each
/// size, each game with a fresh process. If the bot fails in all of the failed size and in none of another, it returns
/// a clause that says this and begins with "; "; otherwise an empty text. Throws std::system_error if no process can be
/// started.
boost::asio::awaitable<std::string> compare_sizes(boost::asio::io_context& context, const Subject& subject,
                                                  std::span<const TrialTable> tables, const TrialTable& failed);

/// Changes to the lines for a bot that do not matter to one that follows protocol.md. Each function takes and returns
/// whole lines. An `ask` stays the last line.
namespace alter {

/// Adds a line with an unknown first word before each line but `hello`. One of them has 4096 bytes. Adds rules with
/// unknown keys, too.
std::string add_unknown_lines(std::string_view lines);

/// Adds unknown fields before the `:` of an `ask` and at the end of every line that consists of fields.
std::string add_unknown_fields(std::string_view lines);

/// Gives every third question to play an unknown kind. `asked` counts the questions to play so far.
std::string rename_kinds(std::string_view lines, int& asked);

/// Adds an empty line before each line but `hello`.
std::string add_empty_lines(std::string_view lines);

/// Appends as many unknown lines as fill the largest block that a language reads on its own.
std::string add_many_lines(std::string_view lines);

/// Ends every line in CR LF.
std::string end_in_crlf(std::string_view lines);

/// Sets MOVE and BANK of each `ask` to their values at the start of a game, so that they do not depend on how long the
/// bot took.
std::string stop_clocks(std::string_view lines, const Limits& limits);

}  // namespace alter

}  // namespace arena
