// What is published of a run reveals nothing about the machine: no folder, no user, no name of a host.

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cctype>

#include "arena/records/record_file.h"
#include "tests/cli/arena_command.h"

namespace publish_test {

using namespace cli_test;

namespace {

constexpr std::string_view kTelling = "telling-folder";
constexpr std::array kPublished = {"games.jsonl",  "timings.jsonl", "faults.jsonl",
                                   "ratings.json", "standings.md",  "receipt.txt"};

/// Answers 10 questions, reports where it is and ends as Python does.
constexpr const char* kCrashing =
    "#!/usr/bin/python3\n"
    "import os, sys\n"
    "asked = 0\n"
    "print(os.getcwd(), file=sys.stderr, flush=True)\n"
    "for line in sys.stdin:\n"
    "    word = line.split()\n"
    "    if word[0] == 'hello': print('ready', flush=True)\n"
    "    if word[0] == 'game': print(os.getcwd(), file=sys.stderr, flush=True)\n"
    "    if word[0] == 'ask':\n"
    "        asked += 1\n"
    "        if asked == 10: raise Exception(os.getcwd())\n"
    "        first = word.index(':') + 1\n"
    "        print(word[1], *word[first:first + int(word[3])], flush=True)\n";

/// A league whose bots, copies and records are in a folder with a telling name; one bot cannot be started.
class League {
 public:
  League() {
    fs::create_directories(path() / "tmp");
    copy("ann");
    write_program(path() / "crashing.py", kCrashing);
    write_program(path() / "missing", "#!" + (path() / "interpreter").string() + "\n");
    write_file(path() / "book.bin", "book");
  }
  fs::path path() const { return scratch_ / std::string(kTelling); }
  void copy(const std::string& name) const { copy_bot(path() / name); }
  Outcome arena(const std::string& words) const {
    return run_in(path(), {"sh", "-c",
                           "TMPDIR='" + (path() / "tmp").string() + "' exec '" HEARTS_ARENA_PROGRAM "' " + words +
                               " --log-level warning"});
  }
  /// `more`: arguments of the bot that crashes.
  std::string command(int blocks, const std::string& more = {}) const {
    return "run ann missing \"python3 " + (path() / "crashing.py").string() + more + "\" '" + sample_bot("watch_c") +
           "' --variant black-lady@4 --hands 1 --seed publish --keep-going --isolation none --out run --blocks " +
           std::to_string(blocks);
  }
  Outcome gauntlet(const std::string& out) const {
    return arena("gauntlet bob run --blocks 1 --seed 8 --keep-going --isolation none --out " + out);
  }

 private:
  ScratchFolder scratch_;
};

/// The text contains the word, and not only as a part of a longer one.
bool has_word(const std::string& text, const std::string& word) {
  const auto is_end = [&](std::size_t at) {
    return at >= text.size() || std::isalnum(static_cast<unsigned char>(text[at])) == 0;
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (is_end(at - 1) && is_end(at + word.size())) return true;
  }
  return false;
}

/// The records as an older arena wrote them: each bot's folder is in the first line.
void make_older(const fs::path& run) {
  const json::value local = json::parse(read_file(run / "local.json"));
  std::string text;
  for (std::string line : lines_of(read_file(run / "games.jsonl"))) {
    if (text.empty()) {
      json::object first = json::parse(line).as_object();
      first.erase("crc");
      for (json::value& bot : first["bots"].as_array())
        bot.as_object()["folder"] = local.at("bots").at(bot.at("name").as_string()).at("folder");
      line = arena::seal_line(first);
      line.pop_back();
    }
    text += line + "\n";
  }
  write_file(run / "games.jsonl", text);
  fs::remove(run / "local.json");
}

}  // namespace

TEST_CASE("what is published of a run names no folder, no user and no host, and can be verified", "[memory]") {
  const League league;
  const Outcome played = league.arena(league.command(2, " --book=" + (league.path() / "book.bin").string()));
  INFO(played.err);
  REQUIRE(played.code == 0);

  Words words = {std::string(kTelling)};
  if (const passwd* user = ::getpwuid(::getuid())) words.emplace_back(user->pw_name);
  std::array<char, 256> host{};
  REQUIRE(::gethostname(host.data(), host.size() - 1) == 0);
  words.emplace_back(host.data());

  const fs::path published = league.path() / "published";
  fs::create_directory(published);
  for (const std::string name : kPublished) {
    const std::string text = read_file(league.path() / "run" / name);
    INFO(name);
    CHECK_FALSE(text.empty());
    for (const std::string& word : words) {
      INFO(word);
      CHECK((word.empty() || !has_word(text, word)));
    }
    CHECK_THAT(text, !ContainsSubstring(".hearts-arena-staging"));
    fs::copy(league.path() / "run" / name, published / name);
  }
  // The test sees what it looks for.
  CHECK(has_word(read_file(league.path() / "run/local.json"), std::string(kTelling)));
  const std::string faults = read_file(published / "faults.jsonl");
  CHECK_THAT(faults, ContainsSubstring(R"(Exception: /bot\n)") && ContainsSubstring("start_failed"));
  CHECK_THAT(read_file(published / "games.jsonl"),
             ContainsSubstring(R"("command":["python3","./crashing.py","--book=<path>"])"));

  const Outcome verified = run_arena(league.path(), {"verify", "published"});
  INFO(verified.out << verified.err);
  CHECK(verified.code == 0);
  CHECK(run_arena(league.path(), {"rate", "published"}).out == run_arena(league.path(), {"rate", "run"}).out);
  CHECK(run_arena(league.path(), {"export", "published", "--csv", "tables"}).code == 0);
  for (const auto& [name, bytes] : files_of(league.path() / "tables")) {
    INFO(name);
    CHECK_FALSE(has_word(bytes, std::string(kTelling)));
  }
}

TEST_CASE("a run meets challengers by files beside its records, or in older ones in them, and resumes without it") {
  const League league;
  league.copy("bob");
  const auto done = [&](const Outcome& outcome) {
    INFO(outcome.err);
    CHECK(outcome.code == 0);
  };
  done(league.arena(league.command(2)));
  done(league.gauntlet("new"));
  done(run_arena(league.path(), {"verify", "new"}));

  make_older(league.path() / "run");
  done(run_arena(league.path(), {"verify", "run"}));
  done(league.gauntlet("newer"));
  done(league.arena(league.command(2)));
  CHECK_FALSE(fs::exists(league.path() / "run/local.json"));  // it had ended
  done(league.arena(league.command(4) + " --extend"));
  CHECK(fs::exists(league.path() / "run/local.json"));
  done(run_arena(league.path(), {"verify", "run"}));
  done(league.gauntlet("newest"));
}

TEST_CASE("a run whose bots are nowhere meets no challengers") {
  const League league;
  league.copy("bob");
  REQUIRE(league.arena(league.command(2)).code == 0);
  fs::remove(league.path() / "run/local.json");
  CHECK_THAT(league.gauntlet("new").err,
             ContainsSubstring("run does not say where the bot ann is: its local.json is missing, which only the "
                               "machine that played the run has"));
  write_file(league.path() / "run/local.json", "{\"v\": 1}");
  CHECK_THAT(league.gauntlet("new").err,
             ContainsSubstring("run/local.json: this is not a list of where the bots are: \"bots\" is missing"));
}

}  // namespace publish_test
