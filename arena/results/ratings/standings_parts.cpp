#include "arena/results/ratings/standings_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "arena/base/text/words.h"
#include "arena/results/ratings/figure_text.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;

std::string ranks_text(const StandingsRow& row) {
  if (!row.is_ranked) return std::string(kNotKnown);
  if (row.rank_best == row.rank_worst) return std::to_string(row.rank_best);
  return std::to_string(row.rank_best) + "-" + std::to_string(row.rank_worst);
}

/// A part of a whole in percent; kNotKnown if the whole is 0.
std::string part_text(double part, double whole, int decimals = 1) {
  return whole > 0 ? fixed(100 * part / whole, decimals) + "%" : std::string(kNotKnown);
}

/// The positions of the rows that are shown.
std::vector<int> shown_rows(const Standings& standings, const StandingsTable& table) {
  std::vector<int> rows;
  for (int row = 0; row < std::ssize(table.rows); ++row) {
    if (standings.shows(table.rows[at(row)].bot)) rows.push_back(row);
  }
  return rows;
}

std::string elo_width(const Figure& elo) { return width_text(elo.plus_minus, elo.plus_minus < 9.95 ? 1 : 0); }

std::string los_text(const std::optional<double>& los) { return los ? likelihood_text(*los) : std::string(kNotKnown); }

constexpr std::size_t kBotsNamedMax = 6;

/// The Elo that the anchor in this row is given.
double anchor_at(const Standings& standings, const StandingsTable& table, int row) {
  return std::ranges::find(standings.field.anchors, table.rows[at(row)].bot, &Anchor::of)->elo;
}

/// The bots of groups that no anchor holds.
std::vector<std::string> loose_bots(const Standings& standings, const StandingsTable& table) {
  std::vector<std::string> names;
  for (const std::vector<int>& group : table.joined) {
    const auto holds = [&](int row) { return std::ranges::find(group, row) != group.end(); };
    if (std::ranges::any_of(table.anchored, holds)) continue;
    for (const int row : group) names.push_back(standings.name(table, row));
  }
  return names;
}

/// How the games rate several anchors. If there are many, only those that are farthest off.
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
    return fmt::format("{} {} (anchor {:.0f})", standings.name(table, row), fixed(table.rows[at(row)].elo.value, 0),
                       anchor_at(standings, table, row));
  };
  return fmt::format("The games rate the anchors{}: {}.", are_many ? ", farthest off first" : "",
                     hearts::joined(rows, ", ", fit));
}

}  // namespace

std::string bots_text(const std::vector<std::string>& names) {
  return names.size() > kBotsNamedMax ? hearts::counted(names.size(), "bot") : hearts::listed(names);
}

CellTable standings_cells(const Standings& standings, const StandingsTable& table) {
  CellTable cells;
  cells.heads = {{"rank"},
                 {"bot", true, 0, Narrowing::shortens},
                 {"Elo"},
                 {"±"},
                 {"margin/hand", false, 3},
                 {"±", false, 3},
                 {"games", false, 2},
                 {"faults", false, 1}};
  for (const int position : shown_rows(standings, table)) {
    const StandingsRow& row = table.rows[at(position)];
    cells.rows.push_back({ranks_text(row), standings.name(row.bot), fixed(row.elo.value, 0), elo_width(row.elo),
                          fixed(row.margin.value, 2, true), width_text(row.margin.plus_minus, 2),
                          std::to_string(row.games), std::to_string(row.faults.total())});
  }
  return cells;
}

CellTable head_to_head(const Standings& standings, const StandingsTable& table) {
  CellTable cells;
  cells.heads = {{"#"}, {"bot", true, 0, Narrowing::shortens}};
  const std::vector<int> rows = shown_rows(standings, table);
  for (std::size_t row = 1; row <= rows.size(); ++row) cells.heads.push_back({"#" + std::to_string(row)});
  for (const int row : rows) {
    std::vector<std::string> line = {std::to_string(cells.rows.size() + 1), standings.name(table, row)};
    for (const int column : rows) {
      const Pairing& pairing = table.pairings(row, column);
      line.push_back(row == column ? ""
                                   : part_text(pairing.points, static_cast<double>(pairing.comparisons)) +
                                         (pairing.share_differs ? "*" : ""));
    }
    cells.rows.push_back(std::move(line));
  }
  return cells;
}

