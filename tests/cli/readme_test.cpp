// The commands that the documents show are run, in the order shown, in a folder laid out like a built repository.

#include <algorithm>
#include <array>
#include <sstream>

#include "tests/arena/records/scratch_folder.h"
#include "tests/catch.h"
#include "tests/cli/arena_command.h"

using namespace cli_test;
using arena::test::bytes_of;
using arena::test::ScratchFolder;
using arena::test::write_bytes;
namespace fs = std::filesystem;

namespace {

struct Fence {
  std::string language;
  std::string text;
};

/// The fenced blocks of a document.
std::vector<Fence> fences_of(const std::string& document) {
  std::istringstream stream(document);
  std::vector<Fence> fences;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) {
      if (!inside) fences.push_back({line.substr(3), {}});
      inside = !inside;
    } else if (inside) {
      fences.back().text += line + "\n";
    }
  }
  CHECK_FALSE(inside);
  return fences;
}

/// What is not run here, and why.
struct Exclusion {
  std::string_view start;
  std::string_view why;
};
constexpr std::array kExclusions = {
    Exclusion{"scripts/", "sets up and builds the machine; the scripts are tested on bare ones"},
    Exclusion{"build/release/arena run build/release/sample_bots/ladder.json",
              "plays for minutes; its plan is made here"},
};

bool is_excluded(const std::string& line) {
  for (const Exclusion& exclusion : kExclusions) {
    if (line.starts_with(exclusion.start)) return true;
  }
  return false;
}

/// The folder of a user who has built: programs in build/release, mybot.py, league.json and hands.jsonl as the document gives them.
void lay_out(const fs::path& folder, const std::vector<Fence>& fences) {
  fs::create_directories(folder / "build/release");
  fs::create_symlink(HEARTS_ARENA_PROGRAM, folder / "build/release/arena");
  for (const char* bench : {"bench_table", "bench_start", "bench_engine"}) {
    fs::create_symlink(fs::path(HEARTS_BINARY_DIR) / bench, folder / "build/release" / bench);
  }
  fs::create_directory_symlink(HEARTS_BINARY_DIR "/sample_bots", folder / "build/release/sample_bots");
  for (const Fence& fence : fences) {
    if (fence.language == "python") write_bytes(folder / "mybot.py", fence.text);
    if (fence.language == "jsonl") write_bytes(folder / "hands.jsonl", fence.text);
    if (fence.language == "json" && fence.text.find("\"league\"") != std::string::npos) {
      write_bytes(folder / "league.json", fence.text);
    }
  }
}

/// Runs the shown commands of the document and says how many they were.
int run_commands(const std::string& name) {
  const std::vector<Fence> fences = fences_of(bytes_of(fs::path(HEARTS_SOURCE_DIR) / name));
  const ScratchFolder folder;
  lay_out(folder.path(), fences);
  int commands = 0;
  for (const Fence& fence : fences) {
    if (!fence.language.empty() && fence.language != "sh") continue;
    std::istringstream lines(fence.text);
    for (std::string line; std::getline(lines, line);) {
      const bool shown = line.starts_with("build/") || line.starts_with("scripts/");
      INFO(name << ": " << line);
      // In a block of shell every line is a command; in others there are texts, too.
      if (fence.language == "sh") CHECK(shown);
      if (!shown || is_excluded(line)) continue;
      ++commands;
      const Outcome outcome = run_in(folder.path(), {"sh", "-c", line});
      INFO("stdout: " << outcome.out << "\nstderr: " << outcome.err);
      CHECK(outcome.code == 0);
      CHECK(outcome.err.find("error") == std::string::npos);
      CHECK_FALSE(outcome.out.empty());
      // A run that only recorded faults would end well, too.
      CHECK(outcome.err.find("cannot play") == std::string::npos);
      CHECK(outcome.err.find("forfeits") == std::string::npos);
    }
  }
  return commands;
}

}  // namespace

TEST_CASE("every command of the README runs") { CHECK(run_commands("README.md") >= 5); }

TEST_CASE("the judgements in the README are what is answered") {
  const std::vector<Fence> fences = fences_of(bytes_of(HEARTS_SOURCE_DIR "/README.md"));
  const ScratchFolder folder;
  lay_out(folder.path(), fences);
  const auto command = std::find_if(fences.begin(), fences.end(), [](const Fence& fence) {
    return fence.text.starts_with("build/release/arena adjudicate");
  });
  REQUIRE(command != fences.end());
  REQUIRE(command + 1 != fences.end());
  CHECK(run_in(folder.path(), {"sh", "-c", command->text}).out == (command + 1)->text);
}

TEST_CASE("every command of the protocol's document runs") { CHECK(run_commands("protocol.md") >= 1); }

TEST_CASE("every command of the sample bots' document runs") { CHECK(run_commands("sample_bots/README.md") >= 1); }

TEST_CASE("the bot of the protocol's document answers by hand as it says") {
  const ScratchFolder folder;
  lay_out(folder.path(), fences_of(bytes_of(HEARTS_SOURCE_DIR "/protocol.md")));
  const std::string document = bytes_of(HEARTS_SOURCE_DIR "/protocol.md");
  const std::size_t start = document.find("`printf 'hello arena 1");
  REQUIRE(start != std::string::npos);
  const std::string command = document.substr(start + 1, document.find('`', start + 1) - start - 1);
  const Outcome outcome = run_in(folder.path(), {"sh", "-c", command});
  INFO(command);
  CHECK(outcome.out == "ready\n1 2C\n");
}
