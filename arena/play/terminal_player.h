#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/bots/processless_channel.h"
#include "arena/play/choice.h"
#include "arena/play/table_state.h"
#include "arena/play/typed_line.h"
#include "arena/text/card_paint.h"
#include "arena/play/terminal.h"

namespace arena {

/// The person has left the table: thrown by receive(), it ends the game.
class PlayerLeft : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A question as a person gets it: ask ID KIND N MOVE BANK : WORD ...
struct HeardQuestion {
  std::string id;
  std::string kind;
  std::vector<std::string> words;
  std::size_t count = 1;
};

/// A person at a terminal, in the place of a bot: gets a bot's lines and no others, tells them, and answers with what is
/// typed. Its clock stands still, so a person has all the time there is. What cannot be played is refused here with the
/// reason; the table hears legal answers alone.
class TerminalPlayer final : public ProcesslessChannel {
 public:
  /// The terminal must outlive it.
  explicit TerminalPlayer(Terminal& terminal) : terminal_(terminal) {}

  boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override;
  boost::asio::awaitable<Incoming> receive(TimePoint deadline) override;
  std::optional<Incoming> poll() override { return std::nullopt; }
  std::size_t push(std::string_view text) override;
  boost::asio::awaitable<ProcessEnd> ended(Duration wait) override;
  boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override;
  TimePoint now() const override { return {}; }

 private:
  void hear(std::string_view text);
  void hear_line(std::string_view line);
  void say(const std::string& text);
  CardPaint paint() const { return {state_.rules->deck(), terminal_.color()}; }
  hearts::CardSet offered() const;
  void show_question();
  boost::asio::awaitable<TypedLine> prompt(const std::string& text);
  boost::asio::awaitable<void> make(Choice& choice);
  /// True when the choice stands.
  boost::asio::awaitable<bool> obey(TableWord command, const std::vector<std::string>& words, Choice& choice);
  bool add_words(const std::vector<std::string>& words, Choice& choice);
  boost::asio::awaitable<void> ask_to_leave();

  Terminal& terminal_;
  TableState state_;
  std::string unread_;  ///< the start of a line
  std::optional<HeardQuestion> question_;
  std::string answer_;
  bool greeted_ = false;
};

}  // namespace arena