CellTable opponents(const Standings& standings, const StandingsTable& table, int row) {
  CellTable cells;
  cells.heads = {{"rank"}, {"against", true, 0, Narrowing::shortens}, {"points"}, {"comparisons"}, {"Elo"}, {"±"},
                 {"LOS"}};
  for (int other = 0; other < table.pairings.size(); ++other) {
    const Pairing& pairing = table.pairings(row, other);
    if (other == row || pairing.comparisons == 0) continue;
    const StandingsRow& there = table.rows[at(other)];
    cells.rows.push_back(
        {ranks_text(there), standings.name(there.bot),
         part_text(pairing.points, static_cast<double>(pairing.comparisons)) + (pairing.share_differs ? "*" : ""),
         std::to_string(pairing.comparisons), pairing.elo ? fixed(pairing.elo->value, 0, true) : std::string(kNotKnown),
         pairing.elo ? elo_width(*pairing.elo) : std::string(kNotKnown), los_text(pairing.los)});
  }
  return cells;
}

CellTable detail_cells(const Standings& standings, const StandingsTable& table) {
  int seats = 0;
  for (const StandingsRow& row : table.rows) {
    if (row.details) seats = std::max(seats, row.details->seats_used());
  }
  CellTable cells;
  cells.heads = {{"rank"}, {"bot", true, 0, Narrowing::shortens}};
  for (const char* head : {"firsts", "blocks", "forfeits", "LOS"}) cells.heads.push_back({head});
  for (int seat = 0; seat < seats; ++seat) cells.heads.push_back({"seat " + std::to_string(seat)});
  for (const char* head : {"hands", "moons", "moon rate", "answers", "ms/answer", "slowest ms"})
    cells.heads.push_back({head});
  for (const int position : shown_rows(standings, table)) {
    const StandingsRow& row = table.rows[at(position)];
    if (!row.details) continue;
    const BotDetails& details = *row.details;
    std::vector<std::string> line = {ranks_text(row),
                                     standings.name(row.bot),
                                     fixed(100 * row.firsts, 0) + "%",
                                     std::to_string(row.blocks),
                                     std::to_string(row.forfeits),
                                     row.los_next ? likelihood_text(*row.los_next) : ""};
    for (int seat = 0; seat < seats; ++seat) {
      const SeatResults& results = details.seats[seat];
      line.push_back(part_text(static_cast<double>(results.halves) / 2, static_cast<double>(results.comparisons)));
    }
    line.push_back(std::to_string(details.hands));
    line.push_back(std::to_string(details.moons));
    line.push_back(part_text(static_cast<double>(details.moons), static_cast<double>(details.hands), 2));
    const auto ms = details.answer_ms();
    line.push_back(std::to_string(details.answers));
    line.push_back(ms ? fixed(*ms, *ms < 10 ? 3 : 1) : std::string(kNotKnown));
    line.push_back(ms ? fixed(details.slowest_ms(), 1) : std::string(kNotKnown));
    cells.rows.push_back(std::move(line));
  }
  return cells;
}

std::string_view what_lacks(const StandingsTable& table) {
  return table.blocks == 0 ? "rated games yet" : "ratings, because no complete block has two bots to compare";
}

std::pair<std::string, std::string> anchor_words(const Standings& standings, const StandingsTable& table) {
  const std::string mean_elo = fixed(kEloAnchor, 0);
  if (table.has_reference && standings.field.reference) return {standings.name(*standings.field.reference), mean_elo};
  if (table.anchored.empty()) return {std::string(kWeightedMean), mean_elo};
  // If several groups have anchors, those of the first group are named.
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

std::string interval_sentence(const Looks& looks) {
  switch (looks.kind) {
    case Looks::Kind::once:
      return "±: half of the 95% interval, computed over blocks.";
    case Looks::Kind::planned:
      return fmt::format(
          "± so far: half of a 95% band that is right at all looks together while the games are played (of which {} "
          "are rated). At the end it is the narrower 95% interval.",
          fixed(100 * looks.fraction, 0) + "%");
    case Looks::Kind::open:
      break;
  }
  return "±: half of a 95% band that is right at all looks together, however long the games continue.";
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
    sentences.push_back(fmt::format("{} {} no rated games here and {}{}.", bots_text(absent),
                                    absent.size() == 1 ? "has" : "have",
                                    absent.size() == 1 ? "is not an anchor" : "are not anchors",
                                    table.anchored.empty() ? "; figures are relative to the mean" : ""));
  }
  if (!rough.empty()) {
    sentences.push_back(fmt::format("{} won or lost too few points here and {}.", bots_text(rough),
                                    rough.size() == 1 ? "is not an anchor" : "are not anchors"));
  }
  const std::vector<std::string> loose = loose_bots(standings, table);
  if (!loose.empty() && !table.anchored.empty()) {
    sentences.push_back(fmt::format(
        "No games connect {} with an anchor, so no anchor applies to {}; the weighted mean of such a group is 1500.",
        bots_text(loose), loose.size() == 1 ? "it" : "them"));
  }
  if (table.anchored.size() >= 2) sentences.push_back(fit_sentence(standings, table));
  return sentences;
}

