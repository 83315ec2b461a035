#include "arena/records/run_folder.h"

#include <boost/json/serialize.hpp>
#include <memory>
#include <set>

#include "arena/deals/given_deals.h"
#include "arena/protocol/decode.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace json = boost::json;

std::string shown(const json::value* value) { return value == nullptr ? "none" : printable(json::serialize(*value)); }

/// Reads line after line, keeping what the next ones are checked against.
class RunReader {
 public:
  RunReader(const TakeGame& take_game, const TakeManifest& take_manifest, const TakeDigest& take_digest)
      : take_game_(take_game), take_manifest_(take_manifest), take_digest_(take_digest) {}

  void line(std::string_view bytes, const std::string& place) {
    const json::object object = open_line(bytes, place);
    bytes_ = bytes;
    place_ = place;
    check_schema(object, place);
    if (run_id_.empty()) return start(object);
    const auto type = text_in(object, "type");
    if (type != "game" && type != "void" && type != "end")
      refuse("a line of type " + shown(object.if_contains("type")) + " does not belong after the first line");
    if (text_in(object, "run") != run_id_) refuse("this line is of another run than the first line");
    if (summary_.revealed_key) refuse("a line after the end of the run");
    if (type == "game") return game(object);
    if (type == "void") return void_block(object);
    end(object);
  }

  RunSummary finish(const std::filesystem::path& path, std::uint64_t torn_bytes) {
    if (run_id_.empty()) throw InputError(path.string() + ": it has no whole line");
    summary_.torn_bytes = torn_bytes;
    summary_.digest = std::move(digest_);
    return std::move(summary_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw InputError(place_ + ": " + what); }

  void start(const json::object& object) {
    summary_.manifest = read_manifest(object, place_);
    const json::value* protocol = object.if_contains("protocol");
    if (protocol == nullptr || *protocol != kProtocolVersion) {
      refuse("the bots of this run spoke protocol " + shown(protocol) + ", this arena's speak " +
             std::to_string(kProtocolVersion));
    }
    run_id_ = run_id(summary_.manifest);
    try {
      for (ManifestVariant& variant : summary_.manifest.variants) {
        variant.rules = std::make_shared<hearts::GameRules>(hearts::resolve_variant(variant.id));
        if (rules_hash(variant.rules->rules()) != variant.rules_hash || variant.rules->seats() != variant.seats) {
          throw InputError("the rules of " + variant.id + " are not those of this arena");
        }
      }
      check_schedule(summary_.manifest);
    } catch (const std::runtime_error& error) {
      refuse(error.what());
    }
    if (take_digest_) digest_.emplace(summary_.manifest);
    if (take_manifest_) take_manifest_(summary_.manifest);
  }

  void game(const json::object& object) {
    // No variant has an empty id.
    const ManifestVariant* variant = summary_.manifest.find_variant(text_in(object, "variant").value_or(""));
    if (variant == nullptr) refuse("the run does not play this game's variant");
    GameRecord record = read_game(object, *variant->rules, place_);
    if (record.rules_hash != variant->rules_hash)
      refuse("game " + printable(record.id) + " was played by other rules than the run's");
    if (record.id != game_id(record.block, record.game)) refuse("the id does not fit block and game");
    const int blocks = summary_.manifest.blocks + static_cast<int>(summary_.voids.size());
    if (record.block < 0 || record.block >= blocks || record.game < 0 || record.game >= variant->seats)
      refuse("the run has no game " + printable(record.id));
    if (void_blocks_.contains(record.block)) refuse("game " + record.id + " is of a block that was void already");
    if (!recorded_.add(record.block, record.game)) refuse("duplicate game " + record.id);
    ++summary_.games;
    if (digest_) digest_->add_game(record.block, record.game, bytes_);
    take_game_(std::move(record), *variant->rules, place_);
    if (digest_) take_digest_(*digest_, summary_.games);
  }

  void void_block(const json::object& object) {
    const VoidBlock block = read_void(object, place_);
    const int next = summary_.manifest.blocks + static_cast<int>(summary_.voids.size());
    if (block.again != next || block.block < 0 || block.block >= next)
      refuse("the run has no such block, or it is not played again as block " + std::to_string(next));
    if (!void_blocks_.insert(block.block).second) refuse("block " + std::to_string(block.block) + " is void already");
    summary_.voids.push_back(block);
    if (!digest_) return;
    digest_->add_void(block.block, bytes_);
    take_digest_(*digest_, summary_.games);
  }

  void end(const json::object& object) {
    const auto revealed = RunKey::from_hex(text_in(object, "key").value_or(""));
    if (!revealed) refuse("this is not an end of a run");
    if (revealed->commitment() != summary_.manifest.commitment)
      refuse("the key is not the one that the first line commits to");
    const json::value* games = object.if_contains("games");
    if (games == nullptr || *games != summary_.games) {
      refuse("the run ended with " + (games == nullptr ? "no number of" : shown(games)) + " games, but the file has " +
             std::to_string(summary_.games));
    }
    summary_.revealed_key = revealed;
  }

  const TakeGame& take_game_;
  const TakeManifest& take_manifest_;
  const TakeDigest& take_digest_;
  std::optional<RecordsDigest> digest_;
  std::string_view bytes_;  // of the line
  std::string place_;       // likewise
  RunSummary summary_;
  std::string run_id_;  // empty before the first line
  RecordedGames recorded_;
  std::set<int> void_blocks_;
};

}  // namespace

std::filesystem::path games_file(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  std::filesystem::path file = folder ? path / kGamesFile : path;
  if (!std::filesystem::exists(file, ignored)) {
    throw InputError(folder ? path.string() + " has no " + std::string(kGamesFile) + ": it is no folder of a run"
                            : "there is no run " + path.string());
  }
  return file;
}

std::vector<Manifest> read_manifests(const std::filesystem::path& file) {
  // Our lines begin so; looking is much quicker than parsing every game.
  static constexpr std::string_view kStart = R"({"v":)";
  static constexpr std::string_view kType = R"(,"type":"run",)";
  std::vector<Manifest> manifests;
  read_lines(file, [&](std::string_view line, const std::string& place) {
    if (!line.starts_with(kStart) || line.substr(0, 40).find(kType) == std::string_view::npos) return;
    manifests.push_back(read_manifest(open_line(line, place), place));
  });
  return manifests;
}

RunSummary read_run(const std::filesystem::path& path, const TakeGame& take_game, const TakeManifest& take_manifest,
                    const TakeDigest& take_digest) {
  const std::filesystem::path file = games_file(path);
  RunReader reader(take_game, take_manifest, take_digest);
  const std::uint64_t torn =
      read_lines(file, [&](std::string_view line, const std::string& place) { reader.line(line, place); });
  return reader.finish(file, torn);
}

void take_given_deals(Manifest& manifest, const std::filesystem::path& folder) {
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
