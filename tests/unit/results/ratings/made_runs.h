#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings.h"
#include "tests/scratch_folder.h"

namespace arena::test {

/// Two small variants, of four seats and of three.
extern const std::vector<std::string> kMadeVariants;

/// A run in memory: five bots in those variants, or in others.
struct MadeRun {
  explicit MadeRun(const std::string& seed, int blocks = 6, const std::vector<std::string>& variants = kMadeVariants);
  MadeRun(const Manifest& league, const RunKey& run_key);

  RatedRuns rated() const;

  RunKey key;
  Manifest manifest;
  std::vector<GameRecord> games;
  std::vector<std::string> lines;  ///< header, games, end
};

/// Files in a folder, read together.
class MadeFiles {
 public:
  /// The file's path.
  std::string write(const std::string& name, const std::vector<std::string>& lines) const;

 private:
  ScratchFolder folder_;
};

/// The standings of these files together, see ExactText.
std::string text_of_files(const std::vector<std::string>& files);
/// What is wrong with these files together, which is said in one line; "read" if nothing is.
std::string error_of_files(const std::vector<std::string>& files);

}  // namespace arena::test
