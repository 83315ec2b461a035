#include "arena/base/text/input_file.h"

#include <sys/stat.h>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace input_file_test {

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;

TEST_CASE("the start of a regular file is read, also through a link") {
  const ScratchFolder folder;
  write_file(folder / "receipt.txt", "receipt");
  fs::create_symlink("receipt.txt", folder / "link");
  CHECK(read_input(folder / "receipt.txt", 100) == "receipt");
  CHECK(read_input(folder / "link", 3) == "rec");
  CHECK(open_regular(folder / "link").size == 7);
  fs::resize_file(folder / "receipt.txt", std::uintmax_t{1} << 40);
  CHECK(read_input(folder / "receipt.txt", 8) == std::string("receipt\0", 8));
}

TEST_CASE("anything but a regular file is refused and not waited for") {
  const ScratchFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  REQUIRE(::mknod((folder / "socket").c_str(), S_IFSOCK | 0600, 0) == 0);
  fs::create_directory(folder / "folder");
  fs::create_symlink("/dev/zero", folder / "device");
  for (const char* name : {"pipe", "socket", "folder", "device"}) {
    const fs::path file = folder / name;
    CHECK_THROWS_WITH(read_input(file, 10), file.string() + ": not a regular file");
    CHECK_THROWS_WITH(read_if_there(file, 10), file.string() + ": not a regular file");
  }
}

TEST_CASE("only a file that may be missing may be missing") {
  const ScratchFolder folder;
  fs::create_symlink("nowhere", folder / "dangling");
  fs::create_symlink("itself", folder / "itself");
  for (const char* name : {"missing", "dangling"}) {
    CHECK_FALSE(read_if_there(folder / name, 10));
    CHECK_THROWS_WITH(read_input(folder / name, 10), (folder / name).string() + ": No such file or directory");
  }
  const fs::path itself = folder / "itself";
  CHECK_THROWS_WITH(read_if_there(itself, 10), itself.string() + ": a link that leads back to itself");
}

TEST_CASE("a file of the kernel, which has no size, is not read") {
  // Reading /proc/version ends. Reading /proc/kmsg, which is of the same kind, blocks.
  CHECK(open_regular("/proc/version").size == 0);
  CHECK(read_input("/proc/version", 10).empty());
}

}  // namespace input_file_test