std::vector<std::string> run_sentences(const std::vector<RatedRun>& runs) {
  std::vector<std::string> sentences;
  std::vector<std::string> others;
  for (const RatedRun& run : runs) {
    if (run.has_other_limits) others.push_back(run.name);
  }
  if (!others.empty()) {
    sentences.push_back(fmt::format("{} {} had other limits than run {}.", others.size() == 1 ? "Run" : "Runs",
                                    hearts::listed(others), runs.front().name));
  }
  for (const RatedRun& run : runs) {
    std::vector<std::string> ways;
    if (run.given_deals > 0)
      ways.push_back(hearts::counted(run.given_deals, "given deal") + " instead of shuffled ones");
    if (run.faulty_deals > 0) ways.push_back(fmt::format("one faulty deal in {}", run.faulty_deals));
    if (!ways.empty()) sentences.push_back("Run " + run.name + " has " + hearts::joined(ways, ", and ") + ".");
  }
  return sentences;
}

std::string shown_path(const RatedRun& run) { return run.path.empty() ? "RUN" : shell_quoted(run.path); }

std::vector<std::string> hidden_duel_sentences(const std::vector<RatedRun>& runs) {
  std::vector<std::string> commands;
  for (const RatedRun& run : runs) {
    if (run.is_duel) commands.push_back("arena rate " + shown_path(run));
  }
  if (commands.empty()) return {};
  return {
      fmt::format("The verdict of a duel counts all its blocks and no others, so it is not shown here. To see it: {}",
                  hearts::joined(commands, "; "))};
}

std::vector<std::string> status_sentences(const Field& field, const std::function<bool(int)>& shows) {
  std::vector<std::string> sentences;
  std::vector<std::string> undecided;
  for (const auto& [bot, status] : field.statuses) {
    const std::string text = fmt::format("{} is {}", field.bots[at(bot)], status_text(status));
    if (!status.time.empty()) {
      sentences.push_back(text + (field.without.contains(bot) ? " and has no rank."
                                                              : " and has no rank; its games count for the others."));
    } else if (shows(bot) && !field.without.contains(bot)) {
      undecided.push_back(text);
    }
  }
  if (undecided.empty()) return sentences;
  if (const std::size_t all = undecided.size(); all > kBotsNamedMax) {
    undecided.resize(kBotsNamedMax);
    undecided.push_back(hearts::counted(all - kBotsNamedMax, "more bot"));
  }
  sentences.push_back(fmt::format("Without a rank, although their games count: {}.", hearts::listed(undecided)));
  return sentences;
}

std::vector<std::string> hidden_sentences(const Standings& standings) {
  if (!standings.hidden.empty()) return {};
  std::map<BotState, int> hidden;
  int all = 0;
  for (const auto& [bot, status] : standings.field.statuses) {
    if (standings.shows(bot) || standings.field.without.contains(bot)) continue;
    ++hidden[status.state];
    ++all;
  }
  if (all == 0) return {};
  std::vector<std::string> counts;
  for (const auto& [state, count] : hidden)
    counts.push_back(hearts::counted(count, std::string(state_name(state)) + " bot"));
  return {fmt::format("{} {} not shown, although {} games count; arena rate --all shows {}.", hearts::listed(counts),
                      all == 1 ? "is" : "are", all == 1 ? "its" : "their", all == 1 ? "it" : "them")};
}

std::vector<std::string> left_out_sentences(const LeftOut& left) {
  std::vector<std::string> sentences;
  const auto add = [&](int blocks, std::string_view what, int games) {
    if (blocks == 0) return;
    sentences.push_back(fmt::format("{} {} {}: {} played there {} not rated.", hearts::counted(blocks, "block"),
                                    blocks == 1 ? "is" : "are", what, hearts::counted(games, "game"),
                                    games == 1 ? "is" : "are"));
  };
  add(left.incomplete_blocks, "incomplete", left.incomplete_games);
  add(left.void_blocks, "void, through no fault of a bot", left.void_games);
  add(left.earlier_blocks, "older than the blocks that you asked for", left.earlier_games);
  add(left.later_blocks, "newer than the blocks that you asked for", left.later_games);
  return sentences;
}

std::vector<std::string> without_sentences(const Standings& standings) {
  if (standings.field.without.empty()) return {};
  std::vector<std::string> names;
  for (const int bot : standings.field.without) names.push_back(standings.name(bot));
  return {fmt::format("Comparisons with {} are left out of the ratings.", bots_text(names))};
}

std::vector<std::string> anchor_sentences(const Field& field, const std::vector<RatedRun>& runs) {
  const bool are_others = std::ranges::any_of(runs, &RatedRun::has_other_anchors);
  if (!are_others || field.reference || !field.anchors.empty()) return {};
  return {"The runs have different anchors, so none is used."};
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
