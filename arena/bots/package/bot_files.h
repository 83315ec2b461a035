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
  whole_folder,  ///< the whole folder, for a bot with bot.json
  named,         ///< only the files in its folder that its command names
};

// Bounds of what belongs to one bot.
inline constexpr std::size_t kBotEntriesMax = 10'000;  ///< files, links and folders
inline constexpr int kBotDepthMax = 64;                ///< folders within folders
inline constexpr std::uintmax_t kBotBytesMax = std::uintmax_t{2} << 30;

/// A regular file or a symbolic link of a bot.
struct BotFile {
  std::filesystem::path name;  ///< within the bot's folder
  bool is_link = false;
  std::string target;       ///< of a link
  bool executable = false;  ///< whether anybody may execute a file
};

/// A bot's folder, which may be as hostile as the bot. No link is followed, and only regular files are opened. If the
/// folder changes meanwhile, the result is an error or other files, but never something outside the folder.
class BotFolder {
 public:
  /// Throws InputError if the folder cannot be opened.
  explicit BotFolder(const std::filesystem::path& folder);

  /// Lists the files of the bot with this command, sorted by name. Leaves out folders that Python, git and runs of the
  /// arena make. Devices, pipes and sockets are no files of the bot: `on_special`, unless it is empty, is called with
  /// the name of each. Throws InputError if something cannot be read or exceeds the bounds above.
  std::vector<BotFile> files(const std::vector<std::string>& words, BotFiles which,
                             const std::function<void(const std::filesystem::path&)>& on_special = {}) const;

  /// Passes the bytes of a file to `on_piece`, piece by piece. Throws InputError if the file cannot be read or is no
  /// longer a regular file, or if more than kBotBytesMax bytes were read in all.
  void read(const BotFile& file, const std::function<void(std::string_view)>& on_piece);

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

/// A folder that is filled with files whose names somebody else has chosen. Nothing is written through a link in it,
/// and nothing in it is overwritten. The functions throw std::system_error that names the file; see is_name_taken().
class NewFolder {
 public:
  /// `path` is an empty folder. `for_others` makes the folders in it accessible to every user.
  NewFolder(std::filesystem::path path, bool for_others);

  const std::filesystem::path& path() const { return path_; }

  /// Accepts the bytes of a file piece by piece.
  using WritePiece = std::function<void(std::string_view)>;
  /// Adds a file with a relative name, and the folders in the name that are missing. `fill` passes the bytes to its
  /// argument.
  void add_file(const std::filesystem::path& name, bool executable,
                const std::function<void(const WritePiece&)>& fill) const;
  void add_link(const std::filesystem::path& name, const std::string& target) const;
  /// Adds a folder, unless it exists already.
  void add_folder(const std::filesystem::path& name) const;

 private:
  OwnedFd make_folder(const std::filesystem::path& folder, const std::filesystem::path& name) const;

  std::filesystem::path path_;
  OwnedFd root_;
  unsigned folder_mode_;
};

/// Whether the error means that a file or a link has that name already, or is in the place of a folder that the name
/// needs.
bool is_name_taken(const std::system_error& error);

/// Returns the hex BLAKE2b-256 of the command with its environment and of the files, sorted by name: their names within
/// the folder and their bytes. A symbolic link counts by its target. What is neither file, folder nor link is never
/// opened. Throws as BotFolder does.
std::string hash_bot(const BotCommand& command, BotFiles files);

}  // namespace arena
