#include "arena/bots/sandbox/program_files.h"

namespace arena {

namespace fs = std::filesystem;

fs::path program_file(std::string_view name) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path built = folder / name;
  const fs::path installed = (folder / HEARTS_LIBEXEC_FROM_PROGRAM / name).lexically_normal();
  std::error_code ignored;
  return !fs::exists(built, ignored) && fs::exists(installed, ignored) ? installed : built;
}

}  // namespace arena
