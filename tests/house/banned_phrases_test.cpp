#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/house/banned_phrases.h"
#include "tests/house/source_tree.h"

// The rule is checked like the other rules of the house: against the real tree, and against small bad files.

namespace {

using namespace house;

const std::filesystem::path kTextsRoot = HEARTS_SOURCE_DIR;

SourceTree real_texts() {
  SourceTree tree =
      read_tree(kTextsRoot, {".ci", "arena", "docs", "engine", "results/reference", "sample_bots", "scripts", "tests"});
  for (const std::string path : {"CMakeLists.txt", "README.md", "SECURITY.md", "protocol.md", "results/README.md"}) {
    tree.push_back({path, bytes_of(kTextsRoot / path)});
  }
  return tree;
}

// One finding for each text of `expected`, in this order, that begins with it.
void caught_phrases(const Findings& findings, const std::vector<std::string>& expected) {
  std::string text;
  for (const std::string& line : findings) text += line + "\n";
  INFO(text);
  REQUIRE(findings.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(findings[i].substr(0, expected[i].size()) == expected[i]);
}

}  // namespace

TEST_CASE("no text has a banned phrase") {
  const SourceTree texts = real_texts();
  for (const std::string path : {"README.md", "arena/app/commands/run_command.cpp", "docs/rules.md", "scripts/demo",
                                 "tests/cli/snapshots/help_run.txt", "tests/house/checks.cpp"}) {
    INFO(path);
    CHECK(std::ranges::any_of(texts, [&](const SourceFile& file) { return file.path == path && has_prose(path); }));
  }
  caught_phrases(banned_phrases_in(texts), {});
}

TEST_CASE("a banned phrase is caught with its line and what to write instead") {
  const SourceTree tree = {{"README.md", "A run\nis extended. Mended AT\nonce, and\ngo\non.\n"},
                           {"scripts/demo", "#!/bin/sh\n# Builds by\n# chance.\necho 'is no terminal'\n"},
                           {"sample_bots/duck_js/duck.js", "const a = `likewise ${b}`; // anew\n"}};
  caught_phrases(
      banned_phrases_in(tree),
      {"README.md:2: 'mended': write fix, or correct", "README.md:2: 'at once': write immediately, or at the same time",
       "README.md:4: 'go on': write continue, or resume", "scripts/demo:2: 'by chance': write at random",
       "scripts/demo:4: 'is no terminal': write is not a terminal", "sample_bots/duck_js/duck.js:1: 'likewise'",
       "sample_bots/duck_js/duck.js:1: 'anew'"});
}

TEST_CASE("banned phrases are caught in comments and literals of C++") {
  const SourceTree tree = {
      {"arena/a.h", "/// Stops at\n/// once.\nint anew();  // where it stands in\n/* by\n * chance */\n"},
      {"arena/a.cpp", "f(\"\\nat \"\n  \"once\", R\"(a\nmends)\");\n"}};
  caught_phrases(banned_phrases_in(tree),
                 {"arena/a.h:1: 'at once'", "arena/a.h:3: 'stands in'", "arena/a.h:4: 'by chance'",
                  "arena/a.cpp:1: 'at once'", "arena/a.cpp:3: 'mends'"});
}

TEST_CASE("code and parts of words and sentences are no banned phrases") {
  const SourceTree tree = {
      {"arena/a.cpp",
       "// A comment at\nint anew = at(once);\n// once, or `likewise`.\nf(\"at\", \"once\", \"\\news\");\n"},
      {"README.md", "Look at. Once more. A house player stands in for a bot: `mend`.\n```\nat_once recommend\n```\n"},
      {"tests/fuzz/corpus/league/whole", "at once"},
      {"tests/house/banned_phrases.cpp", "// at once"}};
  caught_phrases(banned_phrases_in(tree), {});
}

TEST_CASE("every banned phrase has words to write instead, and is caught itself") {
  for (const BannedPhrase& phrase : banned_phrases()) {
    INFO(phrase.pattern);
    CHECK_FALSE(phrase.instead.empty());
    std::string first;  // the first alternative of each word
    bool is_skipped = false;
    for (const char c : phrase.pattern.substr(0, phrase.pattern.find(" !"))) {
      if (c == ' ') is_skipped = false;
      if (c == '|') is_skipped = true;
      if (!is_skipped) first += c;
    }
    CHECK_FALSE(banned_phrases_in({{"a.md", first}}).empty());
  }
}
