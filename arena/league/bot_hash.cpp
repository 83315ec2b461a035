#include "arena/league/bot_hash.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <vector>

#include "arena/chance/digest.h"
#include "arena/league/json_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEntriesMax = 20000;

/// Each part with its length before it, so that no two bots feed the same bytes.
void feed(Hasher& hasher, std::string_view kind, const std::string& text) {
  hasher.feed(std::string(kind) + " " + std::to_string(text.size()) + " " + text + "\n");
}

void feed_file(Hasher& hasher, const fs::path& path) {
  // It was a regular file a moment ago; should it be a pipe now, opening must not wait.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat info = {};
  if (fd < 0 || ::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    const std::string why = fd < 0 ? std::strerror(errno) : "no regular file";
    if (fd >= 0) ::close(fd);
    throw InputError(path.string() + " cannot be read: " + why);
  }
  std::vector<char> chunk(1 << 16);
  std::uintmax_t size = 0;
  ssize_t count = 0;
  while ((count = ::read(fd, chunk.data(), chunk.size())) > 0) {
    hasher.feed({chunk.data(), static_cast<std::size_t>(count)});
    size += static_cast<std::uintmax_t>(count);
  }
  const int error = errno;
  ::close(fd);
  if (count < 0) throw InputError(path.string() + " cannot be read: " + std::strerror(error));
  hasher.feed("\nsize " + std::to_string(size) + "\n");
}

/// Folders below a bot's own that are no part of it: what Python and git leave there, and records of runs.
bool is_no_part(const fs::path& folder) {
  std::error_code ignored;
  return folder.filename() == "__pycache__" || folder.filename() == ".git" ||
         fs::exists(folder / "games.jsonl", ignored);
}

/// All below the folder, links and all; folders are not entered through links.
std::set<fs::path> entries_below(const fs::path& folder) {
  std::set<fs::path> entries;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_directory(error) && !at->is_symlink(error) && is_no_part(at->path())) {
      at.disable_recursion_pending();
      continue;
    }
    entries.insert(at->path());
    if (entries.size() > kEntriesMax) {
      throw InputError(folder.string() + ": more than " + std::to_string(kEntriesMax) +
                       " files; is this a bot's own folder?");
    }
  }
  if (error) throw InputError(folder.string() + " cannot be read: " + error.message());
  return entries;
}

/// The files of the folder that the command names by a relative path.
std::set<fs::path> entries_named(const BotCommand& command) {
  std::set<fs::path> entries;
  for (const std::string& word : command.words) {
    const fs::path path = fs::path(word).lexically_normal();
    if (path.empty() || path.is_absolute() || *path.begin() == "..") continue;
    entries.insert(command.folder / path);
  }
  return entries;
}

}  // namespace

std::string hash_bot(const BotCommand& command, BotFiles files) {
  Hasher hasher;
  for (const std::string& word : command.words) feed(hasher, "word", word);
  for (const fs::path& entry :
       files == BotFiles::whole_folder ? entries_below(command.folder) : entries_named(command)) {
    const std::string name = entry.lexically_relative(command.folder).string();
    std::error_code error;
    const fs::file_status status = fs::symlink_status(entry, error);
    if (fs::is_symlink(status)) {
      feed(hasher, "link", name);
      feed(hasher, "to", fs::read_symlink(entry, error).string());
    } else if (fs::is_regular_file(status)) {
      feed(hasher, "file", name);
      feed_file(hasher, entry);
    }
  }
  return hex(hasher.finish());
}

}  // namespace arena
