#include "arena/records/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <map>
#include <memory>
#include <set>

#include "arena/base/text/input_file.h"
#include "arena/bots/protocol/decode.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/schedule/shard.h"
#include "arena/records/line_fields.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/manifest_schedule.h"
#include "arena/records/record_file.h"
#include "engine/typed_text.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

using hearts::counted;
namespace json = boost::json;

std::string shown(const json::value* value) { return value == nullptr ? "none" : printable(json::serialize(*value)); }

/// The hash of what each name means. A name must mean the same in all stages.
using Meanings = std::map<std::string, std::string>;

bool may_mean(Meanings& meanings, const std::string& name, const std::string& hash) {
  return meanings.emplace(name, hash).first->second == hash;
}

/// Reads one line after another, and keeps what the next ones are checked against.
class RunReader {
 public:
  RunReader(const OnGame& on_game, const OnManifest& on_manifest, const OnDigest& on_digest, const Manifest* part_of)
      : on_game_(on_game), on_manifest_(on_manifest), on_digest_(on_digest), part_of_(part_of) {}

  void line(std::string_view bytes, const LinePlace& place) {
    const json::object& object = opener_.open(bytes, place);
    bytes_ = bytes;
    offset_ = place.offset;
    place_ = place;
    check_schema(object, place_);
    const auto type = text_in(object, "type");
    if (run_.stages.empty()) return start(object);
    if (stage().revealed_key) {
      if (type != "run") refuse("a line after the end of the run");
      end_stage();
      return start(object);
    }
    if (type != "game" && type != "void" && type != "end")
      refuse("a line of type " + shown(object.if_contains("type")) + " does not belong after the first line");
    if (text_in(object, "run") != run_id_) refuse("this line belongs to another run than the first line");
    if (type == "game") return game(object);
    if (type == "void") return void_block(object);
    end(object);
  }

