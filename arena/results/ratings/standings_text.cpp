#include "arena/results/ratings/standings_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "arena/base/text/markdown.h"
#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/pair_sentences.h"
#include "arena/results/ratings/standings_parts.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
using hearts::counted;
using hearts::joined;

constexpr std::size_t kGroupsMax = 6;  // the most that one sentence names

/// Groups of bots as text: "{a, b} and {c}".
std::string groups_text(const Standings& standings, const StandingsTable& table,
                        const std::vector<std::vector<int>>& groups) {
  if (groups.size() > kGroupsMax) return counted(groups.size(), "group") + " of bots";
  const auto name = [&](int row) { return standings.name(table, row); };
  std::vector<std::string> texts;
  for (const auto& group : groups) texts.push_back("{" + joined(group, ", ", name) + "}");
  return hearts::listed(texts);
}

/// Faults as text: "5 faults (3 timeout, 2 illegal)", "1 fault (flood)".
std::string faults_text(const FaultCounts& faults) {
  const auto text = [&](const auto& one) {
    return faults.total() == 1 ? std::string(fault_name(one.first))
                               : fmt::format("{} {}", one.second, fault_name(one.first));
  };
  return counted(faults.total(), "fault") + " (" + joined(faults.each(), ", ", text) + ")";
}

/// What a bot did under the laws: "revoked 12 times (5 more corrected), led out of turn 3 times (1 taken back), was
/// charged 156 points". Empty if nothing happened. What other bots did about it is only in the records.
std::string laws_text(const LawFigures& laws) {
  std::vector<std::string> deeds;
  const auto of = [&](LawFigure figure) { return laws.of(figure); };
  const int corrections = of(LawFigure::corrections);
  if (of(LawFigure::revokes) + corrections > 0) {
    deeds.push_back("revoked " + counted(of(LawFigure::revokes), "time") +
                    (corrections > 0 ? fmt::format(" ({} more corrected)", corrections) : ""));
  }
  const int leads = of(LawFigure::leads_out_of_turn);
  const int plays = of(LawFigure::plays_out_of_turn);
  if (leads + plays > 0) {
    const int back = of(LawFigure::retractions);
    const std::string led = leads > 0 ? "led out of turn " + counted(leads, "time") : "";
    const std::string played = plays > 0 ? "played out of turn to a trick " + counted(plays, "time") : "";
    deeds.push_back(led + (leads > 0 && plays > 0 ? " and " : "") + played +
                    (back > 0 ? fmt::format(" ({} taken back)", back) : ""));
  }
  if (of(LawFigure::charge) > 0) deeds.push_back("was charged " + counted(of(LawFigure::charge), "point"));
  return joined(deeds, ", ");
}

/// Forfeits and faults: "a forfeited 2 games and had 5 faults (5 timeout); b had 1 fault (flood)". Empty if there were
/// none.
template <class Tallies>
std::string mishaps(const Standings& standings, const Tallies& tallies) {
  std::vector<std::string> texts;
  for (const auto& one : tallies) {
    if (!standings.shows(one.bot)) continue;
    std::vector<std::string> deeds;
    if (one.forfeits > 0) deeds.push_back("forfeited " + counted(one.forfeits, "game"));
    if (one.faults.total() > 0) deeds.push_back("had " + faults_text(one.faults));
    if (!deeds.empty()) texts.push_back(standings.name(one.bot) + " " + joined(deeds, " and "));
  }
  return joined(texts, "; ");
}

/// Whether each variant has a table in addition to the overall one.
bool has_variants(const Standings& standings) { return standings.field.variants.size() > 1; }

/// The size of a table: "30 blocks, 120 games".
std::string size_words(const StandingsTable& table) {
  return counted(table.blocks, "block") + ", " + counted(table.games, "game");
}

