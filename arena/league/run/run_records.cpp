#include "arena/league/run/run_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <optional>
#include <sstream>
#include <system_error>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/whole_file.h"
#include "arena/game/deals/given_deals.h"
#include "arena/league/run/machine.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/run_folder.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

fs::path created(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::system_error(error, folder.string());
  return folder;
}

constexpr std::size_t kKeyBytesMax = 256;
constexpr auto kSyncEvery = std::chrono::seconds(1);

}  // namespace

RunRecords::RunRecords(const fs::path& folder) : folder_(created(folder)), games_(folder / kGamesFile) {
  if (games_.empty()) return;
  stages_ = read_manifests(games_.path());
  const std::string last = games_.last_line();
  if (!is_line_of(last, "end")) {
    has_games_ = !is_line_of(last, "run");
    return;
  }
  const boost::json::object end = open_line(last, games_.path().string() + ": last line");
  ended_key_ = RunKey::from_hex(text_in(end, "key").value_or(""));
  is_cut_ = end.contains("cut");
  has_games_ = true;
}

void RunRecords::begin(const Manifest& manifest, int workers, const OnGame& on_game,
                       const std::optional<RunKey>& last_key, std::optional<Shard> shard) {
  shard_ = shard;
  run_ = run_id(manifest);
  digest_.emplace(manifest);
  end_block_ = manifest.end_block();
  if (!games_.empty()) {
    std::optional<std::string> difference;
    RunSummary found = read_run(
        games_.path(),
        [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
          if (difference) refuse(*difference);
          recorded_.add(record.block, record.game);
          on_game(std::move(record), rules, place);
        },
        [&](const Manifest& recorded) {
          recorded_ = {};
          if (recorded.stage.number == manifest.stage.number) difference = manifest_difference(recorded, manifest);
        },
        [](const RecordsDigest&, int) {}, shard ? &manifest : nullptr);
    StageSummary& last = found.stages.back();
    for (StageSummary& stage : found.stages) {
      const bool is_before = stage.manifest.stage.number < manifest.stage.number;
      if (is_before && !stage.voids.empty()) earlier_voids_[run_id(stage.manifest)] = stage.voids;
    }
    if (manifest.stage.number == found.next.number) {
      begin_stage(manifest, found, last_key);
      played_ = found.played;
      recorded_ = {};
    } else if (manifest.stage.number != last.manifest.stage.number) {
      refuse(fmt::format("it is at stage {}, not {}", last.manifest.stage.number, manifest.stage.number));
    } else if (!difference) {
      played_ = last.manifest.played;
      finished_ = last.revealed_key.has_value();
      voids_ = std::move(last.voids);
      voids_before_ = voids_.size();
      digest_ = std::move(last.digest);
    } else {
      if (last.revealed_key || !last.voids.empty() || manifest.stage.number > 1) refuse(*difference);
      games_.cut(0);
    }
  }
  // Written before the manifest line says that there are such deals.
  if (manifest.deals && !finished_) write_whole(folder_ / kDealsFile, manifest.deals->text());
  if (!shard_ && !finished_) keep_places(folder_, manifest);
  timings_.emplace(folder_ / kTimingsFile);
  faults_.emplace(folder_ / kFaultsFile);
  for (RecordFile* file : {&games_, &*timings_, &*faults_}) {
    cut_bytes_ += file->torn_bytes();
    file->cut_torn_tail();
  }
  cut_unfinished_game();
  if (games_.empty()) games_.append(manifest_json(manifest));
  if (!finished_) games_.sync();  // the `session` line below refers to these games, so they must not be lost
  if (finished_ || workers == 0) return;
  shares_processors_ = shares_processors(workers);
  boost::json::object session = {{"v", kRecordVersion},        {"type", "session"},          {"run", run_},
                                 {"games", recorded_.count()}, {"digest", digest_->value()}, {"workers", workers}};
  if (const std::size_t processors = usable_cores().size(); processors > 0) session["processors"] = processors;
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  session["started"] = now.time_since_epoch().count();
  if (shard_) session["shard"] = shard_name(*shard_);
  timings_->append(session);
}

