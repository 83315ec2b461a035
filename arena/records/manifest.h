#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/protocol/limits.h"
#include "arena/records/bot_status.h"
#include "arena/records/manifest_variant.h"
#include "arena/records/sequential_test.h"
#include "engine/rule_keys.h"

namespace arena {

class GivenDeals;
class PlayedBlocks;
struct ScheduleRules;

/// The version of the schema, which every line of the records has as "v". FORMAT.md in this folder documents it.
inline constexpr int kRecordVersion = 3;

/// The largest value of Manifest::faulty_deals.
inline constexpr int kFaultyDealsMax = 1000;

/// The largest value of Manifest::withdraw_after.
inline constexpr int kWithdrawAfterMax = 1000;
/// The largest value of Manifest::until_first.
inline constexpr int kUntilFirstMax = 999;

/// Returns the bots that a run looks for (Manifest::until_first) in words: "first bot", "first 3 bots".
inline std::string first_bots_words(int until_first) {
  return until_first == 1 ? "first bot" : "first " + std::to_string(until_first) + " bots";
}

/// What an organiser says about a league apart from what it plays. It is in the first line of the records but not in
/// the receipt: it affects no game, and a later stage may change it.
struct LeagueLabel {
  std::string name;
  std::vector<std::string> notes;      ///< one line of text each
  std::map<std::string, int> anchors;  ///< the Elo that some bots are to have, by name
  /// The bots that the organiser keeps out. They are not in the records but in a file beside them, because a decision
  /// may follow the last game.
  BotStatuses statuses{};

  bool operator==(const LeagueLabel&) const = default;
  bool is_empty() const { return name.empty() && notes.empty() && anchors.empty(); }
};

/// The bounds of a label.
inline constexpr std::size_t kLeagueNameBytesMax = 100;
inline constexpr std::size_t kLeagueNoteBytesMax = 300;
inline constexpr int kLeagueNotesMax = 20;
inline constexpr int kAnchorEloMax = 4000;

/// What a line of a label must be, apart from its length. Terminals show these lines unchanged.
inline constexpr std::string_view kLabelLineRule =
    "one line of UTF-8 without control characters, and without spaces at its start or end";
/// Whether a text may be a name or a note of at most `bytes_max` bytes.
bool is_label_line(std::string_view text, std::size_t bytes_max);

/// Where a stage continues. A run that is extended is played in stages, each with a manifest, a key and a receipt of
/// its own.
struct Stage {
  int number = 1;
  int first_block = 0;  ///< block numbers continue from stage to stage
  int blocks = 0;       ///< how many blocks of all earlier stages are complete
  int games = 0;        ///< games in these blocks
  /// Digest of the records of the stage before; empty in the first stage.
  std::string before;
  std::vector<std::string> withdrawn{};  ///< names of bots that were withdrawn in earlier stages, see Withdrawal
  /// Names of bots that earlier stages left out because they could no longer be among the first, see
  /// Manifest::until_first, in the order in which they left.
  std::vector<std::string> outclassed{};

  bool operator==(const Stage&) const = default;
};

/// The most stages of a run.
inline constexpr int kStagesMax = 1000;

/// The value of "between_epochs" if the kernel's caches are dropped.
inline constexpr std::string_view kDropCaches = "drop_caches";

/// Everything that decides what a run, or a stage of a run, plays. Runs with equal manifests play the same games.
struct Manifest {
  std::vector<ManifestVariant> variants;
  std::vector<BotEntry> bots;
  int blocks = 0;
  int games = 0;  ///< the number of games in these blocks
  Stage stage;
  /// What earlier stages played; null in the first stage, and after read_manifest().
  std::shared_ptr<const PlayedBlocks> played;
  Limits limits;
  bool reveal_names = false;
  bool one_author_a_table = false;
  bool duplicate_deals = true;  ///< all games of a block have the same deals
  /// Before each epoch the kernel drops what it keeps in memory of files, see drop_kernel_caches().
  bool drops_caches = false;
  int given_deals = 0;           ///< how many deals are given instead of being shuffled; 0 if none are
  std::string given_deals_hash;  ///< hash of the given deals, see GivenDeals; empty if there are none
  /// The given deals; null after read_manifest(), until read_given_deals() reads them.
  std::shared_ptr<const GivenDeals> deals;
  /// Under the laws of the table every n-th deal of the shuffle is faulty; 0 if none is.
  int faulty_deals = 0;
  int withdraw_after = 0;  ///< a bot is withdrawn after this many forfeits in a row; 0 if none is
  /// The run looks for this many first bots, and leaves out the others as soon as they can no longer be among them; 0
  /// if it leaves nobody out. See find_outclassed() in results/ratings/contenders.h.
  int until_first = 0;
  int chunk_blocks = 0;  ///< blocks of a chunk in a league that withdraws or leaves out bots; 0 means kChunkBlocks
  /// In a gauntlet, the number of challengers, who are the first bots. One of them sits at each table, and the other
  /// bots take the other seats. Otherwise 0.
  int challengers = 0;
  bool every_set = false;  ///< a full round-robin: each set of bots that fills a table plays
  /// Set if the run is a duel of the first two bots; the other bots fill their tables. The run ends as soon as the test
  /// has a verdict, see duel_state().
  std::optional<SequentialTest> duel;
  /// The bots are sent the keys of the rules with RuleKey::number up to this: not all, if an older arena began the run.
  int rule_keys = hearts::kRuleKeys;
  std::string arena;       ///< version of the arena that plays the run
  std::string isolation;   ///< level of the bots' sandbox, one of the names of isolation_name()
  std::string commitment;  ///< commitment to the run's key, see RunKey::commitment()
  /// Public random text that is mixed with the key, see RunKey::mixed_with(); empty if there is none. Not in the
  /// receipt.
  std::string entropy;
  LeagueLabel label;  ///< not in the receipt

