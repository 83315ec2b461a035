#include "arena/records/record_file.h"

#include <sys/stat.h>

#include <boost/json/serialize.hpp>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/file_size_limit.h"

namespace record_file_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

json::object entry(int number) { return {{"v", 1}, {"number", number}, {"text", "some words"}}; }

std::vector<int> numbers_in(const std::filesystem::path& file) {
  std::vector<int> numbers;
  read_records(file, [&](const json::object& object, const std::string&) {
    numbers.push_back(static_cast<int>(object.at("number").as_int64()));
  });
  return numbers;
}

std::string reading_error(const std::filesystem::path& file) {
  try {
    numbers_in(file);
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("lines are appended, also after the file was opened again") {
  const ScratchFolder folder;
  {
    RecordFile file(folder / "games.jsonl");
    CHECK(file.empty());
    file.append(entry(1));
    CHECK_FALSE(file.empty());
    file.append(entry(2));
    file.sync();
  }
  {
    RecordFile file(folder / "games.jsonl");
    CHECK_FALSE(file.empty());
    CHECK(file.torn_bytes() == 0);
    file.append(entry(3));
  }
  CHECK(read_file(folder / "games.jsonl") == seal_line(entry(1)) + seal_line(entry(2)) + seal_line(entry(3)));
  CHECK(numbers_in(folder / "games.jsonl") == std::vector<int>{1, 2, 3});
}

TEST_CASE("a last line torn at any byte is left out, found on opening, and cut when told to") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  const std::string whole = seal_line(entry(1)) + seal_line(entry(2));
  const std::string last = seal_line(entry(3));
  for (std::size_t torn = 0; torn < last.size(); ++torn) {
    INFO(torn << " bytes of the last line are there");
    write_file(path, whole + last.substr(0, torn));
    CHECK(read_records(path, [](const json::object&, const std::string&) {}) == torn);
    CHECK(numbers_in(path) == std::vector<int>{1, 2});
    {
      RecordFile file(path);
      CHECK(file.torn_bytes() == torn);
      CHECK(read_file(path).size() == whole.size() + torn);
      file.cut_torn_tail();
      CHECK(file.torn_bytes() == 0);
      CHECK(read_file(path) == whole);
    }
    // Appending cuts as well.
    write_file(path, whole + last.substr(0, torn));
    RecordFile(path).append(entry(3));
    CHECK(read_file(path) == whole + last);
  }
}

TEST_CASE("a file that is one torn line becomes empty") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  // Longer than the pieces in which the end of the lines is looked for.
  write_file(path, "{\"v\":1" + std::string(199'994, 'x'));
  RecordFile file(path);
  CHECK(file.empty());
  CHECK(file.torn_bytes() == 200'000);
  file.append(entry(1));
  CHECK(read_file(path) == seal_line(entry(1)));
}

TEST_CASE("a long torn line behind whole ones is found") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  write_file(path, seal_line(entry(1)) + "{\"v\":1" + std::string(199'994, 'x'));
  RecordFile file(path);
  CHECK(file.torn_bytes() == 200'000);
  file.append(entry(2));
  CHECK(numbers_in(path) == std::vector<int>{1, 2});
}

TEST_CASE("an end that no arena wrote is not taken for a torn line") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  for (const std::string& end : {std::string("my list of games"), std::string("{\"games\":[]}"), std::string("{\"va"),
                                 std::string("["), std::string(" ")}) {
    for (const std::string& lines : {std::string(), seal_line(entry(1))}) {
      INFO(end);
      write_file(path, lines + end);
      CHECK_THROWS_WITH(RecordFile(path),
                        path.string() + ": its last line is neither a record of a run nor a torn record");
      CHECK(read_file(path) == lines + end);
    }
  }
  // A power cut may leave zeros where bytes were to be written.
  write_file(path, seal_line(entry(1)) + "{\"v" + std::string(5000, '\0'));
  RecordFile(path).append(entry(2));
  CHECK(numbers_in(path) == std::vector<int>{1, 2});
}

TEST_CASE("a second writer is refused, and the file is free again after the first") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  {
    RecordFile first(path);
    CHECK_THROWS_WITH(RecordFile(path), path.string() + " is in use by another arena; to follow its run: arena watch " +
                                            path.parent_path().string());
    first.append(entry(1));
  }
  RecordFile(path).append(entry(2));
  CHECK(numbers_in(path) == std::vector<int>{1, 2});
}

TEST_CASE("a write that fails half way leaves the file as it was and names it") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  RecordFile file(path);
  file.append(entry(1));
  const std::string before = read_file(path);
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{20}, seal_line(entry(2)).size() - 1}) {
    INFO(room << " bytes of room");
    std::string error;
    {
      const FileSizeLimit limit(before.size() + room);
      try {
        file.append(entry(2));
      } catch (const std::system_error& caught) {
        CHECK(caught.code() == std::errc::file_too_large);
        error = caught.what();
      }
    }
    CHECK_THAT(error, ContainsSubstring(path.string()) && ContainsSubstring("File too large"));
    CHECK(read_file(path) == before);
  }
  file.append(entry(2));
  CHECK(numbers_in(path) == std::vector<int>{1, 2});
}