/// Ends the last stage, if it has not ended, and begins the next one. The key of the last stage is in the records
/// before the next key takes its place in the folder.
void RunRecords::begin_stage(const Manifest& manifest, const RunSummary& found, const std::optional<RunKey>& last_key) {
  Stage expected = found.next;
  expected.outclassed = manifest.stage.outclassed;  // follows from the ratings of these records
  if (manifest.stage != expected) refuse("more of it was played after its next stage was planned");
  const StageSummary& last = found.last();
  cut_bytes_ += games_.torn_bytes();
  games_.cut_torn_tail();
  if (!last.revealed_key) {
    games_.append(end_json(run_id(last.manifest), last.games, *last_key, true));
    games_.sync();
  }
  if (next_key_) keep(*next_key_);
  games_.append(manifest_json(manifest));
  is_cut_ = false;
}

void RunRecords::refuse(const std::string& difference) const {
  throw InputError(folder_.string() + " holds another run: " + difference + "; choose another --out");
}

std::string RunRecords::digest() const {
  const std::lock_guard lock(mutex_);
  return digest_->value();
}

int RunRecords::counted_games() const {
  const std::lock_guard lock(mutex_);
  int games = recorded_.count();
  for (const VoidBlock& block : voids_) games -= recorded_.count(block.block);
  return games;
}

int RunRecords::voids_since_start() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(voids_.size() - voids_before_);
}

bool RunRecords::is_void(int block) const {
  return std::ranges::find(voids_, block, &VoidBlock::block) != voids_.end();
}

/// Whether the game is recorded, or has made its block void.
bool RunRecords::counts(std::string_view game) const {
  const auto parsed = parse_game_id(game);
  if (!parsed) return true;  // nobody knows which game this is
  const int block = parsed->first;
  const int number = parsed->second;
  if (number < hearts::kSeatsMax && recorded_.has(block, number)) return true;
  return std::ranges::any_of(voids_, [&](const VoidBlock& one) { return one.block == block && one.game == number; });
}

/// Cuts off the clocks and faults of a game that a killed arena wrote before it could write the game itself.
void RunRecords::cut_unfinished_game() {
  std::string unfinished;
  for (RecordFile* file : {&*timings_, &*faults_}) {
    while (!file->empty()) {
      const std::string line = file->last_line();
      boost::json::object object;
      try {
        object = open_line(line, file->path().string());
      } catch (const InputError&) {
        break;  // arena verify reports such damage
      }
      const std::string_view game = text_in(object, "id").value_or("");
      if (text_in(object, "run") != run_ || game.empty() || counts(game)) break;
      if (!unfinished.empty() && unfinished != game) break;
      unfinished = game;
      file->cut(file->size() - line.size() - 1);
    }
  }
}

/// Calls `write`, which appends lines. If it throws, all files are cut to what they were, and nothing can be added any
/// more: each later call throws the same exception.
void RunRecords::write_or_nothing(const std::function<void()>& write) {
  if (failure_) std::rethrow_exception(failure_);
  const std::array files{&games_, &*timings_, &*faults_};
  const std::array sizes{games_.size(), timings_->size(), faults_->size()};
  try {
    write();
  } catch (...) {
    failure_ = std::current_exception();
    for (std::size_t i = 0; i < files.size(); ++i) {
      try {
        files[i]->cut(sizes[i]);
      } catch (const std::system_error&) {
        continue;  // the next begin() cuts it
      }
    }
    throw;
  }
}

