#include <string>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/unit/records/scratch_folder.h"

namespace line_tail_test {

using namespace arena;
using namespace arena::test;
using Strings = std::vector<std::string>;

TEST_CASE("a file that grows is read line by line, from where it was") {
  const ScratchFolder folder;
  const auto file = folder / "lines";
  LineTail tail(file);
  Strings lines;
  const auto read = [&] {
    lines.clear();
    return tail.read([&](std::string_view line, const std::string& place) {
      lines.push_back(place.substr(file.string().size()) + " " + std::string(line));
    });
  };
  write_bytes(file, "one\ntwo\nthr");
  CHECK(read() == 3);
  CHECK(lines == Strings{":1 one", ":2 two"});
  CHECK(read() == 3);
  CHECK(lines.empty());
  write_bytes(file, "one\ntwo\nthree\n\nfour\n");
  CHECK(read() == 0);
  CHECK(lines == Strings{":3 three", ":4 ", ":5 four"});

  // A line that its taker refuses is read again.
  write_bytes(file, "one\ntwo\nthree\n\nfour\nfive\nsix\n");
  CHECK_THROWS_AS(tail.read([](std::string_view line, const std::string&) {
    if (line == "six") throw InputError("no");
  }),
                  InputError);
  CHECK(read() == 0);
  CHECK(lines == Strings{":7 six"});

  write_bytes(file, "another\n");
  CHECK_FALSE(read());
  CHECK(lines.empty());
}

TEST_CASE("a file is read twice as it was, whatever is added meanwhile") {
  const ScratchFolder folder;
  const auto file = folder / "lines";
  write_bytes(file, "one\ntwo\nthr");
  Strings first;
  Strings second;
  read_lines_twice(
      file,
      [&](std::string_view line, const LinePlace&) {
        first.emplace_back(line);
        write_bytes(file, "one\ntwo\nthree\nfour\n");
      },
      [&](std::string_view line, const LinePlace&) { second.emplace_back(line); });
  CHECK(first == Strings{"one", "two"});
  CHECK(second == first);
}

TEST_CASE("a file is held while a record file of it is open") {
  const ScratchFolder folder;
  const auto file = folder / "games.jsonl";
  CHECK_FALSE(is_held(file));
  {
    const RecordFile open(file);
    CHECK(is_held(file));
    CHECK_FALSE(is_held(folder / "other"));
  }
  CHECK_FALSE(is_held(file));
}

}  // namespace line_tail_test
