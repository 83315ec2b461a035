// The part of RatedRuns that is about runs that end when something is decided: duels, and searches for the first bots.

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/contenders.h"
#include "arena/results/ratings/rated_runs.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// A number after those of all blocks.
constexpr int kEveryBlock = std::numeric_limits<int>::max();

/// Finds p-values of leads in a table, whose p-values must be those of Looks::Kind::open.
LeadP lead_p_of(const StandingsTable& table) {
  std::map<int, int> row_of;
  for (std::size_t row = 0; row < table.rows.size(); ++row) row_of[table.rows[row].bot] = static_cast<int>(row);
  return [&table, row_of](int bot, int over) -> std::optional<double> {
    const auto row = row_of.find(bot);
    const auto column = row_of.find(over);
    if (row == row_of.end() || column == row_of.end()) return std::nullopt;
    const Pairing& pairing = table.pairings(row->second, column->second);
    return pairing.elo && pairing.elo->value > 0 ? pairing.p : std::nullopt;
  };
}

}  // namespace

/// Finds out whether these stages of one run are those of a league that looks for its first bots.
void RatedRuns::set_contest(const std::map<std::string, const Manifest*>& runs) {
  const Manifest* last = runs.begin()->second;
  for (const auto& [id, manifest] : runs) {
    if (manifest->stage.number > last->stage.number) last = manifest;
  }
  if (last->until_first == 0) return;
  contest_ = *last;
  for (const auto& [id, manifest] : runs) {
    for (const auto& [other, run] : runs_) {
      for (const std::string& name : manifest->stage.outclassed) {
        if (!run.bots.contains(name)) continue;
        int& blocks = left_at_.try_emplace(run.bots.at(name), manifest->stage.blocks).first->second;
        blocks = std::min(blocks, manifest->stage.blocks);
      }
    }
  }
}

std::optional<Withdrawal::Found> RatedRuns::withdrawn(const Manifest& stage, int end_block) const {
  return runs_.at(run_id(stage)).withdrawal.find(end_block);
}

Contest RatedRuns::contest_at(const Manifest& stage, int end_block) const {
  const std::optional<Withdrawal::Found> gone = withdrawn(stage, end_block);
  Contest contest{stage.until_first, {}, static_cast<int>(stage.stage.outclassed.size())};
  for (const BotEntry& bot : stage.bots) {
    if (gone && std::ranges::find(gone->bots, bot.name) != gone->bots.end()) continue;
    contest.current.push_back(bot_of(run_id(stage), bot.name).value());
    ++contest.bots;
  }
  return contest;
}

std::vector<std::string> RatedRuns::outclassed(const Manifest& stage, int end_block) const {
  const Contest contest = contest_at(stage, end_block);
  const std::vector<int> found =
      find_outclassed(scores_->complete(end_block), scores_->bots(), scores_->variants(), contest);
  std::vector<std::string> names;
  for (const BotEntry& bot : stage.bots) {
    if (std::ranges::find(found, bot_of(run_id(stage), bot.name)) != found.end()) names.push_back(bot.name);
  }
  return names;
}

FirstBots RatedRuns::first_bots(const Standings& standings) const {
  const Contest contest = contest_at(*contest_, runs_.at(run_id(*contest_)).has_ended ? kEveryBlock : 0);
  FirstBots first{contest.first, contest.current, left_at_};
  for (const int bot : find_outclassed(lead_p_of(standings.overall), contest)) {
    std::erase(first.contenders, bot);
    first.left_at[bot] = standings.overall.blocks;
  }
  for (const auto& [bot, status] : standings.field.statuses) {
    std::erase(first.contenders, bot);
    if (status.state != BotState::replaced && !first.left_at.contains(bot)) first.withdrawn.push_back(bot);
  }
  return first;
}

DuelState RatedRuns::duel_at(int reached) const {
  return judge_duel(*scores_, rated_.front().name, duel_.value().test, duel_->looks, reached);
}

std::optional<DuelReport> RatedRuns::duel() const {
  if (!duel_) return whole_duel_;
  const DuelState state = duel_at(duel_->is_over ? duel_->looks.back() : 0);
  return DuelReport{duel_->test, field_.bots.at(0), field_.bots.at(1), field_.variants, duel_->is_over, state};
}

}  // namespace arena
