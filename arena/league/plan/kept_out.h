#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arena/records/bot_status.h"

namespace arena {

/// The bots that the organiser keeps out of a league. They stay in the league file, but do not play.
struct KeptOut {
  std::string file;              ///< the league file
  std::filesystem::path folder;  ///< the folder of the league
  const BotStatuses& statuses;   ///< must outlive this object

  /// Returns what was decided about a bot, such as "goose is withdrawn (2031-05-17: reason)", or nothing if it may
  /// play.
  std::optional<std::string> why(const std::string& bot) const;
  /// Throws InputError that names the place in the league file, which needs this bot, if it is kept out. `remedy` says
  /// what to do instead of taking it back.
  void check(const std::string& bot, std::string_view place, std::string_view remedy) const;
  /// Returns why the league cannot be played if fewer than two bots are left because others are kept out, and how to
  /// take one back; nothing otherwise.
  std::optional<std::string> why_too_few(std::size_t left) const;

 private:
  std::string to_take_back(const std::string& bot) const;
};

}  // namespace arena
