#include "tests/process/zoo/traces.h"

#include "tests/scratch_folder.h"

namespace zoo {

namespace fs = std::filesystem;

std::string mounts() { return arena::test::read_file("/proc/self/mountinfo"); }

std::set<fs::path> cgroups() {
  std::set<fs::path> found;
  // Others' groups come and go meanwhile.
  std::error_code error;
  fs::recursive_directory_iterator at("/sys/fs/cgroup", fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->path().filename().native().starts_with("hearts-arena-")) found.insert(at->path());
  }
  return found;
}

std::string cgroups_of(pid_t arena, const std::set<fs::path>& before) {
  const std::string prefix = "hearts-arena-" + std::to_string(arena) + "-";
  std::string found;
  for (const fs::path& group : cgroups()) {
    if (group.filename().native().starts_with(prefix) && !before.contains(group)) found += group.string() + "\n";
  }
  return found;
}

std::string entries(const fs::path& folder) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  return text;
}

}  // namespace zoo
