#include "arena/league/bot_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <system_error>

#include "arena/league/bot_hash.h"
#include "arena/league/json_file.h"
#include "arena/protocol/printable.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path) { throw std::system_error(errno, std::generic_category(), path.string()); }

/// The folders on the way to `name` below `root`.
void make_folders(const fs::path& root, const fs::path& name, mode_t mode) {
  fs::path folder = root;
  for (const fs::path& part : name.parent_path()) {
    folder /= part;
    if (::mkdir(folder.c_str(), 0700) != 0) {
      if (errno == EEXIST) continue;
      fail(folder);
    }
    if (::chmod(folder.c_str(), mode) != 0) fail(folder);  // whatever the umask says
  }
}

void copy_file(BotFolder& from, const BotFile& file, const fs::path& to) {
  const OwnedFd fd(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (fd.get() < 0) fail(to);
  from.read(file, [&](std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(fd.get(), bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) fail(to);
      if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  });
  if (::fchmod(fd.get(), file.executable ? 0755 : 0644) != 0) fail(to);
}

fs::path copy_bot(const BotEntry& bot, const Staging& staging) {
  const fs::path copy = staging.make_folder();
  const mode_t folder_mode = staging.for_others() ? 0755 : 0700;
  try {
    BotFolder folder(bot.command.folder);
    for (const BotFile& file : folder.files(bot.command.words, bot.files)) {
      make_folders(copy, file.name, folder_mode);
      if (!file.is_link) {
        copy_file(folder, file, copy / file.name);
      } else if (::symlink(file.target.c_str(), (copy / file.name).c_str()) != 0) {
        fail(copy / file.name);
      }
    }
  } catch (const InputError& error) {
    throw InputError(bot.name + ": " + error.what());
  }
  if (hash_bot({copy, bot.command.words}, bot.files) != bot.hash) {
    throw InputError(bot.name + ": its files in " + bot.command.folder.string() + " changed while it was copied");
  }
  return copy;
}

}  // namespace

std::vector<BotCommand> copy_bots(const std::vector<BotEntry>& bots, const Staging& staging) {
  std::map<std::string, fs::path> copies;
  std::vector<BotCommand> commands;
  for (const BotEntry& bot : bots) {
    fs::path& copy = copies[bot.hash];
    if (copy.empty()) copy = copy_bot(bot, staging);
    commands.push_back({copy, bot.command.words, bot.command.resources});
  }
  return commands;
}

std::string copied_note(const BotEntry& bot) {
  if (bot.files == BotFiles::whole_folder) return {};
  std::string names;
  try {
    for (const BotFile& file : BotFolder(bot.command.folder).files(bot.command.words, bot.files)) {
      names += (names.empty() ? "" : ", ") + printable(file.name.string(), 80);
    }
  } catch (const InputError&) {
    // Whatever it was: it is no longer there to be named.
  }
  return (names.empty() ? "none of its files was"
                        : "only " + names + (names.find(", ") == names.npos ? " was" : " were")) +
         " copied: a bot of several files is a folder with bot.json";
}

}  // namespace arena
