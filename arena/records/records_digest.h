#pragma once

#include <climits>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/seeds/digest.h"

namespace arena {

struct Manifest;

/// A line of games.jsonl that records a game or calls a block void.
struct RecordedLine {
  /// In place of a game's number: the line calls its block void. It sorts behind the block's games.
  static constexpr int kVoid = INT_MAX;

  int block = 0;
  int game = 0;
  Digest digest{};           ///< of the line without its LF
  std::uint64_t offset = 0;  ///< bytes of the file before the line; 0 where it was not read from a file

  std::pair<int, int> key() const { return {block, game}; }
};

/// A hash over what a run has recorded, whatever the order of its lines: who publishes it cannot cut, change or add
/// lines. A tree of BLAKE2b-256: each line without its LF; each block over the hashes of its lines, games by number and
/// then the void line; the run over its receipt, its entropy and the hashes of its blocks by number. FORMAT.md beside
/// this file has it. The first line counts by its receipt, the last one not at all.
class RecordsDigest {
 public:
  explicit RecordsDigest(const Manifest& manifest);

  void add_game(int block, int game, std::string_view line, std::uint64_t offset = 0) {
    lines_.push_back({block, game, digest_of(line), offset});
  }
  void add_void(int block, std::string_view line, std::uint64_t offset = 0) {
    add_game(block, RecordedLine::kVoid, line, offset);
  }
  /// In the order in which they were added.
  const std::vector<RecordedLine>& lines() const { return lines_; }
  /// 64 hexadecimal digits; as if only the `wanted` lines had been added, if it is given.
  std::string value(const std::function<bool(int block, int game)>& wanted = {}) const;

 private:
  std::string start_;
  std::vector<RecordedLine> lines_;
};

}  // namespace arena
