#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// What stands for a path of this machine in a command that is published.
inline constexpr std::string_view kPathOfMachine = "<path>";

/// A command as it may be published: of each word what comes before a path out of the bot's folder, and "<path>" for the
/// rest of it. Paths of system folders, which all bots see, stay.
std::vector<std::string> published_command(const std::vector<std::string>& words);

}  // namespace arena
