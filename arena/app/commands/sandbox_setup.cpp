#include "arena/app/commands/sandbox_setup.h"

#include <fmt/ranges.h>
#include <spdlog/logger.h>
#include <unistd.h>

#include "arena/base/text/input_error.h"
#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/league/run/run.h"

namespace arena::cli {
namespace {

/// The level asked for or the strongest, tried by the canary. Throws InputError: not to be had, or less than required.
Isolation choose_isolation(const IsolationOptions& options, const SandboxPrograms& programs, const Reaper& reaper,
                           spdlog::logger& log) {
  const auto refuse = [](std::string_view level, const std::string& why) {
    throw InputError("this machine has no isolation '" + std::string(level) + "': " + why +
                     "; 'arena doctor' says what to do");
  };
  const Isolation required = find_isolation(options.required).value_or(Isolation::none);
  if (const auto asked = find_isolation(options.asked)) {
    if (*asked < required)
      throw InputError("--isolation " + options.asked + " is less than --require-isolation " + options.required);
    if (*asked == Isolation::none) {
      log.warn("bots run WITHOUT isolation, as asked: they can read your files and use the network");
    } else if (const LevelProbe probe = probe_level(programs, *asked, &reaper); !probe.failure.empty()) {
      refuse(options.asked, probe.failure);
    } else {
      log.info("isolation: {}", options.asked);
    }
    return *asked;
  }
  const IsolationProbe probe = probe_isolation(programs, Isolation::full, &reaper);
  const Isolation best = probe.best.isolation;
  if (best < required) refuse(options.required, find_missed(probe, required)->failure);
  if (!probe.best.failure.empty()) throw MachineFault("no bot can be started: " + probe.best.failure);
  if (best == Isolation::full) {
    log.info("isolation: full");
    return best;
  }
  const std::string_view why = probe.missed.front().failure;
  if (best == Isolation::user) {
    log.info("isolation: user; not full: {}", why);
  } else if (best == Isolation::confined) {
    log.warn("isolation: confined, without namespaces and /tmp: {}", probe.missed.back().failure);
  } else {
    log.warn("bots run WITHOUT isolation: {}", probe.missed.back().failure);
    log.warn("they can read your files and use the network; run only bots that you trust");
  }
  return best;
}

}  // namespace

void add_isolation_options(Command& command, IsolationOptions& options) {
  command
      .value("--isolation", options.asked,
             "auto: the strongest that can be had; a level: that one, or stop; none: without")
      .one_of({"auto", "full", "user", "confined", "none"})
      .show_default();
  command.value("--require-isolation", options.required, "the least level to play at, or stop")
      .one_of({"full", "user", "confined", "none"})
      .show_default();
}

std::vector<std::string> limits_too_low(std::span<const BotEntry> bots, Isolation isolation) {
  Resources most;
  for (const BotEntry& bot : bots) most = most_of(most, bot.command.resources);
  return limits_too_low(most, isolation);
}

void require_limits(std::span<const BotEntry> bots, Isolation isolation) {
  if (const auto low = limits_too_low(bots, isolation); !low.empty())
    throw MachineFault(fmt::format("bots would inherit limits of this shell: {}", fmt::join(low, "; ")));
}

BotSandbox::BotSandbox(const IsolationOptions& options, spdlog::logger& log, std::span<const BotEntry> bots)
    : staging_(temporary_folders(), ::geteuid() == 0), sandbox_{Isolation::none, {}} {
  reaper_.watch_folder(staging_.path());
  const Isolation wanted = find_isolation(options.asked).value_or(Isolation::full);
  require_limits(bots, wanted);
  sandbox_.programs = find_sandbox_programs(staging_, wanted);
  sandbox_.isolation = choose_isolation(options, sandbox_.programs, reaper_, log);
  if (sandbox_.isolation != Isolation::full) return;
  std::string reason;
  cgroups_ = CgroupParent::open(reason, &reaper_);
  if (!cgroups_) throw MachineFault(reason);
  sandbox_.cgroups = cgroups_.get();
  if (!cgroups_->has_weights()) {
    log.warn("control groups have no weights of processors here: a bot with many threads gets more than others");
  }
}

}  // namespace arena::cli
