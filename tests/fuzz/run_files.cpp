#include "tests/fuzz/run_files.h"

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "arena/base/seeds/crc32c.h"
#include "arena/base/seeds/digest.h"
#include "arena/base/text/words.h"
#include "arena/game/deals/given_deals.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/scratch_folder.h"

namespace fuzz {
namespace {

namespace json = boost::json;

constexpr auto kOtherFiles =
    std::to_array<std::string_view>({arena::kTimingsFile, arena::kFaultsFile, arena::kKeyFile, arena::kDealsFile});

/// The text between `start` and the next quote, the last time that it comes.
std::string_view last_quoted(std::string_view text, std::string_view start) {
  const std::size_t at = text.rfind(start);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + start.size());
  return text.substr(0, text.find('"'));
}

std::string hash_of_rules(std::string_view variant) {
  try {
    return arena::rules_hash(hearts::resolve_variant(variant));
  } catch (const hearts::RulesError&) {
    return "@";
  }
}

/// As records/FORMAT.md says, not as the arena does.
std::string id_of_run(std::string_view line) {
  boost::system::error_code error;
  json::value value = json::parse(line, error);
  if (error || !value.is_object()) return "@";
  json::object members;
  bool inside = false;
  for (auto& [key, member] : value.get_object()) {
    inside = inside || key == "protocol";
    if (!inside || key == "entropy" || key == "crc") continue;
    if (key == "bots" && member.is_array()) {
      for (json::value& bot : member.get_array()) {
        if (bot.is_object()) bot.get_object().erase("folder");
      }
    }
    members[key] = member;
  }
  const std::string receipt = arena::hex(arena::digest_of(json::serialize(members)));
  const json::value* entropy = value.get_object().if_contains("entropy");
  if (entropy == nullptr || !entropy->is_string() || entropy->get_string().empty()) return receipt.substr(0, 16);
  return arena::hex(arena::digest_of(receipt + std::string(entropy->get_string()))).substr(0, 16);
}

}  // namespace

std::string sealed(std::string_view line, std::string& run) {
  static constexpr std::string_view kRules = "\"rules\":\"@\"";
  static constexpr std::string_view kRun = "\"run\":\"@\"";
  std::string text(line);
  if (!text.starts_with('{') || !text.ends_with('}') || text.find("\"crc\":\"") != std::string::npos) return text;
  std::size_t at = 0;
  while ((at = text.find(kRules, at)) != std::string::npos) {
    const std::string hash = hash_of_rules(last_quoted(std::string_view(text).substr(0, at), "\"variant\":\""));
    text.replace(at, kRules.size(), "\"rules\":\"" + hash + "\"");
    at += kRules.size();
  }
  if (text.find("\"type\":\"run\"") != std::string::npos) run = id_of_run(text);
  at = text.find(kRun);
  if (at != std::string::npos) text.replace(at, kRun.size(), "\"run\":\"" + run + "\"");
  text.pop_back();
  return text + ",\"crc\":\"" + arena::crc_text(arena::crc32c(text)) + "\"}";
}

void write_run_files(const std::filesystem::path& folder, std::string_view input) {
  std::filesystem::remove(folder / arena::kGamesFile);
  for (const std::string_view name : kOtherFiles) std::filesystem::remove(folder / name);
  std::string_view file = arena::kGamesFile;
  std::string text;
  std::string run = "@";
  const auto write = [&] { arena::test::write_file(folder / file, text); };
  while (!input.empty()) {
    const bool is_whole = input.find('\n') != std::string_view::npos;
    const std::string_view line = arena::cut_line(input);
    bool is_name = false;
    for (const std::string_view name : kOtherFiles) {
      if (line != name) continue;
      write();
      file = name;
      text.clear();
      is_name = true;
    }
    if (is_name) continue;
    text += (file == arena::kDealsFile ? std::string(line) : sealed(line, run)) + (is_whole ? "\n" : "");
  }
  write();
}

}  // namespace fuzz
