#include "arena/bots/doctor/bot_sandbox.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <charconv>
#include <limits>
#include <optional>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/bots/sandbox/user_ids.h"

namespace arena {
namespace {

/// Returns the level asked for, or the strongest that works, as the canary tests it. Throws InputError if the level
/// does not work or is weaker than required.
Isolation choose_isolation(const IsolationChoice& choice, const SandboxPrograms& programs, const Reaper& reaper,
                           const ReportRemark& report) {
  const auto refuse = [](std::string_view level, const std::string& why) {
    throw InputError("this machine cannot isolate bots at the level '" + std::string(level) + "': " + why +
                     "; 'arena doctor' says what to do");
  };
  const Isolation required = find_isolation(choice.required).value_or(Isolation::none);
  if (const auto asked = find_isolation(choice.asked)) {
    if (*asked < required)
      throw InputError("--isolation " + choice.asked + " is weaker than --require-isolation " + choice.required);
    if (*asked == Isolation::none) {
      report({true, "bots run WITHOUT isolation, as you asked: they can read your files and use the network"});
    } else if (const LevelProbe probe = probe_level(programs, *asked, &reaper); !probe.failure.empty()) {
      refuse(choice.asked, probe.failure);
    } else {
      report({false, "isolation: " + choice.asked});
    }
    return *asked;
  }
  const IsolationProbe probe = probe_isolation(programs, Isolation::full, &reaper);
  const Isolation best = probe.best.isolation;
  if (best < required) refuse(choice.required, find_missed(probe, required)->failure);
  if (!probe.best.failure.empty()) throw MachineFault("no bot can be started: " + probe.best.failure);
  if (best == Isolation::full) {
    report({false, "isolation: full"});
    return best;
  }
  const std::string_view why = probe.missed.front().failure;
  if (best == Isolation::user) {
    report({false, fmt::format("isolation: user; not full: {}", why)});
  } else if (best == Isolation::confined) {
    report({true, fmt::format("isolation: confined, which has no namespaces and no /tmp; not user: {}",
                              probe.missed.back().failure)});
  } else {
    report({true, fmt::format("bots run WITHOUT isolation: {}", probe.missed.back().failure)});
    report({true, "they can read your files and use the network; run only bots that you trust"});
  }
  return best;
}

std::optional<unsigned> parse_id(std::string_view text) {
  unsigned id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return id;
}

}  // namespace

UserIdRange parse_user_ids(std::string_view text) {
  const std::size_t dash = text.find('-');
  const std::optional<unsigned> first = parse_id(text.substr(0, dash));
  const std::optional<unsigned> last = dash == std::string_view::npos ? std::nullopt : parse_id(text.substr(dash + 1));
  if (!first || !last || *first == 0 || *last == std::numeric_limits<unsigned>::max())
    throw InputError(fmt::format("--user-ids: '{}' is not a range of user ids, such as {}", printable(text, 60),
                                 text_of(kUserIdRanges[0])));
  if (*last < *first || *last - *first < kUserIdsMin - 1)
    throw InputError(
        fmt::format("--user-ids: {} has too few ids; a range must have at least {}", printable(text, 60), kUserIdsMin));
  if (*last - *first >= kUserIdsMax)
    throw InputError(
        fmt::format("--user-ids: {} has too many ids; a range may have at most {}", printable(text, 60), kUserIdsMax));
  return {*first, *last};
}

std::vector<std::string> limits_too_low(std::span<const BotEntry> bots, Isolation isolation) {
  Resources most;
  for (const BotEntry& bot : bots) most = most_of(most, bot.command.resources);
  return limits_too_low(most, isolation);
}

void require_limits(std::span<const BotEntry> bots, Isolation isolation) {
  if (const auto low = limits_too_low(bots, isolation); !low.empty())
    throw MachineFault(fmt::format("the limits of this shell are too low for bots: {}", fmt::join(low, "; ")));
}

BotSandbox::BotSandbox(const IsolationChoice& choice, const ReportRemark& report, std::span<const BotEntry> bots)
    : staging_(temporary_folders(), ::geteuid() == 0,
               [this](const std::filesystem::path& made) { reaper_.watch_folder(made); }),
      sandbox_{Isolation::none, {}} {
  const Isolation wanted = find_isolation(choice.asked).value_or(Isolation::full);
  require_limits(bots, wanted);
  sandbox_.programs = find_sandbox_programs(staging_, wanted);
  std::string shared;
  users_ =
      UserIds::open(shared, choice.user_ids.empty() ? std::nullopt : std::optional(parse_user_ids(choice.user_ids)));
  sandbox_.users = users_.get();
  if (!shared.empty())
    report({true,
            fmt::format("all bots run with the user id {}, so two bots of a table can communicate through the limits "
                        "that the kernel counts by user: {}; --user-ids names other ids",
                        kUnprivilegedId, shared)});
  sandbox_.isolation = choose_isolation(choice, sandbox_.programs, reaper_, report);
  if (sandbox_.isolation == Isolation::full) {
    std::string reason;
    cgroups_ = CgroupParent::open(reason, &reaper_);
    if (!cgroups_) throw MachineFault(reason);
    sandbox_.cgroups = cgroups_.get();
  }
  server_ = start_fork_server(sandbox_.programs, sandbox_.isolation, users_.get());
  sandbox_.server = server_.get();
  if (cgroups_ && !cgroups_->has_weights()) {
    report({true,
            "control groups cannot share processors by weight here: a bot with many threads gets more processor time "
            "than others"});
  }
}

}  // namespace arena
