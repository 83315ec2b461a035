#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

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

}  // namespace arena
