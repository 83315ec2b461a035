// A folder that holds something else than this run is left as it is, to the byte.

#include <sys/file.h>
#include <sys/stat.h>

#include <boost/json/object.hpp>

#include "arena/records/record_file.h"
#include "tests/cli/arena_command.h"

namespace refusal_test {

using namespace cli_test;

namespace {

/// A short run, with more words for the command if any.
Words run_words(const Words& more = {}) {
  return Words{"run",           sample_bot("random_c"),
               "--games",       "2",
               "--hands",       "1",
               "--seed",        "7",
               "--out",         "run",
               "--isolation",   "none",
               "--log-level",   "error",
               "--concurrency", "1"} +
         more;
}

/// A folder with a finished run in "run".
class Played : public ArenaFolder {
 public:
  Played() { does(run_words()); }
  fs::path games() const { return *this / "run/games.jsonl"; }

  /// The words are refused with code 2; nothing in the folder has changed.
  std::string refusal(const Words& words) const {
    const auto before = files_of(path());
    const Outcome outcome = arena(words);
    CHECK(outcome.code == 2);
    CHECK(files_of(path()) == before);
    return one_error(outcome);
  }
  std::string refusal() const { return refusal(run_words()); }
};

}  // namespace

TEST_CASE("a folder with another run is refused, and why, and left as it was") {
  const Played played;
  const std::string rate = "choose another --out, then rate both runs: arena rate run OUT";
  const auto other = [&](Words words, const std::string& why) {
    INFO(why);
    CHECK(played.refusal(words) == "run holds another run: " + why + "; " + rate);
    words.push_back("--extend");
    CHECK(played.refusal(words) == "run holds another run: " + why + "; " + rate);
  };
  const auto extends = [&](const Words& words, const std::string& changes) {
    INFO(changes);
    CHECK(played.refusal(words) == "run: this command would change the run in it: " + changes +
                                       "; to extend the run, add --extend; otherwise " + rate);
  };
  Words words = run_words();
  words[3] = "1";
  other(words, "it has 2 blocks, not 1");
  words[3] = "3";
  extends(words, "1 more block");
  words = run_words();
  words[5] = "2";
  other(words, "its games of black-lady@4 have another number of hands");
  words = run_words();
  words[7] = "8";
  other(words, "it was started with another seed");
  extends(run_words({"--variant", "royal-classic"}), "royal-classic@4 is new, black-lady@4 is no longer played");
  extends(run_words({sample_bot("random_c")}), "random_c-2 is new");
  other(run_words({"--move", "499"}), "it has other limits");
  other(run_words({"--reveal-names"}), "it differs in whether bots see the names of the others");
  words = run_words();
  words[1] = sample_bot("random_sh");
  extends(words, "random_sh is new, random_c leaves");
}

TEST_CASE("a bot whose files have changed is another bot", "[memory]") {
  const ScratchFolder folder;
  fs::copy(sample_bot("random_c"), folder / "bot", fs::copy_options::recursive);
  Words words = run_words();
  words[1] = "bot";
  REQUIRE(run_arena(folder.path(), words).code == 0);
  write_file(folder / "bot/notes.txt", "new");
  const auto before = files_of(folder.path());
  CHECK(one_error(run_arena(folder.path(), words)) ==
        "run: this command would change the run in it: random_c~2 is a new version of random_c, random_c leaves; to "
        "extend the run, add --extend; otherwise choose another --out, then rate both runs: arena rate run OUT");
  CHECK(files_of(folder.path()) == before);
}

TEST_CASE("damaged records are refused with file and line, and left as they were", "[memory]") {
  const Played played;
  const std::string whole = read_file(played.games());
  const std::size_t second = whole.find('\n') + 1;

  std::string wrong = whole;
  wrong[second + 50] = static_cast<char>(wrong[second + 50] ^ 1);
  write_file(played.games(), wrong);
  CHECK(played.refusal().starts_with("run/games.jsonl:2: damaged: the checksum is "));

  // A damaged line with a torn one behind it: the tail is not cut either.
  write_file(played.games(), wrong + "{\"v\":3,\"ty");
  CHECK(played.refusal().starts_with("run/games.jsonl:2: damaged: "));

  write_file(played.games(), "name,games\nduck,7\n");
  CHECK(played.refusal() == "run/games.jsonl:1: this is not a line of a run's records (it does not end in a checksum)");

  write_file(played.games(), arena::seal_line({{"v", 1}, {"type", "run"}}) + whole.substr(second));
  CHECK(played.refusal() == "run/games.jsonl:1: the line has schema 1, but this arena reads 3");

  write_file(played.games(), whole.substr(second));
  CHECK_THAT(played.refusal(), ContainsSubstring("run/games.jsonl:1: this is not the start of a run's records"));

  const std::size_t third = whole.find('\n', second) + 1;
  write_file(played.games(), whole.substr(0, third) + whole.substr(second));
  CHECK(played.refusal().starts_with("run/games.jsonl:3: duplicate game b"));
}

TEST_CASE("somebody else's file of the same name is not cut or added to") {
  for (const char* name : {"games.jsonl", "timings.jsonl", "faults.jsonl"}) {
    const ScratchFolder folder;
    fs::create_directory(folder / "run");
    write_file(folder / ("run/" + std::string(name)), "a list of mine, without a line's end");
    const Outcome outcome = run_arena(folder.path(), run_words());
    CHECK(outcome.code == 2);
    CHECK(one_error(outcome) ==
          "run/" + std::string(name) + ": its last line is neither a record of a run nor a torn record");
    CHECK(read_file(folder / ("run/" + std::string(name))) == "a list of mine, without a line's end");
  }
}

TEST_CASE("a run whose other files were taken away is refused without writing them again") {
  const Played played;
  fs::remove(played.path() / "run/timings.jsonl");
  fs::remove(played.path() / "run/faults.jsonl");
  Words words = run_words();
  words[3] = "1";
  CHECK(played.refusal(words) ==
        "run holds another run: it has 2 blocks, not 1; choose another --out, then rate both runs: arena rate run "
        "OUT");
}

TEST_CASE("an unfinished run without its key or seed cannot be resumed") {
  const Played played;
  const std::string whole = read_file(played.games());
  write_file(played.games(), whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
  Words words = run_words();
  words.erase(words.begin() + 6, words.begin() + 8);
  CHECK(
      played.refusal(words) ==
      "run: the key of the run is missing (run/key), and the run cannot be resumed without it; if the run was started "
      "with --seed, give the same --seed");
  write_file(played.path() / "run/key", "not a key\n");
  CHECK(played.refusal(words) == "run/key: this is not the key of a run (64 hexadecimal digits)");
}

TEST_CASE("a folder in use by another arena is refused") {
  const Played played;
  const arena::RecordFile held(played.games());
  CHECK(played.refusal() == "run/games.jsonl is in use by another arena; to follow its run: arena watch run");
}

TEST_CASE("a folder that cannot be made is named") {
  const ScratchFolder folder;
  write_file(folder / "file", "text");
  Words words = run_words();
  words[9] = "file/run";
  const Outcome outcome = run_arena(folder.path(), words);
  CHECK(outcome.code == 1);
  CHECK_THAT(one_error(outcome), ContainsSubstring("file/run: Not a directory"));
  CHECK(files_of(folder.path()).size() == 1);
}

}  // namespace refusal_test
