#pragma once

#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/game/schedule/shard.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"

namespace arena {

/// The records of one run, open for writing (records/FORMAT.md). First the constructor locks the folder, then key() gives
/// the run's key, and begin() reads what is there, refuses what does not belong to this run and cuts what a crash left
/// torn; then games are added, and finish() reveals the key.
///
/// A game counts as soon as its line is whole in games.jsonl. That line is written last, so the clocks and faults of a
/// game that counts are there, too. After kill -9 or a full disk the files hold whole games only, once begin() has been
/// called again.
class RunRecords {
 public:
  /// Creates the folder if need be and keeps other arenas out. Throws InputError when one is in it.
  explicit RunRecords(const std::filesystem::path& folder);

  /// The manifests that are there, of one stage after another.
  const std::vector<Manifest>& stages() const { return stages_; }
  /// That stage was cut: ended before its time, for another one.
  bool is_cut() const { return is_cut_; }
  /// Its key is revealed.
  bool has_ended() const { return ended_key_.has_value(); }
  /// No other arena has moved the folder away since it was opened.
  bool is_in_place() const { return games_.is_in_place(); }
  /// The last line is not that of a manifest.
  bool has_games() const { return has_games_; }
  /// Void blocks of the stages before, by their run ids.
  const std::map<std::string, std::vector<VoidBlock>>& earlier_voids() const { return earlier_voids_; }
  /// What earlier stages have played; null in the first.
  const std::shared_ptr<const PlayedBlocks>& played() const { return played_; }
  /// The key of a stage, the last or the next one: that of `seed` if there is one, else the one that the records or the
  /// folder have, else a new one, which is then kept in the folder (mode 0600) until the stage has ended. Throws
  /// InputError when the key of a run is missing or no key.
  RunKey key(const std::string& seed, int stage = 1);
  /// Gives `take_game` each game that is there, of all stages, and makes ready to add. The manifest is that of the last
  /// stage, or of the next one: then the last is ended, before its time if need be, and its `key` revealed. A run without
  /// a recorded game may become another one. `workers`: 0 if it is planned only, which is no start of the arena. `shard`:
  /// the folder is for this part of the manifest's stage alone. Throws InputError, with the files as they were, when the
  /// folder holds another run or damaged records.
  void begin(const Manifest& manifest, int workers, const TakeGame& take_game,
             const std::optional<RunKey>& last_key = {}, std::optional<Shard> shard = {});
  /// Keeps the key in the folder, as key() does with one that it makes.
  void keep(const RunKey& key) const;

  /// See run_id(). What follows is of the last stage.
  const std::string& run() const { return run_; }
  const RecordedGames& recorded() const { return recorded_; }
  const std::vector<VoidBlock>& voids() const { return voids_; }
  /// The run was finished before; nothing can be added.
  bool finished() const { return finished_; }
  /// Bytes cut off torn ends, all files together.
  std::uint64_t cut_bytes() const { return cut_bytes_; }

  // From here on any thread may call, at any time.

  /// Of all that is recorded so far.
  std::string digest() const;
  /// Recorded games that are not of void blocks.
  int counted_games() const;
  /// Writes the game's own line last: then it counts. Waits until all is on disk if it has not been for a second. False,
  /// and nothing written, if its block has become void. A write that fails leaves no line of the game in any file.
  bool add(const GameRecord& record, const hearts::GameRules& rules);
  /// Makes the block of a game void that a fault of the machine or the arena has ended. Nothing if it was already.
  std::optional<VoidBlock> add_void(const GameRecord& record, const FaultEvent& event);
  int voids_since_start() const;
  /// Waits until all is on disk.
  void sync();
  /// Writes the last line, which reveals the key.
  void finish(const RunKey& key);

 private:
  bool is_void(int block) const;
  bool counts(std::string_view game) const;
  void cut_unfinished_game();
  void begin_stage(const Manifest& manifest, const RunSummary& found, const std::optional<RunKey>& last_key);
  void write_or_nothing(const std::function<void()>& write);
  void sync_files();
  [[noreturn]] void refuse(const std::string& difference) const;

  mutable std::mutex mutex_;
  std::filesystem::path folder_;
  std::string run_;
  int end_block_ = 0;
  std::optional<Shard> shard_;
  std::vector<Manifest> stages_;
  std::optional<RunKey> ended_key_;  // of the last stage, if it has ended
  bool is_cut_ = false;
  bool has_games_ = false;
  std::map<std::string, std::vector<VoidBlock>> earlier_voids_;
  std::shared_ptr<const PlayedBlocks> played_;
  std::optional<RunKey> next_key_;  // of the next one, to be kept once it begins
  RecordFile games_;
  std::optional<RecordFile> timings_;  // opened once the run is known to be ours
  std::optional<RecordFile> faults_;
  RecordedGames recorded_;
  std::optional<RecordsDigest> digest_;
  std::vector<VoidBlock> voids_;
  std::size_t voids_before_ = 0;
  std::uint64_t cut_bytes_ = 0;
  std::chrono::steady_clock::time_point synced_at_ = std::chrono::steady_clock::now();
  std::exception_ptr failure_;  // of a write: what stands in the files may not be what we think
  bool finished_ = false;
};

/// The key that is kept in the folder of a run whose last stage has not ended; nothing when none is. Throws InputError
/// when it is no key.
std::optional<RunKey> kept_key(const std::filesystem::path& folder);

}  // namespace arena