/// Groups of rows that games join, but too few games: bots of the same group have an interval between them, bots of
/// different groups have none. Empty if that is not why some bot lacks an interval.
std::vector<std::vector<int>> loosely_joined(const StandingsTable& table) {
  if (table.pairings.size() < std::ssize(table.rows)) return {};  // no pairings were computed
  for (const std::vector<int>& joined_rows : table.joined) {
    std::vector<std::vector<int>> groups;
    for (const int row : joined_rows) {
      const auto has_interval = [&](int other) {
        const std::optional<Figure>& elo = table.pairings(row, other).elo;
        return elo && elo->plus_minus.has_value();
      };
      std::vector<int> mine = {row};
      std::erase_if(groups, [&](const std::vector<int>& one) {
        if (std::ranges::none_of(one, has_interval)) return false;
        mine.insert(mine.end(), one.begin(), one.end());
        return true;
      });
      std::ranges::sort(mine);
      groups.push_back(std::move(mine));
    }
    std::ranges::sort(groups);
    const auto lacks = [&](int row) { return !table.rows[at(row)].elo.plus_minus; };
    const bool is_reason =
        std::ranges::any_of(groups, [&](const auto& one) { return one.size() > 1 && std::ranges::any_of(one, lacks); });
    if (groups.size() > 1 && is_reason) return groups;
  }
  return {};
}

/// Sentences about what a table does not show: groups that nothing joins, lower bounds, a missing reference, Elo
/// against margin.
std::vector<std::string> table_sentences(const Standings& standings, const StandingsTable& table) {
  std::vector<std::string> sentences;
  if (table.joined.size() > 1) {
    sentences.push_back(
        fmt::format("No games connect {}, so nothing is known about their difference. Compare Elo and margins only "
                    "within one group.",
                    groups_text(standings, table, table.joined)));
  }
  const auto groups = loosely_joined(table);
  std::vector<std::string> lacking;
  for (const StandingsRow& row : table.rows) {
    if (!row.elo.plus_minus && standings.shows(row.bot)) lacking.push_back(standings.name(row.bot));
  }
  if (groups.size() > 1 && !lacking.empty()) {
    const std::string have_none = lacking.size() == table.rows.size()
                                      ? "no bot has a ±"
                                      : bots_text(lacking) + (lacking.size() == 1 ? " has no ±" : " have no ±");
    sentences.push_back(fmt::format("Too few blocks connect {} to measure the difference between them, so {}.",
                                    groups_text(standings, table, groups), have_none));
  }
  if (table.level.size() > table.joined.size()) {
    sentences.push_back(
        fmt::format("Between {} all points went one way, so the differences in Elo are lower bounds and their ± is too "
                    "narrow.",
                    groups_text(standings, table, table.level)));
  }
  std::vector<std::string> rough;
  for (const StandingsRow& row : table.rows) {
    if (row.is_rough && standings.shows(row.bot)) rough.push_back(standings.name(row.bot));
  }
  if (!rough.empty()) {
    const bool is_many = rough.size() > kGroupsMax;
    sentences.push_back(
        fmt::format("{} beat the others fewer than {:.0f} times, or lost to them fewer than {:.0f} times: "
                    "{} figures are rough.",
                    is_many ? counted(rough.size(), "bot") : hearts::listed(rough), kPointsMin, kPointsMin,
                    rough.size() == 1 ? "its" : "their"));
  }
  if (standings.field.reference && !table.has_reference && !table.rows.empty()) {
    sentences.push_back(fmt::format("The reference {} has no rated games here, so figures are relative to the mean.",
                                    standings.name(*standings.field.reference)));
  }
  std::ranges::move(anchor_sentences(standings, table), std::back_inserter(sentences));
  for (const auto& [row, next] : table.margin_disagrees) {
    if (!standings.shows(table.rows[at(row)].bot) && !standings.shows(table.rows[at(next)].bot)) continue;
    sentences.push_back(fmt::format("Elo and margin disagree: {} is above {} in Elo, but below it in points a hand.",
                                    standings.name(table, row), standings.name(table, next)));
  }
  return sentences;
}

