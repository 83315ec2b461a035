#include "arena/league/plan/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "arena/game/schedule/schedule.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether the other bots can play another stage, or need none because they are the first.
bool can_leave(const Departure& gone, Manifest stage) {
  if (is_settled(stage, gone)) return true;
  const std::vector<std::string> left = bots_left(stage, gone);
  std::erase_if(stage.bots, [&](const BotEntry& bot) { return !contains(left, bot.name); });
  return !schedule_problem(schedule_rules(stage));
}

}  // namespace

std::optional<std::string> contest_problem(const Manifest& manifest, bool may_have_begun) {
  if (manifest.until_first == 0) return std::nullopt;
  if (manifest.duel) return " cannot be used in a duel";
  if (manifest.challengers > 0) return " cannot be used in a gauntlet";
  if (manifest.every_set) return " cannot be used in a full round-robin";
  return may_have_begun ? std::nullopt : contest_size_problem(manifest);
}

std::optional<std::string> contest_size_problem(const Manifest& manifest) {
  if (manifest.until_first < std::ssize(manifest.bots)) return std::nullopt;
  return fmt::format(": the league must have more bots than the {} that it looks for, but it has {}",
                     manifest.until_first, hearts::counted(manifest.bots.size(), "bot"));
}

std::optional<Withdrawal::Found> find_left_out(const Manifest& stage, const RatedRuns& rated, int looked_at,
                                               int end_block) {
  if (stage.until_first == 0) return std::nullopt;
  const int first_open = rated.first_open_block(run_id(stage), stage.stage.first_block);
  for (const int look : stage_chunk_ends(stage)) {
    if (look <= looked_at) continue;
    if (look > std::min(end_block, first_open)) return std::nullopt;
    std::vector<std::string> gone = rated.outclassed(stage, look);
    std::ranges::sort(gone);
    if (gone.empty()) continue;
    const std::optional<Withdrawal::Found> withdrawn = rated.withdrawn(stage, look);
    const Departure departure{look, withdrawn ? withdrawn->bots : std::vector<std::string>(), gone};
    if (can_leave(departure, stage)) return Withdrawal::Found{look, std::move(gone)};
  }
  return std::nullopt;
}

std::vector<std::string> Departure::bots() const {
  std::vector<std::string> all = withdrawn;
  all.insert(all.end(), outclassed.begin(), outclassed.end());
  return all;
}

std::optional<Departure> first_departure(const std::optional<Withdrawal::Found>& withdrawn,
                                         const std::optional<Withdrawal::Found>& left_out) {
  if (!withdrawn && !left_out) return std::nullopt;
  constexpr int kNever = std::numeric_limits<int>::max();
  Departure first{std::min(withdrawn ? withdrawn->end_block : kNever, left_out ? left_out->end_block : kNever), {}, {}};
  if (withdrawn && withdrawn->end_block == first.end_block) first.withdrawn = withdrawn->bots;
  if (left_out && left_out->end_block == first.end_block) first.outclassed = left_out->bots;
  return first;
}

bool is_settled(const Manifest& stage, const Departure& departure) {
  return stage.until_first > 0 && static_cast<int>(bots_left(stage, departure).size()) <= stage.until_first;
}

std::vector<std::string> bots_left(const Manifest& stage, const Departure& departure) {
  const std::vector<std::string> gone = departure.bots();
  std::vector<std::string> left;
  for (const BotEntry& bot : stage.bots) {
    if (!contains(gone, bot.name)) left.push_back(bot.name);
  }
  return left;
}

}  // namespace arena
