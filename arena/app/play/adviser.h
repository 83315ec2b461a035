#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace arena {

class BotChannel;

/// The bot that the command `hint` asks what it would play.
struct Adviser {
  std::string name;
  /// Starts a process of the bot. Throws std::system_error. Empty if there is no such bot.
  std::function<std::unique_ptr<BotChannel>(boost::asio::io_context&)> open;
  std::string missing;  ///< if `open` is empty: a sentence that says why, and what to do
};

/// Holds the answer that the adviser would give, or why it is unknown.
struct Proposal {
  std::vector<std::string> words;    ///< offered words, as many as the question asks for; empty if there is an error
  std::vector<std::string> notes;    ///< its last `info` lines and comments, printable
  std::optional<std::string> error;  ///< a sentence
};

/// How long an adviser may take, from its start to its answer.
inline constexpr std::chrono::seconds kHintTime{10};

/// Starts the adviser, sends it `lines`, and returns its answer to the question that they end with. `lines` are those
/// that the person's seat has received: `hello`, the game so far, and the `ask`. The process ends before this returns.
/// Whatever the adviser does becomes a Proposal, after kHintTime at most.
boost::asio::awaitable<Proposal> ask_adviser(const Adviser& adviser, std::string_view lines);

}  // namespace arena
