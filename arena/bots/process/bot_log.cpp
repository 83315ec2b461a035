#include "arena/bots/process/bot_log.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "arena/base/text/printable.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLeftOutFile = "left_out.txt";
constexpr int kDepthMax = 16;                ///< folders below /tmp that are entered
constexpr std::uint64_t kNamesMax = 10'000;  ///< entries of folders that are looked at, of one process
constexpr std::size_t kComponentMax = 100;
constexpr std::size_t kNamesShown = 5;

/// Returns the name with every character replaced that could be more than a part of a name.
std::string harmless(std::string_view name) {
  std::string safe(name.substr(0, kComponentMax));
  for (char& c : safe) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("._+=,@-").find(c) != std::string_view::npos;
    if (!is_plain) c = '_';
  }
  return safe;
}

/// Returns a path in the folder at which there is nothing yet: the name, or the name with a number.
fs::path unused(const fs::path& folder, const std::string& name) {
  fs::path path = folder / name;
  for (int number = 2; fs::exists(fs::symlink_status(path)); ++number)
    path = folder / fmt::format("{}.{}", name, number);
  return path;
}

/// Opens an entry of a folder for reading. A bot may have taken the rights from its own files; these are given back.
OwnedFd open_entry(int folder, const char* name, int flags) {
  const auto open = [&] {
    return ::openat(folder, name, flags | O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  };
  int file = open();
  if (file < 0 && errno == EACCES && ::fchmodat(folder, name, 0700, 0) == 0) file = open();
  return OwnedFd(file);
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Copies the files of one process.
class FileKeeper {
 public:
  explicit FileKeeper(BotLog& bot) : bot_(bot) {}

  void keep_folder(OwnedFd opened, const fs::path& target, int depth) {
    const std::unique_ptr<DIR, CloseFolder> folder(opened.get() < 0 ? nullptr : ::fdopendir(opened.get()));
    if (!folder) {
      ++unreadable_;
      return;
    }
    opened.release();
    while (const dirent* entry = ::readdir(folder.get())) {
      const std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++names_ > kNamesMax) return;
      keep_entry(::dirfd(folder.get()), name, target, depth);
    }
  }

  /// Describes what was left out, or returns an empty text.
  std::string left_out() const {
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t number, std::string_view one, std::string_view why) {
      if (number > 0) parts.push_back(fmt::format("{} {}{}{}", number, one, number == 1 ? "" : "s", why));
    };
    add(special_, "special file", " (links, devices, pipes, sockets), which are never kept");
    add(over_, "file",
        fmt::format(" beyond the {} files or {} MiB that are kept of a bot", bot_.bounds().files,
                    bot_.bounds().file_bytes >> 20));
    add(cut_.size(), "file", " cut: " + shown_cuts());
    add(deep_, "folder", fmt::format(" deeper than {} folders", kDepthMax));
    add(unreadable_, "name", " that could not be read");
    if (names_ > kNamesMax) parts.push_back(fmt::format("everything after the first {} names", kNamesMax));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

 private:
  void keep_entry(int folder, const std::string& name, const fs::path& target, int depth) {
    struct stat what = {};
    if (::fstatat(folder, name.c_str(), &what, AT_SYMLINK_NOFOLLOW) != 0) {
      ++unreadable_;
    } else if (S_ISDIR(what.st_mode)) {
      if (depth == kDepthMax) {
        ++deep_;
      } else {
        fs::path inside = target / harmless(name);
        if (fs::exists(inside) && !fs::is_directory(inside)) inside = unused(target, harmless(name));
        keep_folder(open_entry(folder, name.c_str(), O_DIRECTORY), inside, depth + 1);
      }
    } else if (S_ISREG(what.st_mode)) {
      keep_file(open_entry(folder, name.c_str(), 0), name, target);
    } else {
      ++special_;
    }
  }

  void keep_file(const OwnedFd& from, const std::string& name, const fs::path& target) {
    struct stat what = {};
    if (from.get() < 0 || ::fstat(from.get(), &what) != 0 || !S_ISREG(what.st_mode)) {
      ++unreadable_;
      return;
    }
    const auto size = static_cast<std::uint64_t>(what.st_size);
    const bool may = bot_.grant_file();
    const std::uint64_t granted = may ? bot_.grant_file_bytes(size) : 0;
    if (!may || (granted == 0 && size > 0)) {
      ++over_;
      return;
    }
    fs::create_directories(target);
    const fs::path path = unused(target, harmless(name));
    const OwnedFd to(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (to.get() < 0) throw_errno(path.string());
    std::vector<char> bytes(64 << 10);
    for (std::uint64_t left = granted; left > 0;) {
      const ssize_t count = ::read(from.get(), bytes.data(), std::min<std::uint64_t>(bytes.size(), left));
      if (count <= 0) break;
      if (!write_all(to.get(), {bytes.data(), static_cast<std::size_t>(count)})) throw_errno(path.string());
      left -= static_cast<std::uint64_t>(count);
    }
    if (granted < size) cut_.push_back(fmt::format("{} has {} of {} bytes", path.filename().string(), granted, size));
  }

  std::string shown_cuts() const {
    const auto end = cut_.begin() + static_cast<std::ptrdiff_t>(std::min(cut_.size(), kNamesShown));
    return fmt::format("{}{}", fmt::join(cut_.begin(), end, ", "), end == cut_.end() ? "" : ", ...");
  }

  BotLog& bot_;
  std::uint64_t names_ = 0;
  std::uint64_t special_ = 0;
  std::uint64_t over_ = 0;
  std::uint64_t deep_ = 0;
  std::uint64_t unreadable_ = 0;
  std::vector<std::string> cut_;
};

}  // namespace

BotLog::BotLog(fs::path folder, const LogBounds& bounds) : folder_(std::move(folder)), bounds_(bounds), left_(bounds) {
  // A folder that was there already may be any folder of the user, who has given it its rights.
  if (fs::create_directories(folder_)) fs::permissions(folder_, fs::perms::owner_all);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    const std::string_view kind =
        std::string_view(name).substr(std::min(name.find_first_not_of("0123456789."), name.size()));
    if (kind == "stderr" && fs::is_regular_file(entry.symlink_status())) grant_stderr(entry.file_size());
    if (kind.starts_with("tmp") && fs::is_directory(entry.symlink_status())) count_files(entry);
  }
}

