#include "arena/bots/package/bot_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "arena/base/seeds/digest.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Returns the relative paths within the folder that the command names, whether the files exist or not.
std::set<fs::path> names_in(const std::vector<std::string>& words) {
  std::set<fs::path> names;
  for (const std::string& word : words) {
    const fs::path path = fs::path(word).lexically_normal();
    if (path.has_filename() && path.is_relative() && path != "." && *path.begin() != "..") names.insert(path);
  }
  return names;
}

/// Hashes each part with its length before it, so that no two bots give the same bytes.
void feed(Hasher& hasher, std::string_view kind, const std::string& text) {
  hasher.feed(std::string(kind) + " " + std::to_string(text.size()) + " " + text + "\n");
}

}  // namespace

BotFolder::BotFolder(const fs::path& folder)
    : path_(folder), fd_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (fd_.get() < 0) refuse({}, std::strerror(errno));
}

void BotFolder::refuse(const fs::path& name, const std::string& why) const {
  throw InputError((name.empty() ? path_ : path_ / name).string() + " cannot be read: " + why);
}

void BotFolder::refuse_size(const std::string& what) const {
  throw InputError(path_.string() + ": " + what + "; is this a bot's own folder?");
}

/// Opens a folder part by part, so that no link is followed on the way. The result is not open (-1, with errno) if some
/// part is not a folder.
OwnedFd BotFolder::open_folder(const fs::path& name) const {
  OwnedFd at(::fcntl(fd_.get(), F_DUPFD_CLOEXEC, 0));
  for (const fs::path& part : name) {
    if (at.get() < 0) break;
    at = OwnedFd(::openat(at.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  }
  return at;
}

/// Whether a folder belongs to the bot. Folders of Python, of git and of recorded runs do not.
bool BotFolder::is_part(const fs::path& folder) const {
  if (folder.filename() == "__pycache__" || folder.filename() == ".git") return false;
  struct stat info = {};
  return ::fstatat(open_folder(folder).get(), "games.jsonl", &info, AT_SYMLINK_NOFOLLOW) != 0;
}

/// Adds what is in the folder of that name to `found`. Adds the folders in it to `folders`, too.
void BotFolder::list(const fs::path& name, std::set<fs::path>& found, std::vector<fs::path>& folders) const {
  // Opened again: listing moves the offset, which copies of a descriptor share.
  const OwnedFd at = open_folder(name);
  const int fd = at.get() < 0 ? -1 : ::openat(at.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> folder(fd < 0 ? nullptr : ::fdopendir(fd));
  if (!folder) refuse(name, std::strerror(errno));
  for (errno = 0; const dirent* entry = ::readdir(folder.get()); errno = 0) {
    const std::string_view own(entry->d_name);
    if (own == "." || own == "..") continue;
    found.insert(name / own);
    if (found.size() > kBotEntriesMax) refuse_size(fmt::format("more than {} files", kBotEntriesMax));
    struct stat info = {};
    if (::fstatat(fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(info.st_mode) ||
        !is_part(name / own)) {
      continue;
    }
    folders.push_back(name / own);
    if (std::distance(folders.back().begin(), folders.back().end()) > kBotDepthMax)
      refuse_size(fmt::format("folders more than {} deep", kBotDepthMax));
  }
  if (errno != 0) refuse(name, std::strerror(errno));
}

std::vector<BotFile> BotFolder::files(const std::vector<std::string>& words, BotFiles which,
                                      const std::function<void(const fs::path&)>& on_special) const {
  std::set<fs::path> names;
  if (which == BotFiles::named) {
    names = names_in(words);
  } else {
    std::vector<fs::path> folders = {{}};
    while (!folders.empty()) {
      const fs::path folder = std::move(folders.back());
      folders.pop_back();
      list(folder, names, folders);
    }
  }
  std::vector<BotFile> files;
  for (const fs::path& name : names) {
    const OwnedFd parent = open_folder(name.parent_path());
    const std::string own = name.filename().string();
    struct stat info = {};
    if (parent.get() < 0 || ::fstatat(parent.get(), own.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(info.st_mode)) files.push_back({name, false, {}, (info.st_mode & 0111) != 0});
    if (!S_ISLNK(info.st_mode)) {
      if (on_special && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) on_special(name);
      continue;
    }
    std::array<char, PATH_MAX> target;
    const ssize_t size = ::readlinkat(parent.get(), own.c_str(), target.data(), target.size());
    if (size < 0) refuse(name, std::strerror(errno));
    files.push_back({name, true, {target.data(), static_cast<std::size_t>(size)}, false});
  }
  return files;
}

void BotFolder::read(const BotFile& file, const std::function<void(std::string_view)>& on_piece) {
  const OwnedFd parent = open_folder(file.name.parent_path());
  if (parent.get() < 0) refuse(file.name, std::strerror(errno));
  // It was a regular file a moment ago. If it is a pipe now, opening it must not wait.
  const OwnedFd fd(
      ::openat(parent.get(), file.name.filename().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info = {};
  if (fd.get() < 0 || ::fstat(fd.get(), &info) != 0) refuse(file.name, std::strerror(errno));
  if (!S_ISREG(info.st_mode)) refuse(file.name, "not a regular file");
  const auto count_bytes = [&](std::uintmax_t more) {
    if (more > kBotBytesMax - bytes_) refuse_size(fmt::format("more than {} MiB of files", kBotBytesMax >> 20));
    return bytes_ + more;
  };
  count_bytes(static_cast<std::uintmax_t>(info.st_size));  // a file that is too large is refused before it is read
  std::vector<char> chunk(1 << 16);
  ssize_t count = 0;
  while ((count = ::read(fd.get(), chunk.data(), chunk.size())) > 0) {
    bytes_ = count_bytes(static_cast<std::uintmax_t>(count));
    on_piece({chunk.data(), static_cast<std::size_t>(count)});
  }
  if (count < 0) refuse(file.name, std::strerror(errno));
}

NewFolder::NewFolder(fs::path path, bool for_others)
    : path_(std::move(path)),
      root_(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
      folder_mode_(for_others ? 0755 : 0700) {
  if (root_.get() < 0) throw_errno(path_.string());
}

/// Part by part. `name`: what is added, for the error.
OwnedFd NewFolder::make_folder(const fs::path& folder, const fs::path& name) const {
  OwnedFd at(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
  for (const fs::path& part : folder) {
    const bool made = ::mkdirat(at.get(), part.c_str(), 0700) == 0;
    if (!made && errno != EEXIST) throw_unwritten(path_ / name);
    at = OwnedFd(::openat(at.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // Whatever the umask says.
    if (at.get() < 0 || (made && ::fchmod(at.get(), folder_mode_) != 0)) throw_unwritten(path_ / name);
  }
  return at;
}

void NewFolder::add_file(const fs::path& name, bool executable,
                         const std::function<void(const WritePiece&)>& fill) const {
  const OwnedFd folder = make_folder(name.parent_path(), name);
  const OwnedFd fd(
      ::openat(folder.get(), name.filename().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (fd.get() < 0) throw_unwritten(path_ / name);
  fill([&](std::string_view bytes) {
    if (!write_all(fd.get(), bytes)) throw_unwritten(path_ / name);
  });
  if (::fchmod(fd.get(), executable ? 0755 : 0644) != 0) throw_unwritten(path_ / name);
}

void NewFolder::add_link(const fs::path& name, const std::string& target) const {
  const OwnedFd folder = make_folder(name.parent_path(), name);
  if (::symlinkat(target.c_str(), folder.get(), name.filename().c_str()) != 0) throw_unwritten(path_ / name);
}

void NewFolder::add_folder(const fs::path& name) const { make_folder(name, name); }

bool is_name_taken(const std::system_error& error) {
  const int why = error.code().value();
  return why == EEXIST || why == ENOTDIR || why == ELOOP;
}

std::string hash_bot(const BotCommand& command, BotFiles files) {
  Hasher hasher;
  for (const std::string& word : command.words) feed(hasher, "word", word);
  for (const std::string& variable : command.environment) feed(hasher, "env", variable);
  BotFolder folder(command.folder);
  for (const BotFile& file : folder.files(command.words, files)) {
    feed(hasher, file.is_link ? "link" : "file", file.name.string());
    if (file.is_link) {
      feed(hasher, "to", file.target);
      continue;
    }
    std::uintmax_t size = 0;
    folder.read(file, [&](std::string_view bytes) {
      hasher.feed(bytes);
      size += bytes.size();
    });
    hasher.feed("\nsize " + std::to_string(size) + "\n");
  }
  return hex(hasher.finish());
}

}  // namespace arena
