#include "arena/league/shards/shard_attempt.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <cerrno>
#include <system_error>
#include <tuple>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"

namespace arena {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kUnfinished = ".part";

/// More attempts than any shard needs.
constexpr int kAttemptsMax = 10'000;

/// Returns the machine's name, without characters that a file name cannot have.
std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "host";
  std::string text = name.data();
  std::ranges::replace_if(text, [](char c) { return c == '/' || c == '.'; }, '-');
  return text.empty() ? "host" : text;
}

/// Opens the records in the folder. Returns null if another arena uses them, or if it has completed the part meanwhile,
/// which moves the folder away.
std::unique_ptr<RunRecords> opened(const fs::path& folder) {
  try {
    auto records = std::make_unique<RunRecords>(folder);
    return records->is_in_place() ? std::move(records) : nullptr;
  } catch (const InUse&) {
    return nullptr;
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory) return nullptr;
    throw;
  }
}

/// Calls `visit` with each part and attempt in the folder. If the folder cannot be read to its end, returns why.
template <class Visit>
std::error_code each_attempt(const fs::path& shards, Visit visit) {
  std::error_code error;
  for (fs::directory_iterator entry(shards, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (const auto shard = shard_of_folder(std::string_view(name).substr(0, name.find('.'))))
      visit(entry->path(), *shard);
  }
  return error;
}

/// Returns the shard that every start of the arena named when it recorded the part.
Shard recorded_shard(const fs::path& folder, const std::string& run) {
  std::optional<Shard> shard;
  const fs::path timings = folder / kTimingsFile;
  if (!is_present(timings))
    throw InputError(fmt::format("{} has no {}, so it is not a part of a run", folder.string(), kTimingsFile));
  read_records(timings, [&](const boost::json::object& line, const std::string& place) {
    if (text_in(line, "type") != "session" || text_in(line, "run") != run) return;
    const std::optional<Shard> named = find_shard(text_in(line, "shard").value_or(""));
    if (!named) throw InputError(place + ": this start of the arena played a whole run, not a shard");
    if (shard && *shard != *named)
      throw InputError(fmt::format("{}: this start of the arena played shard {}, but the part began as shard {}", place,
                                   shard_name(*named), shard_name(*shard)));
    shard = named;
  });
  if (!shard)
    throw InputError(fmt::format("{} is not a part of a run: its {} names no shard", folder.string(), kTimingsFile));
  return *shard;
}

}  // namespace

ShardAttempt::ShardAttempt(const fs::path& shards, Shard shard) : shards_(shards), shard_(shard) {
  make_folder(shards_);
  const std::string start = fmt::format("{}.{}-", shard_folder_name(shard), host_name());
  for (int number = 1; number <= kAttemptsMax; ++number) {
    folder_ = shards_ / fmt::format("{}{}{}", start, number, kUnfinished);
    make_folder(folder_);
    records_ = opened(folder_);
    if (records_) return;
  }
  throw InputError(fmt::format("{} already has {} attempts at shard {} in progress", shards_.string(), kAttemptsMax,
                               shard_name(shard)));
}

bool ShardAttempt::complete() {
  records_->sync();
  sync_folder_of(folder_ / kGamesFile);
  for (int attempt = 1; attempt <= kAttemptsMax; ++attempt) {
    std::string name = shard_folder_name(shard_);
    if (attempt > 1) name += fmt::format(".{}", attempt);
    const fs::path place = shards_ / name;
    // rename() never replaces a folder that has files in it.
    if (::rename(folder_.c_str(), place.c_str()) == 0) {
      folder_ = place;
      sync_folder_of(place);
      return attempt == 1;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) throw std::system_error(errno, std::generic_category(), place.string());
  }
  throw InputError(
      fmt::format("{} already has {} parts of shard {}", shards_.string(), kAttemptsMax, shard_name(shard_)));
}

std::vector<RecordedLine> sorted_lines(const RunSummary& run) {
  std::vector<RecordedLine> lines = run.last().digest->lines();
  std::ranges::sort(lines, {}, &RecordedLine::key);
  return lines;
}

ShardPart read_shard_part(const fs::path& folder, const Manifest& manifest) {
  const RunSummary summary = read_summary_with_digests(folder, &manifest);
  if (summary.last().revealed_key) throw InputError(folder.string() + " is a finished run, not a part of one");
  return {folder, recorded_shard(folder, run_id(manifest)), sorted_lines(summary), summary.last().voids};
}

std::string shard_folder_name(Shard shard) { return fmt::format("{}-of-{}", shard.index, shard.count); }

std::optional<Shard> shard_of_folder(std::string_view name) {
  const std::string_view first = name.substr(0, name.find('.'));
  if (first.size() < name.size()) {
    const std::string_view number = name.substr(first.size() + 1);
    if (fmt::to_string(leading_number(number)) != number) return std::nullopt;
  }
  const std::size_t of = first.find("-of-");
  if (of == std::string_view::npos) return std::nullopt;
  return find_shard(fmt::format("{}/{}", first.substr(0, of), first.substr(of + 4)));
}

std::vector<fs::path> complete_parts(const fs::path& shards) {
  std::vector<std::tuple<int, int, fs::path>> found;
  const std::error_code error = each_attempt(shards, [&](const fs::path& folder, Shard shard) {
    const std::string name = folder.filename().string();
    std::error_code ignored;
    if (!shard_of_folder(name) || !fs::is_directory(folder, ignored)) return;
    const std::size_t dot = name.find('.');
    const int attempt =
        dot == std::string::npos ? 1 : static_cast<int>(leading_number(std::string_view(name).substr(dot + 1)));
    found.emplace_back(shard.index, attempt, folder);
  });
  if (error && error != std::errc::no_such_file_or_directory) throw std::system_error(error, shards.string());
  std::ranges::sort(found);
  std::vector<fs::path> parts;
  for (auto& one : found) parts.push_back(std::move(std::get<fs::path>(one)));
  return parts;
}

std::map<fs::path, Shard> unfinished_parts(const fs::path& shards) {
  std::map<fs::path, Shard> found;
  const std::error_code error = each_attempt(shards, [&](const fs::path& folder, Shard shard) {
    if (folder.extension() == kUnfinished) found.emplace(folder, shard);
  });
  if (error && error != std::errc::no_such_file_or_directory) throw std::system_error(error, shards.string());
  return found;
}

fs::path shards_folder(const fs::path& run, int stage) {
  const fs::path first = run / "shards";
  return stage == 1 ? first : first / fmt::format("stage-{}", stage);
}

void check_may_be_sharded(const Manifest& manifest, const fs::path& run) {
  if (!manifest.may_end_early()) return;
  throw InputError(
      run.string() +
      " holds a duel, or a league that withdraws or leaves out bots; it cannot be played in shards, because any block "
      "may be its last");
}

void check_shard_count(const fs::path& shards, Shard shard) {
  each_attempt(shards, [&](const fs::path& folder, Shard other) {
    if (other.count == shard.count) return;
    throw InputError(
        fmt::format("{} is one of {} shards, not {}; play the others with --shard s/{}, or move that folder away",
                    folder.string(), other.count, shard.count, other.count));
  });
}

void check_no_shards(const fs::path& run, int stage) {
  each_attempt(shards_folder(run, stage), [&](const fs::path& folder, Shard shard) {
    throw InputError(fmt::format(
        "{} is being played in shards, as {} shows; play the others with --shard s/{}, then merge them: arena merge {}",
        run.string(), folder.string(), shard.count, shell_quoted(run.string())));
  });
}

}  // namespace arena
