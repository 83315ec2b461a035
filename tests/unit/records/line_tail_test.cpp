#include <boost/json/object.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "arena/base/text/input_error.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

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
  write_file(file, "one\ntwo\n{\"v");
  CHECK(read() == 3);
  CHECK(lines == Strings{":1 one", ":2 two"});
  CHECK(read() == 3);
  CHECK(lines.empty());
  write_file(file, "one\ntwo\n{\"v\":3}\n\nfour\n");
  CHECK(read() == 0);
  CHECK(lines == Strings{":3 {\"v\":3}", ":4 ", ":5 four"});

  // A line that its taker refuses is read again.
  write_file(file, "one\ntwo\n{\"v\":3}\n\nfour\nfive\nsix\n");
  CHECK_THROWS_AS(tail.read([](std::string_view line, const std::string&) {
    if (line == "six") throw InputError("no");
  }),
                  InputError);
  CHECK(read() == 0);
  CHECK(lines == Strings{":7 six"});

  write_file(file, "one\ntwo\n{\"v\":3}\n\nfour\nfive\nsix\na note");
  CHECK_THROWS_WITH(read(), file.string() + ": its last line is neither a record of a run nor a torn record");

  write_file(file, "another\n");
  CHECK_FALSE(read());
  CHECK(lines.empty());
}

TEST_CASE("a file that grows as fast as it is read has an end") {
  const ScratchFolder folder;
  const auto file = folder / "lines";
  write_file(file, "one\ntwo\n");
  std::ofstream more(file, std::ios::app);
  LineTail tail(file);
  int lines = 0;
  const auto read_and_add = [&] {
    lines = 0;
    const auto torn = tail.read([&](std::string_view, const std::string&) {
      // Without the reader's own bound there would always be another line.
      if (++lines < 100'000) more << std::string(1000, 'x') << '\n' << std::flush;
    });
    CHECK(torn == 0);
    return lines;
  };
  CHECK(read_and_add() == 2);
  CHECK(read_and_add() == 2);
}

TEST_CASE("a game's lines are not read beyond a record if their file changes") {
  const ScratchFolder folder;
  const auto file = folder / "timings.jsonl";
  write_file(file, seal_line({{"v", 3}, {"type", "timing"}, {"run", "0123456789abcdef"}, {"id", "b0g0"}}));
  GameLines lines(file, "timing");
  const auto none = [](const boost::json::object&, const std::string&) {};
  CHECK_NOTHROW(lines.of_game("0123456789abcdef", "b0g0", none));
  write_file(file, std::string(kRecordBytesMax + 1, 'x'));
  CHECK_THROWS_WITH(lines.of_game("0123456789abcdef", "b0g0", none), file.string() + ":1: longer than any record");
}

TEST_CASE("a file is read twice as it was, whatever is added meanwhile") {
  const ScratchFolder folder;
  const auto file = folder / "timings.jsonl";
  const auto line = [](const std::string& id) {
    return seal_line({{"v", 3}, {"type", "timing"}, {"run", "0123456789abcdef"}, {"id", id}});
  };
  const std::string two = line("b0g0") + line("b0g1");
  write_file(file, two + line("b0g2").substr(0, 20));
  const GameLines lines(file, "timing");
  write_file(file, two + line("b0g2") + line("b0g3"));
  Strings second;
  lines.each(GameLines::Which::all,
             [&](const GameLines::Line& one) { second.emplace_back(game_id(one.block, one.game)); });
  CHECK(second == Strings{"b0g0", "b0g1"});
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
