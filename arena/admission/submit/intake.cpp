#include "arena/admission/submit/intake.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <system_error>
#include <vector>

#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameBytesShown = 80;
constexpr std::size_t kPieceBytes = 64 << 10;

struct CloseArchive {
  void operator()(archive* one) const { ::archive_read_free(one); }
};
using Archive = std::unique_ptr<archive, CloseArchive>;

std::string said_by(archive* one) {
  const char* words = ::archive_error_string(one);
  return printable(words == nullptr ? "no reason is given" : words);
}

/// In the encoding of the archive: UTF-8 where it says so, else the bytes that it has.
std::string name_of(archive_entry* entry) {
  const char* name = ::archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = ::archive_entry_pathname(entry);
  return name == nullptr ? "" : name;
}

/// What macOS puts beside the files.
bool is_litter(std::string_view name) {
  return name == "__MACOSX" || name.starts_with("__MACOSX/") || name == ".DS_Store" || name.ends_with("/.DS_Store");
}

/// Reads one archive and fills one folder.
class ArchiveReader {
 public:
  ArchiveReader(int archive_fd, const NewFolder& to, ArchiveKind kind, Intake::Bounds bounds)
      : to_(to),
        archive_(::archive_read_new()),
        intake_(kind == ArchiveKind::built ? "what was built" : "the archive", bounds),
        formats_(kind == ArchiveKind::built ? ".tar" : ".tar.gz, .tar or .zip") {
    if (archive_ == nullptr) throw std::bad_alloc();
    archive* one = archive_.get();
    ::archive_read_support_format_tar(one);
    if (kind == ArchiveKind::handed_in) {
      ::archive_read_support_format_zip(one);
      ::archive_read_support_filter_gzip(one);
    }
    if (::archive_read_open_fd(one, archive_fd, kPieceBytes) != ARCHIVE_OK) refuse_unreadable();
  }

  /// All of it.
  void run() {
    archive_entry* entry = nullptr;
    while (true) {
      const int got = ::archive_read_next_header(archive_.get(), &entry);
      if (got == ARCHIVE_EOF) break;
      if (got == ARCHIVE_RETRY) continue;
      // A warning is of a name that cannot be put into the encoding of this process; names are looked at below.
      if (got != ARCHIVE_OK && got != ARCHIVE_WARN) refuse_unreadable();
      add(entry);
    }
    if (intake_.entries() == 0)
      throw Refusal(intake_.what() + " is empty", "Put the bot's files into it, bot.json among them.");
  }

 private:
  [[noreturn]] void refuse_unreadable() {
    throw Refusal(fmt::format("{} cannot be read as {}: {}", intake_.what(), formats_, said_by(archive_.get())),
                  kPackAgain);
  }

  void add(archive_entry* entry) {
    const std::string name = name_of(entry);
    intake_.add_entry();
    intake_.check_path(name);
    if (is_litter(name)) return;
    if (::archive_entry_is_encrypted(entry) != 0)
      throw Refusal(intake_.what() + " is encrypted: " + quoted_name(name), "Pack it without a password.");
    const auto type = ::archive_entry_filetype(entry);
    if (::archive_entry_hardlink(entry) != nullptr || type == AE_IFLNK) intake_.refuse_link(name);
    if (type != AE_IFREG && type != AE_IFDIR) {
      throw Refusal(fmt::format("{}: {} is a device, a pipe or a socket, neither file nor folder", intake_.what(),
                                quoted_name(name)),
                    "Pack regular files and folders only.");
    }
    const fs::path path = fs::path(name).lexically_normal();
    try {
      if (type == AE_IFREG) {
        add_file(entry, path);
      } else if (path != "." && !path.empty()) {
        to_.add_folder(path.has_filename() ? path : path.parent_path());
      }
    } catch (const std::system_error& error) {
      if (!is_name_taken(error)) throw;
      throw Refusal(fmt::format("{} has {} twice", intake_.what(), quoted_name(name)), "Pack each file once.");
    }
  }

  void add_file(archive_entry* entry, const fs::path& path) {
    // What it says of its size is believed only where it speaks against it.
    if (::archive_entry_size_is_set(entry) != 0)
      intake_.check_size(static_cast<std::uintmax_t>(::archive_entry_size(entry)));  // below 0: more than there may be
    const bool executable = (::archive_entry_perm(entry) & 0100) != 0;
    to_.add_file(path, executable, [&](const NewFolder::Take& take) {
      std::vector<char> piece(kPieceBytes);
      while (true) {
        // Holes of a sparse file come as zeros, and count.
        const la_ssize_t count = ::archive_read_data(archive_.get(), piece.data(), piece.size());
        if (count == 0) return;
        if (count < 0) refuse_unreadable();
        intake_.add_bytes(static_cast<std::uintmax_t>(count));
        take({piece.data(), static_cast<std::size_t>(count)});
      }
    });
  }

  const NewFolder& to_;
  Archive archive_;
  Intake intake_;
  const std::string_view formats_;
};

}  // namespace

std::optional<std::string> path_flaw(std::string_view path) {
  if (path.empty()) return "is empty or cannot be read";
  if (!is_unicode(path)) return "is no UTF-8";
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "has control characters";
  }
  if (path.size() > kPathBytesMax) return fmt::format("has {} bytes, more than {}", path.size(), kPathBytesMax);
  if (path.front() == '/') return "is an absolute path";
  int depth = 0;
  for (const std::string_view part : hearts::split(path, "/")) {
    if (part == "..") return "leads out of the folder";
    if (part.size() > kFileNameBytesMax)
      return fmt::format("has a part of {} bytes, more than {}", part.size(), kFileNameBytesMax);
    if (!part.empty() && part != "." && ++depth > kUnpackedDepthMax)
      return fmt::format("lies more than {} folders deep", kUnpackedDepthMax);
  }
  return std::nullopt;
}

std::string quoted_name(std::string_view name) { return "'" + printable(name, kNameBytesShown) + "'"; }

void Intake::add_entry() {
  if (++entries_ <= bounds_.entries) return;
  throw Refusal(fmt::format("{} has more than {} files and folders", what_, bounds_.entries), kLeaveOut);
}

void Intake::add_bytes(std::uintmax_t count) {
  check_size(count);
  bytes_ += count;
}

void Intake::check_size(std::uintmax_t bytes) const {
  if (bytes > bounds_.bytes - bytes_)
    throw Refusal(fmt::format("{} has more than {} MiB of files", what_, bounds_.bytes >> 20), kLeaveOut);
}

void Intake::check_path(std::string_view path) const {
  if (const auto flaw = path_flaw(path))
    throw Refusal(fmt::format("{}: the name {} {}", what_, quoted_name(path), *flaw), "Rename it.");
}

void Intake::refuse_link(std::string_view path) const {
  throw Refusal(fmt::format("{}: {} is a link, and links are not taken", what_, quoted_name(path)),
                "Put the file that it leads to in its place: cp -L and tar -czhf do so.");
}

void unpack_archive(int archive_fd, const NewFolder& to, ArchiveKind kind, Intake::Bounds bounds) {
  ArchiveReader(archive_fd, to, kind, bounds).run();
}

}  // namespace arena
