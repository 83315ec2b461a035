#pragma once

#include <string>
#include <vector>

#include "arena/results/ratings/standings.h"

namespace arena {

// Sentences below standings about pairs of bots to look at, and about a search for the first bots.

/// A sentence about what --without-pairs leaves out. Standings::left_out_pairs must be set.
std::string left_out_pairs_sentence(const Standings& standings);

/// Why bots are left out of a search for the first bots, to follow "left out, ": "because another bot is shown to be
/// stronger".
std::string left_out_reason(int first);

/// Sentences about a league that looks for its first bots: whether they are known or the search has ended otherwise,
/// who was withdrawn, and who was left out. The first sentence is the state of the search.
/// Standings::first_bots must be set.
std::vector<std::string> first_bots_sentences(const Standings& standings);

/// Sentences about each pair to look at of which a bot is shown: how much one gains from the other, that this is no
/// proof, and the commands that show games; then the command that shows the ratings without these pairs. Commands name
/// the folders of the runs, or RUN if they are not known.
std::vector<std::string> pair_sentences(const Standings& standings, const std::vector<RatedRun>& runs);

}  // namespace arena
