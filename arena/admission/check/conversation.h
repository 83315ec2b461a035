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

/// What a greeting tells in place of a run's receipt.
extern const std::string kCheckReceipt;

/// One process of the bot, from its start over some games to its end. It is given no second try and forgiven no fault,
/// but for the answers that an alteration makes late. One coroutine at a time may use it.
class Conversation {
 public:
  /// Starts the process. Throws std::system_error when the machine cannot, or when its bytes cannot be kept.
  Conversation(boost::asio::io_context& context, const Subject& subject, Alteration alteration = {});

  /// Waits for `ready`; the fault if none comes in time. As play(), throws std::runtime_error if the sandbox fails.
  boost::asio::awaitable<std::optional<FaultEvent>> greet();
  /// Plays a game with partners in the other seats, to its end, and counts it in the figures. The bot must have greeted.
  boost::asio::awaitable<Trial> play(TrialTable table, Figures* figures = nullptr);
  /// Ends it politely.
  boost::asio::awaitable<void> dismiss() { return seat_.dismiss(); }

  /// Null: it is not alive.
  BotChannel* channel() const { return seat_.channel(); }
  const Overheard& overheard() const { return overheard_; }

 private:
  const Subject& subject_;
  Limits limits_;
  Overheard overheard_;
  std::unique_ptr<BotChannel> started_;
  BotSeat seat_;
};

/// Throws std::runtime_error where the fault is the sandbox's or the machine's: nothing can be said of the bot.
void require_blame(const FaultEvent& event);

/// A game by a fresh process, from its start to its end, without the cause of a silence; nothing where it does not greet.
/// Throws as Conversation does.
boost::asio::awaitable<std::optional<Trial>> play_alone(boost::asio::io_context& context, const Subject& subject,
                                                        TrialTable table, Alteration alteration = {});

/// Says what was played: how many tables, of how many seats, and how many questions.
std::string told_tables(std::span<const TrialTable> tables, int played, std::size_t questions);

/// A bot has failed at a table: whether the number of seats makes the difference. Some variants without options are
/// played at each size, each game by a fresh process. A clause with "; " before it if it fails in all of this size and in
/// none of another; else empty. Throws std::system_error when no process can be started.
boost::asio::awaitable<std::string> tell_sizes(boost::asio::io_context& context, const Subject& subject,
                                               std::span<const TrialTable> tables, const TrialTable& failed);

/// Changes of lines that a bot which keeps to protocol.md does not mind. Each takes and returns whole lines; an `ask` stays
/// the last one.
namespace alter {

/// Before each line but `hello` one whose first word is unknown, once one of 4096 bytes; unknown keys beside the rules.
std::string add_unknown_lines(std::string_view lines);

/// Unknown fields before the `:` of an `ask`, and at the end of every line that is made of fields.
std::string add_unknown_fields(std::string_view lines);

/// Every third question to play is of an unknown kind. `asked`: questions to play so far.
std::string rename_kinds(std::string_view lines, int& asked);

/// Before each line but `hello` an empty one.
std::string add_empty_lines(std::string_view lines);

/// After these lines as many unknown ones as fill the largest block that a language reads by itself.
std::string add_many_lines(std::string_view lines);

/// Every line ends in CR LF.
std::string end_in_crlf(std::string_view lines);

/// MOVE and BANK of each `ask` as at the start of a game: they tell nothing about the time that went by.
std::string stop_clocks(std::string_view lines, const Limits& limits);

}  // namespace alter

}  // namespace arena
