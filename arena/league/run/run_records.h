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

/// The records of one run, open for writing (records/FORMAT.md documents the files).
///
/// The constructor locks the folder. key() then returns the run's key. begin() reads what is there, refuses what does
/// not belong to this run, and cuts off what a crash left torn. After that games are added, and finish() reveals the
/// key.
///
/// A game counts as soon as its whole line is in games.jsonl. That line is written last, so the clocks and faults of a
/// game that counts are there, too. After a kill -9 or a full disk the next begin() makes sure that the files hold only
/// whole games.
class RunRecords {
 public:
  /// Creates the folder if necessary, and keeps other arenas out of it. Throws InUse, which is an InputError, if
  /// another arena uses it.
  explicit RunRecords(const std::filesystem::path& folder);

  /// Returns the manifests that are there, one for each stage.
  const std::vector<Manifest>& stages() const { return stages_; }
  /// Whether the last stage was cut, that is, ended early for another stage or because too few bots are left.
  bool is_cut() const { return is_cut_; }
  /// Whether the key of the last stage is revealed.
  bool has_ended() const { return ended_key_.has_value(); }
  /// Whether the folder is still in its place: another arena may move a folder away.
  bool is_in_place() const { return games_.is_in_place(); }
  /// Whether anything is recorded after the manifest of the last stage.
  bool has_games() const { return has_games_; }
  /// Returns the void blocks of earlier stages, by run_id().
  const std::map<std::string, std::vector<VoidBlock>>& earlier_voids() const { return earlier_voids_; }
  /// Returns what earlier stages have played, or null in the first stage.
  const std::shared_ptr<const PlayedBlocks>& played() const { return played_; }
  /// Returns the key of a stage, which must be the last one or the next one. If `seed` is not empty, the key is made
  /// from it. Otherwise it is the one in the records or in the folder. If there is none, a new key is made and kept in
  /// the folder (mode 0600) until the stage has ended. Throws InputError if the key of a run that has begun is missing,
  /// or the file is not a key.
  RunKey key(const std::string& seed, int stage = 1);
  /// Calls `on_game` with each game that is there, of all stages, and gets ready to add games.
  ///
  /// `manifest` is that of the last stage or of the next one. If it is the next one, the last stage is ended, even if
  /// it is incomplete, and its key `last_key` is revealed. A run that has recorded nothing may be replaced by another
  /// run. `workers` is the number of games played at the same time, or 0 if the run is only planned, which is not a
  /// start of the arena. With `shard` the folder holds only this part of the manifest's stage. Throws InputError, with
  /// all files as they were, if the folder holds another run or damaged records.
  void begin(const Manifest& manifest, int workers, const OnGame& on_game, const std::optional<RunKey>& last_key = {},
             std::optional<Shard> shard = {});
  /// Stores a key in the folder, as key() does with a new one.
  void keep(const RunKey& key) const;

  /// Returns the id of the last stage, see run_id(). The functions below are about the last stage, too.
  const std::string& run() const { return run_; }
  const RecordedGames& recorded() const { return recorded_; }
  const std::vector<VoidBlock>& voids() const { return voids_; }
  /// Whether the run was finished before, so that nothing can be added.
  bool finished() const { return finished_; }
  /// Returns how many bytes of torn lines were cut off, in all files together.
  std::uint64_t cut_bytes() const { return cut_bytes_; }

  // Any thread may call the following functions at any time.

  /// Returns the digest of everything that is recorded so far.
  std::string digest() const;
  /// Returns the number of recorded games that are not of void blocks.
  int counted_games() const;
  /// Writes the lines of a game, its line in games.jsonl last, and syncs the files if that has not happened for a
  /// second. Returns false, and writes nothing, if the game's block has become void. If a write fails, no line of the
  /// game stays in any file, and the exception is thrown again on every later call.
  bool add(const GameRecord& record, const hearts::GameRules& rules);
  /// Makes the block of a game void because `event`, a fault of the machine or the arena, ended the game. Returns
  /// nothing if the block was void already.
  std::optional<VoidBlock> add_void(const GameRecord& record, const FaultEvent& event);
  /// Returns how many blocks have become void since begin().
  int voids_since_start() const;
  /// Waits until everything is on disk.
  void sync();
  /// Writes the last line, which reveals the key and says how a duel ended. `is_cut` says that the stage was not played
  /// to its end.
  void finish(const RunKey& key, const std::optional<DuelEnd>& duel = {}, bool is_cut = false);

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
  std::optional<RunKey> ended_key_;  // set if the last stage has ended
  bool is_cut_ = false;
  bool has_games_ = false;
  std::map<std::string, std::vector<VoidBlock>> earlier_voids_;
  std::shared_ptr<const PlayedBlocks> played_;
  std::optional<RunKey> next_key_;  // of the next stage; kept in the folder once that stage begins
  RecordFile games_;
  std::optional<RecordFile> timings_;  // opened once it is known that the run is ours
  std::optional<RecordFile> faults_;
  RecordedGames recorded_;
  std::optional<RecordsDigest> digest_;
  std::vector<VoidBlock> voids_;
  std::size_t voids_before_ = 0;
  std::uint64_t cut_bytes_ = 0;
  bool shares_processors_ = false;
  std::chrono::steady_clock::time_point synced_at_ = std::chrono::steady_clock::now();
  std::exception_ptr failure_;  // of a write: the files may not hold what we think
  bool finished_ = false;
};

/// Returns the key that the folder of a run keeps until its last stage ends, or nothing if it keeps none. Throws
/// InputError if the file is not a key.
std::optional<RunKey> kept_key(const std::filesystem::path& folder);

}  // namespace arena