/// Sentences that belong to no table: limits, chosen deals, forfeits and faults, what is left out, bots without games,
/// suspects.
std::vector<std::string> field_sentences(const Standings& standings, const std::vector<RatedRun>& runs) {
  std::vector<std::string> sentences = run_sentences(runs);
  if (!standings.duel) std::ranges::move(hidden_duel_sentences(runs), std::back_inserter(sentences));
  std::ranges::move(status_sentences(standings.field, [&](int bot) { return standings.shows(bot); }),
                    std::back_inserter(sentences));
  std::ranges::move(hidden_sentences(standings), std::back_inserter(sentences));
  std::ranges::move(anchor_sentences(standings.field, runs), std::back_inserter(sentences));
  std::vector<StandingsRow> in_field_order = standings.overall.rows;
  std::ranges::sort(in_field_order, {}, &StandingsRow::bot);
  const std::string rated = mishaps(standings, in_field_order);
  if (!rated.empty()) sentences.push_back(rated + ". A bot that forfeits a game is last in it.");
  std::vector<std::string> by_laws;
  for (const StandingsRow& row : in_field_order) {
    const std::string deeds = laws_text(row.laws);
    if (!deeds.empty() && standings.shows(row.bot)) by_laws.push_back(standings.name(row.bot) + " " + deeds);
  }
  if (!by_laws.empty()) sentences.push_back("Under the laws of the table " + joined(by_laws, "; ") + ".");
  std::ranges::move(left_out_sentences(standings.left_out), std::back_inserter(sentences));
  const std::string unrated = mishaps(standings, standings.left_out.bots);
  if (!unrated.empty()) sentences.push_back("In games that are not rated: " + unrated + ".");
  std::vector<int> absent = standings.overall.unrated;
  std::erase_if(absent, [&](int bot) { return !standings.shows(bot); });
  const auto name = [&](int bot) { return standings.name(bot); };
  if (!absent.empty()) sentences.push_back("No rated games against others yet: " + joined(absent, ", ", name) + ".");
  std::ranges::move(without_sentences(standings), std::back_inserter(sentences));
  std::ranges::move(suspect_sentences(standings), std::back_inserter(sentences));
  if (standings.first_bots) std::ranges::move(first_bots_sentences(standings), std::back_inserter(sentences));
  if (standings.left_out_pairs) sentences.push_back(left_out_pairs_sentence(standings));
  std::ranges::move(pair_sentences(standings, runs), std::back_inserter(sentences));
  return sentences;
}

/// Explains the figures of the overall table and, if they are shown, of those of the variants.
std::string legend(const Standings& standings, bool by_variant, std::size_t table_columns) {
  const auto [anchor, elo] = anchor_words(standings, standings.overall);
  std::string text = fmt::format("Elo: {} is {}. ", anchor, elo);
  if (anchor == kWeightedMean) text += "Bots whose games show more about their Elo have more weight in it. ";
  text += interval_sentence(standings.looks);
  std::vector<CellTable> tables = {standings_cells(standings, standings.overall)};
  std::span<const StandingsTable> of_variants;
  if (by_variant) of_variants = standings.by_variant;
  for (const StandingsTable& table : of_variants) tables.push_back(standings_cells(standings, table));
  const auto has_margin = [&](const CellTable& table) { return is_shown(table, "margin/hand", table_columns); };
  if (std::ranges::any_of(tables, has_margin))
    text += fmt::format(" margin/hand: points a hand better than {}.", anchor);
  text += " rank: the range of its possible ranks; all ranges of a table are right with a probability of 0.95.";
  if (has_variants(standings)) {
    text += " Do not compare the Elo of different variants; \"arena compare\" can compare them.";
  }
  const auto lacks_interval = [](const StandingsTable& table) {
    return std::ranges::any_of(table.rows, [](const StandingsRow& row) { return !row.elo.plus_minus; });
  };
  if (lacks_interval(standings.overall) || std::ranges::any_of(of_variants, lacks_interval))
    text += " -: too few blocks to estimate it.";
  return text;
}

std::string table_text(const Standings& standings, const StandingsTable& table, const Page& page,
                       std::string_view where_all) {
  if (table.rows.empty()) return fmt::format("no {}\n", what_lacks(table));
  std::string text = fitted(standings_cells(standings, table), page.table_columns, where_all);
  for (const std::string& sentence : table_sentences(standings, table)) text += wrapped(sentence, page.columns);
  const CellTable details = detail_cells(standings, table);
  return details.rows.empty() ? text : text + "\n" + aligned_in_parts(details, 2, page.table_columns);
}

constexpr std::string_view kHeadToHead =
    "Head to head: of the points between two bots, the share that the bot in the row won. *: by these games alone, the "
    "share is not 50% (p < 0.05, corrected for all pairs).";
constexpr const char* kOpponents =
    "points: its share of the points between the two; *: by these games alone, the share is not 50% (p < 0.05, "
    "corrected for all pairs). Elo: how far it is above the other by all games. LOS: the likelihood{} that it is the "
    "stronger one, by all games, for this pair alone.";

