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
#include "engine/game_rules.h"
#include "engine/match.h"

namespace arena {

class GivenDeals;
class PlayedBlocks;
struct ScheduleRules;

/// The schema of all records, the "v" of every line. records/FORMAT.md documents it.
inline constexpr int kRecordVersion = 3;

/// Most blocks a run may have.
inline constexpr int kBlocksMax = 1'000'000;

/// A deal in so many may be faulty at the least.
inline constexpr int kFaultyDealsMax = 1000;

/// Most forfeits in a row that a league may bear.
inline constexpr int kWithdrawAfterMax = 1000;

/// Hex BLAKE2b-256 of every key and value of the rules: games with the same hash are the same game.
std::string rules_hash(const hearts::Rules& rules);

/// What an organiser says of a league beside what it plays. It is in the first line of the records and not in the
/// receipt: no game follows from it, and it may be mended while the league lives.
struct LeagueLabel {
  std::string name;
  std::vector<std::string> notes;      ///< lines
  std::map<std::string, int> anchors;  ///< by the names of bots: Elo that they are to have

  bool operator==(const LeagueLabel&) const = default;
  bool is_empty() const { return name.empty() && notes.empty() && anchors.empty(); }
};

/// Bounds of a label.
inline constexpr std::size_t kLeagueNameBytesMax = 100;
inline constexpr std::size_t kLeagueNoteBytesMax = 300;
inline constexpr int kLeagueNotesMax = 20;
inline constexpr int kAnchorEloMax = 4000;

/// What a line of a label must be, beside its bound: it goes to terminals as it is.
inline constexpr std::string_view kLabelLineRule =
    "one line of UTF-8 without control characters, and without spaces at its start or end";
/// A name or a note of at most `bytes_max` bytes.
bool is_label_line(std::string_view text, std::size_t bytes_max);

/// A variant of a run, resolved.
struct ManifestVariant {
  std::string id;  ///< canonical
  std::string rules_hash;
  int seats = 0;
  int weight = 1;
  hearts::MatchLength length;
  std::shared_ptr<const hearts::GameRules> rules;  ///< null as read_manifest leaves it: read_run resolves the id
  int blocks = 0;                                  ///< in a later stage: so many of its blocks are of this variant
  /// Where they are not the run's. Those of a bot's process are the run's always.
  std::optional<Limits> limits{};
};

/// A run that has grown is played in stages, each with a manifest, a key and a receipt of its own.
struct Stage {
  int number = 1;
  int first_block = 0;                   ///< blocks count on from stage to stage
  int blocks = 0;                        ///< complete ones in all stages before
  int games = 0;                         ///< in these
  std::string before;                    ///< digest of the records of the stage before; empty in the first
  std::vector<std::string> withdrawn{};  ///< names of bots that the run goes on without, see Withdrawal

  bool operator==(const Stage&) const = default;
};

/// Most stages a run may have.
inline constexpr int kStagesMax = 1000;

/// What a duel decides: whether the first of two bots is better by `high` rather than by `low`, by Wald's sequential
/// probability ratio test (Wald 1945).
struct SequentialTest {
  enum class Measure { elo, margin };
  Measure measure = Measure::elo;
  double low = 0;       ///< H0: Elo, or points a hand, by which the first is better; below `high`
  double high = 20;     ///< H1
  double alpha = 0.05;  ///< the chance that H1 is accepted where H0 is true, above 0, below 0.5
  double beta = 0.05;   ///< the chance that H0 is accepted where H1 is true, likewise

