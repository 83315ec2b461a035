#pragma once

#include <boost/container/flat_map.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace arena {

struct GameRecord;
struct Manifest;

/// Who has forfeited so many games in a row that its league goes on without it (Manifest::withdraw_after). Games count in
/// the order of their blocks, whatever the order in which they ended; those of blocks played again for void ones do not.
class Withdrawal {
 public:
  explicit Withdrawal(const Manifest& manifest);

  /// A game of any stage; those of others do not count.
  void add(const GameRecord& record);

  struct Found {
    int end_block = 0;              ///< before it the stage ends: the end of the chunk of blocks in which it happened
    std::vector<std::string> bots;  ///< names, sorted
  };
  /// The first that are withdrawn, by the blocks below `end_block` alone.
  std::optional<Found> find(int end_block) const;

 private:
  int after_;
  int first_block_;
  std::vector<int> chunk_ends_;  // from the stage's first block
  /// By bot: whether it has forfeited a game, by block and game.
  std::map<std::string, boost::container::flat_map<std::pair<int, int>, bool>> played_;
};

}  // namespace arena
