#include "arena/app/commands/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "arena/app/commands/results_text.h"
#include "arena/base/text/screen.h"
#include "arena/results/ratings/figure_text.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

// A line a second is too much in the log of a long run, so lines become rarer as the run gets longer.
constexpr auto kPlainEvery = std::chrono::milliseconds(1000);
constexpr auto kPlainEveryMost = std::chrono::milliseconds(60'000);
constexpr std::size_t kLeaderBotsMax = 200;  // with more bots, every worker would wait for the rating
constexpr auto kTerminalEvery = std::chrono::milliseconds(100);

/// A part of the line. If there is no room, the parts with the highest `spare` are left out first.
struct Part {
  std::string text;
  int spare = 0;
};

/// Joins as many parts as fit into the columns, because a line that the terminal breaks cannot be overwritten.
std::string joined_to(std::vector<Part> parts, std::size_t columns) {
  while (true) {
    std::string line = hearts::joined(parts, ", ", &Part::text);
    const auto first_to_go = std::ranges::max_element(parts, {}, &Part::spare);
    if (columns_of(line) <= columns || first_to_go->spare == 0) return cut_to_columns(std::move(line), columns);
    parts.erase(first_to_go);
  }
}

std::string leader_text(const RatedRuns& rated) {
  const std::optional<Leader> leader = rated.leader();
  if (!leader) return {};
  const auto name = [&](int bot) { return rated.bots()[static_cast<std::size_t>(bot)]; };
  return fmt::format("{} leads {} by {} ± {} Elo so far", name(leader->bot), name(leader->second),
                     fixed(leader->lead.value, 0), width_text(leader->lead.plus_minus, 0));
}

}  // namespace

void ProgressLine::game_over(const GameRecord& record, int done, const RatedRuns& rated) {
  ++played_;
  faults_ += static_cast<int>(record.result.faults.size());
  const auto now = std::chrono::steady_clock::now();
  const bool last = done == planned_ && last_line_faults_ != faults_;
  if (done == planned_ && !last) return;  // several tables count their last games before any of them gets here
  const auto sofar = std::chrono::duration_cast<std::chrono::milliseconds>(now - started_);
  const auto every = redraws_ ? kTerminalEvery : std::clamp(sofar / 20, kPlainEvery, kPlainEveryMost);
  if (!last && now - shown_at_ < every) return;
  shown_at_ = now;
  if (last) last_line_faults_ = faults_;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double rate = static_cast<double>(played_) / std::max(seconds, 1e-6);
  std::vector<Part> parts = {{fmt::format("{} of {}", done, hearts::counted(planned_, "game")), 0},
                             {fmt::format("{:.1f} a second", rate), 4}};
  if (!last) parts.push_back({duration_text(static_cast<double>(planned_ - done) / rate) + " to go", 1});
  if (std::string who = standing(rated, now); !last && !who.empty()) parts.push_back({std::move(who), 3});
  if (faults_ > 0) parts.push_back({hearts::counted(faults_, "fault"), 2});
  if (!redraws_) {
    std::cerr << joined_to(std::move(parts), Page::kAnyWidth) << "\n";
    return;
  }
  std::cerr << "\r\033[K" << joined_to(std::move(parts), terminal_size(STDERR_FILENO).columns - 1) << std::flush;
  shown_ = true;
}

void ProgressLine::clear() {
  if (!shown_ || !redraws_) return;
  std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

std::string ProgressLine::standing(const RatedRuns& rated, std::chrono::steady_clock::time_point now) {
  if (rated.bots().size() > kLeaderBotsMax || !pace_.is_due(now)) return standing_;
  const std::optional<DuelReport> duel = rated.duel();
  standing_ = duel ? duel_progress(*duel) : leader_text(rated);
  pace_.done(now, LivePace::Clock::now());
  return standing_;
}

}  // namespace arena::cli
