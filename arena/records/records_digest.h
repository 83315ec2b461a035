#pragma once

#include <climits>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/seeds/digest.h"

namespace arena {

struct Manifest;

/// A hash over what a run has recorded, whatever the order of its lines: who publishes it cannot cut, change or add
/// lines. A tree of BLAKE2b-256: each line without its LF; each block over the hashes of its lines, games by number and
/// then the void line; the run over its receipt, its entropy and the hashes of its blocks by number. FORMAT.md beside
/// this file has it. The first line counts by its receipt, the last one not at all.
class RecordsDigest {
 public:
  explicit RecordsDigest(const Manifest& manifest);

  void add_game(int block, int game, std::string_view line) { lines_.push_back({block, game, digest_of(line)}); }
  void add_void(int block, std::string_view line) { lines_.push_back({block, kVoid, digest_of(line)}); }
  /// 64 hexadecimal digits.
  std::string value() const;
  /// As if only these lines had been added.
  std::string value(const std::function<bool(int block, int game)>& wanted) const;

  /// In place of a game: the line that calls its block void.
  static constexpr int kVoid = INT_MAX;

 private:
  struct Line {
    int block;
    int game;
    Digest digest;
  };

  std::string start_;
  std::vector<Line> lines_;
};

}  // namespace arena
