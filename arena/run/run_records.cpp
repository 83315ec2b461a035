#include "arena/run/run_records.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "arena/league/json_file.h"
#include "arena/records/run_folder.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

fs::path created(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::system_error(error, folder.string());
  return folder;
}

[[noreturn]] void fail(const fs::path& path) { throw std::system_error(errno, std::generic_category(), path.string()); }

/// Whole or not at all: written beside and moved into place.
void write_key(const fs::path& path, const RunKey& key) {
  const fs::path beside = path.string() + ".new";
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) fail(beside);
  const std::string text = key.to_hex() + "\n";
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(fd) == 0;
  const int error = errno;
  ::close(fd);
  if (written && ::rename(beside.c_str(), path.c_str()) == 0) return;
  if (!written) errno = error;
  fail(path);
}

}  // namespace

RunRecords::RunRecords(const fs::path& folder) : folder_(created(folder)), games_(folder / kGamesFile) {}

void RunRecords::begin(const Manifest& manifest, std::string_view isolation) {
  if (!games_.empty()) {
    const RunSummary found = read_run(games_.path(), [this](GameRecord&& record, const hearts::GameRules&,
                                                            const std::string&) { done_.insert(record.id); });
    finished_ = found.revealed_key.has_value();
    if (const std::string difference = manifest_difference(found.manifest, manifest); !difference.empty()) {
      if (!done_.empty() || finished_) {
        throw InputError(folder_.string() + " holds another run: " + difference + "; choose another --out");
      }
      games_.clear();
    }
  }
  timings_.emplace(folder_ / kTimingsFile);
  faults_.emplace(folder_ / kFaultsFile);
  for (RecordFile* file : {&games_, &*timings_, &*faults_}) {
    cut_bytes_ += file->torn_bytes();
    file->cut_torn_tail();
  }
  if (games_.empty()) games_.append(manifest_json(manifest, isolation));
  if (!finished_) {
    timings_->append({{"v", kRecordVersion}, {"type", "session"}, {"games", games()}, {"isolation", isolation}});
  }
}

void RunRecords::add(const GameRecord& record, const hearts::GameRules& rules) {
  for (const FaultEvent& event : record.result.faults) faults_->append(fault_json(record, event));
  timings_->append(timing_json(record, rules));
  games_.append(game_json(record, rules));
  done_.insert(record.id);
}

void RunRecords::finish(const RunKey& key) {
  if (finished_) return;
  games_.append({{"v", kRecordVersion}, {"type", "end"}, {"games", games()}, {"key", key.to_hex()}});
  for (RecordFile* file : {&*timings_, &*faults_, &games_}) file->sync();
  finished_ = true;
  std::error_code ignored;
  fs::remove(games_.path().parent_path() / kKeyFile, ignored);  // it stands in the records now
}

RunKey RunRecords::key(const std::string& seed) const {
  if (!seed.empty()) return RunKey::from_seed(seed);
  const fs::path path = folder_ / kKeyFile;
  if (std::error_code ignored; fs::exists(path, ignored)) {
    std::string text;
    if (fs::is_regular_file(path, ignored)) std::getline(std::ifstream(path) >> std::ws, text);
    if (const auto key = RunKey::from_hex(text)) return *key;
    throw InputError(path.string() + ": this is no key of a run (64 hexadecimal digits)");
  }
  if (!games_.empty()) {
    const RunSummary found = read_run(games_.path(), [](GameRecord&&, const hearts::GameRules&, const std::string&) {});
    if (found.revealed_key) return *found.revealed_key;
    if (found.games > 0) {
      throw InputError(folder_.string() + ": the key of its run is missing; give the --seed that it was started with");
    }
  }
  const RunKey key = RunKey::random();
  write_key(path, key);
  return key;
}

}  // namespace arena
