#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/sandbox/isolation.h"
#include "arena/records/game_record.h"
#include "tests/process/child_process.h"
#include "tests/process/zoo/animal.h"
#include "tests/scratch_folder.h"

namespace zoo {

/// How time is given to the bots, and how much of it the honest ones take for an answer.
struct Pace {
  int startup_ms = 5000;
  int move_ms = 1500;
  int honest_ms = 0;
};

/// For bots that let the arena wait: little. answers_just_late relies on it.
inline constexpr Pace kShort = {1000, 400};
/// For bots that use others' time: much of it.
inline constexpr Pace kSlow = {5000, 1500, 8};

/// The command of a bot that takes the first words offered.
std::string honest_command();

/// One block, four games of one hand, with a bot of this command at a table of honest ones. The arena's temporary
/// folder is `temporary`, which it leaves empty; there is a secret in its environment.
std::vector<std::string> run_words(const std::string& command, arena::Isolation isolation,
                                   const std::filesystem::path& out, const std::filesystem::path& temporary,
                                   Pace pace = {});

/// One game with a guest among honest bots.
struct Visit {
  arena::GameRecord game;
  int seat = 0;  ///< the guest's
};

/// A block of games, in the order of their ids.
struct Visits {
  processes::Finished run;
  pid_t arena = 0;
  std::vector<Visit> games;
};

/// Fails the test case when the run does not end well within the bound.
Visits visit(const std::string& command, arena::Isolation isolation, const std::filesystem::path& out,
             const std::filesystem::path& temporary, std::chrono::milliseconds time_max, Pace pace = {});

/// The games in a finished run's folder.
std::vector<Visit> visits_in(const std::filesystem::path& out);

/// A folder of this test that every user can reach: bots are not root where the arena is.
class OpenFolder {
 public:
  OpenFolder();
  std::filesystem::path operator/(std::string_view name) const { return folder_ / name; }
  /// A new one in it, for every user to see.
  std::filesystem::path make(std::string_view name) const;

 private:
  arena::test::ScratchFolder folder_;
};

/// The command of an animal, whose own folder is made where it needs one.
std::string command_of(const Animal& animal, const OpenFolder& folder, const std::filesystem::path& out);

/// The play of a game in which the guest's place is taken by a bot that leaves at its question number `question`
/// without any crime before; 0: that stays to the end.
class References {
 public:
  explicit References(const OpenFolder& folder) : folder_(folder) {}
  const std::string& play(const std::string& game, int question);

 private:
  const OpenFolder& folder_;
  std::map<std::pair<std::string, int>, std::string> plays_;  // by game and question
};

}  // namespace zoo
