#include "arena/app/commands/first_fault.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <system_error>

#include "arena/base/text/printable.h"

namespace arena::cli {

namespace fs = std::filesystem;

void show_first_fault(const FirstFault& first, const fs::path& folder) {
  const FaultEvent& event = first.event;
  const fs::path path = folder / "first_fault.input";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << first.input;
  if (!file.flush()) throw std::system_error(errno, std::generic_category(), path.string());
  std::cout << fmt::format("first fault: seat {}, hand {}, question {}: {}: {}\n", event.seat, event.hand,
                           event.question, fault_name(event.fault), event.detail);
  for (const std::string& line : event.sent) std::cout << "  to it:   " << line << "\n";
  for (const std::string& line : event.received) std::cout << "  from it: " << line << "\n";
  for (const StderrChunk& chunk : event.stderr_tail) std::cout << printable_lines(chunk.text, 4096);
  std::cout << fmt::format("its whole input, to feed it again: {}\n", path.string());
}

}  // namespace arena::cli
