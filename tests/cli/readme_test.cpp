// The commands that the documents show are run, in the order shown, in a folder laid out like a built repository.

#include <algorithm>
#include <array>

#include "tests/cli/arena_command.h"

namespace readme_test {

using namespace cli_test;

namespace {

struct Fence {
  std::string language;
  std::string text;
};

/// The fenced blocks of a document.
std::vector<Fence> fences_of(const std::string& document) {
  std::vector<Fence> fences;
  bool inside = false;
  for (const std::string& line : lines_of(document)) {
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
    Exclusion{"scripts/test", "is what runs this test"},
    Exclusion{"scripts/demo", "is run before the tests, and builds"},
    Exclusion{"scripts/setup", "installs packages"},
    Exclusion{"scripts/on-bare-debian", "makes a system of its own, as root"},
    Exclusion{"scripts/package", "is run by package_test"},
    Exclusion{"sudo apt-get install ./build/", "installs a package; package_test does so in a folder"},
    Exclusion{"cmake ", "builds"},
    Exclusion{"podman ", "needs a container runtime and the network; container_test checks the Dockerfile"},
    Exclusion{"docker ", "the same"},
    Exclusion{"git clone ", "reaches the network"},
    Exclusion{"build/release/arena run build/release/sample_bots/league.json", "is what scripts/demo runs"},
    Exclusion{"build/release/arena run build/release/sample_bots/ladder.json",
              "plays for minutes; its plan is made here"},
};

bool is_excluded(const std::string& line) {
  for (const Exclusion& exclusion : kExclusions) {
    if (line.starts_with(exclusion.start)) return true;
  }
  return false;
}

/// The folder of a user who has built: programs in build/release, mybot.py, league.json and hands.jsonl as the
/// document gives them.
void lay_out(const fs::path& folder, const std::vector<Fence>& fences) {
  fs::create_directories(folder / "build/release");
  fs::create_symlink(HEARTS_ARENA_PROGRAM, folder / "build/release/arena");
  for (const char* bench : {"bench_table", "bench_start", "bench_league", "bench_engine"}) {
    fs::create_symlink(fs::path(HEARTS_BINARY_DIR) / bench, folder / "build/release" / bench);
  }
  fs::create_directory_symlink(HEARTS_BINARY_DIR "/sample_bots", folder / "build/release/sample_bots");
  fs::create_directories(folder / "engine/variants");
  fs::create_directory_symlink(HEARTS_SOURCE_DIR "/engine/variants/family", folder / "engine/variants/family");
  for (const Fence& fence : fences) {
    if (fence.language == "python") write_file(folder / "mybot.py", fence.text);
    if (fence.language == "jsonl") write_file(folder / "hands.jsonl", fence.text);
    if (fence.language == "json" && fence.text.find("\"league\"") != std::string::npos) {
      write_file(folder / "league.json", fence.text);
    }
  }
}

/// The commands of a block: a line each, or more where it ends with a backslash.
Words commands_of(const Fence& fence) {
  Words commands;
  bool continues = false;
  for (const std::string& line : lines_of(fence.text)) {
    if (line.empty() || line.starts_with('#')) continue;
    if (continues) commands.back() += line;
    if (!continues) commands.push_back(line);
    continues = line.ends_with('\\');
    if (continues) commands.back().pop_back();
  }
  return commands;
}

void run_command(const fs::path& folder, const std::string& command) {
  const Outcome outcome = run_in(folder, {"sh", "-c", command});
  INFO("stdout: " << outcome.out << "\nstderr: " << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.err.find("error") == std::string::npos);
  CHECK_FALSE(outcome.out.empty());
  // A run that only recorded faults would end well, too.
  CHECK(outcome.err.find("cannot play") == std::string::npos);
  CHECK(outcome.err.find("forfeits") == std::string::npos);
}

/// Runs every command of a document, in this folder. A document without any is at fault.
void run_commands(const fs::path& folder, const std::string& name) {
  int commands = 0;
  for (const Fence& fence : fences_of(read_file(fs::path(HEARTS_SOURCE_DIR) / name))) {
    for (const std::string& command : commands_of(fence)) {
      INFO(name << ": " << command);
      // Elsewhere there are texts, too.
      if (fence.language != "sh" && (!fence.language.empty() || !command.starts_with("build/"))) continue;
      ++commands;
      if (is_excluded(command)) continue;
      REQUIRE(command.starts_with("build/"));
      run_command(folder, command);
    }
  }
  INFO(name << " shows no command");
  CHECK(commands > 0);
}

void run_document(const std::string& name) {
  const ScratchFolder folder;
  lay_out(folder.path(), fences_of(read_file(fs::path(HEARTS_SOURCE_DIR) / name)));
  run_commands(folder.path(), name);
}

/// The README, then the pages of docs/ that show commands, by name.
Words pages_of_manual() {
  Words pages;
  const fs::path docs = fs::path(HEARTS_SOURCE_DIR) / "docs";
  if (fs::exists(docs)) {
    for (const fs::directory_entry& page : fs::directory_iterator(docs)) {
      const bool shows =
          page.path().extension() == ".md" && read_file(page.path()).find("```sh\n") != std::string::npos;
      if (shows) pages.push_back("docs/" + page.path().filename().string());
    }
  }
  std::sort(pages.begin(), pages.end());
  pages.insert(pages.begin(), "README.md");
  return pages;
}

std::vector<Fence> fences_of_manual() {
  std::vector<Fence> fences;
  for (const std::string& page : pages_of_manual()) {
    for (Fence& fence : fences_of(read_file(fs::path(HEARTS_SOURCE_DIR) / page))) fences.push_back(std::move(fence));
  }
  return fences;
}

}  // namespace

// Its pages in docs/ continue where it ends.
TEST_CASE("every command of the README runs") {
  const ScratchFolder folder;
  lay_out(folder.path(), fences_of_manual());
  for (const std::string& page : pages_of_manual()) run_commands(folder.path(), page);
}

TEST_CASE("the judgements in the README are what is answered") {
  const std::vector<Fence> fences = fences_of_manual();
  const ScratchFolder folder;
  lay_out(folder.path(), fences);
  const auto command = std::find_if(fences.begin(), fences.end(), [](const Fence& fence) {
    return fence.text.starts_with("build/release/arena adjudicate");
  });
  REQUIRE(command != fences.end());
  REQUIRE(command + 1 != fences.end());
  CHECK(run_in(folder.path(), {"sh", "-c", command->text}).out == (command + 1)->text);
}

TEST_CASE("every command of the protocol's document runs") { run_document("protocol.md"); }

TEST_CASE("every command of the sample bots' document runs") { run_document("sample_bots/README.md"); }

TEST_CASE("the bot of the protocol's document answers by hand as it says") {
  const ScratchFolder folder;
  lay_out(folder.path(), fences_of(read_file(HEARTS_SOURCE_DIR "/protocol.md")));
  const std::string document = read_file(HEARTS_SOURCE_DIR "/protocol.md");
  const std::size_t start = document.find("`printf 'hello arena 1");
  REQUIRE(start != std::string::npos);
  const std::string command = document.substr(start + 1, document.find('`', start + 1) - start - 1);
  const Outcome outcome = run_in(folder.path(), {"sh", "-c", command});
  INFO(command);
  CHECK(outcome.out == "ready\n1 2C\n");
}

}  // namespace readme_test
