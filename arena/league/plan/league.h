#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/package/resource_policy.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/bots/protocol/limits.h"
#include "arena/records/manifest.h"

namespace arena {

/// What an organiser asks for: the words of a league file, or of a command line. A value in which nothing is looked up
/// yet; resolve_league() makes a Manifest of it, which is what is played and recorded.
struct League {
  struct Entrant {
    std::string bot;     ///< an executable file, a folder with bot.json, or a command of several words
    std::string name;    ///< empty: the bot's own
    std::string author;  ///< empty: the bot's own
  };
  struct Variant {
    /// id[@players][+option...][+key=value...]; with "*" before the first "+" all variants that are called so, but for
    /// those that the league names itself
    std::string spec;
    int weight = 1;  ///< blocks of this variant to blocks of the others
    int hands = 0;   ///< a game has just so many; 0: to the variant's end
    /// Limits that are not those of the league; none that concerns a bot's process as a whole.
    std::vector<std::pair<const LimitKey*, std::int64_t>> limits{};
  };

  std::string file;              ///< where it stands, for messages; empty: the command line
  std::filesystem::path folder;  ///< paths of bots start here; empty: the current one
  std::vector<Entrant> entrants;
  std::vector<Variant> variants;
  int blocks = 0;  ///< to play; 0: as `games` says
  int games = 0;   ///< whole blocks until there are that many
  Limits limits;
  ResourcePolicy resources;
  int concurrency = 0;  ///< games at once; 0: as many as there are processors
  bool reveal_names = false;
  bool one_author_a_table = false;
  bool full = false;                     ///< a full round-robin: every set of bots plays
  std::vector<std::string> challengers;  ///< names of entrants that meet the others in a gauntlet; empty: all meet all
  std::optional<SequentialTest> duel;    ///< of the first two entrants; the others fill their tables
  bool duplicate_deals = true;           ///< the games of a block have the same deals
  std::string seed;                      ///< of the run's key, for reproduction; empty: the key is drawn
  std::string deals;                     ///< file of deals in place of the shuffle's; empty: none
  int faulty_deals = 0;         ///< of the other deals under the laws of the table every n-th is faulty; 0: none
  bool rate_any_deals = false;  ///< else a league, which is rated, has neither
  int withdraw_after = 0;       ///< forfeits in a row after which a bot is withdrawn; 0: none is
  bool table_laws = false;      ///< rules with laws on irregularities are played under them
  LeagueLabel label;
};

/// Bounds of what a league may ask for.
inline constexpr int kEntrantsMax = 1000;
inline constexpr int kVariantsMax = 200;
inline constexpr int kWeightMax = 1000;
inline constexpr int kConcurrencyMax = 256;
inline constexpr int kHandsMax = 50;

/// Blocks after which a duel that is not decided ends, where nobody says.
inline constexpr int kDuelBlocksMax = 5000;

/// Whether the name of a variant is a pattern, such as "*@4" or "black-lady*".
bool is_variant_pattern(std::string_view spec);

/// Returns the names of all variants that match the pattern, each followed by the options and keys of `spec`. A pattern
/// without "@" means variants at their usual size. Throws hearts::RulesError when no variant matches.
std::vector<std::string> variants_matching(const std::string& spec);

/// Looks up bots and rules. The manifest lacks its commitment, and its number of blocks where the league counts games.
/// Duplicate names are made unique on a command line and refused in a file. Throws InputError with the file and
/// the entrant or variant it is about: a bot that is not there, a variant that cannot be played, two equal names or
/// rules, a variant nobody plays, a bot that plays none, an anchor or a challenger that is no entrant, deals that no
/// rated league has unless it says so. Rules with table laws are resolved to the same that refuse
/// illegal acts, unless the league or the variant asks for the laws; with an option that contradicts that they cannot be
/// played.
Manifest resolve_league(const League& league);

/// A sentence for each variant of the league that is not played as the organiser wrote it, or within other limits than
/// the others.
std::vector<std::string> league_notes(const League& league, const Manifest& manifest);

}  // namespace arena