std::string_view so_far(const Standings& standings) {
  return standings.looks.kind == Looks::Kind::once ? "" : " so far";
}

/// Tables of pairs, each with its heading if it has one. Normally every bot against every other. If some bots are
/// hidden, each bot that is shown against those that it met. Empty if the main table shows as much.
std::vector<std::pair<std::string, CellTable>> pair_tables(const Standings& standings, const StandingsTable& table) {
  std::vector<std::pair<std::string, CellTable>> tables;
  if (standings.hidden.empty()) {
    if (table.pairings.size() <= 2) return tables;
    if (CellTable cells = head_to_head(standings, table); cells.rows.size() > 2)
      tables.emplace_back("", std::move(cells));
    return tables;
  }
  for (int row = 0; row < table.pairings.size(); ++row) {
    const int bot = table.rows[at(row)].bot;
    if (standings.shows(bot)) tables.emplace_back(standings.name(bot), opponents(standings, table, row));
  }
  return tables;
}

std::string pairs_legend(const Standings& standings, const std::vector<std::pair<std::string, CellTable>>& tables) {
  if (!standings.hidden.empty()) return fmt::format(kOpponents, so_far(standings));
  const auto has_gap = [](const std::vector<std::string>& row) {
    return std::ranges::find(row.begin() + 2, row.end(), kNotKnown) != row.end();  // after the number and the name
  };
  const bool is_incomplete = std::ranges::any_of(tables.front().second.rows, has_gap);
  return std::string(kHeadToHead) + (is_incomplete ? " -: the two have not met." : "");
}

constexpr const char* kDetails =
    "firsts: the share of its seats that came first. LOS: the likelihood{} that the bot is stronger than the next "
    "one{}, for this pair alone. seat: its share of the points in that seat; seats count from 0, clockwise. hands: "
    "the hands that it played itself. moon rate: the share of these in which it shot the moon. ms/answer: the time "
    "that it was charged. -: not recorded.";

std::string details_legend(const Standings& standings) {
  return fmt::format(kDetails, so_far(standings), standings.hidden.empty() ? "" : " shown");
}

bool has_details(const Standings& standings) {
  return std::ranges::any_of(standings.overall.rows, [](const StandingsRow& row) { return row.details.has_value(); });
}

std::string section(const Standings& standings, const StandingsTable& table) {
  if (table.rows.empty()) return fmt::format("No {}.\n", what_lacks(table));
  const CellTable details = detail_cells(standings, table);
  return markdown_table(standings_cells(standings, table)) + markdown_list(table_sentences(standings, table)) +
         (details.rows.empty() ? "" : "\n" + markdown_table(details));
}

}  // namespace

std::string field_sentence(const Field& field, int blocks, int games, const std::vector<RatedRun>& runs) {
  std::vector<std::string> current;
  for (int bot = 0; bot < std::ssize(field.bots); ++bot) {
    if (field.is_current(bot)) current.push_back(field.bots[at(bot)]);
  }
  std::string text = counted(current.size(), field.statuses.empty() ? "bot" : "current bot");
  if (!current.empty()) text += ": " + joined(current, ", ");
  if (!field.statuses.empty()) text += "; " + counted(field.statuses.size(), "former bot");
  text += "; " + counted(field.variants.size(), "variant");
  if (!field.variants.empty()) text += ": " + joined(field.variants, ", ");

  int planned = 0;
  bool all_planned = !runs.empty();
  for (const RatedRun& run : runs) {
    planned += run.planned_blocks.value_or(0);
    all_planned = all_planned && run.planned_blocks.has_value();
  }
  text += all_planned ? fmt::format("; {} of {}", blocks, counted(planned, "block")) : "; " + counted(blocks, "block");
  text += ", " + counted(games, "game");

  std::vector<RatedRun> whole;  // runs, not their later stages
  std::ranges::copy_if(runs, std::back_inserter(whole), [](const RatedRun& run) { return run.first_stage.empty(); });
  const auto run_text = [&](const RatedRun& run) {
    const auto more = std::ranges::count(runs, run.name, &RatedRun::first_stage);
    if (more > 0) return fmt::format("{} of {} stages", run.name, more + 1);
    if (whole.size() == 1 || !run.planned_blocks) return run.name;
    return fmt::format("{} ({} planned)", run.name, counted(*run.planned_blocks, "block"));
  };
  return whole.empty() ? text : text + (whole.size() == 1 ? "; run " : "; runs ") + joined(whole, ", ", run_text);
}

