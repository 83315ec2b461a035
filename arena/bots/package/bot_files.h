#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// Which files belong to a bot.
enum class BotFiles {
  whole_folder,  ///< all below its folder: a bot with bot.json
  named,         ///< those in its folder that its command names
};

/// Bounds of what belongs to one bot.
inline constexpr std::size_t kBotEntriesMax = 10'000;  ///< files, links and folders
inline constexpr int kBotDepthMax = 64;                ///< folders within folders
inline constexpr std::uintmax_t kBotBytesMax = std::uintmax_t{2} << 30;

/// A regular file or a symbolic link of a bot.
struct BotFile {
  std::filesystem::path name;  ///< within the bot's folder
  bool is_link = false;
  std::string target;       ///< of a link
  bool executable = false;  ///< a file that somebody may execute
};

/// A bot's folder, as hostile as the bot: no link is followed, nothing but regular files is opened, and what changes
/// meanwhile is an error or a change of the files, never a way out of the folder.
class BotFolder {
 public:
  /// Throws InputError when it cannot be opened.
  explicit BotFolder(const std::filesystem::path& folder);

  /// What belongs to the bot with this command, sorted by name. Folders that Python, git and runs of the arena leave
  /// are no part of it. Throws InputError for what cannot be read, and for what is beyond the bounds above.
  std::vector<BotFile> files(const std::vector<std::string>& words, BotFiles which) const;

  /// Gives the bytes of a file piece by piece. Throws InputError when it cannot be read or is not a regular file any
  /// more, or when all that was read is more than kBotBytesMax.
  void read(const BotFile& file, const std::function<void(std::string_view)>& take);

 private:
  OwnedFd open_folder(const std::filesystem::path& name) const;
  void list(const std::filesystem::path& name, std::set<std::filesystem::path>& found,
            std::vector<std::filesystem::path>& folders) const;
  bool is_part(const std::filesystem::path& folder) const;
  [[noreturn]] void refuse(const std::filesystem::path& name, const std::string& why) const;
  [[noreturn]] void refuse_size(const std::string& what) const;

  std::filesystem::path path_;
  OwnedFd fd_;
  std::uintmax_t bytes_ = 0;
};

/// A folder that is filled with files whose names somebody else has chosen. Nothing is written through a link of it, nor
/// over what it has already. The calls throw std::system_error that names the file; see is_name_taken().
class NewFolder {
 public:
  /// `path`: an empty folder. `for_others`: folders in it are open to every user.
  NewFolder(std::filesystem::path path, bool for_others);

  const std::filesystem::path& path() const { return path_; }

  /// Takes the bytes of a file piece by piece.
  using Take = std::function<void(std::string_view)>;
  /// Adds a file of a relative name, and the folders on its way that are missing. `fill` gives its bytes.
  void add_file(const std::filesystem::path& name, bool executable, const std::function<void(const Take&)>& fill) const;
  void add_link(const std::filesystem::path& name, const std::string& target) const;
  /// One that is there already is no error.
  void add_folder(const std::filesystem::path& name) const;

 private:
  OwnedFd make_folder(const std::filesystem::path& folder, const std::filesystem::path& name) const;

  std::filesystem::path path_;
  OwnedFd root_;
  unsigned folder_mode_;
};

/// It has a file or a link of that name, or one where a folder would have to be.
bool is_name_taken(const std::system_error& error);

/// Hex BLAKE2b-256 of the command and of the files: their names within the folder and their bytes, sorted by name. A
/// symbolic link counts by where it points; what is neither file, folder nor link is never opened. Throws as BotFolder.
std::string hash_bot(const BotCommand& command, BotFiles files);

}  // namespace arena