/// Counts the files that an earlier session has kept of a process.
void BotLog::count_files(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!fs::is_regular_file(entry.symlink_status())) continue;
    grant_file();
    grant_file_bytes(entry.file_size());
  }
}

std::string BotLog::next_name() {
  const std::lock_guard lock(mutex_);
  while (true) {
    std::string name = fmt::format("{:03}", ++named_);
    std::error_code ignored;  // of a link that leads back to itself: whoever opens it says what is wrong
    const auto is_there = [&](const char* kind) { return fs::exists(folder_ / (name + kind), ignored); };
    if (!is_there(".stderr") && !is_there(".tmp")) return name;
  }
}

void BotLog::note_left_out(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (lines_left_ <= 0) return;
  --lines_left_;
  const fs::path path = folder_ / kLeftOutFile;
  const OwnedFd file(open_to_append(path, 0600));
  if (!write_all(file.get(), line + "\n" + (lines_left_ == 0 ? "More is not noted.\n" : "")))
    throw_errno(path.string());
}

std::uint64_t BotLog::grant(std::uint64_t wanted, std::uint64_t& left) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t granted = std::min(wanted, left);
  left -= granted;
  return granted;
}

ProcessLog::ProcessLog(std::shared_ptr<BotLog> bot, std::string name) : bot_(std::move(bot)), name_(std::move(name)) {}

void ProcessLog::add_stderr(std::string_view bytes) {
  if (failure_) return;
  const std::string_view kept = bytes.substr(0, bot_->grant_stderr(bytes.size()));
  stderr_left_out_ += bytes.size() - kept.size();
  if (kept.empty()) return;
  try {
    const fs::path path = bot_->folder() / (name_ + ".stderr");
    if (stderr_.get() < 0) stderr_ = OwnedFd(open_to_append(path, 0600));
    if (!write_all(stderr_.get(), kept)) throw_errno(path.string());
  } catch (const std::exception&) {
    failure_ = std::current_exception();
  }
}

void ProcessLog::finish(OwnedFd tmp) {
  stderr_ = OwnedFd();
  if (failure_) std::rethrow_exception(failure_);
  if (stderr_left_out_ > 0) {
    bot_->note_left_out(fmt::format("{}: left out of stderr: {} bytes beyond the {} MiB that are kept of a bot", name_,
                                    stderr_left_out_, bot_->bounds().stderr_bytes >> 20));
    stderr_left_out_ = 0;
  }
  if (tmp.get() < 0) return;
  const fs::path target = unused(bot_->folder(), name_ + ".tmp");
  FileKeeper keeper(*bot_);
  // The descriptor may only name the folder, from which the bot may have taken the rights.
  const std::string itself = fmt::format("/proc/self/fd/{}", tmp.get());
  OwnedFd folder(::open(itself.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0 && ::chmod(itself.c_str(), 0700) == 0)
    folder = OwnedFd(::open(itself.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  keeper.keep_folder(std::move(folder), target, 0);
  if (const std::string left_out = keeper.left_out(); !left_out.empty())
    bot_->note_left_out(fmt::format("{}: left out of /tmp: {}", name_, left_out));
}

}  // namespace arena
