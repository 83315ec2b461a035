#include "arena/bots/bot_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>

#include "arena/text/input_error.h"
#include "arena/text/printable.h"
#include "arena/text/system_failure.h"
#include "arena/text/whole_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_change(const BotEntry& bot) {
  throw InputError("its files in " + bot.command.folder.string() + " changed while it was copied");
}

/// A new copy of a bot. What it is told to hold comes from a folder that may change, where a link may just have been a
/// folder: so nothing is written through a link of the copy.
class BotCopy {
 public:
  BotCopy(const BotEntry& bot, const Staging& staging)
      : bot_(bot),
        path_(staging.make_folder()),
        root_(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
        folder_mode_(staging.for_others() ? 0755 : 0700) {
    if (root_.get() < 0) throw_errno(path_.string());
  }

  const fs::path& path() const { return path_; }

  void add(BotFolder& from, const BotFile& file) {
    const OwnedFd folder = make_folder_of(file.name);
    const std::string own = file.name.filename().string();
    if (file.is_link) {
      if (::symlinkat(file.target.c_str(), folder.get(), own.c_str()) != 0) refuse(file.name);
      return;
    }
    const OwnedFd fd(::openat(folder.get(), own.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (fd.get() < 0) refuse(file.name);
    from.read(file, [&](std::string_view bytes) {
      if (!write_all(fd.get(), bytes)) throw_errno((path_ / file.name).string());
    });
    if (::fchmod(fd.get(), file.executable ? 0755 : 0644) != 0) throw_errno((path_ / file.name).string());
  }

 private:
  /// The folder in which the file will be, made where it is missing.
  OwnedFd make_folder_of(const fs::path& name) const {
    OwnedFd at(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
    for (const fs::path& part : name.parent_path()) {
      const bool made = ::mkdirat(at.get(), part.c_str(), 0700) == 0;
      if (!made && errno != EEXIST) refuse(name);
      at = OwnedFd(::openat(at.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (at.get() < 0) refuse(name);
      if (made && ::fchmod(at.get(), folder_mode_) != 0)
        throw_errno((path_ / name).string());  // whatever the umask says
    }
    return at;
  }

  /// Two names that cannot be together are of two times.
  [[noreturn]] void refuse(const fs::path& name) const {
    if (errno == EEXIST || errno == ENOTDIR || errno == ELOOP) refuse_change(bot_);
    throw_errno((path_ / name).string());
  }

  const BotEntry& bot_;
  fs::path path_;
  OwnedFd root_;
  mode_t folder_mode_;
};

fs::path copy_bot(const BotEntry& bot, const Staging& staging) {
  BotCopy copy(bot, staging);
  BotFolder folder(bot.command.folder);
  for (const BotFile& file : folder.files(bot.command.words, bot.files)) copy.add(folder, file);
  if (hash_bot({copy.path(), bot.command.words}, bot.files) != bot.hash) refuse_change(bot);
  return copy.path();
}

}  // namespace

BotCopies::BotCopies(const std::vector<BotEntry>& bots, const Staging& staging) : staging_(staging), bots_(bots) {
  std::map<std::string, fs::path> copies;
  for (BotEntry& bot : bots_) {
    fs::path& copy = copies[bot.hash];
    try {
      if (copy.empty()) copy = copy_bot(bot, staging);
    } catch (const InputError& error) {
      throw InputError(bot.name + ": " + error.what());
    }
    bot.command.folder = copy;
    commands_.push_back(bot.command);
  }
}

void BotCopies::renew() {
  std::map<fs::path, fs::path> copies;
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    const fs::path& original = bots_[i].command.folder;
    fs::path& copy = copies[original];
    if (copy.empty()) {
      copy = copy_bot(bots_[i], staging_);
      if (commands_[i].folder != original) fs::remove_all(commands_[i].folder);
    }
    commands_[i].folder = copy;
  }
}

std::string copied_note(const BotEntry& bot) {
  if (bot.files == BotFiles::whole_folder) return {};
  std::vector<std::string> names;
  try {
    for (const BotFile& file : BotFolder(bot.command.folder).files(bot.command.words, bot.files)) {
      names.push_back(printable(file.name.string(), 80));
    }
  } catch (const InputError&) {
    // Whatever it was: it is no longer there to be named.
  }
  const std::string copied =
      names.empty() ? "none of its files was"
                    : fmt::format("only {} {}", fmt::join(names, ", "), names.size() == 1 ? "was" : "were");
  return copied + " copied: a bot of several files is a folder with bot.json";
}

}  // namespace arena