  RunSummary finish(const std::filesystem::path& path, std::uint64_t torn_bytes) {
    if (run_.stages.empty()) refuse_without_manifest(path);
    end_stage();
    run_.torn_bytes = torn_bytes;
    run_.played = std::make_shared<PlayedBlocks>(std::move(played_));
    return std::move(run_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw InputError(place_ + ": " + what); }

  StageSummary& stage() { return run_.stages.back(); }

  void start(const json::object& object) {
    StageSummary& begun = run_.stages.emplace_back();
    begun.manifest = read_manifest(object, place_);
    const json::value* protocol = object.if_contains("protocol");
    if (protocol == nullptr || *protocol != kProtocolVersion) {
      refuse("the bots of this run spoke protocol " + shown(protocol) + ", but this arena's bots speak " +
             std::to_string(kProtocolVersion));
    }
    run_id_ = run_id(begun.manifest);
    if (part_of_ == nullptr) {
      check_stage(begun.manifest);
    } else if (run_.stages.size() > 1 || run_id_ != run_id(*part_of_)) {
      const auto difference = manifest_difference(begun.manifest, *part_of_);
      refuse("this is not a part of this run, but of another one" + (difference ? ": " + *difference : ""));
    }
    if (run_.stages.size() > 1) begun.manifest.played = std::make_shared<PlayedBlocks>(played_);
    if (part_of_ != nullptr) begun.manifest.played = part_of_->played;
    try {
      resolve_rules(begun.manifest);
    } catch (const std::runtime_error& error) {
      refuse(error.what());
    }
    played_.begin_stage(begun.manifest);
    withdrawal_.emplace(begun.manifest);
    if (on_digest_) begun.digest.emplace(begun.manifest);
    if (on_manifest_) on_manifest_(begun.manifest);
  }

  /// The stage must continue where the one before ended, and names must mean the same.
  void check_stage(const Manifest& manifest) {
    const Stage& is = manifest.stage;
    if (run_.stages.size() == 1) {
      if (is.number != 1)
        refuse("this is stage " + std::to_string(is.number) + " of a run, without the stages before it");
    } else {
      Stage expected = run_.next;
      if (expected.before.empty()) expected.before = is.before;
      if (may_be_left_out(manifest, expected.outclassed, [&](const std::string& bot) { return bots_.contains(bot); }))
        expected.outclassed = run_.next.outclassed = is.outclassed;
      if (is != expected) {
        refuse(fmt::format(
            "this stage does not continue the one before: it is stage {} from block {} after {}, not "
            "stage {} from block {} after {}{}",
            is.number, is.first_block, counted(is.blocks, "block"), expected.number, expected.first_block,
            counted(expected.blocks, "block"),
            is.before == expected.before && is.withdrawn == expected.withdrawn && is.outclassed == expected.outclassed
                ? ""
                : ", or the records or the bots that left before it differ"));
      }
      if (const auto difference = settings_difference(run_.stages.front().manifest, manifest))
        refuse("this stage belongs to another run than the one before: " + *difference);
    }
    for (const BotEntry& bot : manifest.bots) {
      if (!may_mean(bots_, bot.name, bot.hash)) refuse(bot.name + " was another bot in an earlier stage");
    }
    for (const ManifestVariant& variant : manifest.variants) {
      const std::string length = fmt::format("{}/{}", variant.length.hands_max, variant.length.fixed);
      if (!may_mean(variants_, variant.id, variant.rules_hash + length))
        refuse(variant.id + " had other rules, or another number of hands, in an earlier stage");
    }
  }

  void end_stage() {
    const PlayedBlocks::Sum sum = played_.end_stage([&](int block, int games) {
      return !void_blocks_.contains(block) && recorded_.count(block - stage().manifest.stage.first_block) == games;
    });
    run_.next.number = stage().manifest.stage.number + 1;
    run_.next.first_block = next_block();
    run_.next.blocks += sum.blocks;
    run_.next.games += sum.games;
    if (stage().digest) run_.next.before = stage().digest->value();
    if (const auto found = withdrawal_->find(stage().manifest.end_block())) {
      stage().withdrawn = found->bots;
      run_.next.withdrawn.insert(run_.next.withdrawn.end(), found->bots.begin(), found->bots.end());
    }
    recorded_ = {};
    void_blocks_.clear();
    blocks_again_.clear();
  }

  /// Returns the number after all blocks of the stage so far.
  int next_block() {
    return std::max(stage().manifest.end_block(), blocks_again_.empty() ? 0 : *blocks_again_.rbegin() + 1);
  }

  bool has_block(int block) {
    const Manifest& manifest = stage().manifest;
    return (block >= manifest.stage.first_block && block < manifest.end_block()) || blocks_again_.contains(block);
  }

  void game(const json::object& object) {
    // No variant has an empty id, so this finds none if the member is missing.
    const ManifestVariant* variant = stage().manifest.find_variant(text_in(object, "variant").value_or(""));
    if (variant == nullptr) refuse("the run does not play this game's variant");
    GameRecord record = read_game(object, *variant->rules, place_);
    if (record.rules_hash != variant->rules_hash)
      refuse("game " + printable(record.id) + " was played by other rules than the run's");
    if (record.id != game_id(record.block, record.game)) refuse("the id does not match the block and the game");
    const int first = stage().manifest.stage.first_block;
    if (!has_block(record.block) || record.game < 0 || record.game >= variant->seats)
      refuse("the run has no game " + printable(record.id));
    for (const std::string& bot : record.bots) {
      if (!played_.knows(bot))
        refuse("game " + record.id + " seats '" + printable(bot) + "', which is not a bot of this run");
    }
    if (void_blocks_.contains(record.block)) refuse("game " + record.id + " belongs to a block that was already void");
    if (!recorded_.add(record.block - first, record.game)) refuse("duplicate game " + record.id);
    played_.seat(record.block, record.variant, record.bots);
    withdrawal_->add(record);
    ++stage().games;
    if (stage().digest) stage().digest->add_game(record.block, record.game, bytes_, offset_);
    if (on_game_) on_game_(std::move(record), *variant->rules, place_);
    if (stage().digest) on_digest_(*stage().digest, stage().games);
  }

  void void_block(const json::object& object) {
    const VoidBlock block = read_void(object, place_);
    if (!has_block(block.block)) refuse("the run has no block " + std::to_string(block.block));
    // Each shard has some of the numbers after the planned blocks. Its n-th void block is replaced by the n-th of them.
    const int planned = stage().manifest.end_block();
    const std::int64_t end = planned + std::int64_t{kShardsMax} * (std::ssize(stage().voids) + 1);
    if (block.again < planned || block.again >= end || has_block(block.again)) {
      refuse(fmt::format("block {} cannot be played again as block {}: that number is taken or too high", block.block,
                         block.again));
    }
    if (!void_blocks_.insert(block.block).second) refuse("block " + std::to_string(block.block) + " is already void");
    blocks_again_.insert(block.again);
    stage().voids.push_back(block);
    if (!stage().digest) return;
    stage().digest->add_void(block.block, bytes_, offset_);
    on_digest_(*stage().digest, stage().games);
  }

  void end(const json::object& object) {
    const auto revealed = RunKey::from_hex(text_in(object, "key").value_or(""));
    if (!revealed) refuse("this is not the end of a run");
    if (revealed->commitment() != stage().manifest.commitment)
      refuse("the key is not the one that the first line commits to");
    const json::value* games = object.if_contains("games");
    if (games == nullptr || *games != stage().games) {
      refuse("the run ended with " + (games == nullptr ? "no number of" : shown(games)) + " games, but the file has " +
             std::to_string(stage().games));
    }
    stage().is_cut = object.contains("cut");
    if (const json::value* duel = object.if_contains("duel")) {
      if (!stage().manifest.duel) refuse("the run ended with the verdict of a duel, but it is none");
      stage().duel = read_at(place_, "this is not the end of a duel", [&] { return read_duel_end(*duel); });
    }
    stage().revealed_key = revealed;
  }

  const OnGame& on_game_;
  const OnManifest& on_manifest_;
  const OnDigest& on_digest_;
  const Manifest* const part_of_;
  std::string_view bytes_;  // bytes of the current line
  std::uint64_t offset_ = 0;
  std::string place_;
  LineOpener opener_;
  RunSummary run_;
  PlayedBlocks played_;
  std::optional<Withdrawal> withdrawal_;  // of the current stage
  Meanings bots_;
  Meanings variants_;
  std::string run_id_;      // of the current stage
  RecordedGames recorded_;  // of the current stage, indexed from its first block
  std::set<int> void_blocks_;
  std::set<int> blocks_again_;  // replacements of void blocks
};

}  // namespace

