#include "arena/results/ratings/anchor_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>

#include "arena/results/ratings/figure_text.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;

constexpr std::size_t kBotsNamedMax = 6;

/// "a and b", "7 bots".
std::string bots_text(const std::vector<std::string>& names) {
  return names.size() > kBotsNamedMax ? hearts::counted(names.size(), "bot") : hearts::listed(names);
}

/// What the bot of a row is to have.
double anchor_at(const Standings& standings, const StandingsTable& table, int row) {
  return std::ranges::find(standings.field.anchors, table.rows[at(row)].bot, &Anchor::of)->elo;
}

/// Bots of groups that no anchor holds.
std::vector<std::string> loose_bots(const Standings& standings, const StandingsTable& table) {
  std::vector<std::string> names;
  for (const std::vector<int>& group : table.joined) {
    const auto holds = [&](int row) { return std::ranges::find(group, row) != group.end(); };
    if (std::ranges::any_of(table.anchored, holds)) continue;
    for (const int row : group) names.push_back(standings.name(table, row));
  }
  return names;
}

/// What the games make of several anchors; of many those that are farthest off.
std::string fit_sentence(const Standings& standings, const StandingsTable& table) {
  std::vector<int> rows = table.anchored;
  const auto distance = [&](int row) {
    return std::abs(table.rows[at(row)].elo.value - anchor_at(standings, table, row));
  };
  const bool are_many = rows.size() > kBotsNamedMax;
  if (are_many) {
    std::ranges::stable_sort(rows, std::ranges::greater(), distance);
    rows.resize(kBotsNamedMax);
  }
  const auto fit = [&](int row) {
    return fmt::format("{} {} for {:.0f}", standings.name(table, row), fixed(table.rows[at(row)].elo.value, 0),
                       anchor_at(standings, table, row));
  };
  return fmt::format("The anchors as the games have them{}: {}.", are_many ? ", farthest off first" : "",
                     hearts::joined(rows, ", ", fit));
}

}  // namespace

std::pair<std::string, std::string> anchor_words(const Standings& standings, const StandingsTable& table) {
  const std::string mean_elo = fixed(kEloAnchor, 0);
  if (table.has_reference && standings.field.reference) return {standings.name(*standings.field.reference), mean_elo};
  if (table.anchored.empty()) return {"the mean", mean_elo};
  // Where several groups have anchors the first of them is told.
  std::vector<int> rows;
  for (const std::vector<int>& group : table.joined) {
    if (!rows.empty()) break;
    std::ranges::copy_if(table.anchored, std::back_inserter(rows),
                         [&](int row) { return std::ranges::find(group, row) != group.end(); });
  }
  std::vector<std::string> names;
  double sum = 0;
  for (const int row : rows) {
    names.push_back(standings.name(table, row));
    sum += anchor_at(standings, table, row);
  }
  return {(rows.size() == 1 ? "" : "the mean of ") + bots_text(names),
          fixed(sum / static_cast<double>(rows.size()), 0)};
}

std::vector<std::string> anchor_sentences(const Standings& standings, const StandingsTable& table) {
  std::vector<std::string> sentences;
  if (standings.field.anchors.empty() || standings.field.reference || table.rows.empty()) return sentences;
  std::vector<std::string> absent;
  std::vector<std::string> rough;
  for (const Anchor& anchor : standings.field.anchors) {
    const std::string& name = standings.name(anchor.of);
    const auto row = std::ranges::find(table.rows, anchor.of, &StandingsRow::bot);
    if (row == table.rows.end()) {
      absent.push_back(name);
    } else if (std::ranges::find(table.anchored, static_cast<int>(row - table.rows.begin())) == table.anchored.end()) {
      rough.push_back(name);
    }
  }
  if (!absent.empty()) {
    sentences.push_back(fmt::format("{} {} no rated games here and {} no anchor{}.", bots_text(absent),
                                    absent.size() == 1 ? "has" : "have", absent.size() == 1 ? "is" : "are",
                                    table.anchored.empty() ? ": figures are relative to the mean" : ""));
  }
  if (!rough.empty()) {
    sentences.push_back(fmt::format("{} won or lost too few points here and {} no anchor.", bots_text(rough),
                                    rough.size() == 1 ? "is" : "are"));
  }
  const std::vector<std::string> loose = loose_bots(standings, table);
  if (!loose.empty() && !table.anchored.empty()) {
    sentences.push_back(
        fmt::format("No anchor holds {}: an anchor holds only those that games join with it, and the "
                    "mean of the others is 1500.",
                    bots_text(loose)));
  }
  if (table.anchored.size() >= 2) sentences.push_back(fit_sentence(standings, table));
  return sentences;
}

std::vector<std::string> anchor_sentences(const Standings& standings, const std::vector<RatedRun>& runs) {
  const bool are_others = std::ranges::any_of(runs, &RatedRun::has_other_anchors);
  if (!are_others || standings.field.reference || !standings.field.anchors.empty()) return {};
  return {"The runs have not the same anchors: none is used."};
}

StandingsTitle title_of(const std::vector<RatedRun>& runs) {
  std::vector<std::string> names;
  bool is_one = !runs.empty();
  for (const RatedRun& run : runs) {
    const LeagueLabel& label = run.label;
    if (!label.name.empty() && std::ranges::find(names, label.name) == names.end()) names.push_back(label.name);
    is_one = is_one && label.name == runs.front().label.name && label.notes == runs.front().label.notes;
  }
  return {hearts::joined(names, "; "), is_one ? runs.front().label.notes : std::vector<std::string>()};
}

}  // namespace arena
