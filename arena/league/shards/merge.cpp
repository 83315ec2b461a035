#include "arena/league/shards/merge.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "arena/base/text/input_error.h"
#include "arena/base/text/input_file.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/game/schedule/schedule.h"
#include "arena/league/run/run_records.h"
#include "arena/league/shards/shard_attempt.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "engine/seat.h"

namespace arena {

namespace fs = std::filesystem;
using hearts::at;

namespace {

/// The most names that a sentence lists.
constexpr std::size_t kNamedMax = 8;

/// Returns a list such as "a, b, c and 4 more".
std::string some_of(const std::vector<std::string>& names) {
  std::string text = fmt::format("{}", fmt::join(std::span(names).first(std::min(names.size(), kNamedMax)), ", "));
  if (names.size() > kNamedMax) text += fmt::format(" and {} more", names.size() - kNamedMax);
  return text;
}

/// The lines of one part or of all parts, sorted by block and game.
using Lines = std::vector<RecordedLine>;

/// Returns "b3g1" or "void block 3".
std::string name_of(const RecordedLine& line) {
  return line.game == RecordedLine::kVoid ? fmt::format("void block {}", line.block) : game_id(line.block, line.game);
}

/// Returns the names of the lines of `some` that `others` does not have, or has with other contents.
std::vector<std::string> not_in(const Lines& others, const Lines& some) {
  std::vector<std::string> names;
  auto other = others.begin();
  for (const RecordedLine& line : some) {
    while (other != others.end() && other->key() < line.key()) ++other;
    const bool is_there = other != others.end() && other->key() == line.key();
    if (!is_there || other->digest != line.digest) names.push_back(name_of(line));
  }
  return names;
}

/// The run that the parts are merged into, as its folder has it.
struct OpenRun {
  explicit OpenRun(const fs::path& run) : folder(run), lock(games_file(run)) {
    RunSummary summary = read_summary_with_digests(folder);
    lines = sorted_lines(summary);
    StageSummary& last = summary.stages.back();
    manifest = std::move(last.manifest);
    key = last.revealed_key;
    is_finished = key.has_value();
    id = run_id(manifest);
    shards = shards_folder(folder, manifest.stage.number);
    check_may_be_sharded(manifest, folder);
    if (!key) key = kept_key(folder);
    if (!key || key->commitment() != manifest.commitment)
      throw InputError(
          fmt::format("{}: the key of the run is missing ({})", folder.string(), (folder / kKeyFile).string()));
  }