RecordsDigest::RecordsDigest(const Manifest& manifest) : start_(receipt_of(manifest) + manifest.entropy) {}

std::string RecordsDigest::value(const std::function<bool(int, int)>& wanted) const {
  std::vector<const RecordedLine*> sorted;
  for (const RecordedLine& line : lines_) {
    if (!wanted || wanted(line.block, line.game)) sorted.push_back(&line);
  }
  std::ranges::sort(sorted, {}, [](const RecordedLine* line) { return line->key(); });
  const auto bytes_of = [](const Digest& digest) {
    return std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size());
  };
  Hasher run;
  run.feed(start_);
  for (auto line = sorted.begin(); line != sorted.end();) {
    const int number = (*line)->block;
    Hasher block;
    for (; line != sorted.end() && (*line)->block == number; ++line) block.feed(bytes_of((*line)->digest));
    run.feed(bytes_of(block.finish()));
  }
  return hex(run.finish());
}

int RunSummary::games() const {
  int sum = 0;
  for (const StageSummary& stage : stages) sum += stage.games;
  return sum;
}

std::filesystem::path games_file(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  std::filesystem::path file = folder ? path / kGamesFile : path;
  if (!is_present(file)) {
    throw InputError(folder
                         ? path.string() + " has no " + std::string(kGamesFile) + ", so it is not the folder of a run"
                         : "there is no run '" + path.string() + "'; give the folder of a run, or its games.jsonl");
  }
  return file;
}

bool has_records(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kGamesFile;
  return is_present(file) && open_regular(file).size > 0;
}

void refuse_without_manifest(const std::filesystem::path& path) {
  bool has_line = false;
  read_lines(games_file(path), [&](std::string_view, const LinePlace&) { has_line = true; });
  if (!has_line) throw InputError(path.string() + ": nothing has been played yet");
  throw InputError(path.string() + ": it has no line of type \"run\", so it is not the whole record of a run");
}

RecordFiles record_files(const std::vector<std::string>& paths) {
  RecordFiles files;
  for (const std::string& path : paths) {
    const std::filesystem::path folder = files.games.insert(games_file(path)).first->parent_path();
    if (is_present(folder / kTimingsFile)) files.timings.insert(folder / kTimingsFile);
    if (is_present(folder / kFaultsFile)) files.faults.insert(folder / kFaultsFile);
  }
  return files;
}

