#include "arena/league/plan/kept_out.h"

#include <fmt/format.h>

#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {

/// Returns the command that takes a bot back.
std::string KeptOut::to_take_back(const std::string& bot) const {
  return fmt::format("to take {} back: arena reinstate {} --league {} --reason REASON", bot, bot,
                     shell_quoted(folder.empty() ? "." : folder.string()));
}

std::optional<std::string> KeptOut::why(const std::string& bot) const {
  const BotStatus* status = find_status(statuses, bot);
  return status == nullptr ? std::nullopt : std::optional(fmt::format("{} is {}", bot, status_text(*status)));
}

void KeptOut::check(const std::string& bot, std::string_view place, std::string_view remedy) const {
  if (const auto reason = why(bot))
    throw InputError(fmt::format("{}: {}: {}; {}; {}", file, place, *reason, remedy, to_take_back(bot)));
}

std::optional<std::string> KeptOut::why_too_few(std::size_t left) const {
  if (statuses.empty() || left >= 2) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& [bot, status] : statuses) out.push_back(*why(bot));
  return fmt::format("{}: fewer than two bots are left: {}; {}", file, hearts::joined(out, ", "),
                     to_take_back(statuses.begin()->first));
}

}  // namespace arena
