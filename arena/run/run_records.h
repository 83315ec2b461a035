#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "arena/chance/run_key.h"
#include "arena/league/manifest.h"
#include "arena/records/game_record.h"
#include "arena/records/record_file.h"

namespace arena {

/// The records of one run, open for writing. Opening reads what is there, refuses what does not belong to this run
/// and cuts what a crash left torn.
class RunRecords {
 public:
  /// Creates the folder if need be and takes it: everything else happens while no other arena is in it. Throws
  /// InputError when one is.
  explicit RunRecords(const std::filesystem::path& folder);

  /// The key of the run: that of `seed` if there is one, else the one kept in the folder, else a new one, which is then
  /// kept there (mode 0600) until the run is finished. Throws InputError when the key of a run is missing or no key.
  RunKey key(const std::string& seed) const;
  /// Reads what is there and makes ready to add. A run that has not recorded a game yet may become another one. Throws
  /// InputError, with the files as they were, when the folder holds another run or damaged records.
  void begin(const Manifest& manifest, std::string_view isolation);

  bool has(const std::string& game) const { return done_.contains(game); }
  int games() const { return static_cast<int>(done_.size()); }
  /// The run was finished before; nothing can be added.
  bool finished() const { return finished_; }
  /// Bytes cut off torn ends, all files together.
  std::uint64_t cut_bytes() const { return cut_bytes_; }

  /// The ledger and the clocks first: the game counts once its own line stands.
  void add(const GameRecord& record, const hearts::GameRules& rules);
  /// A game that was not played to its end by a fault of the machine or the arena.
  void add_fault(const GameRecord& record, const FaultEvent& event) { faults_->append(fault_json(record, event)); }
  /// Writes the last line, which reveals the key.
  void finish(const RunKey& key);

 private:
  std::filesystem::path folder_;
  RecordFile games_;
  std::optional<RecordFile> timings_;  // opened once the run is known to be ours
  std::optional<RecordFile> faults_;
  std::set<std::string> done_;
  std::uint64_t cut_bytes_ = 0;
  bool finished_ = false;
};

}  // namespace arena
