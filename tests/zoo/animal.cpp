#include "tests/zoo/animal.h"

#include <sstream>
#include <stdexcept>

#include "tests/processes/arena_program.h"
#include "tests/processes/scratch_folder.h"

namespace zoo {

const std::vector<Animal>& animals() {
  using std::chrono_literals::operator""s;
  static const std::vector<Animal> all = {
      {"answers_early", Play::own_so_far, 3s},
      {"answers_late", Play::house, 6s},
      {"answers_nonsense", Play::house, 3s},
      {"answers_twice", Play::own_so_far, 3s},
      {"chatters", Play::house, 3s},
      {"chatters_slowly", Play::house, 6s},
      {"closes_stdin", Play::own_so_far, 4s},
      {"closes_stdout", Play::own_so_far, 4s},
      {"crashes", Play::own_so_far, 3s},
      {"crlf", Play::own, 3s},
      {"daemon", Play::own, 3s},
      {"endless_line", Play::house, 3s},
      {"exits_at_start", Play::house, 3s},
      {"exits_mid_game", Play::own_so_far, 3s},
      {"flood_of_lines", Play::house, 3s},
      {"grandchild_holds_stdout", Play::own_so_far, 3s},
      {"huge_number", Play::house, 3s},
      {"ignores_sigterm", Play::own, 4s},
      {"illegal_answers", Play::house, 3s},
      {"invalid_utf8", Play::house, 3s},
      {"never_answers", Play::house, 6s},
      {"never_reads", Play::house, 6s},
      {"never_ready", Play::house, 5s},
      {"nul_bytes", Play::house, 3s},
      {"one_byte_at_a_time", Play::own, 4s},
      {"partial_line", Play::house, 6s},
      {"stderr_flood", Play::own, 4s},
      {"stops_itself", Play::own_so_far, 4s},
      {"wrong_count", Play::house, 3s},
      {"wrong_hello", Play::house, 3s},
  };
  return all;
}

std::string expected_fault(const std::string& name) {
  const std::filesystem::path file = processes::in_repository("tests/zoo") / (name + ".py");
  std::istringstream text(processes::read_file(file));
  std::string line;
  for (int number = 1; number <= 3; ++number) std::getline(text, line);
  constexpr std::string_view kMark = "# fault: ";
  if (!line.starts_with(kMark)) throw std::runtime_error(file.string() + ": its third line names no fault");
  return line.substr(kMark.size());
}

}  // namespace zoo
