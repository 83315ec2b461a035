#include <unistd.h>

#include <exception>
#include <fstream>
#include <iostream>

#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/sandbox/staging.h"

// Tries each level of isolation once for all tests of a run: writes a line a level, its name and why it cannot be had.
// ctest runs it before the tests that ask for levels, and names the file to them in HEARTS_PROBED_LEVELS.

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::cerr << "probe_levels FILE\n";
    return 2;
  }
  using arena::Isolation;
  const arena::Staging staging(arena::temporary_folders(), ::geteuid() == 0);
  const arena::SandboxPrograms programs = arena::find_sandbox_programs(staging);
  std::ofstream file(argv[1]);
  for (const Isolation level : {Isolation::none, Isolation::confined, Isolation::user, Isolation::full}) {
    std::string why = arena::probe_level(programs, level).failure;
    for (char& c : why) {
      if (c == '\n') c = ' ';
    }
    file << arena::isolation_name(level) << ' ' << why << '\n';
    std::cout << arena::isolation_name(level) << ' ' << why << '\n';
  }
  file.close();
  return file ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
