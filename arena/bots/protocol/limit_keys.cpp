#include "arena/bots/protocol/limit_keys.h"

#include <array>

namespace arena {
namespace {

constexpr int kDayMs = 86'400'000;
constexpr int kQuitMsMax = 60'000;  // a stop waits for it

constexpr auto kKeys = std::to_array<LimitKey>({
    {"startup_ms", &Limits::startup, 1, kDayMs, "startup", "--startup", "from the start of a bot to its 'ready'", false,
     true},
    {"move_ms", &Limits::move, 1, kDayMs, "move", "--move", "for one answer"},
    {"bank_ms", &Limits::bank, 1, kDayMs, "bank", "--bank", "for all answers of a game"},
    {"increment_ms", &Limits::increment, 0, kDayMs, "increment", "--increment", "added to the bank after each answer"},
    {.name = "laws_ms",
     .value = &Limits::laws,
     .least = 1,
     .most = kDayMs,
     .time_field = "laws",
     .option = "--law-time",
     .help = "for all questions of the laws of the table in a game",
     .only_if_set = true},
    {"grace_ms", &Limits::grace, 0, kDayMs, "grace", "--grace", "before lateness is a fault"},
    {.name = "quit_ms",
     .value = &Limits::quit,
     .least = 0,
     .most = kQuitMsMax,
     .help = "from 'quit' to the end of its process",
     .of_process = true},
    {.name = "tries", .value = &Limits::tries, .least = 1, .most = 100, .help = "tries to answer a question"},
    {.name = "faults",
     .value = &Limits::faults,
     .least = 1,
     .most = 1000,
     .help = "faults in a game, the last of which forfeits it"},
    {.name = "stray_lines",
     .value = &Limits::stray_lines,
     .least = 0,
     .most = 100'000,
     .help = "info, comment and empty lines between two answers"},
    {.name = "live_events",
     .value = &Limits::live_events,
     .option = "--live-events",
     .help = "send events at once to bots that ask for it in 'ready'",
     .of_process = true},
    {.name = "freeze_waiting",
     .value = &Limits::freeze,
     .time_field = "freeze",
     .option = "--freeze",
     .help = "stop each bot from its answer to its next question; nobody thinks in others' time",
     .only_if_set = true,
     .of_process = true},
});

}  // namespace

std::int64_t LimitKey::of(const Limits& limits) const {
  if (const Time* member = time()) return (limits.**member).count();
  if (const Flag* member = flag()) return limits.**member ? 1 : 0;
  return limits.*std::get<Count>(value);
}

void LimitKey::set(Limits& limits, std::int64_t number) const {
  if (const Time* member = time()) limits.** member = std::chrono::milliseconds(number);
  if (const Count* member = std::get_if<Count>(&value)) limits.** member = static_cast<int>(number);
  if (const Flag* member = flag()) limits.** member = number != 0;
}

std::span<const LimitKey> limit_keys() { return kKeys; }

}  // namespace arena
