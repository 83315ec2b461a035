#include "arena/admission/submit/entrant_status.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "arena/admission/submit/intake.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/league/plan/resolve_league.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Returns the name of the user who runs this program.
std::string user_name() {
  const passwd* user = ::getpwuid(::getuid());
  return user == nullptr ? std::to_string(::getuid()) : printable(user->pw_name, 100);
}

/// Throws InputError if neither the league file nor the ledger nor an earlier decision has a bot of this name.
void check_is_in_league(const Ledger& ledger, const std::string& bot) {
  std::set<std::string> names;
  std::map<std::string, std::string> submitted;  // names by entrant
  for (const SubmittedBot& one : ledger.read()) {
    names.insert(one.name);
    for (const SubmittedVersion& version : one.versions) submitted[entrant_word(one, version)] = one.name;
  }
  for (const StatusChange& change : ledger.read_status_changes()) names.insert(change.bot);
  const League league = read_league(ledger.league_file(), 0);
  for (const League::Entrant& entrant : league.entrants) {
    if (!entrant.name.empty()) names.insert(entrant.name);
  }
  if (names.contains(bot)) return;
  std::optional<InputError> missing;  // another bot that is missing does not matter if this one is found
  for (std::size_t i = 0; i < league.entrants.size(); ++i) {
    const League::Entrant& entrant = league.entrants[i];
    if (!entrant.name.empty() || submitted.contains(entrant.bot)) continue;
    try {
      names.insert(identify_entrant(league, i).name);
    } catch (const InputError& error) {
      if (!missing) missing = error;
    }
  }
  if (names.contains(bot)) return;
  if (missing) throw InputError(*missing);
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw InputError(fmt::format("{} has no bot '{}'{}; to list its submitted bots: arena submissions {}",
                               ledger.league_file().string(), printable(bot, 60), hearts::nearest_note(bot, known),
                               shell_quoted(ledger.league_folder().string())));
}

std::string_view command_of(BotState state) {
  constexpr std::string_view kCommands[] = {"reinstate", "withdraw", "disqualify"};
  return kCommands[static_cast<std::size_t>(state)];
}

/// Throws InputError if the bot cannot change from one state to the other.
void check_change(const Ledger& ledger, const std::string& bot, const BotStatuses& statuses, BotState state) {
  const auto found = statuses.find(bot);
  if (state == BotState::reinstated) {
    if (found != statuses.end()) return;
    throw InputError(fmt::format(
        "{} takes part in the league, so there is nothing to reinstate. If a run left it out after forfeits in a row, "
        "enter another version of it: arena submit BOT --league {}",
        bot, shell_quoted(ledger.league_folder().string())));
  }
  if (found == statuses.end()) return;
  const bool is_milder = found->second.state == BotState::disqualified && state == BotState::withdrawn;
  if (found->second.state != state && !is_milder) return;
  throw InputError(fmt::format(
      "{} is already {}; nothing has changed. To {} it {}, first: arena reinstate {} --league {} --reason REASON", bot,
      status_text(found->second), command_of(state), is_milder ? "instead" : "for another reason", bot,
      shell_quoted(ledger.league_folder().string())));
}

}  // namespace

BotStatus change_status(const Ledger& ledger, const std::string& bot, BotState state, const std::string& reason) {
  if (reason.empty()) throw InputError("--reason must say why: the standings show it");
  if (const auto flaw = line_flaw(reason, kReasonBytesMax)) throw InputError("--reason " + *flaw);
  check_is_in_league(ledger, bot);
  const Ledger::Lock lock(ledger);
  std::vector<StatusChange> changes = ledger.read_status_changes();
  check_change(ledger, bot, current_statuses(changes), state);
  changes.push_back({bot, {state, time_now(), reason}, user_name()});
  ledger.write_status_changes(changes, lock);
  return changes.back().status;
}

std::optional<BotStatus> find_status(const Ledger& ledger, const std::string& bot) {
  const BotStatuses statuses = current_statuses(ledger.read_status_changes());
  const auto found = statuses.find(bot);
  return found == statuses.end() ? std::nullopt : std::optional(found->second);
}

void refuse_disqualified(const Ledger& ledger, const std::string& bot) {
  const std::optional<BotStatus> status = find_status(ledger, bot);
  if (!status || status->state != BotState::disqualified) return;
  throw Refusal(fmt::format("{} is {}", bot, status_text(*status)), "Ask the organiser, who can reinstate the bot.");
}

}  // namespace arena
