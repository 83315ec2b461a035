#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

class Reaper;

/// What a bot's command may begin with to run a program of its language, and what became of it in the sandbox.
struct Runtime {
  std::string_view program;
  std::string_view language;
  std::string version;                           ///< as it says itself, one line; empty: bots cannot run it
  std::string failure;                           ///< why not, where bots find it and it does not run
  std::optional<std::filesystem::path> outside;  ///< where this process finds it and bots do not
};

/// Asks the interpreters and virtual machines of common languages for their versions, as bots would start them, one
/// after the other. `reaper`: removes what is made when this process is killed meanwhile. Throws std::runtime_error where
/// there is no such isolation, std::system_error when no process can be started.
std::vector<Runtime> find_runtimes(const SandboxPrograms& programs, Isolation isolation,
                                   const Reaper* reaper = nullptr);

/// For people: those that bots can run, then those that do not run, then the others.
std::string runtimes_text(const std::vector<Runtime>& runtimes, Isolation isolation, const Page& page = {});

}  // namespace arena
