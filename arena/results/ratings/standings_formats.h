#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/rated_run.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// The schema of standings as JSON, their "v". FORMAT.md beside this file documents it.
inline constexpr int kStandingsVersion = 2;

/// Who played what and how much of it: "3 bots: a, b, c; 1 variant: ...; 58 of 60 blocks, 232 games; run demo".
std::string field_sentence(const Standings& standings, const std::vector<RatedRun>& runs);

/// The same of a field whose blocks and games are given.
std::string field_sentence(const Field& field, int blocks, int games, const std::vector<RatedRun>& runs);

/// What sets the runs apart from others: other limits, deals that were chosen.
std::vector<std::string> run_sentences(const std::vector<RatedRun>& runs);

/// Standings for the terminal, UTF-8: the field, the overall table, every bot against every other where there are three,
/// with `by_variant` a table for each variant where there are several, and what the figures do not show, in sentences.
/// `whole` says where the columns are that do not fit the page.
std::string standings_text(const Standings& standings, const std::vector<RatedRun>& runs, bool by_variant = false,
                           const Page& page = {}, std::string_view whole = {});

/// What standings_text says in GitHub's Markdown: tables, lists, headings of level 3. Marks in names are escaped.
std::string standings_markdown(const Standings& standings, const std::vector<RatedRun>& runs);

/// Standings as comma-separated values (RFC 4180, lines ended by "\n") with a line of heads, the keys of the JSON rows.
/// Each bot of each table has a row, "overall" first, then the variants; what is not known is empty.
std::string standings_csv(const Standings& standings);

/// All there is in standings, in a fixed order, in four decimals: compilers may differ in the last bits.
boost::json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs);
/// The same in this memory: of 400 bots it takes 40 MB, and less where nothing of it is freed alone.
boost::json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                                   const boost::json::storage_ptr& memory);

}  // namespace arena