  const fs::path& folder;
  fs::path shards;
  RecordFile lock;
  Manifest manifest;
  std::optional<RunKey> key;
  std::string id;
  Lines lines;
  bool is_finished = false;
};

/// Returns a sentence about the games that the part lacks, or nothing if it has all. Throws InputError for games that
/// do not belong to the part. `blocks` are those of the run, whose planned numbers end before `end`.
std::optional<std::string> lacking(const ShardPart& part, const std::vector<Block>& blocks, int end) {
  const auto name = [&] { return shard_name(part.shard); };
  std::map<int, int> games_of;  // by the block's number
  for (const Block& block : blocks) {
    if (part.shard.has(block.number)) games_of[block.number] = games_of_block(block.circle);
  }
  std::set<int> voids;
  for (std::size_t nth = 0; nth < part.voids.size(); ++nth) {
    const VoidBlock& block = part.voids[nth];
    const int again = part.shard.block_again(end, static_cast<int>(nth));
    if (!games_of.contains(block.block) || block.again != again) {
      throw InputError(
          fmt::format("{}: block {} is void and played again as block {}, which does not belong to shard {}",
                      part.folder.string(), block.block, block.again, name()));
    }
    games_of[again] = games_of[block.block];
    voids.insert(block.block);
  }
  std::set<std::pair<int, int>> missing;  // block and game
  for (const auto& [block, games] : games_of) {
    for (int game = 0; game < games; ++game) missing.emplace(block, game);
  }
  std::vector<std::string> others;
  for (const RecordedLine& line : part.lines) {
    if (line.game != RecordedLine::kVoid && missing.erase(line.key()) == 0) others.push_back(name_of(line));
  }
  if (!others.empty())
    throw InputError(fmt::format("{}: {} {} {} not belong to shard {}", part.folder.string(),
                                 others.size() == 1 ? "game" : "games", some_of(others),
                                 others.size() == 1 ? "does" : "do", name()));
  std::vector<std::string> names;
  for (const auto& [block, game] : missing) {
    if (!voids.contains(block)) names.push_back(game_id(block, game));
  }
  if (names.empty()) return {};
  return fmt::format("{} is incomplete: shard {} lacks {}", part.folder.string(), name(), some_of(names));
}

/// The parts of one shard. The first one counts.
using Attempts = std::vector<ShardPart>;

std::span<const ShardPart> others(const Attempts& attempts) { return std::span(attempts).subspan(1); }

std::map<int, Attempts> read_parts(const OpenRun& run, const std::vector<fs::path>& folders) {
  std::map<int, Attempts> attempts;
  for (const fs::path& folder : folders) {
    ShardPart part = read_shard_part(folder, run.manifest);
    if (!attempts.empty()) {
      const ShardPart& before = attempts.begin()->second.front();
      if (part.shard.count != before.shard.count) {
        throw InputError(fmt::format(
            "{} is shard {}, but {} is shard {}: all parts must be of the same number of shards", part.folder.string(),
            shard_name(part.shard), before.folder.string(), shard_name(before.shard)));
      }
    }
    attempts[part.shard.index].push_back(std::move(part));
  }
  return attempts;
}

void check_all_there(const OpenRun& run, const std::map<int, Attempts>& attempts) {
  if (attempts.empty()) {
    throw InputError(
        fmt::format("{} has no complete shard; to play the first of S shards: arena run LEAGUE --out {} --shard 0/S",
                    run.shards.string(), shell_quoted(run.folder.string())));
  }
  const int count = attempts.begin()->second.front().shard.count;
  std::vector<std::string> missing;
  for (int index = 0; index < count; ++index) {
    if (!attempts.contains(index)) missing.push_back(shard_name({index, count}));
  }
  if (missing.empty()) return;
  throw InputError(fmt::format(
      "{} {} missing; to play {}: arena run LEAGUE --out {} --shard {}", missing.size() == 1 ? "shard" : "shards",
      some_of(missing) + (missing.size() == 1 ? " is" : " are"),
      missing.size() == 1 ? "it" : "shard " + missing.front(), shell_quoted(run.folder.string()), missing.front()));
}

/// Moves parts that lack games behind the others. Throws InputError if all of them do.
void complete_first(Attempts& attempts, const std::vector<Block>& blocks, int end) {
  for (ShardPart& part : attempts) part.lacks = lacking(part, blocks, end);
  std::stable_partition(attempts.begin(), attempts.end(), [](const ShardPart& part) { return !part.lacks; });
  if (attempts.front().lacks) throw InputError(*attempts.front().lacks);
}

void check_attempts_agree(const Attempts& attempts) {
  const ShardPart& first = attempts.front();
  for (const ShardPart& other : others(attempts)) {
    if (other.lacks) break;
    std::vector<std::string> names = not_in(first.lines, other.lines);
    if (names.empty()) names = not_in(other.lines, first.lines);
    if (names.empty()) continue;
    throw InputError(
        fmt::format("{} and {} are both complete but differ in {}; move the wrong one away, or name the parts to merge",
                    first.folder.string(), other.folder.string(), some_of(names)));
  }
}

/// Copies the starts of an attempt whose games are not used, and marks them as repeated.
void copy_repeated_starts(const fs::path& from, WholeFile& to) {
  read_records(from, [&](const boost::json::object& line, const std::string&) {
    if (text_in(line, "type") != "session") return;
    boost::json::object repeated = line;
    repeated.erase("crc");
    repeated["repeat"] = true;
    to.write(seal_line(repeated));
  });
}

/// Copies the lines for which `wanted` returns true, or all lines. If there is no such file, it copies none.
void copy_lines(const fs::path& from, WholeFile& to,
                const std::function<bool(const boost::json::object&)>& wanted = {}) {
  if (!is_present(from)) return;
  read_lines(from, [&](std::string_view line, const std::string& place) {
    const boost::json::object object = open_line(line, place);
    if (wanted && !wanted(object)) return;
    to.write(line);
    to.write("\n");
  });
}

/// Copies the lines of games, each from the part that has its block.
void copy_games(const std::map<int, Attempts>& attempts, const Lines& lines, WholeFile& to) {
  std::map<int, std::ifstream> files;
  for (const auto& [index, some] : attempts) files[index] = open_regular(some.front().folder / kGamesFile).stream;
  for (const RecordedLine& line : lines) {
    const int index = line.block % static_cast<int>(attempts.size());
    const fs::path path = attempts.at(index).front().folder / kGamesFile;
    const std::string text = line_at(files.at(index), {.file = &path, .offset = line.offset});
    if (digest_of(text) != line.digest) throw InputError(path.string() + " changed while it was merged");
    to.write(text + "\n");
  }
}

/// Writes the merged records next to the run's. Once everything is on disk, it moves them into place, the games last.
void write_merged(const OpenRun& run, const std::map<int, Attempts>& attempts, const Lines& lines, int games) {
  WholeFile timings(run.folder / kTimingsFile);
  WholeFile faults(run.folder / kFaultsFile);
  WholeFile merged(run.folder / kGamesFile);
  const auto of_others = [&](const boost::json::object& line) { return text_in(line, "run") != run.id; };
  const auto before_games = [&](const boost::json::object& line) {
    return of_others(line) || text_in(line, "type") == "run";
  };
  copy_lines(run.folder / kTimingsFile, timings, of_others);
  copy_lines(run.folder / kFaultsFile, faults, of_others);
  for (const auto& [index, some] : attempts) {
    copy_lines(some.front().folder / kTimingsFile, timings);
    for (const ShardPart& repeat : others(some)) copy_repeated_starts(repeat.folder / kTimingsFile, timings);
    copy_lines(some.front().folder / kFaultsFile, faults);
  }
  copy_lines(run.folder / kGamesFile, merged, before_games);
  copy_games(attempts, lines, merged);
  merged.write(seal_line(end_json(run.id, games, *run.key)));
  for (WholeFile* file : {&timings, &faults, &merged}) file->sync();
  for (WholeFile* file : {&timings, &faults, &merged}) file->move_into_place();
}

}  // namespace

Merged merge_shards(const fs::path& folder, std::vector<fs::path> parts) {
  const OpenRun run(folder);
  Merged merged;
  if (parts.empty()) parts = complete_parts(run.shards);
  if (parts.empty() && run.is_finished) {
    merged.was_merged = true;
    return merged;
  }
  std::map<int, Attempts> attempts = read_parts(run, parts);
  // If the run has ended, some of its parts may have been removed.
  if (!run.is_finished) check_all_there(run, attempts);
  const std::vector<Block> blocks = schedule(schedule_rules(run.manifest), run.manifest.blocks);
  Lines lines;
  for (auto& [index, some] : attempts) {
    complete_first(some, blocks, run.manifest.end_block());
    check_attempts_agree(some);
    std::ranges::copy(some.front().lines, std::back_inserter(lines));
    for (const ShardPart& other : others(some)) {
      if (other.lacks) {
        merged.incomplete.push_back(*other.lacks);
      } else {
        merged.repeats.push_back(other.folder);
      }
    }
  }
  std::ranges::sort(lines, {}, &RecordedLine::key);
  if (const auto names = run.is_finished ? not_in(run.lines, lines) : not_in(lines, run.lines); !names.empty()) {
    throw InputError(fmt::format("{} and these parts have different records of {}", folder.string(), some_of(names)));
  }
  const auto is_game = [](const RecordedLine& line) { return line.game != RecordedLine::kVoid; };
  merged.shards = static_cast<int>(attempts.size());
  merged.games = static_cast<int>(std::ranges::count_if(lines, is_game));
  merged.was_merged = run.is_finished;
  if (!run.is_finished) write_merged(run, attempts, lines, merged.games);
  std::error_code ignored;
  fs::remove(folder / kKeyFile, ignored);  // the records have it now
  return merged;
}

void check_merged(const fs::path& run) {
  const fs::path shards = shards_folder(run, 1);
  std::error_code error;
  if (!fs::is_directory(shards, error) || fs::is_empty(shards, error)) return;
  // A file that is larger than one record has more than its first line, the manifest.
  const std::string start = read_if_there(run / kGamesFile, kRecordBytesMax + 1).value_or("");
  const std::size_t newline = start.find('\n');
  if (newline == std::string::npos || start.size() > newline + 1) return;
  throw InputError(fmt::format("{} has no games yet, only shards; to merge them: arena merge {}", run.string(),
                               shell_quoted(run.string())));
}

}  // namespace arena
