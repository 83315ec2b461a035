#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

class Reaper;

/// An interpreter or virtual machine that a bot's command may name, and what happened when the sandbox started it.
struct Runtime {
  std::string_view program;
  std::string_view language;
  std::string version;  ///< the first line that it prints about it; empty if bots cannot run it
  std::string failure;  ///< why it does not run, if bots find it
  std::optional<std::filesystem::path> outside;  ///< where this process finds it, if bots do not
};

/// Starts the interpreters and virtual machines of common languages one after the other, as bots would start them, and
/// asks each for its version. If this process is killed meanwhile, `reaper` removes what this has made. Throws
/// std::runtime_error if this isolation is not available, and std::system_error if no process can be started.
std::vector<Runtime> find_runtimes(const SandboxPrograms& programs, Isolation isolation,
                                   const Reaper* reaper = nullptr);

/// Formats the list for people: first the programs that bots can run, then those that fail, then the others.
std::string runtimes_text(const std::vector<Runtime>& runtimes, Isolation isolation, const Page& page = {});

}  // namespace arena
