#include "arena/admission/submit/intake.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <memory>
#include <system_error>
#include <vector>

#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/confinement.h"
#include "arena/bots/sandbox/launcher/launch_order.h"
#include "arena/bots/sandbox/stop_signals.h"
#include "arena/bots/sandbox/syscall_filter.h"
#include "engine/typed_text.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEARTS_SANITIZED_MEMORY 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEARTS_SANITIZED_MEMORY 1
#endif

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameBytesShown = 80;
constexpr std::size_t kPieceBytes = 64 << 10;

struct CloseArchive {
  void operator()(archive* one) const { ::archive_read_free(one); }
};
using Archive = std::unique_ptr<archive, CloseArchive>;

std::string error_text(archive* one) {
  const char* words = ::archive_error_string(one);
  return printable(words == nullptr ? "no reason is given" : words);
}

/// Returns the entry's name as UTF-8 if the archive says so, otherwise its bytes as they are.
std::string name_of(archive_entry* entry) {
  const char* name = ::archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = ::archive_entry_pathname(entry);
  return name == nullptr ? "" : name;
}

/// Returns the name of the file of which the entry is a hard link, or null if it is none.
const char* original_of(archive_entry* entry) {
  const char* name = ::archive_entry_hardlink_utf8(entry);
  return name == nullptr ? ::archive_entry_hardlink(entry) : name;
}

/// Whether the entry is one that macOS adds to an archive.
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
    if (kind == ArchiveKind::submitted) {
      ::archive_read_support_format_zip(one);
      ::archive_read_support_filter_gzip(one);
    }
    if (::archive_read_open_fd(one, archive_fd, kPieceBytes) != ARCHIVE_OK) refuse_unreadable();
  }

  /// Reads the whole archive.
  void run() {
    archive_entry* entry = nullptr;
    while (true) {
      const int got = ::archive_read_next_header(archive_.get(), &entry);
      if (got == ARCHIVE_EOF) break;
      if (got == ARCHIVE_RETRY) continue;
      // libarchive warns with EILSEQ if it cannot put a name into the encoding of this process; names are looked at
      // below. With any other warning it has left something out: of a path of more than 1,000,000 bytes, for one, it
      // keeps what the format's older header has room for.
      const bool is_encoding = got == ARCHIVE_WARN && ::archive_errno(archive_.get()) == EILSEQ;
      if (got != ARCHIVE_OK && !is_encoding) refuse_unreadable();
      add(entry);
    }
    if (intake_.entries() == 0)
      throw Refusal(intake_.what() + " is empty", "Put the bot's files into it, including bot.json.");
  }

 private:
  [[noreturn]] void refuse_unreadable() {
    throw Refusal(fmt::format("{} cannot be read as {}: {}", intake_.what(), formats_, error_text(archive_.get())),
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
    if (type == AE_IFLNK) intake_.refuse_link(name);
    const char* original = original_of(entry);
    if (original == nullptr && type != AE_IFREG && type != AE_IFDIR) intake_.refuse_special(name);
    fs::path path = fs::path(name).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();  // the name ends in a slash
    try {
      if (original != nullptr) {
        add_copy(entry, path, name, original);
      } else if (type == AE_IFREG) {
        add_file(entry, path);
        files_.emplace(path, is_executable(entry));
      } else if (path != "." && !path.empty()) {
        to_.add_folder(path);
      }
    } catch (const std::system_error& error) {
      if (!is_name_taken(error)) throw;
      throw Refusal(fmt::format("{} contains {} twice", intake_.what(), quoted_name(name)), "Pack each file once.");
    }
  }

  void add_file(archive_entry* entry, const fs::path& path) {
    // The size that it claims is believed only if it is too large.
    if (::archive_entry_size_is_set(entry) != 0)
      intake_.check_size(static_cast<std::uintmax_t>(::archive_entry_size(entry)));  // below 0: more than there may be
    to_.add_file(path, is_executable(entry), [&](const NewFolder::WritePiece& write_piece) {
      std::vector<char> piece(kPieceBytes);
      while (true) {
        // Holes of a sparse file come as zeros, and count.
        const la_ssize_t count = ::archive_read_data(archive_.get(), piece.data(), piece.size());
        if (count == 0) return;
        if (count < 0) refuse_unreadable();
        intake_.add_bytes(static_cast<std::uintmax_t>(count));
        write_piece({piece.data(), static_cast<std::size_t>(count)});
      }
    });
  }

  /// Adds a hard link as a copy of the file that it names, whose bytes count again. Only a file that came before it as
  /// such may be named: what is copied is then known, and there are no chains of links.
  void add_copy(archive_entry* entry, const fs::path& path, const std::string& name, const std::string& original) {
    intake_.check_path(original);
    const auto file = files_.find(fs::path(original).lexically_normal());
    const bool has_bytes = ::archive_entry_size_is_set(entry) != 0 && ::archive_entry_size(entry) != 0;
    if (file == files_.end() || has_bytes) {
      throw Refusal(
          fmt::format("{}: {} is a hard link to {}{}", intake_.what(), quoted_name(name), quoted_name(original),
                      has_bytes ? ", but has bytes of its own" : ", which is no file that comes before it"),
          kPackAgain);
    }
    to_.add_file(path, file->second, [&](const NewFolder::WritePiece& write_piece) {
      BotFolder(to_.path()).read({file->first, false, {}, file->second}, [&](std::string_view piece) {
        intake_.add_bytes(piece.size());
        write_piece(piece);
      });
    });
  }

  static bool is_executable(archive_entry* entry) { return (::archive_entry_perm(entry) & 0100) != 0; }

  const NewFolder& to_;
  std::map<fs::path, bool> files_;  ///< the regular files so far, and whether they are executable
  Archive archive_;
  Intake intake_;
  const std::string_view formats_;
};

