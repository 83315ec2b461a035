#pragma once

#include <boost/json.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/league_folder.h"

/// What the tests of this folder share; each begins with `using namespace cli_test`.
namespace cli_test {

namespace fs = std::filesystem;
namespace json = boost::json;
using arena::test::entrant;
using arena::test::files_of;
using arena::test::league_text;
using arena::test::LeagueFolder;
using arena::test::read_file;
using arena::test::ScratchFolder;
using arena::test::write_file;
using arena::test::write_program;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Matches;
using Catch::Matchers::StartsWith;
using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more);
std::vector<std::string> lines_of(const std::string& text);
/// How often the part occurs in the text.
int count(const std::string& text, const std::string& part);

/// How a command ended: its code, or minus the signal.
struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs the program in the folder to its end, a minute at most.
Outcome run_in(const fs::path& folder, const Words& words);
/// The built arena with these arguments.
Outcome run_arena(const fs::path& folder, const Words& arguments);
/// The built arena, which is sent the signal after these seconds unless it has ended by then.
Outcome run_arena_for(double seconds, const std::string& signal, const fs::path& folder, const Words& arguments);
/// The same with SIGKILL. Waits for what the arena leaves behind, and checks that it ends.
Outcome kill_arena_after(double seconds, const fs::path& folder, const Words& arguments);
/// Kills the arena again and again, each time later, until it has done all and ends well. Checks that nothing of it is
/// left. Returns how often.
int run_arena_with_kills(const fs::path& folder, const Words& arguments);

/// A sample bot, as the build lays it out.
std::string sample_bot(const std::string& name);

/// A copy of random_c in this new folder, with its name. `command`: of bot.json, as JSON.
void copy_bot(const fs::path& folder, const std::string& command = R"(["./random_c"])");

/// A bot in Python that takes the first words offered. Each list has statements that it carries out as well: at the
/// start, at each line `game`, before its answer to each `ask`, and at each line `end`. They may use `word`, the words
/// of the line.
struct FirstWordsBot {
  Words at_start{};
  Words at_game{};
  Words at_ask{};
  Words at_end{};

  /// The program, with the line that names its interpreter.
  std::string text() const;
};

/// A scratch folder in which the arena is run: bots, a league file where one is wanted, runs.
class ArenaFolder : public LeagueFolder {
 public:
  /// As copy_bot(), in a folder of this name.
  void add_bot(const std::string& name, const std::string& command = R"(["./random_c"])") const {
    copy_bot(*this / name, command);
  }
  /// Runs the arena here.
  Outcome arena(const Words& arguments) const { return run_arena(path(), arguments); }
  /// The same; it must end well. Returns its stdout.
  std::string does(const Words& arguments) const;
};

/// The message is one line that starts with "error: "; what follows that.
std::string one_error(const Outcome& outcome);

}  // namespace cli_test
