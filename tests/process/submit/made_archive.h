#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

struct archive;

namespace submit_test {

/// One entry of an archive, as hostile as wanted.
struct Entry {
  std::string name;
  std::string bytes = {};
  unsigned type = 0100000;  ///< as in st_mode: a regular file
  unsigned mode = 0644;
  std::string link = {};      ///< where a symbolic link leads
  std::string hardlink = {};  ///< of which file it is a hard link
  std::int64_t zeros = 0;     ///< behind the bytes
};

enum class Format { tar_gz, zip };

/// Writes an archive, entry by entry.
class MadeArchive {
 public:
  MadeArchive(const std::filesystem::path& file, Format format);
  ~MadeArchive();
  MadeArchive(const MadeArchive&) = delete;
  MadeArchive& operator=(const MadeArchive&) = delete;

  void add(const Entry& entry);

 private:
  archive* archive_;
};

/// Packs a folder: its files below `top`, or at the top where that is empty.
void pack(const std::filesystem::path& folder, const std::filesystem::path& file, Format format,
          const std::string& top = {});

}  // namespace submit_test
