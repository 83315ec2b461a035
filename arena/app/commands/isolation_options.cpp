#include "arena/app/commands/isolation_options.h"

#include <spdlog/logger.h>

namespace arena::cli {

void add_isolation_options(Command& command, IsolationChoice& choice) {
  command
      .value("--isolation", choice.asked,
             "auto: the strongest that can be had; a level: that one, or stop; none: without")
      .one_of({"auto", "full", "user", "confined", "none"})
      .show_default();
  command.value("--require-isolation", choice.required, "the least level to play at, or stop")
      .one_of({"full", "user", "confined", "none"})
      .show_default();
}

TellSandbox tell_on(spdlog::logger& log) {
  return [&log](const SandboxRemark& remark) {
    log.log(remark.is_warning ? spdlog::level::warn : spdlog::level::info, "{}", remark.text);
  };
}

}  // namespace arena::cli
