#include "arena/league/plan/forecast_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/text/words.h"
#include "arena/results/ratings/figure_text.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Returns how long the run takes if each answer takes `answer_s` seconds.
std::string time_at(const Forecast& f, double answer_s) {
  return duration_text(f.own_seconds + f.decisions * answer_s / f.workers);
}

std::string times_text(const Forecast& f) {
  return fmt::format("{} if bots answer immediately, {} at 1 ms an answer, {} at 50 ms", time_at(f, 0),
                     time_at(f, 1e-3), time_at(f, 50e-3));
}

/// With a smaller gain, margins and Elo are about as good.
constexpr double kClearGain = 1.5;

/// Says which figure will separate bots better. The factor of 1.7 to 2.2 was measured with bots that answer
/// immediately, for which a game costs more than its hands.
std::string margin_advice(const Forecast& f) {
  if (f.margin_gain >= kClearGain) {
    return fmt::format(
        "the margin will separate two bots better than Elo, as if about {:.1f} times as many games had been played",
        f.margin_gain);
  }
  return "with so few hands a game, the margin will separate two bots about as well as Elo. With six or more hands a "
         "game (--hands 6, or \"hands\": 6 for each variant of the league file), margins show 1.7 to 2.2 times as much "
         "in the same processor time; if bots are slow, they show about as much in the same number of hands";
}

constexpr std::size_t kLabelColumns = 11;

}  // namespace

std::string forecast_text(const Forecast& f, const Page& page) {
  CellTable table;
  table.heads = {{"variant", true, 0, Narrowing::shortens},
                 {"bots", false, 5},
                 {"blocks", false, 2},
                 {"games"},
                 {"hands", false, 4},
                 {"decisions", false, 3},
                 {"records", false, 1},
                 {"Elo ±"},
                 {"margin ±"}};
  for (const Forecast::Variant& v : f.variants) {
    table.rows.push_back({v.id, std::to_string(v.bots), std::to_string(v.blocks), std::to_string(v.games),
                          fmt::format("{:.1f}", v.hands), fmt::format("{:.0f}", v.decisions),
                          megabytes_text(static_cast<double>(v.bytes)), width_text(v.plus_minus.elo, 0),
                          width_text(v.plus_minus.margin, 2)});
  }
  std::string text = fitted(std::move(table), page.table_columns) + "\n";
  text += wrapped(
      fmt::format(
          "{} in {}; each bot plays {} of them", hearts::counted(f.games, "game"), hearts::counted(f.blocks, "block"),
          f.games_min == f.games_max ? std::to_string(f.games_min) : fmt::format("{} to {}", f.games_min, f.games_max)),
      page.columns);
  const auto add_line = [&](std::string_view label, const std::string& what) {
    text += labelled(label, kLabelColumns, what, page.columns);
  };
  const bool may_end_early = !f.early_end.empty();
  const bool is_alone = std::ranges::all_of(f.variants, [](const Forecast::Variant& v) { return v.bots < 2; });
  if (may_end_early) {
    add_line("end", fmt::format("the run ends earlier if {} before. The games, the time and the disk are the most that "
                                "it can need; the interval is that of a run to its last block",
                                f.early_end));
  }
  add_line("time",
           fmt::format("{} at a time: {}; {} if every bot uses its whole clock", hearts::counted(f.workers, "game"),
                       times_text(f), duration_text(static_cast<double>(f.most.count()))));
  add_line("starts", fmt::format("{}; any order of the games needs at least {}",
                                 hearts::counted(std::llround(f.starts), "bot process", "bot processes"),
                                 std::llround(f.starts_least)));
  add_line("processes", hearts::counted(f.processes, "bot process", "bot processes") + " alive at the same time");
  add_line("memory", fmt::format("{:.0f} MB, plus the memory of the bots' own programs", f.memory_mb));
  add_line("disk", megabytes_text(static_cast<double>(f.bytes)));
  add_line("interval", f.plus_minus.elo
                           ? fmt::format("Elo ± {}, margin ± {} points a hand, overall (95%), for a bot among equals{}",
                                         width_text(f.plus_minus.elo, 0), width_text(f.plus_minus.margin, 2),
                                         may_end_early ? "; the standings show bands that hold at all looks together, "
                                                         "1.5 to 2.3 times as wide"
                                                       : "")
                           : std::string(is_alone ? "none, because a rating compares at least two bots"
                                                  : "too few blocks to estimate it"));
  if (f.narrower) {
    add_line("narrower", fmt::format("Elo ± {:.0f} needs about {}: --blocks {}, or \"blocks\": {} in the league file",
                                     f.narrower->elo, hearts::counted(f.narrower->blocks, "block"), f.narrower->blocks,
                                     f.narrower->blocks));
  }
  if (!is_alone) add_line("margins", margin_advice(f));
  return text;
}

std::string shard_forecast_text(const Forecast& f, int shards, const Page& page) {
  return labelled(
      "a shard", kLabelColumns,
      fmt::format("1 of {}: {} in {}; {}; {}", shards, hearts::counted(f.games, "game"),
                  hearts::counted(f.blocks, "block"), times_text(f), megabytes_text(static_cast<double>(f.bytes))),
      page.columns);
}

}  // namespace arena
