#include "arena/records/run_folder.h"

#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <set>

#include "arena/league/json_file.h"
#include "arena/protocol/printable.h"
#include "arena/records/record_file.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace json = boost::json;

/// Reads line after line, keeping what the next ones are checked against.
class RunReader {
 public:
  RunReader(const TakeGame& take_game, const TakeManifest& take_manifest)
      : take_game_(take_game), take_manifest_(take_manifest) {}

  void line(const json::object& object, const std::string& place) {
    const json::value* version = object.if_contains("v");
    if (version == nullptr || *version != kRecordVersion) {
      throw InputError(place + ": the line has schema " +
                       (version == nullptr ? "none" : printable(json::serialize(*version))) + ", this arena reads " +
                       std::to_string(kRecordVersion));
    }
    if (!rules_) {
      start(object, place);
      return;
    }
    const json::value* type = object.if_contains("type");
    if (type != nullptr && *type == "game") {
      game(object, place);
    } else if (type != nullptr && *type == "end") {
      end(object, place);
    } else {
      throw InputError(place + ": a line of type " + (type == nullptr ? "none" : printable(json::serialize(*type))) +
                       " does not belong after the first line");
    }
  }

  RunSummary finish(const std::filesystem::path& path, std::uint64_t torn_bytes) {
    if (!rules_) throw InputError(path.string() + ": it has no whole line");
    summary_.torn_bytes = torn_bytes;
    return std::move(summary_);
  }

 private:
  void start(const json::object& object, const std::string& place) {
    summary_.manifest = read_manifest(object, place);
    const json::value* isolation = object.if_contains("isolation");
    if (isolation != nullptr && isolation->is_string()) summary_.isolation = isolation->get_string();
    try {
      rules_.emplace(hearts::resolve_variant(summary_.manifest.variant));
    } catch (const hearts::RulesError& error) {
      throw InputError(place + ": " + error.what());
    }
    if (rules_hash(rules_->rules()) != summary_.manifest.rules_hash) {
      throw InputError(place + ": the rules of " + summary_.manifest.variant + " are not those of this arena");
    }
    const std::size_t bots = summary_.manifest.bots.size();
    if (bots < 1 || bots > static_cast<std::size_t>(rules_->seats())) {
      throw InputError(place + ": it has " + std::to_string(bots) + " bots for " + std::to_string(rules_->seats()) +
                       " seats");
    }
    if (take_manifest_) take_manifest_(summary_.manifest);
  }

  void game(const json::object& object, const std::string& place) {
    if (ended_) throw InputError(place + ": a game after the end of the run");
    GameRecord record = read_game(object, *rules_, place);
    if (record.variant != summary_.manifest.variant || record.rules_hash != summary_.manifest.rules_hash) {
      throw InputError(place + ": game " + printable(record.id) + " is not of this run");
    }
    if (record.id != game_id(record.block, record.game))
      throw InputError(place + ": the id does not fit block and game");
    if (!ids_.insert(record.id).second) throw InputError(place + ": game " + record.id + " stands twice");
    ++summary_.games;
    take_game_(std::move(record), *rules_, place);
  }

  void end(const json::object& object, const std::string& place) {
    const json::value* key = object.if_contains("key");
    const auto revealed =
        key != nullptr && key->is_string() ? RunKey::from_hex(json::value_to<std::string>(*key)) : std::nullopt;
    if (ended_ || !revealed) throw InputError(place + ": this is no end of a run");
    if (revealed->commitment() != summary_.manifest.commitment) {
      throw InputError(place + ": the key is not the one that the first line commits to");
    }
    const json::value* games = object.if_contains("games");
    if (games == nullptr || *games != summary_.games) {
      throw InputError(place + ": the run ended with " +
                       (games == nullptr ? "no number of" : printable(json::serialize(*games))) +
                       " games, but the file has " + std::to_string(summary_.games));
    }
    summary_.revealed_key = revealed;
    ended_ = true;
  }

  const TakeGame& take_game_;
  const TakeManifest& take_manifest_;
  RunSummary summary_;
  std::optional<hearts::GameRules> rules_;
  std::set<std::string> ids_;
  bool ended_ = false;
};

}  // namespace

RunSummary read_run(const std::filesystem::path& path, const TakeGame& take_game, const TakeManifest& take_manifest) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const bool folder = fs::is_directory(path, ignored);
  const fs::path file = folder ? path / kGamesFile : path;
  if (!fs::exists(file, ignored)) {
    throw InputError(folder ? path.string() + " has no " + std::string(kGamesFile) + ": it is no folder of a run"
                            : "there is no run " + path.string());
  }
  RunReader reader(take_game, take_manifest);
  const std::uint64_t torn =
      read_records(file, [&](const json::object& object, const std::string& place) { reader.line(object, place); });
  return reader.finish(file, torn);
}

}  // namespace arena