/// Syncs in this order so that no line of a game is on disk before its clocks and faults are.
void RunRecords::sync_files() {
  try {
    for (RecordFile* file : {&*faults_, &*timings_, &games_}) file->sync();
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
  synced_at_ = std::chrono::steady_clock::now();
}

void RunRecords::sync() {
  const std::lock_guard lock(mutex_);
  sync_files();
}

bool RunRecords::add(const GameRecord& record, const hearts::GameRules& rules) {
  // All other workers wait while the lock is held, so the lines are made before.
  std::vector<std::string> faults;
  for (const FaultEvent& event : record.result.faults) faults.push_back(seal_line(fault_json(record, event)));
  const std::string timings = seal_line(timing_json(record, rules, shares_processors_));
  const std::string game = seal_line(game_json(record, rules));
  const Digest digest = digest_of(std::string_view(game).substr(0, game.size() - 1));  // without its newline

  const std::lock_guard lock(mutex_);
  if (is_void(record.block)) return false;
  write_or_nothing([&] {
    for (const std::string& fault : faults) faults_->append_sealed(fault);
    timings_->append_sealed(timings);
    games_.append_sealed(game);
  });
  digest_->add({record.block, record.game, digest});
  recorded_.add(record.block, record.game);
  if (std::chrono::steady_clock::now() - synced_at_ >= kSyncEvery) sync_files();
  return true;
}

std::optional<VoidBlock> RunRecords::add_void(const GameRecord& record, const FaultEvent& event) {
  const std::lock_guard lock(mutex_);
  if (is_void(record.block)) return std::nullopt;
  const int again = shard_.value_or(Shard()).block_again(end_block_, static_cast<int>(voids_.size()));
  VoidBlock block{record.block, again, record.game, event.fault, event.detail};
  std::string line;
  write_or_nothing([&] {
    faults_->append(fault_json(record, event));
    faults_->sync();  // an audit looks for this fault when it sees the void line
    line = games_.append(void_json(block, run_));
  });
  digest_->add_void(block.block, line);
  voids_.push_back(block);
  return block;
}

void RunRecords::finish(const RunKey& key, const std::optional<DuelEnd>& duel, bool is_cut) {
  const std::lock_guard lock(mutex_);
  if (!finished_) {
    write_or_nothing([&] { games_.append(end_json(run_, recorded_.count(), key, is_cut, duel)); });
    is_cut_ = is_cut;
  }
  sync_files();  // an arena that was killed at the end may not have synced
  finished_ = true;
  // The key is in the records now. If the arena crashed after it wrote the end, the file may still be there.
  std::error_code ignored;
  fs::remove(folder_ / kKeyFile, ignored);
}

RunKey RunRecords::key(const std::string& seed, int stage) {
  if (!seed.empty()) return RunKey::from_seed(seed).of_stage(stage);
  const bool is_recorded = stage <= static_cast<int>(stages_.size());
  if (is_recorded && ended_key_) return *ended_key_;
  if (!is_recorded && !stages_.empty()) {
    next_key_ = RunKey::random();  // the folder has the key of the stage before
    return *next_key_;
  }
  if (const auto kept = kept_key(folder_)) return *kept;
  if (is_recorded) {
    const RunSummary found = read_summary(games_.path());
    if (found.games() > 0 || found.stages.size() > 1 || !found.last().voids.empty()) {
      throw InputError(fmt::format(
          "{}: the key of the run is missing ({}), and the run cannot be resumed without it; if the run was started "
          "with --seed, give the same --seed",
          folder_.string(), (folder_ / kKeyFile).string()));
    }
  }
  const RunKey key = RunKey::random();
  keep(key);
  return key;
}

void RunRecords::keep(const RunKey& key) const { write_whole(folder_ / kKeyFile, key.to_hex() + "\n", 0600); }

std::optional<RunKey> kept_key(const fs::path& folder) {
  const fs::path path = folder / kKeyFile;
  const std::optional<std::string> bytes = read_if_there(path, kKeyBytesMax);
  if (!bytes) return std::nullopt;
  std::string text;
  std::istringstream(*bytes) >> text;
  if (const auto key = RunKey::from_hex(text)) return key;
  throw InputError(path.string() + ": this is not the key of a run (64 hexadecimal digits)");
}

}  // namespace arena
