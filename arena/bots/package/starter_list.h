#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arena {

/// A small bot in one language, from which a new author starts.
struct Starter {
  std::string_view language;     ///< the name that users give, and that of its folder in sample_bots/starters/
  std::string_view title;        ///< the language's name for people
  std::string_view programs;     ///< those that build and run it, which are in its bot.json, separated by spaces
  std::string_view packages;     ///< packages of Debian and Ubuntu that it needs, separated by spaces
  std::string_view source;       ///< the file with the function choose()
  std::string_view module;       ///< path of the client module that it uses; empty if it uses none
  std::string_view other_names;  ///< other names that users may give, separated by spaces
};

std::span<const Starter> starters();

/// Returns the command that installs this interpreter or compiler on Debian, "apt-get install php-cli", if a starter
/// needs the program. Returns an empty text otherwise.
std::string install_command(std::string_view program);

}  // namespace arena
