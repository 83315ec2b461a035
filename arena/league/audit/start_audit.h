#pragma once

#include <algorithm>
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/schedule/shard.h"
#include "arena/records/game_record.h"
#include "arena/records/run_folder.h"

namespace arena {

/// Audits the starts of the arena in one stage, as the `session` lines of timings.jsonl report them. Each start must
/// have found exactly the records that the start before it had left. Call add_line() for every line of that file, then
/// check_digest() while games.jsonl is read, then the other functions. Only one thread may use an object.
class StartAudit {
 public:
  explicit StartAudit(std::string run) : run_(std::move(run)) {}

  /// Adds a line of timings.jsonl. Throws InputError "PLACE: ..." for a `session` line that lacks something.
  void add_line(const boost::json::object& line, const std::string& place);
  /// Compares the digest of the first `games` games of the stage with the starts that found `games` games. Call it
  /// after all lines of timings.jsonl, for each number of games, ascending.
  void check_digest(const RecordsDigest& sofar, int games);

  /// Returns the number of starts of the arena, in all shards.
  int starts() const { return starts_; }
  /// Returns how many shards the stage was played in, or 1 if it was played as a whole.
  int shards() const { return std::max(1, shards_); }
  /// Returns the number of games that have clocks.
  int clocked() const { return clocked_; }
  /// Returns how many void blocks these starts allow, see kVoidsMax.
  std::int64_t voids_possible() const { return voids_possible_; }
  /// Returns how many games the records had when they had this digest at a start, or 0 if they never had it.
  int games_of_digest(const std::string& digest) const;
  /// Returns one sentence for each start that found something else than what the records, or those of its shard, had
  /// then.
  std::vector<std::string> problems(const RecordsDigest& records, std::span<const VoidBlock> voids) const;

 private:
  struct Start {
    std::string digest;
    std::string place;  // the place of its line
    bool found = false;
  };
  /// A start that played a shard. Only the order of the timing lines shows which games it had found: merged records do
  /// not keep the order in which games of a part ended.
  struct ShardStart {
    Start start;
    int games = 0;
    Shard shard;
    std::size_t clocked = 0;  // games of the shard with clocks before this start
  };

  bool fits(const ShardStart& one, const RecordsDigest& records, std::span<const VoidBlock> voids) const;

  std::string run_;
  std::multimap<int, Start> whole_;  // by the number of games found
  std::vector<ShardStart> in_shards_;
  std::map<int, std::vector<std::pair<int, int>>> clocked_in_shards_;  // block and game, by shard
  int shards_ = 0;  // shards that the stage was played in; 0 if none is known yet
  int starts_ = 0;
  int clocked_ = 0;
  std::int64_t voids_possible_ = 0;
};

}  // namespace arena
