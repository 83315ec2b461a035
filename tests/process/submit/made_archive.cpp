#include "tests/process/submit/made_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <stdexcept>
#include <vector>

#include "tests/scratch_folder.h"

namespace submit_test {

namespace fs = std::filesystem;

namespace {

void check(archive* one, int result) {
  if (result < ARCHIVE_WARN) throw std::runtime_error(::archive_error_string(one));
}

}  // namespace

MadeArchive::MadeArchive(const fs::path& file, Format format) : archive_(::archive_write_new()) {
  if (format == Format::zip) {
    check(archive_, ::archive_write_set_format_zip(archive_));
  } else {
    check(archive_, ::archive_write_set_format_gnutar(archive_));  // names as they are, of any bytes
    check(archive_, ::archive_write_add_filter_gzip(archive_));
  }
  check(archive_, ::archive_write_open_filename(archive_, file.c_str()));
}

MadeArchive::~MadeArchive() { ::archive_write_free(archive_); }

void MadeArchive::add(const Entry& entry) {
  archive_entry* made = ::archive_entry_new();
  ::archive_entry_copy_pathname(made, entry.name.c_str());
  ::archive_entry_set_filetype(made, entry.type);
  ::archive_entry_set_perm(made, static_cast<mode_t>(entry.mode));
  ::archive_entry_set_size(made, static_cast<std::int64_t>(entry.bytes.size()) + entry.zeros);
  if (!entry.link.empty()) ::archive_entry_copy_symlink(made, entry.link.c_str());
  if (!entry.hardlink.empty()) ::archive_entry_copy_hardlink(made, entry.hardlink.c_str());
  check(archive_, ::archive_write_header(archive_, made));
  ::archive_entry_free(made);
  ::archive_write_data(archive_, entry.bytes.data(), entry.bytes.size());
  static const std::vector<char> piece(1 << 20);
  for (std::int64_t left = entry.zeros; left > 0; left -= static_cast<std::int64_t>(piece.size())) {
    const auto size = std::min<std::int64_t>(left, static_cast<std::int64_t>(piece.size()));
    ::archive_write_data(archive_, piece.data(), static_cast<std::size_t>(size));
  }
}

void pack(const fs::path& folder, const fs::path& file, Format format, const std::string& top) {
  MadeArchive made(file, format);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const bool executable = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    made.add({.name = (fs::path(top) / entry.path().lexically_relative(folder)).string(),
              .bytes = arena::test::read_file(entry.path()),
              .mode = executable ? 0755U : 0644U});
  }
}

}  // namespace submit_test
