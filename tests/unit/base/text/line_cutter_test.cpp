#include "arena/base/text/line_cutter.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.h"

namespace line_cutter_test {

using arena::LineCutter;

namespace {

struct Cut {
  std::uint64_t number;
  std::string text;
  bool too_long;
  bool operator==(const Cut&) const = default;
};

/// The lines of the text, given to the cutter so many bytes at a time.
std::vector<Cut> cut(std::string_view text, std::size_t at_once) {
  LineCutter cutter;
  std::vector<Cut> lines;
  const auto add_lines = [&] {
    while (const auto line = cutter.next()) lines.push_back({line->number, std::string(line->text), line->too_long});
  };
  while (!text.empty()) {
    const std::span<char> space = cutter.space();
    REQUIRE_FALSE(space.empty());
    const std::size_t count = std::min({at_once, space.size(), text.size()});
    std::copy_n(text.data(), count, space.data());
    cutter.commit(count);
    text.remove_prefix(count);
    add_lines();
  }
  cutter.finish();
  add_lines();
  return lines;
}

constexpr std::size_t kMax = LineCutter::kLineBytesMax;

}  // namespace

TEST_CASE("lines are numbered, and the last one may lack its end") {
  const std::vector<Cut> expected = {{1, "a", false}, {2, "", false}, {3, "bc\r", false}, {4, "d", false}};
  for (std::size_t at_once : {1U, 2U, 100U}) {
    CHECK(cut("a\n\nbc\r\nd", at_once) == expected);
    CHECK(cut("a\n\nbc\r\nd\n", at_once) == expected);
  }
  CHECK(cut("", 1).empty());
}

TEST_CASE("bytes of any value are passed on") {
  const std::string text("\0\xFF\x80 \r", 5);
  CHECK(cut(text + "\n", 2) == std::vector<Cut>{{1, text, false}});
}

TEST_CASE("a line of the longest length is whole, one byte more is too long and dropped") {
  const std::string longest(kMax, 'x');
  for (std::size_t at_once : {std::size_t{1000}, kMax, 4 * kMax}) {
    CHECK(cut(longest + "\nb", at_once) == std::vector<Cut>{{1, longest, false}, {2, "b", false}});
    CHECK(cut(longest + "x\nb", at_once) == std::vector<Cut>{{1, "", true}, {2, "b", false}});
    CHECK(cut(longest + "x", at_once) == std::vector<Cut>{{1, "", true}});
  }
}

TEST_CASE("a line without end is dropped as it comes") {
  const std::string endless(20 * kMax + 17, 'x');
  for (std::size_t at_once : {std::size_t{4096}, 4 * kMax}) {
    CHECK(cut("a\n" + endless + "\nb\n", at_once) == std::vector<Cut>{{1, "a", false}, {2, "", true}, {3, "b", false}});
    CHECK(cut(endless, at_once) == std::vector<Cut>{{1, "", true}});
  }
}

}  // namespace line_cutter_test
