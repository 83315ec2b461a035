#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/bots/sandbox/isolation.h"
#include "tests/scratch_folder.h"

namespace check_test {

/// A bot whose program is in a test, and what the check must say of it.
struct WrittenBot {
  std::string name;
  std::string program;
  std::string step;    ///< that fails
  std::string detail;  ///< what is said of it must contain this
  std::string hint;    ///< the hint must contain this
  std::vector<std::string> options = {};
};

/// The beginning of a program in Python.
extern const std::string kPython;
/// Answers as a bot must, to stand behind that.
extern const std::string kPlays;

/// The text with each `old` in it replaced.
std::string replaced(std::string text, const std::string& old, const std::string& by);

using arena::test::write_program;

/// The bot, written to that folder, must fail its step, and no other.
void check_written(const WrittenBot& bot, const std::filesystem::path& folder, arena::Isolation isolation);
/// Each of these bots must.
void check_rows(const std::vector<WrittenBot>& bots, arena::Isolation isolation);

/// A bot of that program, examined with these options, must pass.
void check_passes(const std::string& program, const std::vector<std::string>& options);

}  // namespace check_test
