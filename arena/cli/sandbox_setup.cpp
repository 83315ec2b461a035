#include "arena/cli/sandbox_setup.h"

#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include "arena/doctor/isolation_probe.h"
#include "arena/text/json_file.h"
#include "arena/tournament/run.h"

namespace arena::cli {
namespace {

/// The level asked for, or the strongest that can be had; the canary has tried it. Throws InputError when it is not to be
/// had, or less than is required.
Isolation choose_isolation(const IsolationOptions& options, const BoxPrograms& programs, const Caretaker& caretaker,
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
    } else if (const LevelProbe probe = probe_level(programs, *asked, &caretaker); !probe.failure.empty()) {
      refuse(options.asked, probe.failure);
    } else {
      log.info("isolation: {}", options.asked);
    }
    return *asked;
  }
  const IsolationProbe probe = probe_isolation(programs, Isolation::full, &caretaker);
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

void add_isolation_options(CLI::App* command, IsolationOptions& options) {
  command
      ->add_option("--isolation", options.asked,
                   "auto: the strongest that can be had; a level: that one, or stop; none: without")
      ->check(CLI::IsMember({"auto", "full", "user", "confined", "none"}))
      ->capture_default_str();
  command->add_option("--require-isolation", options.required, "the least level to play at, or stop")
      ->check(CLI::IsMember({"full", "user", "confined", "none"}))
      ->capture_default_str();
}

BotQuarters::BotQuarters(const IsolationOptions& options, spdlog::logger& log)
    : staging_(temporary_folders(), ::geteuid() == 0), box_{Isolation::none, find_box_programs()} {
  caretaker_.watch_folder(staging_.path());
  // As root the arena starts bots as another user, who must reach the launcher.
  if (staging_.for_others()) box_.programs.launcher = staging_.add_program(box_.programs.launcher);
  box_.isolation = choose_isolation(options, box_.programs, caretaker_, log);
  if (box_.isolation != Isolation::full) return;
  std::string reason;
  cgroups_ = CgroupParent::open(reason, &caretaker_);
  if (!cgroups_) throw MachineFault(reason);
  box_.cgroups = cgroups_.get();
}

}  // namespace arena::cli
