#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"

namespace arena {

// The parts of standings for people, which the terminal and Markdown have in common: tables, and sentences about what
// the figures are relative to. Bots that are hidden have no row.

/// The main table: rank range, bot, Elo and margin with their intervals, games and faults.
CellTable standings_cells(const Standings& standings, const StandingsTable& table);

/// The table of every bot that is shown against every other: its share of the points between the two, with "*" if it is
/// shown to be different from a half.
CellTable head_to_head(const Standings& standings, const StandingsTable& table);

/// The table of one bot, that of a row, against every other bot that it met: its share of the points, the number of
/// comparisons, the difference in Elo and the LOS.
CellTable opponents(const Standings& standings, const StandingsTable& table, int row);

/// The table of details: firsts, blocks, forfeits, LOS, results by seat, moons and time per answer. It has no rows if
/// the table has no details.
CellTable detail_cells(const Standings& standings, const StandingsTable& table);

/// What a table without rows lacks, to follow "no": "rated games yet".
std::string_view what_lacks(const StandingsTable& table);

/// What figures are relative to without anchors and a reference, see Anchors.
inline constexpr std::string_view kWeightedMean = "the weighted mean";

/// What the figures of a table are relative to, in words, and its Elo: kWeightedMean and "1500", or the anchors.
std::pair<std::string, std::string> anchor_words(const Standings& standings, const StandingsTable& table);

/// What "±" means in these standings, as a sentence.
std::string interval_sentence(const Looks& looks);

/// Sentences about anchors of the field that do not hold this table, bots that no anchor holds, and, if several anchors
/// hold a group, how far each is from its given Elo.
std::vector<std::string> anchor_sentences(const Standings& standings, const StandingsTable& table);

/// A sentence for each bot that the organiser keeps out of the league, and one about the other bots that are not
/// current, if they are shown.
std::vector<std::string> status_sentences(const Field& field, const std::function<bool(int bot)>& shows);

/// A sentence that counts the bots that are not shown because they are not current, if there are any. Bots of
/// Field::without do not count, because their games count for nothing.
std::vector<std::string> hidden_sentences(const Standings& standings);

/// Sentences that count the blocks that are not rated, one for each reason.
std::vector<std::string> left_out_sentences(const LeftOut& left);

/// A sentence about the bots of Field::without, if there are any.
std::vector<std::string> without_sentences(const Standings& standings);

/// Sentences about what distinguishes the runs from others: other limits, deals that were chosen.
std::vector<std::string> run_sentences(const std::vector<RatedRun>& runs);

/// The path of a run's records as a word of a command, or the word RUN if it is not known.
std::string shown_path(const RatedRun& run);

/// A sentence that says where to see the verdicts of these runs that are duels, if there are any. It belongs to
/// standings that show no verdict.
std::vector<std::string> hidden_duel_sentences(const std::vector<RatedRun>& runs);

/// A sentence if the runs have different anchors and that matters.
std::vector<std::string> anchor_sentences(const Field& field, const std::vector<RatedRun>& runs);

/// The names as text: "a and b". Many names are only counted: "7 bots".
std::string bots_text(const std::vector<std::string>& names);

/// The title of standings: the name of the league, and its notes. Several leagues give their names.
struct StandingsTitle {
  std::string name;
  std::vector<std::string> notes;
};
StandingsTitle title_of(const std::vector<RatedRun>& runs);

}  // namespace arena
