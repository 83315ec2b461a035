#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

class Staging;

// What a bot sees of the machine's files.

/// Beside its own files: programs, libraries, their settings. Some may be missing.
const std::vector<std::string>& system_entries();

/// The system's folders that are mounted as /usr is: those beside it that are no links into it, and /etc/alternatives.
const std::vector<std::string>& mounted_system_folders();

/// The root folder of all sandboxes of a run, in a new staging folder: copies of the settings that languages and the
/// dynamic linker keep in /etc, links into /usr, the links of /dev, and what the rest is mounted on. What the user of
/// this process may not read is left out; no bot could read it. Throws std::system_error that names what could not be
/// made.
std::filesystem::path make_sandbox_root(const Staging& staging);

}  // namespace arena
