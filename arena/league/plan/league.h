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
#include "engine/variants/named_variant.h"

namespace arena {

/// What an organiser asks for, in the words of a league file or of a command line. Nothing has been looked up yet:
/// resolve_league() makes a Manifest of it, which is what is played and recorded.
struct League {
  /// A bot that takes part.
  struct Entrant {
    std::string bot;     ///< an executable file, a folder with bot.json, or a command of several words
    std::string name;    ///< if empty, the bot's own name
    std::string author;  ///< if empty, the bot's own author
    BotSettings settings{};
  };
  /// A variant that is played.
  struct Variant {
    /// id[@players][+option...][+key=value...]. With "*" before the first "+" it means all variants whose ids fit,
    /// except those that the league names itself.
    std::string spec;
    int weight = 1;  ///< how many blocks it gets, compared with the other variants
    int hands = 0;   ///< the number of hands of every game; 0 if the variant decides when a game ends
    /// Limits that differ from the league's. Limits that concern a bot's process (LimitKey::of_process) cannot be here.
    std::vector<LimitValue> limits{};
  };

  std::string file;              ///< the league file, for messages; empty if the league comes from the command line
  std::filesystem::path folder;  ///< where relative paths of bots start; if empty, the current folder
  std::vector<Entrant> entrants;
  std::vector<Variant> variants;
  hearts::VariantBook book;  ///< what the names in `variants` mean
  int blocks = 0;            ///< blocks to play; 0 if `games` says how long the run is
  int games = 0;             ///< whole blocks are played until there are at least this many games
  Limits limits;
  ResourcePolicy resources;
  int concurrency = 0;  ///< games at the same time; 0 for as many as there are processors
  bool reveal_names = false;
  bool one_author_a_table = false;
  bool full = false;  ///< a full round-robin: each set of bots that fills a table plays
  /// In a gauntlet, the names of the entrants that meet all others. If it is empty, all bots meet all.
  std::vector<std::string> challengers;
  /// Set for a duel of the first two entrants. The other entrants fill their tables.
  std::optional<SequentialTest> duel;
  /// Whether all games of a block have the same deals. If it is empty, they have unless strangers take part, see
  /// why_strangers().
  std::optional<bool> duplicate_deals;
  bool drop_caches = false;        ///< the kernel's caches are dropped before each epoch
  bool takes_submissions = false;  ///< there are submitted bots in the folder of the league file
  /// The seed that the run's key is made from, to reproduce a run. If it is empty, the key is random.
  std::string seed;
  /// A file of deals that replaces the shuffle; empty if there is none.
  std::string deals;
  /// Under the laws of the table every n-th deal of the shuffle is faulty; 0 if none is.
  int faulty_deals = 0;
  /// Allows `deals` and `faulty_deals`, which a league that is rated otherwise refuses.
  bool rate_any_deals = false;
  int withdraw_after = 0;  ///< a bot is withdrawn after this many forfeits in a row; 0 if none is
  int until_first = 0;     ///< see Manifest::until_first
  /// Variants whose rules have laws on irregularities are played under these laws.
  bool table_laws = false;
  /// A submitted bot that answers differently in equal games is refused. Has no effect on a run.
  bool deterministic = false;
  LeagueLabel label;
};

/// The bounds of what a league may ask for.
inline constexpr int kEntrantsMax = 1000;
inline constexpr int kVariantsMax = 200;
inline constexpr int kWeightMax = 1000;
inline constexpr int kConcurrencyMax = 256;

/// The default for the number of blocks after which an undecided duel ends.
inline constexpr int kDuelBlocksMax = 5000;

/// The file of the bots that were submitted to a league (admission/submit/FORMAT.md), from the league's folder.
inline constexpr const char* kLedgerFile = "submissions/ledger.json";
/// The folder of that file, from the league's folder. The decisions about bots (kStatusFile) are there, too.
inline constexpr const char* kSubmissionsFolder = "submissions";

}  // namespace arena