std::vector<Manifest> read_manifests(const std::filesystem::path& file) {
  std::vector<Manifest> manifests;
  read_lines(file, [&](std::string_view line, const std::string& place) {
    if (!is_line_of(line, "run")) return;
    const json::object object = open_line(line, place);
    check_schema(object, place);
    manifests.push_back(read_manifest(object, place));
  });
  // The name, notes and anchors of a league are those of its last stage.
  if (!manifests.empty())
    manifests.back().label.statuses = current_statuses(read_status_changes(file.parent_path() / kStatusFile));
  for (std::size_t stage = manifests.size(); stage-- > 1;) {
    if (manifests[stage].stage.number > 1) manifests[stage - 1].label = manifests[stage].label;
  }
  return manifests;
}

std::map<std::string, Manifest> read_resolved_manifests(const std::set<std::filesystem::path>& games) {
  std::map<std::string, Manifest> manifests;
  for (const std::filesystem::path& file : games) {
    for (Manifest& manifest : read_manifests(file)) {
      std::string id = run_id(manifest);
      if (manifests.contains(id)) continue;
      try {
        resolve_rules(manifest);
      } catch (const std::runtime_error& error) {
        throw InputError(file.string() + ": " + error.what());
      }
      manifests.emplace(std::move(id), std::move(manifest));
    }
  }
  return manifests;
}

void resolve_rules(Manifest& manifest) {
  for (ManifestVariant& variant : manifest.variants) {
    variant.rules = std::make_shared<hearts::GameRules>(resolved_rules(variant));
  }
  check_schedule(manifest);
}

RunSummary read_run(const std::filesystem::path& path, const OnGame& on_game, const OnManifest& on_manifest,
                    const OnDigest& on_digest, const Manifest* part_of) {
  const std::filesystem::path file = games_file(path);
  RunReader reader(on_game, on_manifest, on_digest, part_of);
  const std::uint64_t torn =
      read_lines(file, [&](std::string_view line, const LinePlace& place) { reader.line(line, place); });
  return reader.finish(path, torn);
}

RunSummary read_summary(const std::filesystem::path& path) { return read_run(path, {}); }

RunSummary read_summary_with_digests(const std::filesystem::path& path, const Manifest* part_of) {
  return read_run(path, {}, {}, [](const RecordsDigest&, int) {}, part_of);
}

FoundGame find_game(const std::filesystem::path& run, const std::string& name,
                    const std::function<void(const FoundGame&)>& on_found) {
  std::optional<FoundGame> found;
  Manifest manifest;
  int number = 0;
  std::size_t stages = 0;  // stages that have begun
  std::size_t stage = 0;   // the stage of the game that was found
  const auto look = [&](GameRecord&& record, const hearts::GameRules&, const std::string& place) {
    ++number;
    if (found || (name != record.id && name != std::to_string(number))) return;
    found = {std::move(record), {}, place};
    found->stage.manifest = manifest;
    stage = stages;
    if (on_found) on_found(*found);
  };
  RunSummary summary = read_run(run, look, [&](const Manifest& begun) {
    ++stages;
    manifest = begun;
  });
  if (!found) {
    throw InputError(
        fmt::format("{} has no game '{}'; it has {}: name one by its id, as b0g0, or by a number from 1 to {}",
                    run.string(), name, counted(summary.games(), "game"), summary.games()));
  }
  found->stage = std::move(summary.stages[stage - 1]);
  return std::move(*found);
}

json::object end_json(std::string_view run, int games, const RunKey& key, bool is_cut,
                      const std::optional<DuelEnd>& duel) {
  json::object line = {{"v", kRecordVersion}, {"type", "end"}, {"run", run}, {"games", games}, {"key", key.to_hex()}};
  if (is_cut) line["cut"] = true;
  if (duel) line["duel"] = duel_end_json(*duel);
  return line;
}

void read_given_deals(Manifest& manifest, const std::filesystem::path& folder) {
  if (manifest.given_deals == 0) return;
  const std::filesystem::path file = folder / kDealsFile;
  auto deals = std::make_shared<GivenDeals>(file, [&](std::string_view id) -> const hearts::GameRules* {
    const ManifestVariant* variant = manifest.find_variant(id);
    return variant == nullptr ? nullptr : variant->rules.get();
  });
  if (deals->hash() != manifest.given_deals_hash) {
    throw InputError(file.string() + ": these are not the deals that the run was given: their hash is " +
                     deals->hash() + ", not " + manifest.given_deals_hash);
  }
  manifest.deals = std::move(deals);
}

}  // namespace arena
