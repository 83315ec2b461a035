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
std::string header(const std::string& name, char type, std::size_t size, const std::string& link = {}) {
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
  write(157, link);
  write(257, std::string("ustar\00000", 8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  write(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header;
}

std::string entry(const std::string& name, char type, const std::string& bytes) {
  return header(name, type, bytes.size()) + bytes + std::string((kBlock - bytes.size() % kBlock) % kBlock, '\0');
}

/// A hard link. It has no bytes, unless the caller adds `size` of them.
std::string hard_link(const std::string& name, const std::string& original, std::size_t size = 0) {
  return header(name, '1', size, original);
}

/// A tar with the file "a", of which the mark of the end is the end of the first piece.
std::string tar_of_one_piece() {
  return entry("a", '0', std::string(kPiece - 3 * kBlock, 'x')) + std::string(2 * kBlock, '\0');
}

/// The extended header of POSIX.1-2001 for the entry that comes after it.
std::string pax_header(const std::string& key, const std::string& value) {
  const std::size_t size = key.size() + value.size() + 3;  // with a space, = and a newline
  std::size_t all = size;
  while (fmt::format("{}", all).size() + size != all) all = fmt::format("{}", all).size() + size;
  return entry("x", 'x', fmt::format("{} {}={}\n", all, key, value));
}

/// The entry of a file whose true name is before it.
std::string pax_entry(const std::string& key, const std::string& value) {
  return pax_header(key, value) + entry("short", '0', "x");
}

/// The same in the format of GNU tar.
std::string gnu_entry(char type, const std::string& name) {
  return entry("././@LongLink", type, name + '\0') + entry("short", '0', "x");
}

/// Unpacks a submitted archive with these entries. Returns why it is refused, or the names of the files.
std::string unpacked(const std::string& entries, Intake::Bounds bounds = {}) {
  const test::ScratchFolder folder;
  test::write_file(folder / "submitted.tar", entries + std::string(2 * kBlock, '\0'));
  std::filesystem::create_directory(folder / "to");
  const OwnedFd archive(::open((folder / "submitted.tar").c_str(), O_RDONLY | O_CLOEXEC));
  try {
    unpack_archive(archive.get(), NewFolder(folder / "to", false), ArchiveKind::submitted, bounds);
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

TEST_CASE("a hard link to a file that comes before it becomes a copy of that file, with its mode") {
  const test::ScratchFolder folder;
  std::string program = entry("bin/tool", '0', "text");
  program.replace(0, kBlock, header("bin/tool", '0', 4));
  test::write_file(folder / "submitted.tar", program + hard_link("./bin/same", "bin/./tool") +
                                                 hard_link("other", "./bin/tool") + std::string(2 * kBlock, '\0'));
  std::filesystem::create_directory(folder / "to");
  const OwnedFd archive(::open((folder / "submitted.tar").c_str(), O_RDONLY | O_CLOEXEC));
  unpack_archive(archive.get(), NewFolder(folder / "to", false), ArchiveKind::submitted);
  for (const char* name : {"to/bin/tool", "to/bin/same", "to/other"}) {
    INFO(name);
    CHECK(test::read_file(folder / name) == "text");
    CHECK(std::filesystem::hard_link_count(folder / name) == 1);
    CHECK(std::filesystem::status(folder / name).permissions() == std::filesystem::perms(0644));
  }
}

TEST_CASE("a hard link to anything but a file that comes before it is refused") {
  using Catch::Matchers::ContainsSubstring;
  const std::string file = entry("a", '0', "x");
  const auto refused = [](const std::string& name, const std::string& original) {
    return ContainsSubstring("'" + name + "' is a hard link to '" + original + "', which is no file that comes before");
  };
  CHECK_THAT(unpacked(hard_link("a", "a")), refused("a", "a"));
  CHECK_THAT(unpacked(file + hard_link("a", "a")), ContainsSubstring("contains 'a' twice"));
  CHECK_THAT(unpacked(hard_link("b", "a") + file), refused("b", "a"));
  CHECK_THAT(unpacked(file + hard_link("b", "c") + hard_link("c", "b")), refused("b", "c"));
  CHECK_THAT(unpacked(file + hard_link("b", "a") + hard_link("c", "b")), refused("c", "b"));
  CHECK_THAT(unpacked(entry("d/a", '0', "x") + hard_link("b", "d")), refused("b", "d"));
  CHECK_THAT(unpacked(header("d", '5', 0) + hard_link("b", "d")), refused("b", "d"));
  CHECK_THAT(unpacked(header("l", '2', 0, "a") + file + hard_link("b", "l")),
             ContainsSubstring("'l' is a symbolic link"));
  CHECK_THAT(unpacked(file + hard_link("b", "/etc/passwd")), ContainsSubstring("is an absolute path"));
  CHECK_THAT(unpacked(file + hard_link("b", "../submitted.tar")), ContainsSubstring("leads out of the folder"));
  CHECK_THAT(unpacked(file + hard_link("b", "x/../../a")), ContainsSubstring("leads out of the folder"));
  CHECK_THAT(unpacked(file + hard_link("../b", "a")), ContainsSubstring("leads out of the folder"));
  CHECK_THAT(unpacked(entry("x/.DS_Store", '0', "x") + hard_link("b", "x/.DS_Store")), refused("b", "x/.DS_Store"));
  CHECK_THAT(unpacked(file + hard_link("b", "")), ContainsSubstring("neither file nor folder"));
  CHECK_THAT(unpacked(file + hard_link("b", "\xC3\x28")), ContainsSubstring("UTF-8"));
}

TEST_CASE("a hard link over a file or in the place of a folder is refused") {
  using Catch::Matchers::ContainsSubstring;
  const std::string files = entry("a", '0', "x") + entry("b", '0', "y") + entry("d/e", '0', "z");
  CHECK_THAT(unpacked(files + hard_link("b", "a")), ContainsSubstring("contains 'b' twice"));
  CHECK_THAT(unpacked(files + hard_link("./b", "a")), ContainsSubstring("contains './b' twice"));
  CHECK_THAT(unpacked(files + hard_link("d", "a")), ContainsSubstring("contains 'd' twice"));
  CHECK_THAT(unpacked(files + hard_link("d/", "a")), ContainsSubstring("contains 'd/' twice"));
  CHECK_THAT(unpacked(files + hard_link("b/c", "a")), ContainsSubstring("contains 'b/c' twice"));
  CHECK_THAT(unpacked(files + hard_link(".", "a")), ContainsSubstring("contains '.' twice"));
}

TEST_CASE("what is behind a zero byte in a name of a hard link is not part of the name") {
  using namespace std::string_literals;
  const std::string file = entry("a", '0', "x");
  CHECK(unpacked(file + hard_link("b\0/../../c"s, "a\0/../../etc/passwd"s)) == "a\nb\n");
}

TEST_CASE("the copies that hard links become count against the limits") {
  using Catch::Matchers::ContainsSubstring;
  std::string entries = entry("a", '0', std::string(kPiece, 'x'));
  for (int i = 0; i < 15; ++i) entries += hard_link(fmt::format("b{:02}", i), "a");
  CHECK_THAT(unpacked(entries, {16 * kPiece, 16}), Catch::Matchers::StartsWith("a\nb00\n"));
  CHECK_THAT(unpacked(entries, {16 * kPiece - 1, 16}), ContainsSubstring("MiB of files"));
  CHECK_THAT(unpacked(entries, {16 * kPiece, 15}), ContainsSubstring("more than 15 files and folders"));
}

TEST_CASE("a hard link that has bytes of its own is refused") {
  // POSIX.1-2001 allows it. What other programs then make of the archive differs.
  const std::string linked = pax_header("path", "b") + hard_link("short", "a", 1) + "y" + std::string(kBlock - 1, '\0');
  CHECK_THAT(unpacked(entry("a", '0', "x") + linked), Catch::Matchers::ContainsSubstring("has bytes of its own"));
}

TEST_CASE("a folder that cannot be written while an archive is unpacked is named") {
  const arena::test::ScratchFolder scratch;
  arena::test::write_file(scratch / "bot.tar", tar_of_one_piece());
  OwnedFd archive(::open((scratch / "bot.tar").c_str(), O_RDONLY | O_CLOEXEC));
  Unpacking unpacking(std::move(archive), scratch / "gone", ArchiveKind::submitted, false);
  CHECK_THROWS_WITH(unpacking.finish(),
                    Catch::Matchers::StartsWith((scratch / "gone").string() + ": No such file or directory"));
}

TEST_CASE("a name in UTF-8 is kept, also where it cannot be put into the encoding of this process") {
  CHECK(unpacked(pax_entry("path", "Zo\u00EB")) == "Zo\u00EB\n");
  CHECK(unpacked(gnu_entry('L', "Zo\u00EB")) == "Zo\u00EB\n");
}

}  // namespace intake_test
