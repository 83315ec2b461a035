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

/// Hex BLAKE2b-256 of the command and of the files: their names within the folder and their bytes, sorted by name. A
/// symbolic link counts by where it points; what is neither file, folder nor link is never opened. Throws as BotFolder.
std::string hash_bot(const BotCommand& command, BotFiles files);

}  // namespace arena
