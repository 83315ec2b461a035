#include "tests/process/zoo/animal.h"

#include <unistd.h>

#include <sstream>
#include <stdexcept>

#include "tests/process/arena_program.h"
#include "tests/scratch_folder.h"

namespace zoo {

using std::chrono_literals::operator""s;

const std::vector<Animal>& animals() {
  using enum Kind;
  static const std::string no_right;
  static const std::vector<Animal> all = {
      {"closes_stdin", goes_away, Play::own, 4s},
      {"closes_stdout", goes_away, Play::own, 4s},
      {"crashes", goes_away, Play::own, 3s, "ABRT", no_right, "(SIGABRT)"},
      {"crashes", goes_away, Play::own, 3s, "BUS", no_right, "(SIGBUS)"},
      {"crashes", goes_away, Play::own, 3s, "FPE", no_right, "(SIGFPE)"},
      {"crashes", goes_away, Play::own, 3s, "ILL", no_right, "(SIGILL)"},
      {"crashes", goes_away, Play::own, 3s, "PIPE", no_right, "(SIGPIPE)"},
      {"crashes", goes_away, Play::own, 3s, "SEGV", no_right, "(SIGSEGV)"},
      {"crashes", goes_away, Play::own, 3s, "SYS", no_right, "(SIGSYS)"},
      {"crashes", goes_away, Play::own, 3s, "TERM", no_right, "(SIGTERM)"},
      {"dies_while_written_to", goes_away, Play::own, 3s, "", no_right, "exit code 4"},
      {"dumps_core", goes_away, Play::own, 3s, "", no_right, "(SIGABRT)"},
      {"exits_at_start", goes_away, Play::house, 3s},
      {"exits_mid_game", goes_away, Play::own, 3s, "", no_right, "exit code 3"},
      {"exits_with_0", goes_away, Play::own, 3s, "", no_right, "exit code 0"},
      {"grandchild_holds_stdout", goes_away, Play::own, 3s, "", R"("processes": 4)", "exit code 0"},

      {"never_answers", falls_silent, Play::house, 6s},
      {"never_reads", falls_silent, Play::house, 6s},
      {"partial_line", falls_silent, Play::house, 6s},
      {"stops_itself", falls_silent, Play::own, 4s},

      {"answers_just_late", takes_its_time, Play::house, 6s},
      {"answers_late", takes_its_time, Play::house, 6s},
      {"chatters_slowly", takes_its_time, Play::house, 6s},
      {"never_ready", takes_its_time, Play::house, 5s},
      {"starts_slowly", takes_its_time, Play::own, 5s},

      {"chatters", floods, Play::house, 3s},
      {"endless_line", floods, Play::house, 3s},
      {"flood_of_lines", floods, Play::house, 3s},
      {"stderr_flood", floods, Play::own, 4s},

      {"answers_early", talks_nonsense, Play::own, 3s},
      {"answers_nonsense", talks_nonsense, Play::house, 3s},
      {"answers_twice", talks_nonsense, Play::own, 3s},
      {"escapes_in_name", talks_nonsense, Play::house, 3s},
      {"garbage_with_escapes", talks_nonsense, Play::house, 3s},
      {"huge_number", talks_nonsense, Play::house, 3s},
      {"invalid_utf8", talks_nonsense, Play::house, 3s},
      {"nul_bytes", talks_nonsense, Play::house, 3s},
      {"wrong_hello", talks_nonsense, Play::house, 3s},

      {"answers_twice_in_a_line", cheats, Play::house, 3s},
      {"illegal_answers", cheats, Play::house, 3s},
      {"very_long_word", cheats, Play::house, 3s},
      {"wrong_count", cheats, Play::house, 3s},

      {"crlf", is_odd, Play::own, 3s},
      {"daemon", is_odd, Play::own, 3s, "", R"("processes": 4)"},
      {"escapes_everywhere", is_odd, Play::own, 3s},
      {"ignores_sigterm", is_odd, Play::own, 4s},
      {"odd_folder", is_odd, Play::own, 3s, "", R"("memory_mb": 256)"},
      {"one_byte_at_a_time", is_odd, Play::own, 4s},
      {"plays_with_pids", is_odd, Play::own, 15s, "", R"("processes": 8, "threads": 16)"},
      {"zombies_and_orphans", is_odd, Play::own, 4s, "", R"("processes": 16)"},

      {"burns_cpu_in_bursts", hogs, Play::own, 5s, "", R"("idle_cpu_ms": 4)"},
      {"burns_cpu_in_others_time", hogs, Play::own, 5s, "", R"("idle_cpu_ms": 4)"},
      {"descriptor_hog", hogs, Play::own, 3s},
      {"disk_filler", hogs, Play::own, 3s},
      {"fork_bomb", hogs, Play::own, 3s},
      {"memfd_hog", hogs, Play::own, 4s},
      {"memory_hog", hogs, Play::own, 5s, "", R"("memory_mb": 128)"},
      {"memory_hog_at_once", hogs, Play::own, 4s, "", R"("memory_mb": 128)"},
      {"shared_memory_hog", hogs, Play::own, 4s},
      {"thread_bomb", hogs, Play::own, 4s},
      {"tmpfs_filler", hogs, Play::own, 4s},

      {"becomes_setuid_program", attacks, Play::own, 4s},
      {"forges_report", attacks, Play::own, 3s},
      {"gains_privileges", attacks, Play::own, 3s},
      {"injects_terminal", attacks, Play::own, 3s},
      {"kills_everything", attacks, Play::own, 3s},
      {"limits_others", attacks, Play::own, 3s},
      {"nests_namespaces", attacks, Play::own, 3s},
      {"sets_up_io_uring", attacks, Play::own, 3s},
      {"writes_sysctls", attacks, Play::own, 4s},

      {"looks_into_processes", spies, Play::own, 3s},
      {"opens_netlink", spies, Play::own, 3s},
      {"opens_vsock", spies, Play::own, 3s},
      {"reaches_network", spies, Play::own, 3s},
      {"reads_environment", spies, Play::own, 3s},
      {"reads_files_of_others", spies, Play::own, 3s, kRunFolder},
      {"reads_host_paths", spies, Play::own, 3s, kRunFolder},
      {"uses_inherited_descriptors", spies, Play::own, 3s},

      {"meets_by_locks", colludes, Play::own, 3s},
      {"meets_in_files", colludes, Play::own, 3s},
      {"meets_in_keyrings", colludes, Play::own, 3s},
      {"meets_in_shared_memory", colludes, Play::own, 3s},
      {"meets_on_abstract_sockets", colludes, Play::own, 3s},
  };
  return all;
}

std::string Expectation::at(arena::Isolation isolation) const {
  const std::string level(arena::isolation_name(isolation));
  std::istringstream parts(faults);
  for (std::string part; std::getline(parts >> std::ws, part, ',');) {
    const std::size_t at = part.find(" at ");
    if (at == std::string::npos) return part;
    const std::string where = part.substr(at + 4);
    if (where == level || (where == level + " by root" && ::geteuid() == 0)) return part.substr(0, at);
  }
  throw std::runtime_error("no fault named for level " + level + ": " + faults);
}

Expectation read_expectation(const std::filesystem::path& file) {
  std::istringstream text(arena::test::read_file(file));
  std::string line;
  std::string does;
  std::getline(text, line);
  std::getline(text, does);
  if (!does.starts_with("# ")) throw std::runtime_error(file.string() + ": its second line does not say what it does");
  std::getline(text, line);
  constexpr std::string_view kMark = "# fault: ";
  if (!line.starts_with(kMark)) throw std::runtime_error(file.string() + ": its third line names no fault");
  Expectation expectation{line.substr(kMark.size()), false, does.substr(2)};
  std::getline(text, line);
  expectation.sandboxed_only = line == "# only in a sandbox";
  return expectation;
}

std::filesystem::path file_of(const std::string& name) {
  return processes::in_repository("tests/process/zoo/" + name + ".py");
}

}  // namespace zoo
