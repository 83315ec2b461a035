#include "arena/tournament/run_records.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <fstream>
#include <system_error>

#include "arena/records/run_folder.h"
#include "arena/text/input_error.h"
#include "arena/text/whole_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

fs::path created(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::system_error(error, folder.string());
  return folder;
}

}  // namespace

RunRecords::RunRecords(const fs::path& folder) : folder_(created(folder)), games_(folder / kGamesFile) {}

void RunRecords::begin(const Manifest& manifest, int workers, const TakeGame& take_game) {
  run_ = run_id(manifest);
  digest_.emplace(manifest);
  blocks_ = manifest.blocks;
  if (!games_.empty()) {
    std::string difference;
    RunSummary found = read_run(
        games_.path(),
        [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
          if (!difference.empty()) refuse(difference);
          recorded_.add(record.block, record.game);
          take_game(std::move(record), rules, place);
        },
        [&](const Manifest& recorded) { difference = manifest_difference(recorded, manifest); },
        [](const RecordsDigest&, int) {});
    finished_ = found.revealed_key.has_value();
    voids_ = std::move(found.voids);
    voids_before_ = voids_.size();
    if (difference.empty()) {
      digest_ = std::move(found.digest);
    } else {
      if (finished_ || !voids_.empty()) refuse(difference);
      games_.clear();
    }
  }
  timings_.emplace(folder_ / kTimingsFile);
  faults_.emplace(folder_ / kFaultsFile);
  for (RecordFile* file : {&games_, &*timings_, &*faults_}) {
    cut_bytes_ += file->torn_bytes();
    file->cut_torn_tail();
  }
  if (games_.empty()) games_.append(manifest_json(manifest));
  if (!finished_) {
    games_.sync();  // what the next line says of them must not be lost without it
    timings_->append({{"v", kRecordVersion},
                      {"type", "session"},
                      {"run", run_},
                      {"games", recorded_.count()},
                      {"digest", digest_->value()},
                      {"workers", workers}});
  }
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

/// After a write that failed nothing is added: the line may stand although we were told otherwise.
std::string RunRecords::append(RecordFile& file, const boost::json::object& line) {
  if (broken_) throw std::runtime_error(file.path().string() + ": an earlier write failed");
  broken_ = true;
  std::string written = file.append(line);
  broken_ = false;
  return written;
}

bool RunRecords::add(const GameRecord& record, const hearts::GameRules& rules) {
  const std::lock_guard lock(mutex_);
  if (is_void(record.block)) return false;
  for (const FaultEvent& event : record.result.faults) append(*faults_, fault_json(record, event));
  append(*timings_, timing_json(record, rules));
  digest_->add_game(record.block, record.game, append(games_, game_json(record, rules)));
  recorded_.add(record.block, record.game);
  return true;
}

std::optional<VoidBlock> RunRecords::add_void(const GameRecord& record, const FaultEvent& event) {
  const std::lock_guard lock(mutex_);
  if (is_void(record.block)) return std::nullopt;
  append(*faults_, fault_json(record, event));
  faults_->sync();  // an audit holds the void line against it
  const int again = blocks_ + static_cast<int>(voids_.size());
  VoidBlock block{record.block, again, record.game, event.fault, event.detail};
  digest_->add_void(block.block, append(games_, void_json(block, run_)));
  voids_.push_back(block);
  return block;
}

void RunRecords::finish(const RunKey& key) {
  const std::lock_guard lock(mutex_);
  if (!finished_) {
    append(
        games_,
        {{"v", kRecordVersion}, {"type", "end"}, {"run", run_}, {"games", recorded_.count()}, {"key", key.to_hex()}});
    for (RecordFile* file : {&*timings_, &*faults_, &games_}) file->sync();
    finished_ = true;
  }
  // It stands in the records now; after the end a crash may have left it.
  std::error_code ignored;
  fs::remove(folder_ / kKeyFile, ignored);
}

RunKey RunRecords::key(const std::string& seed) const {
  if (!seed.empty()) return RunKey::from_seed(seed);
  const fs::path path = folder_ / kKeyFile;
  if (std::error_code ignored; fs::exists(path, ignored)) {
    std::string text;
    if (fs::is_regular_file(path, ignored)) std::getline(std::ifstream(path) >> std::ws, text);
    if (const auto key = RunKey::from_hex(text)) return *key;
    throw InputError(path.string() + ": this is not a key of a run (64 hexadecimal digits)");
  }
  if (!games_.empty()) {
    const RunSummary found = read_run(games_.path(), [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
    if (found.revealed_key) return *found.revealed_key;
    if (found.games > 0 || !found.voids.empty()) {
      throw InputError(folder_.string() + ": the key of its run is missing; give the --seed that it was started with");
    }
  }
  const RunKey key = RunKey::random();
  write_whole(path, key.to_hex() + "\n", 0600);
  return key;
}

}  // namespace arena
