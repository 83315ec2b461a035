#include "arena/bots/protocol/limit_keys.h"

#include <array>

namespace arena {
namespace {

constexpr int kDayMs = 86'400'000;
constexpr int kQuitMsMax = 60'000;  // stopping the arena waits for this

constexpr auto kKeys = std::to_array<LimitKey>({
    {"startup_ms", &Limits::startup, 1, kDayMs, "for a bot to start and print 'ready'", "startup", "--startup", false,
     true},
    {"move_ms", &Limits::move, 1, kDayMs, "for one answer", "move", "--move"},
    {"bank_ms", &Limits::bank, 1, kDayMs, "for all answers of a game together", "bank", "--bank"},
    {"increment_ms", &Limits::increment, 0, kDayMs, "added to the bank after each answer", "increment", "--increment"},
    {"laws_ms", &Limits::laws, 1, kDayMs, "for all questions of a game about the laws of the table", "laws",
     "--law-time", true},
    {"grace_ms", &Limits::grace, 0, kDayMs, "tolerated before a late answer becomes a fault", "grace", "--grace"},
    {"quit_ms", &Limits::quit, 0, kQuitMsMax, "for a bot's process to end after 'quit'", {}, {}, false, true},
    {"tries", &Limits::tries, 1, 100, "tries to answer a question"},
    {"faults", &Limits::faults, 1, 1000, "faults in a game, the last of which forfeits it"},
    {"stray_lines", &Limits::stray_lines, 0, 100'000, "info, comment and empty lines between two answers"},
    {"live_events",
     &Limits::live_events,
     0,
     1,
     "send events immediately to bots that ask for this in 'ready'",
     {},
     "--live-events",
     false,
     true},
    {"freeze_waiting", &Limits::freeze, 0, 1,
     "stop each bot's process between its answer and its next question, so that no bot thinks in others' time",
     "freeze", "--freeze", true, true},
    {"newgame_ms", &Limits::newgame, 1, kDayMs, "to set up a game, before the clock of its first question starts",
     "newgame", "--newgame", true},
});

}  // namespace

std::int64_t LimitKey::of(const Limits& limits) const {
  if (const Time* member = time()) return (limits.**member).count();
  return flag() ? limits.**flag() : limits.*std::get<Count>(value);
}

void LimitKey::set(Limits& limits, std::int64_t number) const {
  if (const Time* member = time()) limits.** member = std::chrono::milliseconds(number);
  if (const Count* member = std::get_if<Count>(&value)) limits.** member = static_cast<int>(number);
  if (const Flag* member = flag()) limits.** member = number != 0;
}

Limits with_values(Limits limits, std::span<const LimitValue> values) {
  for (const auto& [key, number] : values) key->set(limits, number);
  return limits;
}

std::vector<LimitValue> differing_limits(const Limits& limits, const Limits& others) {
  std::vector<LimitValue> values;
  for (const LimitKey& key : kKeys) {
    if (key.of(limits) != key.of(others)) values.emplace_back(&key, key.of(limits));
  }
  return values;
}

std::string limits_text(std::span<const LimitValue> values) {
  std::string text;
  for (const auto& [key, number] : values)
    text.append(text.empty() ? "" : " ").append(key->name).append("=").append(std::to_string(number));
  return text;
}

std::span<const LimitKey> limit_keys() { return kKeys; }

}  // namespace arena
