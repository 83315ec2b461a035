#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cli_test {

/// How a command ended: its code, or minus the signal.
struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs the program in the folder to its end, a minute at most.
Outcome run_in(const std::filesystem::path& folder, const std::vector<std::string>& words);
/// The built arena with these arguments.
Outcome run_arena(const std::filesystem::path& folder, const std::vector<std::string>& arguments);
/// The built arena, which is sent the signal after these seconds unless it has ended by then.
Outcome run_arena_for(double seconds, const std::string& signal, const std::filesystem::path& folder,
                      const std::vector<std::string>& arguments);
/// The same with SIGKILL. Waits for what the arena leaves behind, and checks that it ends.
Outcome kill_arena_after(double seconds, const std::filesystem::path& folder,
                         const std::vector<std::string>& arguments);
/// Kills the arena again and again, each time later, until it has done all and ends well. Checks that nothing of it is
/// left. Returns how often.
int run_arena_with_kills(const std::filesystem::path& folder, const std::vector<std::string>& arguments);

/// A sample bot, as the build lays it out.
std::string sample_bot(const std::string& name);

/// Every file below the folder and its bytes.
std::map<std::string, std::string> files_of(const std::filesystem::path& folder);

/// The message is one line that starts with "error: "; what follows that.
std::string one_error(const Outcome& outcome);

}  // namespace cli_test
