#include "tests/cli/arena_command.h"

#include "tests/catch.h"
#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace cli_test {

namespace fs = std::filesystem;

Outcome run_in(const fs::path& folder, const std::vector<std::string>& words) {
  std::vector<std::string> line = {"env", "-C", folder.string()};
  line.insert(line.end(), words.begin(), words.end());
  const processes::Finished finished = processes::run(line, std::chrono::minutes(1) * processes::kPatience);
  return {finished.end.exited ? finished.end.number : -finished.end.number, finished.out, finished.err};
}

Outcome run_arena(const fs::path& folder, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {HEARTS_ARENA_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_in(folder, words);
}

Outcome run_arena_for(double seconds, const std::string& signal, const fs::path& folder,
                      const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"timeout", "--preserve-status", "--signal=" + signal, std::to_string(seconds),
                                    HEARTS_ARENA_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_in(folder, words);
}

Outcome kill_arena_after(double seconds, const fs::path& folder, const std::vector<std::string>& arguments) {
  processes::adopt_orphans();
  Outcome outcome = run_arena_for(seconds, "KILL", folder, arguments);
  // A process that the arena was about to start holds the arena's locks until it ends.
  CHECK(processes::left_after(processes::kPatience * std::chrono::seconds(10)) == "");
  return outcome;
}

int run_arena_with_kills(const fs::path& folder, const std::vector<std::string>& arguments) {
  int kills = 0;
  double seconds = 0.03;
  for (; kill_arena_after(seconds, folder, arguments).code != 0; ++kills) {
    REQUIRE(seconds < 60);
    seconds *= 1.15;
  }
  return kills;
}

std::string sample_bot(const std::string& name) { return HEARTS_BINARY_DIR "/sample_bots/" + name; }

std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    files[name] = entry.is_regular_file() ? arena::test::read_file(entry.path()) : "no file";
  }
  return files;
}

std::string one_error(const Outcome& outcome) {
  const std::string& text = outcome.err;
  INFO("stdout: " << outcome.out << "\nstderr: " << text);
  REQUIRE(text.starts_with("error: "));
  REQUIRE(text.find('\n') == text.size() - 1);
  CHECK(outcome.out.empty());
  return text.substr(7, text.size() - 8);
}

}  // namespace cli_test
