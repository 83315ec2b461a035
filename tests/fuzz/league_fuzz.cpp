// A league file and, after a line "bot.json", that of the bot whose folder is `bot`; after a line "options", the words
// of a command line, one a line; after a line "deals", what any file of given deals has. They are refused in words that
// name the file, or they make a run that can be planned. An entrant with another name than `bot` is the program `run`:
// other files of the machine are not the fuzzer's.

#include <algorithm>
#include <boost/json/object.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/session_options.h"
#include "arena/app/terminal/command_line.h"
#include "arena/base/seeds/run_key.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/bot_name.h"
#include "arena/league/plan/league_file.h"
#include "arena/records/manifest.h"
#include "arena/records/manifest_difference.h"
#include "arena/records/manifest_schedule.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"
#include "tests/scratch_folder.h"

namespace {

using namespace arena;
using fuzz::accepts;
using fuzz::require;

constexpr int kBlocksPlanned = 100;

/// What is before the first line with the name of a part, and after each.
std::map<std::string_view, std::string> parts_of(std::string_view input) {
  std::map<std::string_view, std::string> parts;
  std::string_view part = "league";
  while (!input.empty()) {
    const std::string_view line = cut_line(input);
    if (line == "bot.json" || line == "options" || line == "deals") {
      part = line;
    } else {
      parts[part] += std::string(line) + "\n";
    }
  }
  return parts;
}

void plan(League& league, const std::filesystem::path& folder) {
  if (!league.deals.empty()) league.deals = (folder / "deals.jsonl").string();
  for (League::Entrant& entrant : league.entrants) {
    accepts("", [&] {
      for (const std::string& word : split_command(entrant.bot)) {
        require(is_bot_name(bot_name_from(word)), "a name can be made of any text");
      }
    });
    if (entrant.bot != "bot") entrant.bot = "run";
  }
  Manifest manifest = cli::manifest_of(league);
  league_notes(league, manifest);
  manifest.commitment = RunKey::from_seed("league").commitment();
  plan_blocks(manifest, std::min(league.blocks, kBlocksPlanned), std::min(league.games, kBlocksPlanned));
  const boost::json::object line = manifest_json(manifest);
  require(!manifest_difference(manifest, read_manifest(line, "line")), "the records of a league can be read");
}

/// Planted: an error says where in a library it was found.
[[noreturn]] void refuse(const InputError& error) {
  const std::string text = error.what();
  if (fuzz::planted(text.find("duplicate key") != std::string::npos))
    throw InputError(text + " [boost/json/parse.hpp:40]");
  throw InputError(text);
}

void read_file(const std::filesystem::path& folder) {
  League league = read_league(folder / "league.json");
  plan(league, folder);
}

void read_options(const std::filesystem::path& folder, std::string_view text) {
  std::vector<std::string> words = {"arena", "run"};
  while (!text.empty()) words.emplace_back(cut_line(text));
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  cli::CommandLine line("arena", "", "", [] { return Page{}; });
  std::shared_ptr<cli::LeagueOptions> options;
  line.add("run", "", [&options](cli::Command& command) {
    options = cli::add_league_options(command);
    command.run([] { return 0; });
  });
  for (const std::string& word : words) {
    if (word.starts_with("-h") || word.starts_with("--h") || word.starts_with("--v")) return;  // prints
  }
  line.parse(static_cast<int>(arguments.size()), arguments.data());
  for (std::string& word : options->words) {
    if (word.ends_with(".json")) word = (folder / "league.json").string();
  }
  League league = cli::league_of(*options);
  league.folder = folder;
  plan(league, folder);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::ScratchFolder scratch;
  const std::filesystem::path& folder = scratch.path();
  std::filesystem::create_directory(folder / "bot");
  for (const std::filesystem::path& program : {folder / "run", folder / "bot" / "run"}) {
    if (!std::filesystem::exists(program)) test::write_program(program);
  }
  std::map<std::string_view, std::string> parts = parts_of(fuzz::text_of(data, size));
  test::write_file(folder / "league.json", parts["league"]);
  test::write_file(folder / "bot" / "bot.json", parts["bot.json"]);
  test::write_file(folder / "deals.jsonl", parts["deals"]);
  accepts(folder.string(), [&] {
    try {
      read_file(folder);
    } catch (const InputError& error) {
      refuse(error);
    }
  });
  if (!parts["options"].empty()) accepts("", [&] { read_options(folder, parts["options"]); });
  return 0;
}
