#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// Who played, and how much: "3 bots: a, b, c; 1 variant: ...; 58 of 60 blocks, 232 games; run demo".
std::string field_sentence(const Field& field, int blocks, int games, const std::vector<RatedRun>& runs);

/// One sentence for each suspect that is shown: what the bot does, and how clear that is.
std::vector<std::string> suspect_sentences(const Standings& standings);

/// Standings for the terminal, in UTF-8: the field, the overall table, every bot against every other if there are at
/// least three, and sentences about what the figures do not show. With `by_variant`, each variant has a table if there
/// are several. `where_all` says where all columns can be found if some do not fit the page; see fitted().
std::string standings_text(const Standings& standings, const std::vector<RatedRun>& runs, bool by_variant = false,
                           const Page& page = {}, std::string_view where_all = {});

/// The content of standings_text() in GitHub's Markdown: tables, lists, and headings of level 3. Names are escaped.
std::string standings_markdown(const Standings& standings, const std::vector<RatedRun>& runs);

}  // namespace arena
