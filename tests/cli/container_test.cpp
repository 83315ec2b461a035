// scripts/Dockerfile. Nothing here runs a container: the tests check that what it names exists.

#include <algorithm>
#include <set>

#include "tests/cli/arena_command.h"

namespace container_test {

using namespace cli_test;

namespace {

const fs::path kSource = HEARTS_SOURCE_DIR;

/// The instructions of the Dockerfile, each with its continued lines.
Words instructions() {
  Words all;
  bool continues = false;
  for (const std::string& line : lines_of(read_file(kSource / "scripts/Dockerfile"))) {
    if (line.empty() || line.starts_with('#')) continue;
    if (continues) all.back() += line;
    if (!continues) all.push_back(line);
    continues = line.ends_with('\\');
    if (continues) all.back().pop_back();
  }
  return all;
}

Words words_of_line(const std::string& line) {
  Words words;
  std::istringstream stream(line);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The packages that `arena init --list` prints, in any column of its table.
std::set<std::string> packages_of_starters() {
  const ScratchFolder folder;
  const Words words = words_of_line(run_arena(folder.path(), {"init", "--list"}).out);
  return {words.begin(), words.end()};
}

}  // namespace

TEST_CASE("each instruction of the Dockerfile is known, and names what exists") {
  std::set<std::string> kinds;
  std::set<std::string> stages;
  std::set<std::string> made;
  for (const std::string& instruction : instructions()) {
    INFO(instruction);
    const Words words = words_of_line(instruction);
    kinds.insert(words[0]);
    if (words[0] == "FROM") {
      CHECK(words[1] == "docker.io/library/debian:12");
      if (words.size() > 2) stages.insert(words.at(3));
    } else if (words[0] == "COPY" && words[1].starts_with("--from=")) {
      CHECK(stages.contains(words[1].substr(7)));
      CHECK(made.contains(words.at(2)));
    } else if (words[0] == "COPY") {
      CHECK(fs::exists(kSource / words[1]));
    } else if (words[0] == "RUN" && words[1].find('/') != std::string::npos) {
      // A script of this repository.
      CHECK((fs::status(kSource / words[1]).permissions() & fs::perms::owner_exec) != fs::perms::none);
      const std::string script = read_file(kSource / words[1]);
      for (std::size_t i = 2; i < words.size(); i += 2) CHECK(script.find(words[i]) != std::string::npos);
      made.insert(words.back());
    } else if (words[0] == "RUN") {
      // The arena's own package brings what it needs, so no other package is named here.
      CHECK(words[1] == "apt-get");
      const auto list = std::find(words.begin(), words.end(), "--no-install-recommends");
      REQUIRE(list != words.end());
      CHECK(Words(list + 1, list + 4) == Words{"/package/hearts-arena_*.deb", "$PACKAGES", "&&"});
    } else if (words[0] == "ARG") {
      const std::set<std::string> known = packages_of_starters();
      REQUIRE(instruction.starts_with("ARG PACKAGES=\""));
      for (const std::string& package : words_of_line(instruction.substr(14, instruction.size() - 15)))
        CHECK(known.contains(package));
    } else {
      CHECK((words[0] == "WORKDIR" || words[0] == "ENTRYPOINT" || words[0] == "CMD"));
    }
  }
  CHECK(kinds == std::set<std::string>{"FROM", "COPY", "WORKDIR", "RUN", "ARG", "ENTRYPOINT", "CMD"});
}

TEST_CASE("the packages to build the image's program are those of scripts/setup alone") {
  for (const std::string& instruction : instructions()) {
    INFO(instruction);
    const bool installs = instruction.find("apt-get install") != std::string::npos;
    CHECK(installs == (instruction.find("$PACKAGES") != std::string::npos));
  }
  CHECK_THAT(read_file(kSource / "scripts/package"), ContainsSubstring("\n  scripts/setup\n"));
}

TEST_CASE("the commands with -v work in sh and in PowerShell, which takes \"$PWD:\" for the name of a drive") {
  for (const char* file : {"README.md", "scripts/Dockerfile"}) {
    INFO(file);
    int mounts = 0;
    for (const std::string& line : lines_of(read_file(kSource / file))) {
      const std::size_t at = line.find("podman run --rm -v \"");
      if (at == std::string::npos) continue;
      ++mounts;
      CHECK(line.find("-v \"${PWD}", at) != std::string::npos);
    }
    CHECK(mounts > 0);
  }
}

TEST_CASE("what a build makes is not copied into an image") {
  const Words ignored = lines_of(read_file(kSource / ".dockerignore"));
  for (const std::string& line : lines_of(read_file(kSource / ".gitignore"))) {
    if (line.starts_with("/") || line.starts_with("!")) CHECK(std::count(ignored.begin(), ignored.end(), line) == 1);
  }
}

}  // namespace container_test