  /// Returns the bot of that name, or null if the run has none.
  const BotEntry* find_bot(std::string_view name) const;
  /// Returns the variant with that id, or null if the run has none.
  const ManifestVariant* find_variant(std::string_view id) const;
  /// Whether the run has no planned number of blocks, only a largest one: a duel, or a search for the first bots. It
  /// ends when it is decided.
  bool ends_when_decided() const { return duel.has_value() || until_first > 0; }
  /// Whether the run may end before its last planned block: because it is decided, or a bot is withdrawn.
  bool may_end_early() const { return ends_when_decided() || withdraw_after > 0; }
  /// Returns the number after those of the planned blocks. Blocks that replace void ones have numbers from here on.
  int end_block() const { return stage.first_block + blocks; }
  /// Returns the limits that apply to games of one of the run's variants.
  const Limits& limits_of(const ManifestVariant& variant) const { return variant.limits ? *variant.limits : limits; }
  /// Returns the limits of a bot in such games.
  Limits limits_of(const ManifestVariant& variant, const BotEntry& bot) const {
    return with_values(limits_of(variant), bot.limits);
  }
  /// Returns the limits of a table where the bots with these names play that variant.
  TableLimits table_limits(const ManifestVariant& variant, const std::vector<std::string>& names) const;
};

/// Returns the version of this program, such as "0.1.0".
std::string_view arena_version();

/// The most characters of the public random text that a key may be mixed with.
inline constexpr std::size_t kEntropyBytesMax = 200;
/// The form that it must have, so that two people who copy the same draw write the same text.
inline constexpr std::string_view kEntropyRule =
    "1 to 200 printable ASCII characters, without spaces at its start or end, and without double spaces";
/// Whether a text may be used as public random text.
bool is_entropy(std::string_view text);

/// Returns the receipt, which an organiser publishes before the first card: 64 hexadecimal digits, the BLAKE2b-256 of
/// everything that equal runs have in common. It covers neither the entropy, which nobody knows yet, nor the label, nor
/// where the bots' files are.
std::string receipt_of(const Manifest& manifest);

/// Returns the id of the run, which each line of its records carries: 16 hexadecimal digits, the start of the receipt.
/// With entropy it is the start of the BLAKE2b-256 of the receipt's digits followed by the entropy.
std::string run_id(const Manifest& manifest);

/// Returns the first line of games.jsonl, without the checksum.
boost::json::object manifest_json(const Manifest& manifest);

/// Throws InputError, which names `place`, if a line of records has another schema version than this arena's.
void check_schema(const boost::json::object& line, std::string_view place);

/// Parses the first line of games.jsonl. Throws InputError, which names `place`, if the line is not a valid manifest.
/// The rules are not resolved yet: see resolve_rules().
Manifest read_manifest(const boost::json::object& line, std::string_view place);

/// The file of a run's folder that says where the bots are on this machine, and how they are started there. It is not
/// published, and no result depends on it.
inline constexpr std::string_view kLocalFile = "local.json";

/// Writes to the folder where the manifest's bots are. Throws std::system_error with the path.
void keep_places(const std::filesystem::path& folder, const Manifest& manifest);

/// Sets where the manifest's bots are, as the file in the folder says. Without that file the manifest keeps what it
/// has: records of older arenas contain the places themselves. Throws InputError if the file is not one of
/// keep_places().
void read_places(Manifest& manifest, const std::filesystem::path& folder);

}  // namespace arena
