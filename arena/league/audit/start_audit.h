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

/// Audits the starts of the arena in a stage, as timings.jsonl tells them: each must have found recorded what the one
/// before had left.
class StartAudit {
 public:
  explicit StartAudit(std::string run) : run_(std::move(run)) {}

  /// Takes a line of timings.jsonl. Throws InputError "PLACE: ..." for a start that does not say what it must.
  void take_line(const boost::json::object& line, const std::string& place);
  /// After all of these: the digest of the stage's records once they had so many games, in their order.
  void take_digest(const RecordsDigest& sofar, int games);

  /// Starts of the arena, in all shards.
  int starts() const { return starts_; }
  /// How many shards the stage was played in; 1 if it was played as a whole.
  int shards() const { return std::max(1, shards_); }
  /// Games that were clocked.
  int clocked() const { return clocked_; }
  /// So many void blocks do these starts allow.
  std::int64_t voids_possible() const { return voids_possible_; }
  /// The games after which the records had this digest at a start; 0: never.
  int games_of_digest(const std::string& digest) const;
  /// A sentence for each start that found something else than the records had, or their part of its shard.
  std::vector<std::string> problems(const RecordsDigest& records, std::span<const VoidBlock> voids) const;

 private:
  struct Start {
    std::string digest;
    std::string place;  // of its line
    bool found = false;
  };
  /// The lines of a part keep the order of their games; merged records do not.
  struct ShardStart {
    Start start;
    int games = 0;
    Shard shard;
    std::size_t clocked = 0;  // games of the shard before it
  };

  bool fits(const ShardStart& one, const RecordsDigest& records, std::span<const VoidBlock> voids) const;

  std::string run_;
  std::multimap<int, Start> whole_;  // by games
  std::vector<ShardStart> in_shards_;
  std::map<int, std::vector<std::pair<int, int>>> clocked_in_shards_;  // block and game, by shard
  int shards_ = 0;                                                     // that the stage was played in; 0: none yet
  int starts_ = 0;
  int clocked_ = 0;
  std::int64_t voids_possible_ = 0;
};

}  // namespace arena