TEST_CASE("an end that is too far from the last line to be torn is refused immediately") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  RecordFile(path).append(entry(1));
  const std::string whole = read_file(path);
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);  // reading all of it would take hours
  CHECK_THROWS_WITH(RecordFile(path), ContainsSubstring(path.string() + ": no line ends in the last 64 MB"));
  std::filesystem::resize_file(path, whole.size() + (1 << 20));
  RecordFile file(path);
  CHECK(file.torn_bytes() == 1 << 20);
}

TEST_CASE("what was appended can be taken back") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  RecordFile file(path);
  file.append(entry(1));
  const std::uint64_t before = file.size();
  file.append(entry(2));
  file.append(entry(3));
  CHECK(file.last_line() + "\n" == seal_line(entry(3)));
  file.cut(before);
  CHECK(file.last_line() + "\n" == seal_line(entry(1)));
  CHECK(numbers_in(path) == std::vector<int>{1});
  file.append(entry(4));
  CHECK(numbers_in(path) == std::vector<int>{1, 4});
}

TEST_CASE("a line that cannot be written is reported with the file") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  RecordFile file(path);
  const FileSizeLimit limit(1);
  CHECK_THROWS_WITH(file.append(entry(1)), ContainsSubstring(path.string()) && ContainsSubstring("File too large"));
}

TEST_CASE("only a regular file becomes a file of records") {
  const ScratchFolder folder;
  const auto pipe = folder / "games.jsonl";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(RecordFile(pipe), pipe.string() + ": not a regular file");
  CHECK_THROWS_WITH(RecordFile("/dev/zero"), "/dev/zero: not a regular file");
}

TEST_CASE("an end that no arena wrote is an error for readers, too") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  write_file(path, seal_line(entry(1)) + "my notes");
  CHECK(reading_error(path) == path.string() + ": its last line is neither a record of a run nor a torn record");
  write_file(path, seal_line(entry(1)) + "{\"v");
  CHECK(numbers_in(path) == std::vector<int>{1});
}

TEST_CASE("a torn line is one thing for readers and writers, however long it is") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  const std::string one = seal_line(entry(1));
  for (const std::string& start : {std::string(), std::string("{\"v\":1,")}) {
    write_file(path, one + start);
    // More than a line may have. The rest is zeros.
    std::filesystem::resize_file(path, one.size() + kRecordBytesMax + 70'000);
    CHECK(numbers_in(path) == std::vector<int>{1});
    CHECK(read_lines(path, [](std::string_view, const LinePlace&) {}) == kRecordBytesMax + 70'000);
    CHECK(RecordFile(path).torn_bytes() == kRecordBytesMax + 70'000);
  }
  std::filesystem::resize_file(path, one.size() + (64 << 20));
  CHECK(reading_error(path) == path.string() + ":2: longer than any record");
  CHECK_THROWS_AS(RecordFile(path), InputError);
  write_file(path, one + std::string(kRecordBytesMax + 70'000, 'x'));
  const std::string foreign = path.string() + ": its last line is neither a record of a run nor a torn record";
  CHECK(reading_error(path) == foreign);
  CHECK_THROWS_WITH(RecordFile(path), foreign);
}

TEST_CASE("a file that cannot be opened is named") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH(RecordFile(folder / "nowhere/games.jsonl"), ContainsSubstring((folder / "nowhere").string()));
  CHECK_THROWS_WITH(RecordFile(folder.path()), folder.path().string() + ": not a regular file");
}

TEST_CASE("what cannot be read is an error with file and line") {
  const ScratchFolder folder;
  const auto path = folder / "games.jsonl";
  const std::string one = seal_line(entry(1));
  const std::string two = seal_line(entry(2));

  std::string flipped = two;
  flipped[10] = static_cast<char>(flipped[10] ^ 1);
  write_file(path, one + flipped + one);
  CHECK(reading_error(path).starts_with(path.string() + ":2: damaged: the checksum is "));

  write_file(path, one + two + "hello\n" + one);
  CHECK(reading_error(path).starts_with(path.string() + ":3: this is not a line of a run's records"));

  write_file(path, one + "\n" + two);
  CHECK(reading_error(path).starts_with(path.string() + ":2: "));

  // The newline between two lines is gone: their sum is not right.
  write_file(path, one.substr(0, one.size() - 1) + two);
  CHECK(reading_error(path).starts_with(path.string() + ":1: damaged"));

  // A damaged last line that has its newline is no torn one.
  write_file(path, one + flipped);
  CHECK(reading_error(path).starts_with(path.string() + ":2: damaged"));

  write_file(path, one + std::string(kRecordBytesMax + 70'000, 'x') + "\n");
  CHECK(reading_error(path) == path.string() + ":2: longer than any record");

  write_file(path, "");
  CHECK(reading_error(path) == "read");
}

TEST_CASE("what is not a file of records is not waited for") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH(numbers_in(folder / "none.jsonl"), ContainsSubstring((folder / "none.jsonl").string()));
  const auto pipe = folder / "games.jsonl";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(reading_error(pipe) == pipe.string() + ": not a regular file");
  CHECK(reading_error(folder.path()) == folder.path().string() + ": not a regular file");
}

}  // namespace record_file_test
