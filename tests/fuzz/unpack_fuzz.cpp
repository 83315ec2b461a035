// An archive that a stranger hands in: it is refused in words, or what it leaves is regular files and folders, within
// bounds, below the folder that it was given. Checksums of tar, which no fuzzer could guess, are put in.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

#include "arena/admission/submit/intake.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"
#include "tests/scratch_folder.h"

namespace {

using namespace arena;
using fuzz::require;
namespace fs = std::filesystem;

/// So small that inputs pass them.
constexpr Intake::Bounds kBounds = {64 << 10, 20};

constexpr std::size_t kBlockBytes = 512;  ///< of a tar
constexpr std::size_t kMagicAt = 257;
constexpr std::size_t kChecksumAt = 148;
constexpr std::size_t kChecksumDigits = 6;

/// Puts the checksum into each block that is the header of a file.
std::string with_checksums(std::string_view input) {
  std::string archive(input);
  for (std::size_t at = 0; at + kBlockBytes <= archive.size(); at += kBlockBytes) {
    if (archive.compare(at + kMagicAt, 5, "ustar") != 0) continue;
    archive.replace(at + kChecksumAt, 8, 8, ' ');  // so it counts
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBlockBytes; ++i) sum += static_cast<unsigned char>(archive[at + i]);
    for (std::size_t i = kChecksumDigits; i-- > 0; sum /= 8)
      archive[at + kChecksumAt + i] = static_cast<char>('0' + sum % 8);
    archive[at + kChecksumAt + kChecksumDigits] = '\0';
  }
  return archive;
}

/// Planted: a name with a capital letter becomes a link.
bool is_planted_link(const std::string& name) {
  return fuzz::planted(std::ranges::any_of(name, [](unsigned char c) { return std::isupper(c) != 0; }));
}

void check_contents(const fs::path& folder, bool is_whole) {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    const fs::file_status status = entry.symlink_status();
    const bool is_file = fs::is_regular_file(status);
    require((is_file || fs::is_directory(status)) && !is_planted_link(name), "files and folders come of an archive");
    require(!path_flaw(name), "a name that cannot be taken is refused");
    if (!is_file) continue;
    const auto mode = static_cast<unsigned>(status.permissions());
    require(mode == 0644 || mode == 0755 || !is_whole, "a file has one of two modes");
    ++files;
    bytes += entry.file_size();
  }
  require(files <= kBounds.entries && bytes <= kBounds.bytes, "an archive is refused before it passes a bound");
}

void unpack(const std::string& archive, ArchiveKind kind, const fs::path& around) {
  const OwnedFd file(::memfd_create("archive", MFD_CLOEXEC));
  if (file.get() < 0 || !write_all(file.get(), archive) || ::lseek(file.get(), 0, SEEK_SET) != 0)
    throw_errno("the archive");
  const fs::path folder = around / "bot";
  fs::create_directory(folder);
  bool is_whole = false;
  try {
    unpack_archive(file.get(), NewFolder(folder, true), kind, kBounds);
    is_whole = true;
  } catch (const Refusal& refusal) {
    fuzz::require_error_text(refusal.what());
    fuzz::require_error_text(refusal.remedy);
  }
  check_contents(folder, is_whole);
  require(std::distance(fs::directory_iterator(around), {}) == 1, "nothing is written outside the folder");
  fs::remove_all(folder);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::ScratchFolder scratch;
  const std::string archive = with_checksums(fuzz::text_of(data, size));
  for (const ArchiveKind kind : {ArchiveKind::submitted, ArchiveKind::built}) unpack(archive, kind, scratch.path());
  return 0;
}
