#include "arena/app/commands/failed_start.h"

#include <spdlog/logger.h>

#include <optional>
#include <vector>

#include "arena/admission/check/find_cause.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena::cli {

void tell_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log) {
  log.error("{} cannot play: {}: {}", bot.name, fault_name(fault.fault), fault.detail);
  const std::vector<std::string> words = last_lines(fault.stderr_tail);
  if (!words.empty()) log.error("the end of its stderr:\n  {}", hearts::joined(words, "\n  "));
  if (const std::optional<Cause> cause = find_cause(bot, isolation, fault)) {
    log.error("{}: {}", bot.name, cause->what);
    log.error("{}: hint: {}", bot.name, cause->remedy);
  }
  log.error("{}: {}", bot.name, check_advice(bot));
}

std::string check_advice(const BotEntry& bot) { return "why, and what to do: arena check " + word_for(bot); }

}  // namespace arena::cli