constexpr rlim_t kMemoryMax = std::uint64_t{1} << 30;  ///< a list of contents may be long
constexpr rlim_t kProcessorSecondsMax = 120;
constexpr std::size_t kReportBytesMax = 4096;

/// First words of a report.
constexpr std::string_view kUnpacked = "done";
constexpr std::string_view kRefused = "refused";
constexpr std::string_view kFailed = "failed";

/// Called in the process that unpacks. It then has two descriptors, one folder, little memory and no way out.
void confine_self(const fs::path& folder, bool confined) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
#ifndef HEARTS_SANITIZED_MEMORY
  const rlimit memory = {kMemoryMax, kMemoryMax};
  ::setrlimit(RLIMIT_DATA, &memory);
#endif
  const rlimit time = {kProcessorSecondsMax, kProcessorSecondsMax};
  ::setrlimit(RLIMIT_CPU, &time);
  const rlimit size = {kUnpackedBytesMax + 1, kUnpackedBytesMax + 1};
  ::setrlimit(RLIMIT_FSIZE, &size);
  if (!confined) return;
  std::string rules = kWritePath + folder.native();
  rules += '\0';
  std::vector<sock_filter> filter = syscall_filter({.change_files = true});
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw_errno("no_new_privs");
  const char* failed = impose_landlock(rules.data(), static_cast<std::uint32_t>(rules.size()));
  if (failed == nullptr) failed = impose_filter(filter.data(), static_cast<std::uint32_t>(filter.size()));
  if (failed != nullptr) throw_errno(failed);
}

std::string unpack(int archive_fd, const fs::path& folder, ArchiveKind kind, bool confined) {
  try {
    const NewFolder to(folder, true);
    confine_self(folder, confined);
    unpack_archive(archive_fd, to, kind);
    return std::string(kUnpacked) + "\n";
  } catch (const Refusal& refusal) {
    return fmt::format("{}\n{}\n{}\n", kRefused, refusal.what(), refusal.remedy);
  } catch (const std::system_error& error) {
    // Names in the archive may be as long as they like; the system's word is enough.
    return fmt::format("{}\n{}\n", kFailed, error.code().value());
  } catch (const std::bad_alloc&) {
    return fmt::format("{}\nthe archive's list of contents needs more than {} MiB of memory\nPack fewer files.\n",
                       kRefused, kMemoryMax >> 20);
  } catch (const std::exception& error) {
    return fmt::format("{}\n{}\nPack it again.\n", kRefused, legible(error.what(), {}, kReportBytesMax));
  }
}

