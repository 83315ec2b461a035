#include "arena/admission/submit/intake.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "arena/bots/package/bot_files.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace intake_test {

using namespace arena;

namespace {

constexpr std::size_t kPiece = 64 << 10;  // libarchive is given so much at a time
constexpr std::size_t kBlock = 512;

/// A tar with the file "a", of which the mark of the end is the end of the first piece. POSIX.1-1988, ustar.
std::string tar_of_one_piece() {
  const std::size_t size = kPiece - 3 * kBlock;
  std::string header(kBlock, '\0');
  const auto write = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  write(0, "a");
  write(100, "0000644");
  write(108, "0000000");
  write(116, "0000000");
  write(124, fmt::format("{:011o}", size));
  write(136, "00000000000");
  write(148, "        ");
  write(156, "0");
  write(257, std::string("ustar\00000", 8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  write(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header + std::string(size, 'x') + std::string(2 * kBlock, '\0');
}

/// How much of a built archive is read, with so many zeros behind it.
std::size_t bytes_read(std::size_t zeros) {
  const test::ScratchFolder folder;
  test::write_file(folder / "built.tar", tar_of_one_piece() + std::string(zeros, '\0'));
  std::filesystem::create_directory(folder / "to");
  const OwnedFd archive(::open((folder / "built.tar").c_str(), O_RDONLY | O_CLOEXEC));
  unpack_archive(archive.get(), NewFolder(folder / "to", false), ArchiveKind::built);
  CHECK(test::read_file(folder / "to/a") == std::string(kPiece - 3 * kBlock, 'x'));
  return static_cast<std::size_t>(::lseek(archive.get(), 0, SEEK_CUR));
}

}  // namespace

TEST_CASE("the zeros with which tar fills its last record are read, and not without end") {
  CHECK(bytes_read(0) == kPiece);
  CHECK(bytes_read(6144) == kPiece + 6144);
  CHECK(bytes_read(10 << 20) == 2 * kPiece);
}

}  // namespace intake_test