std::vector<std::string> suspect_sentences(const Standings& standings) {
  std::vector<std::string> sentences;
  for (const OrderEffect& one : standings.suspects) {
    if (!standings.shows(one.bot)) continue;
    const bool is_trend = one.test == OrderTest::trend;
    sentences.push_back(
        fmt::format("{} does better in later games of a block, whose deals it may know: {} points a hand {}, {}, {} "
                    "(corrected for {}{}).",
                    standings.name(one.bot), fixed(one.gain, 2, true),
                    is_trend ? "from each game to the next" : "in all games but the first",
                    counted(one.blocks, "block"), p_text(one.p_holm), counted(standings.order_tests, "test"),
                    standings.looks.kind == Looks::Kind::once ? "" : " and for all looks"));
  }
  return sentences;
}

std::string standings_text(const Standings& standings, const std::vector<RatedRun>& runs, bool by_variant,
                           const Page& page, std::string_view where_all) {
  const StandingsTitle title = title_of(runs);
  std::string text = title.name.empty() ? "" : wrapped(title.name, page.columns);
  for (const std::string& note : title.notes) text += wrapped(note, page.columns);
  if (!text.empty()) text += "\n";
  const StandingsTable& overall = standings.overall;
  text += wrapped(field_sentence(standings.field, overall.blocks, overall.games, runs), page.columns) + "\n";
  if (has_variants(standings)) text += "Overall\n";
  text += table_text(standings, overall, page, where_all);
  const auto pairs = pair_tables(standings, overall);
  for (const auto& [head, cells] : pairs)
    text += "\n" + (head.empty() ? "" : head + "\n") + aligned_in_parts(cells, 2, page.columns);
  if (!pairs.empty()) text += wrapped(pairs_legend(standings, pairs), page.columns);
  if (has_variants(standings) && by_variant) {
    for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant) {
      const StandingsTable& table = standings.by_variant[variant];
      text += "\n" + standings.field.variants[variant] + ": " + size_words(table) + "\n";
      text += table_text(standings, table, page, where_all);
    }
  }
  text += "\n";
  for (const std::string& sentence : field_sentences(standings, runs)) text += wrapped(sentence, page.columns);
  if (has_details(standings)) text += wrapped(details_legend(standings), page.columns);
  return text + wrapped(legend(standings, by_variant && has_variants(standings), page.table_columns), page.columns);
}

std::string standings_markdown(const Standings& standings, const std::vector<RatedRun>& runs) {
  const StandingsTitle title = title_of(runs);
  std::string text = title.name.empty() ? "" : "## " + markdown_escaped(title.name) + "\n\n";
  for (const std::string& note : title.notes) text += markdown_escaped(note) + "\n\n";
  const StandingsTable& overall = standings.overall;
  text += markdown_escaped(field_sentence(standings.field, overall.blocks, overall.games, runs)) + ".\n\n";
  if (standings.duel) {
    for (const std::string& sentence : duel_sentences(*standings.duel)) text += markdown_escaped(sentence) + "\n\n";
  }
  if (has_variants(standings)) text += "### Overall\n\n";
  text += section(standings, overall);
  const auto pairs = pair_tables(standings, overall);
  if (!pairs.empty()) text += has_variants(standings) ? "\n### Head to head\n\n" : "\n";
  for (const auto& [head, cells] : pairs) {
    if (!head.empty()) text += (&head == &pairs.front().first ? "" : "\n") + markdown_escaped(head) + "\n\n";
    text += markdown_table(cells);
  }
  if (!pairs.empty()) text += "\n" + markdown_escaped(pairs_legend(standings, pairs)) + "\n";
  if (has_variants(standings)) {
    for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant) {
      const StandingsTable& table = standings.by_variant[variant];
      text += "\n### " + markdown_escaped(standings.field.variants[variant]) + "\n\n" + size_words(table) + ".\n\n";
      text += section(standings, table);
    }
  }
  text += markdown_list(field_sentences(standings, runs));
  text += "\n" + markdown_escaped(legend(standings, has_variants(standings), Page::kAnyWidth)) + "\n";
  return has_details(standings) ? text + "\n" + markdown_escaped(details_legend(standings)) + "\n" : text;
}

}  // namespace arena
