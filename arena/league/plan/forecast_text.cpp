#include "arena/league/plan/forecast_text.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "engine/typed_text.h"

namespace arena {
namespace {

/// What an empty bot takes: its launcher and a small program.
constexpr double kBotMegabytes = 2;
constexpr double kArenaMegabytes = 10;

std::string megabytes(double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }

/// How long it takes if each answer takes so many seconds.
std::string time_at(const Forecast& f, double answer_s) {
  return duration_text(f.own_seconds + f.decisions * answer_s / f.workers);
}

std::string times_text(const Forecast& f) {
  return fmt::format("{} if bots answer at once, {} at 1 ms an answer, {} at 50 ms", time_at(f, 0), time_at(f, 1e-3),
                     time_at(f, 50e-3));
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
                 {"Elo ±"}};
  for (const Forecast::Variant& v : f.variants) {
    table.rows.push_back({v.id, std::to_string(v.bots), std::to_string(v.blocks), std::to_string(v.games),
                          fmt::format("{:.1f}", v.hands), fmt::format("{:.0f}", v.decisions),
                          megabytes(static_cast<double>(v.bytes)),
                          v.plus_minus ? fmt::format("{:.0f}", *v.plus_minus) : "-"});
  }
  std::string text = fitted(std::move(table), page.table_columns) + "\n";
  text += wrapped(
      fmt::format(
          "{} in {}; a bot plays {} of them", hearts::counted(f.games, "game"), hearts::counted(f.blocks, "block"),
          f.games_min == f.games_max ? std::to_string(f.games_min) : fmt::format("{} to {}", f.games_min, f.games_max)),
      page.columns);
  const auto say = [&](std::string_view label, const std::string& what) {
    text += labelled(label, kLabelColumns, what, page.columns);
  };
  say("time", fmt::format("{} at a time: {}; {} if every bot uses up its clock", hearts::counted(f.workers, "game"),
                          times_text(f), duration_text(static_cast<double>(f.most.count()))));
  say("starts", hearts::counted(std::llround(f.starts), "process of a bot", "processes of bots"));
  say("processes", hearts::counted(f.processes, "process of a bot", "processes of bots") + " alive at once");
  say("memory",
      fmt::format("{:.0f} MB, and what the bots themselves take", kArenaMegabytes + kBotMegabytes * f.processes));
  say("disk", megabytes(static_cast<double>(f.bytes)));
  say("interval", f.plus_minus
                      ? fmt::format("Elo ± {:.0f} overall, 95%, for a bot in the middle of equal ones", *f.plus_minus)
                      : std::string("too few blocks to tell"));
  return text;
}

std::string shard_forecast_text(const Forecast& f, int shards, const Page& page) {
  return labelled(
      "a shard", kLabelColumns,
      fmt::format("1 of {}: {} in {}; {}; {}", shards, hearts::counted(f.games, "game"),
                  hearts::counted(f.blocks, "block"), times_text(f), megabytes(static_cast<double>(f.bytes))),
      page.columns);
}

}  // namespace arena
