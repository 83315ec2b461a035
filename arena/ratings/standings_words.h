#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/ratings/standings.h"
#include "arena/text/text_layout.h"

namespace arena {

/// A run whose games are rated.
struct RatedRun {
  std::string name;
  std::optional<int> planned_blocks;
};

/// What a report says beside the standings themselves.
struct StandingsFacts {
  std::vector<RatedRun> runs;
};

// Standings in words and cells, the same in every format for people. Sentences are one line each, of any length.

/// Who played what and how much of it: "3 bots: a, b, c; 1 variant: ...; 58 of 60 blocks, 232 games; run demo".
std::string field_sentence(const Standings& standings, const StandingsFacts& facts);

/// "30 blocks, 120 games".
std::string size_words(const StandingsTable& table);

/// "#", bot, Elo, margin, counts and LOS; for the table of one variant among several also shrunk and adjusted Elo.
CellTable standings_cells(const Standings& standings, const StandingsTable& table, bool is_of_variant);

/// What the figures of one table do not show: bots that nothing joins, distances that are only bounds, a reference
/// that is missing, and where Elo and margin disagree.
std::vector<std::string> table_sentences(const Standings& standings, const StandingsTable& table);

/// What belongs to no table: blocks and games left out, forfeits and faults, bots without games, specialists.
std::vector<std::string> field_sentences(const Standings& standings);

/// What the columns mean.
std::string legend(const Standings& standings);

/// Whether there is a table for each variant beside the overall one.
bool has_variants(const Standings& standings);

}  // namespace arena