  friend bool operator==(const SequentialTest&, const SequentialTest&) = default;
};

/// The second hypothesis in points a hand, where nobody says; the first is 0.
inline constexpr double kDuelMargin = 0.5;

/// Most of either hypothesis: Elo, or points a hand.
inline constexpr double kHypothesisMax = 1000;

/// "elo" or "margin".
constexpr std::string_view measure_name(SequentialTest::Measure measure) {
  return measure == SequentialTest::Measure::elo ? "elo" : "margin";
}

/// Why there is no such test: one sentence without its full stop. Nothing when there is one.
constexpr std::optional<std::string_view> test_problem(const SequentialTest& test) {
  const auto is_rate = [](double rate) { return rate >= 0.001 && rate <= 0.4; };
  const auto is_within = [](double value) { return value >= -kHypothesisMax && value <= kHypothesisMax; };
  if (!is_within(test.low) || !is_within(test.high)) return "a hypothesis must be from -1000 to 1000";
  if (!(test.high - test.low >= 0.001)) return "the second hypothesis must be above the first";
  if (!is_rate(test.alpha) || !is_rate(test.beta)) return "alpha and beta must be from 0.001 to 0.4";
  return {};
}

/// What a run, or a stage of it, is, resolved to the last detail: two with equal manifests play the same games.
struct Manifest {
  std::vector<ManifestVariant> variants;
  std::vector<BotEntry> bots;
  int blocks = 0;
  int games = 0;  ///< in so many blocks, see schedule/
  Stage stage;
  std::shared_ptr<const PlayedBlocks>
      played;  ///< in the stages before; null in the first, and as read_manifest leaves it
  Limits limits;
  bool reveal_names = false;
  bool one_author_a_table = false;
  bool duplicate_deals = true;              ///< the games of a block have the same deals
  int given_deals = 0;                      ///< how many deals are given in place of the shuffle
  std::string given_deals_hash;             ///< of these, see GivenDeals; empty: none are given
  std::shared_ptr<const GivenDeals> deals;  ///< these; null as read_manifest leaves it
  int faulty_deals = 0;    ///< of the other deals under the laws of the table every n-th is faulty; 0: none
  int withdraw_after = 0;  ///< forfeits in a row that withdraw a bot; 0: none do
  int challengers = 0;     ///< in a gauntlet: so many bots, the first, meet the others, one a table; else 0
  bool every_set = false;  ///< a full round-robin: every set of bots that fills a table plays
  std::optional<SequentialTest>
      duel;  ///< of the first two bots, the others fill their tables; the run ends when it is decided, see duel_state
  std::string arena;       ///< version of the arena that plays it
  std::string isolation;   ///< level of the bots' sandbox: a name of isolation_name()
  std::string commitment;  ///< of the run's key
  std::string entropy;     ///< public random text mixed with the key, see RunKey::mixed_with(); not in the receipt
  LeagueLabel label;       ///< not in the receipt

  /// The bot of that name; null if the run has none.
  const BotEntry* find_bot(std::string_view name) const;
  /// The variant of that id; null if the run has none.
  const ManifestVariant* find_variant(std::string_view id) const;
  /// It may end before its plan: a duel that is decided, a stage in which a bot is withdrawn.
  bool may_end_early() const { return duel.has_value() || withdraw_after > 0; }
  /// Behind the numbers of its blocks, but for those that are played again for void ones.
  int end_block() const { return stage.first_block + blocks; }
  /// What bots may use in games of one of its variants.
  const Limits& limits_of(const ManifestVariant& variant) const { return variant.limits ? *variant.limits : limits; }
};

/// The version of this program: "0.1.0".
std::string_view arena_version();

/// Most characters of the public random text that a key may be mixed with.
inline constexpr std::size_t kEntropyBytesMax = 200;
/// What it must be, so that two readers of one drawing write it alike.
inline constexpr std::string_view kEntropyRule =
    "1 to 200 printable ASCII characters, without spaces at its start or end, and without double spaces";
bool is_entropy(std::string_view text);

/// What an organiser publishes before the first card: 64 hexadecimal digits, the BLAKE2b-256 of all that two equal runs
/// have in common but for the entropy, which nobody knows yet. Where the bots' files are is not part of it.
std::string receipt_of(const Manifest& manifest);

/// What each line of a run's records carries: 16 hexadecimal digits, the start of the receipt, or, with entropy, of the
/// BLAKE2b-256 of the receipt and the entropy.
std::string run_id(const Manifest& manifest);

/// The first line of games.jsonl, without its checksum.
boost::json::object manifest_json(const Manifest& manifest);

/// Throws InputError naming `place` when a line of records has another schema.
void check_schema(const boost::json::object& line, std::string_view place);

/// The manifest in that line. Throws InputError naming `place` when it is none.
Manifest read_manifest(const boost::json::object& line, std::string_view place);

/// The file of a run's folder that says where its bots lie on this machine and how they are started there. It is not
/// published, and no figure follows from it.
inline constexpr std::string_view kLocalFile = "local.json";

/// Writes where the bots of the manifest lie into the folder. Throws std::system_error with the path.
void keep_places(const std::filesystem::path& folder, const Manifest& manifest);

/// Gives the bots of a manifest the places that the folder has; older records have them themselves. Throws InputError
/// for a file that is not one of keep_places().
void take_places(Manifest& manifest, const std::filesystem::path& folder);

}  // namespace arena
