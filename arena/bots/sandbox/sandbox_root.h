#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

class Staging;

// What is made once a run of the machine's files that its bots see. What is made at each start is the launcher's
// (launcher/namespaces.h); mounts.h lists the mounts of both.

/// The paths of the machine that every bot may read, beside its own files: programs, libraries, their settings. Not
/// every machine has each of them. Found once; any thread may call this.
const std::vector<std::string>& system_entries();

/// Makes the folder that all bots of a run see as "/", in a new folder of `staging`, which removes it. It has copies of
/// the settings that languages and the dynamic linker keep in /etc, links into /usr, the links of /dev, and the mount
/// points of mounts.h. What the user of this process may not read is left out, since no bot could read it. Throws
/// std::system_error that names what could not be made.
[[nodiscard]] std::filesystem::path make_sandbox_root(const Staging& staging);

}  // namespace arena