[[noreturn]] void unpack_and_end(OwnedFd archive_fd, OwnedFd report, const fs::path& folder, ArchiveKind kind,
                                 bool confined) {
  // Keep no descriptors but its own: whoever waits for the end of a pipe must not wait for this process.
  const int there = ::fcntl(archive_fd.get(), F_DUPFD, 5);
  const int here = ::fcntl(report.get(), F_DUPFD, 5);
  ::dup2(there, 3);
  ::dup2(here, 4);
  ::close_range(5, ~0U, 0);
  archive_fd.release();
  report.release();
  for (const int number : kStopSignals) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  const bool is_written = write_all(4, unpack(3, folder, kind, confined));
  ::_exit(is_written ? 0 : 1);
}

}  // namespace

std::optional<std::string> path_flaw(std::string_view path) {
  if (path.empty()) return "is empty or cannot be read";
  if (path.size() > kPathBytesMax)
    return fmt::format("has {} bytes; at most {} are allowed", path.size(), kPathBytesMax);
  if (auto flaw = unseen_flaw(path, Unseen::misleading)) return flaw;
  if (path.front() == '/') return "is an absolute path";
  int depth = 0;
  for (const std::string_view part : hearts::split(path, "/")) {
    if (part == "..") return "leads out of the folder";
    if (part.size() > kFileNameBytesMax)
      return fmt::format("has a part of {} bytes; at most {} are allowed", part.size(), kFileNameBytesMax);
    if (!part.empty() && part != "." && ++depth > kUnpackedDepthMax)
      return fmt::format("is more than {} folders deep", kUnpackedDepthMax);
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
  throw Refusal(fmt::format("{}: {} is a symbolic link, and these are not accepted", what_, quoted_name(path)),
                "Put the file that it leads to in its place: cp -rL FOLDER COPY, or tar -czhf bot.tar.gz FOLDER");
}

void Intake::refuse_special(std::string_view path) const {
  throw Refusal(
      fmt::format("{}: {} is a device, a pipe or a socket, neither file nor folder", what_, quoted_name(path)),
      "Submit regular files and folders only.");
}

void unpack_archive(int archive_fd, const NewFolder& to, ArchiveKind kind, Intake::Bounds bounds) {
  ArchiveReader(archive_fd, to, kind, bounds).run();
  if (kind != ArchiveKind::built) return;
  // The tar that writes it fills its last record with zeros, and SIGPIPE would end it if nobody took them.
  std::array<char, kPieceBytes> rest;
  for (std::size_t left = rest.size(); left > 0;) {
    const ssize_t count = ::read(archive_fd, rest.data(), left);
    if (count <= 0) break;
    left -= static_cast<std::size_t>(count);
  }
}

Unpacking::Unpacking(OwnedFd archive, const fs::path& folder, ArchiveKind kind, bool confined) : folder_(folder) {
  auto [our_end, its_end] = make_pipe();
  if (confined) syscall_filter({.change_files = true});  // made here: in the child there is little memory
  pid_ = ::fork();
  if (pid_ < 0) throw_errno("fork");
  if (pid_ == 0) unpack_and_end(std::move(archive), std::move(its_end), folder, kind, confined);
  report_ = std::move(our_end);
}

Unpacking::~Unpacking() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Unpacking::finish() {
  std::string report;
  std::array<char, 1024> bytes;
  while (report.size() < kReportBytesMax) {
    const ssize_t count = ::read(report_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    report.append(bytes.data(), static_cast<std::size_t>(count));
  }
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  std::string_view text = report;
  const std::string_view kind = cut_line(text);
  // The process that unpacks a hostile archive may have been taken over by it.
  if (kind == kUnpacked) return;
  if (kind == kRefused) {
    const std::string why = legible(cut_line(text), {}, kReportBytesMax);
    throw Refusal(why, legible(cut_line(text), {}, kReportBytesMax));
  }
  if (kind == kFailed) throw_errno(folder_.string(), static_cast<int>(leading_number(cut_line(text))));
  const bool by_time = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  throw Refusal(by_time ? fmt::format("unpacking the archive takes more than {} s of processor time or too much memory",
                                      kProcessorSecondsMax)
                        : "the program that unpacks the archive failed",
                kPackAgain);
}

}  // namespace arena
