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

/// The header of an entry in a tar. POSIX.1-1988, ustar.
std::string header(const std::string& name, char type, std::size_t size) {
  std::string header(kBlock, '\0');
  const auto write = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  write(0, name);
  write(100, "0000644");
  write(108, "0000000");
  write(116, "0000000");
  write(124, fmt::format("{:011o}", size));
  write(136, "00000000000");
  write(148, "        ");
  write(156, std::string(1, type));
  write(257, std::string("ustar\00000", 8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  write(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header;
}

std::string entry(const std::string& name, char type, const std::string& bytes) {
  return header(name, type, bytes.size()) + bytes + std::string((kBlock - bytes.size() % kBlock) % kBlock, '\0');
}

/// A tar with the file "a", of which the mark of the end is the end of the first piece.
std::string tar_of_one_piece() {
  return entry("a", '0', std::string(kPiece - 3 * kBlock, 'x')) + std::string(2 * kBlock, '\0');
}

/// The entry of a file whose true name is before it, in an extended header of POSIX.1-2001.
std::string pax_entry(const std::string& key, const std::string& value) {
  const std::size_t size = key.size() + value.size() + 3;  // with a space, = and a newline
  std::size_t all = size;
  while (fmt::format("{}", all).size() + size != all) all = fmt::format("{}", all).size() + size;
  return entry("x", 'x', fmt::format("{} {}={}\n", all, key, value)) + entry("short", '0', "x");
}

/// The same in the format of GNU tar.
std::string gnu_entry(char type, const std::string& name) {
  return entry("././@LongLink", type, name + '\0') + entry("short", '0', "x");
}

/// Unpacks a submitted archive with these entries. Returns why it is refused, or the names of the files.
std::string unpacked(const std::string& entries) {
  const test::ScratchFolder folder;
  test::write_file(folder / "submitted.tar", entries + std::string(2 * kBlock, '\0'));
  std::filesystem::create_directory(folder / "to");
  const OwnedFd archive(::open((folder / "submitted.tar").c_str(), O_RDONLY | O_CLOEXEC));
  try {
    unpack_archive(archive.get(), NewFolder(folder / "to", false), ArchiveKind::submitted);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  std::string names;
  for (const auto& [name, bytes] : test::files_of(folder / "to")) names += name + "\n";
  return names;
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

TEST_CASE("a long name is that of the file or a reason to refuse the archive, however it is written") {
  const std::string fits(255, 'x');
  CHECK(unpacked(pax_entry("path", fits)) == fits + "\n");
  CHECK(unpacked(gnu_entry('L', fits)) == fits + "\n");
  for (const std::size_t size : {std::size_t{1001}, std::size_t{300'000}, std::size_t{900'000}}) {
    INFO(size);
    const std::string why = fmt::format("has {} bytes; at most 1000 are allowed", size);
    CHECK_THAT(unpacked(pax_entry("path", std::string(size, 'x'))), Catch::Matchers::ContainsSubstring(why));
    CHECK_THAT(unpacked(gnu_entry('L', std::string(size, 'x'))), Catch::Matchers::ContainsSubstring(why));
  }
  // Beyond a size libarchive does not read the name: it would keep the short one and warn.
  for (const std::size_t size : {std::size_t{1'000'001}, std::size_t{1'048'500}, std::size_t{1'100'000}}) {
    INFO(size);
    CHECK_THAT(unpacked(pax_entry("path", std::string(size, 'x'))),
               Catch::Matchers::StartsWith("the archive cannot be read as .tar.gz, .tar or .zip: "));
    CHECK_THAT(unpacked(pax_entry("linkpath", std::string(size, 'x'))),
               Catch::Matchers::StartsWith("the archive cannot be read as .tar.gz, .tar or .zip: "));
  }
}

TEST_CASE("a name in UTF-8 is kept, also where it cannot be put into the encoding of this process") {
  CHECK(unpacked(pax_entry("path", "Zo\u00EB")) == "Zo\u00EB\n");
  CHECK(unpacked(gnu_entry('L', "Zo\u00EB")) == "Zo\u00EB\n");
}

}  // namespace intake_test
