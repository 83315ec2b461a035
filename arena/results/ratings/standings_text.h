#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// Who played what and how much of it: "3 bots: a, b, c; 1 variant: ...; 58 of 60 blocks, 232 games; run demo".
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

}  // namespace arena
