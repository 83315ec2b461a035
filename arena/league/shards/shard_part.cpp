#include "arena/league/shards/shard_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <optional>

#include "arena/base/text/input_error.h"
#include "arena/base/text/words.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"

namespace arena {

namespace fs = std::filesystem;

namespace {

/// The shard that each start of the arena named when it recorded the part.
Shard recorded_shard(const fs::path& folder, const std::string& run) {
  std::optional<Shard> shard;
  const fs::path timings = folder / kTimingsFile;
  std::error_code ignored;
  if (!fs::exists(timings, ignored))
    throw InputError(fmt::format("{} has no {}: it is no part of a run", folder.string(), kTimingsFile));
  read_records(timings, [&](const boost::json::object& line, const std::string& place) {
    if (text_in(line, "type") != "session" || text_in(line, "run") != run) return;
    const std::optional<Shard> named = find_shard(text_in(line, "shard").value_or(""));
    if (!named) throw InputError(place + ": this start of the arena played a whole run, not a shard");
    if (shard && *shard != *named)
      throw InputError(
          fmt::format("{}: this is shard {}, but the part began as {}", place, shard_name(*named), shard_name(*shard)));
    shard = named;
  });
  if (!shard) throw InputError(folder.string() + " is no part of a run: its clocks name no shard");
  return *shard;
}

}  // namespace

std::vector<RecordedLine> sorted_lines(const RunSummary& run) {
  std::vector<RecordedLine> lines = run.last().digest->lines();
  std::ranges::sort(lines, {}, &RecordedLine::key);
  return lines;
}

ShardPart read_shard_part(const fs::path& folder, const Manifest& manifest) {
  ShardPart part;
  part.folder = folder;
  RunSummary summary = read_summary_with_digests(folder, &manifest);
  if (summary.last().revealed_key) throw InputError(folder.string() + " is a run that has ended, no part of one");
  part.lines = sorted_lines(summary);
  part.voids = std::move(summary.stages.back().voids);
  part.shard = recorded_shard(folder, run_id(manifest));
  return part;
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

}  // namespace arena
