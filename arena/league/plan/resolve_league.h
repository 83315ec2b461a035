#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/league/plan/league.h"

namespace arena {

/// Looks up the name and the author that an entrant plays under, without hashing its files if its bot.json or the
/// entrant says the name. Throws InputError that names the file and the entrant if the bot is not there.
BotIdentity identify_entrant(const League& league, std::size_t index);

/// Looks up the bots and rules of a league. Bots that the organiser keeps out (League::label) are left out, even if too
/// few are left: see too_few_bots(). The manifest that it returns has no commitment, and no number of blocks if the
/// league counts games.
///
/// Equal names of bots are made unique on a command line, and refused in a file. Rules with laws on irregularities are
/// resolved to the same rules without these laws, which means that illegal acts are refused; the league or the variant
/// may ask for the laws. If an option of the variant contradicts that, the variant cannot be played.
///
/// Throws InputError, which names the file and the entrant or variant, if
///
/// - a bot is not there, plays none of the variants, or may have several processes although waiting bots are frozen;
/// - a variant cannot be played, or only one bot or none plays it;
/// - two entrants have the same name, or two variants the same rules;
/// - an anchor or a challenger is not an entrant or is kept out, or all entrants are challengers;
/// - a bot of a duel is kept out;
/// - a setting cannot be used: withdrawal or a search for the first bots in a duel or a gauntlet, more first bots than
///   others, a time for laws or faulty deals without laws;
/// - the league is rated, has given or faulty deals, and does not say that it may.
Manifest resolve_league(const League& league);

/// Returns why the resolved league cannot be played, if too few bots are left because the organiser keeps others out,
/// and how to take one back. Nothing can be played then, but a run that has begun can end. A search for the first bots
/// needs one bot, other leagues need two.
std::optional<std::string> too_few_bots(const League& league, const Manifest& manifest);

/// Returns why bots of strangers take part, as the end of a sentence, or nothing if none do: the league takes
/// submissions, or its bots have more than one author. Bots without an author count as the organiser's own.
std::optional<std::string> why_strangers(const League& league, const std::vector<BotEntry>& bots);

/// If each game of a block gets its own deals only because strangers take part, returns a sentence that says why, what
/// it costs and how to choose otherwise. `choice` is the option or the setting that asks for the same deals.
std::optional<std::string> own_deals_note(const League& league, const std::vector<BotEntry>& bots,
                                          const std::string& choice);

/// Returns one sentence for each bot that is kept out, and for each variant that is not played exactly as the organiser
/// wrote it, or that has limits of its own.
std::vector<std::string> league_notes(const League& league, const Manifest& manifest);

}  // namespace arena
