#pragma once

#include <string>
#include <vector>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

/// Copies of bots, to start them from. A copy has the files that the bot's hash covers and no others, without setuid,
/// setgid and sticky bits; bots of one hash share one. The copies stay as long as the staging folder, which must outlast
/// this.
class BotCopies {
 public:
  /// Throws InputError that names the bot when its files have changed or cannot be read, std::system_error when a copy
  /// cannot be written.
  BotCopies(const std::vector<BotEntry>& bots, const Staging& staging);

  /// What starts them, in the order of the bots.
  const std::vector<BotCommand>& commands() const { return commands_; }

  /// Takes new copies in place of those that ran: whoever runs from a new one maps no page of the old. Only while no bot
  /// runs. Throws std::system_error.
  void renew();

 private:
  const Staging& staging_;
  std::vector<BotEntry> bots_;  // their commands start the first copies, from which nothing runs when there are others
  std::vector<BotCommand> commands_;
};

/// What was left behind of a bot that does not start, for its author; empty for a folder with bot.json.
std::string copied_note(const BotEntry& bot);

}  // namespace arena
