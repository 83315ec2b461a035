#pragma once

#include <string>
#include <vector>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {

/// Copies of bots, from which they are started. A copy has the files that the bot's hash covers and no others, without
/// setuid, setgid and sticky bits. Bots with the same hash share one copy. The copies are in the staging folder and
/// stay there as long as it exists; it must outlast this object.
class BotCopies {
 public:
  /// Throws InputError that names the bot if its files have changed or cannot be read, and std::system_error if a copy
  /// cannot be written.
  BotCopies(const std::vector<BotEntry>& bots, const Staging& staging);

  /// The commands that start the copies, in the order of the bots.
  const std::vector<BotCommand>& commands() const { return commands_; }

  /// Replaces the copies by new ones, so that a process started from now on shares no mapped page with earlier ones. No
  /// bot may run meanwhile. Throws std::system_error.
  void renew();

 private:
  const Staging& staging_;
  std::vector<BotEntry> bots_;  // their folders are the first copies, which renew() copies and never removes
  std::vector<BotCommand> commands_;
};

/// Returns a clause that says which files of a bot were copied, for the author of a bot that does not start. Returns an
/// empty text for a folder with bot.json, which is copied whole.
std::string copied_note(const BotEntry& bot);

}  // namespace arena
