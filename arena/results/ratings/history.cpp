#include "arena/results/ratings/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/pair_sentences.h"
#include "arena/results/ratings/standings_parts.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;

constexpr int kTextPointsMax = 12;

/// The time of a point increases with the number of blocks times the number of bots. kPointsAlways points are computed
/// even if that is more than kWorkMax in all.
constexpr std::int64_t kWorkMax = 1'000'000'000;
constexpr std::int64_t kPointsAlways = 10;

int points_max(std::size_t blocks, const Field& field) {
  const auto work = static_cast<std::int64_t>(std::max<std::size_t>(blocks * field.bots.size(), 1));
  return static_cast<int>(std::clamp<std::int64_t>(kWorkMax / work, kPointsAlways, kHistoryPointsMax));
}

/// `room` of the positions, evenly and with the last one.
std::vector<int> spread(const std::vector<int>& positions, std::int64_t room) {
  const std::int64_t count = std::ssize(positions);
  if (count <= room) return positions;
  std::vector<int> kept;
  for (std::int64_t i = 0; i < count; ++i) {
    if ((i + 1) * room / count > i * room / count) kept.push_back(positions[static_cast<std::size_t>(i)]);
  }
  return kept;
}

RatingHistory thinned(const RatingHistory& history, int most) {
  std::vector<bool> stays;
  for (const HistoryPoint& point : history) stays.push_back(point.ends_stage);
  RatingHistory kept;
  for (const int i : thinned_positions(stays, most)) kept.push_back(history[at(i)]);
  return kept;
}

std::string elo_text(const std::optional<Figure>& elo) {
  if (!elo) return std::string(kNotKnown);
  return fixed(elo->value, 0) + (elo->plus_minus ? " ±" + width_text(elo->plus_minus, 0) : "");
}

}  // namespace

std::vector<int> thinned_positions(const std::vector<bool>& stays, int most) {
  std::vector<int> ends;
  std::vector<int> others;
  for (std::size_t i = 0; i < stays.size(); ++i) (stays[i] ? ends : others).push_back(static_cast<int>(i));
  const bool is_last_other = !others.empty() && (ends.empty() || others.back() > ends.back());
  const int room = most - (is_last_other ? 1 : 0);
  std::vector<int> kept = spread(ends, room);
  const std::vector<int> more = spread(others, most - std::ssize(kept));
  kept.insert(kept.end(), more.begin(), more.end());
  std::ranges::sort(kept);
  return kept;
}

RatingHistory rating_history(const BlockScores& scores, const Field& field, const std::vector<HistoryStage>& stages,
                             const Looks& looks) {
  BlockList blocks;
  RatingHistory history;
  for (const HistoryStage& stage : stages) {
    const auto complete = scores.complete_of(stage.run);
    std::size_t next = 0;
    for (std::size_t i = 0; i < stage.ends.size() && next < complete.size(); ++i) {
      // Blocks that replace void ones have numbers after all others. They belong to the last chunk.
      const bool is_last = i + 1 == stage.ends.size();
      const std::size_t before = next;
      while (next < complete.size() && (is_last || complete[next].first < stage.ends[i]))
        blocks.push_back(complete[next++].second);
      if (next == before) continue;
      history.push_back({stage.run, stage.number, static_cast<int>(blocks.size()), next == complete.size(), {}, {}});
    }
  }
  history = thinned(history, points_max(blocks.size(), field));
  for (HistoryPoint& point : history) {
    point.looks = &point == &history.back() ? looks : Looks{Looks::Kind::open};
    point.elo = elo_of({blocks.begin(), blocks.begin() + point.blocks}, field, point.looks);
  }
  return history;
}

std::string history_text(const std::vector<RatingHistory>& histories, const Standings& standings,
                         const std::vector<RatedRun>& runs, const Page& page) {
  const StandingsTable& overall = standings.overall;
  std::string text = wrapped(field_sentence(standings.field, overall.blocks, overall.games, runs), page.columns);
  std::vector<int> bots;
  for (const StandingsRow& row : overall.rows) {
    if (standings.shows(row.bot)) bots.push_back(row.bot);
  }
  if (bots.empty()) return text + fmt::format("\nno {}\n", what_lacks(overall));
  for (const RatingHistory& whole : histories) {
    const RatingHistory history = thinned(whole, kTextPointsMax);
    if (history.empty()) continue;
    CellTable table;
    table.heads = {{"stage"}, {"blocks"}};
    for (const int bot : bots) table.heads.push_back({standings.name(bot), false, 0, Narrowing::shortens});
    for (const HistoryPoint& point : history) {
      std::vector<std::string> row = {std::to_string(point.stage), std::to_string(point.blocks)};
      for (const int bot : bots) row.push_back(elo_text(point.elo[at(bot)]));
      table.rows.push_back(std::move(row));
    }
    text += "\n";
    if (histories.size() > 1) text += fmt::format("Run {}\n", history.front().run);
    text += aligned_in_parts(std::move(table), 2, page.columns);
    if (history.size() < whole.size()) {
      text += wrapped(fmt::format("These are {} of {}; --csv and --json have all.", history.size(),
                                  hearts::counted(whole.size(), "point")),
                      page.columns);
    }
  }
  const std::string_view last = histories.size() == 1 ? "The last row is that of the standings, with their ±."
                                                      : "Each run is rated alone, with the ± of its own standings in "
                                                        "the last row.";
  text += "\n";
  std::vector<std::string> left_out = left_out_sentences(standings.left_out);
  std::ranges::move(without_sentences(standings), std::back_inserter(left_out));
  if (standings.left_out_pairs) left_out.push_back(left_out_pairs_sentence(standings));
  for (const std::string& sentence : left_out) text += wrapped(sentence, page.columns);
  return text +
         wrapped(fmt::format(
                     "Each row has the Elo as of the end of a chunk of blocks, from all rated blocks until then. ±: "
                     "half of a 95% band that is right in all rows but the last together, however often one "
                     "looks. {}",
                     last),
                 page.columns);
}

}  // namespace arena
