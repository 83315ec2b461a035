#include <random>
#include <set>

#include "arena/records/run_folder.h"
#include "engine/typed_text.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace torn_test {

// Files cut off at any byte, as a crash may leave them.

namespace {

using namespace std::chrono_literals;
using namespace crash;
namespace fs = std::filesystem;

constexpr std::uint32_t kSeed = 4096;

/// The first `lines` lines of a text and `bytes` bytes of the next.
std::string cut(const std::string& text, int lines, std::size_t bytes) {
  std::size_t at = 0;
  for (int line = 0; line < lines; ++line) at = text.find('\n', at) + 1;
  return text.substr(0, at + bytes);
}

std::size_t line_size(const std::string& text, int line) {
  return cut(text, line + 1, 0).size() - cut(text, line, 0).size();
}

}  // namespace

TEST_CASE("a last line that is torn at any byte is reported, cut and played again", "[memory]") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{8, arena::Isolation::none, 1};
  run.finish(folder / "whole");
  const std::string whole = arena::test::read_file(folder / "whole" / arena::kGamesFile);
  const std::string timings = arena::test::read_file(folder / "whole" / arena::kTimingsFile);

  std::mt19937 random(kSeed);
  INFO("seed " << kSeed);
  int round = 0;
  // The manifest's line, a game's in the middle, the last game's, the end's.
  for (const int lines : {0, 3, 8, 9}) {
    const std::size_t size = line_size(whole, lines);
    for (const std::size_t bytes : {std::size_t{1}, size - 1, 1 + random() % (size - 2), 1 + random() % (size - 2)}) {
      INFO(lines << " whole lines and " << bytes << " of " << size << " bytes");
      const fs::path out = folder / std::to_string(++round);
      fs::create_directory(out);
      arena::test::write_file(out / arena::kGamesFile, cut(whole, lines, bytes));
      // The clocks of the game that was under way may be whole, or torn too.
      const int timed = std::min(lines, 8);
      const std::size_t torn_clock = round % 2 == 0 || timed == 8 ? 0 : 1 + random() % 50;
      arena::test::write_file(out / arena::kTimingsFile, cut(timings, timed, torn_clock));

      if (lines > 0) {
        const auto verified = processes::run(processes::arena_words({"verify", out.string()}), 10s);
        CHECK(verified.end.number == 0);
        CHECK_THAT(verified.out, Catch::Matchers::ContainsSubstring("the last line is torn (" +
                                                                    hearts::counted(bytes, "byte") + ")"));
        CHECK(arena::test::read_file(out / arena::kGamesFile) == cut(whole, lines, bytes));  // reading cuts nothing
      }
      const processes::Finished finished = run.finish(out);
      CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring(cut_message(bytes + torn_clock)));
      CHECK(arena::test::read_file(out / arena::kGamesFile) == whole);
    }
  }
}

TEST_CASE("a line that is damaged within the file is named, and nothing is overwritten", "[memory]") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{8, arena::Isolation::none, 1};
  const fs::path out = folder / "run";
  run.finish(out);
  const std::string whole = arena::test::read_file(out / arena::kGamesFile);
  for (const int line : {0, 2, 8}) {
    std::string damaged = whole;
    damaged[cut(whole, line, 0).size() + 40] ^= 1;
    arena::test::write_file(out / arena::kGamesFile, damaged);
    const std::string place = (out / arena::kGamesFile).string() + ":" + std::to_string(line + 1);
    INFO(place);
    for (const auto& words : {run.words(out), processes::arena_words({"verify", out.string()})}) {
      const auto refused = processes::run(words, 10s);
      INFO(refused.err);
      CHECK(refused.end.number == 2);
      CHECK_THAT(refused.err, Catch::Matchers::ContainsSubstring(place));
      CHECK(arena::test::read_file(out / arena::kGamesFile) == damaged);
    }
  }
}

TEST_CASE("the ledger and the clocks of a game that is played again may be there twice, the game never", "[memory]") {
  // Killed between the lines of one game: its clocks are written before it counts.
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{8, arena::Isolation::none, 1};
  const fs::path out = folder / "run";
  run.finish(out);
  const std::string whole = arena::test::read_file(out / arena::kGamesFile);
  arena::test::write_file(out / arena::kGamesFile, cut(whole, 4, 0));
  run.finish(out);
  CHECK(arena::test::read_file(out / arena::kGamesFile) == whole);
  CHECK(processes::sorted_lines(out / arena::kTimingsFile).size() >= 8);
}

}  // namespace torn_test
