#include "arena/base/text/markdown.h"

#include "tests/catch.h"

namespace markdown_test {

using arena::markdown_escaped;

TEST_CASE("no character of a name or a note means something in Markdown") {
  CHECK(markdown_escaped("a|b*c`d<e>[f](g)\\") == "a\\|b\\*c\\`d\\<e\\>\\[f\\](g)\\\\");
  CHECK(markdown_escaped("ann~2 and ben~3 &lt;") == "ann\\~2 and ben\\~3 \\&lt;");
  CHECK(markdown_escaped("_ann_, __ben__") == "\\_ann\\_, \\_\\_ben\\_\\_");
  CHECK(markdown_escaped("monte_carlo_2") == "monte_carlo_2");
}

TEST_CASE("no beginning of a line makes a heading, a rule or a list of it") {
  CHECK(markdown_escaped("# big") == "\\# big");
  CHECK(markdown_escaped("===") == "\\===");
  CHECK(markdown_escaped("- item") == "\\- item");
  CHECK(markdown_escaped("---") == "\\---");
  CHECK(markdown_escaped("+ item") == "\\+ item");
  CHECK(markdown_escaped("2026. A year") == "2026\\. A year");
  CHECK(markdown_escaped("1) one") == "1\\) one");
}

TEST_CASE("a cell is no beginning of a line, and what ends a cell is escaped") {
  arena::CellTable table;
  table.heads = {{"#"}, {"bot", true}};
  table.rows = {{"1.", "_ann_|~2"}};
  CHECK(arena::markdown_table(table) == "| # | bot |\n|---:|---|\n| 1. | \\_ann\\_\\|\\~2 |\n");
}

TEST_CASE("figures and sentences stay as they are") {
  for (const char* text : {"", "-0.52", "+12", "1.5", "3 games, 4.25 a second", "a - b", "no. 5", "(all)"})
    CHECK(markdown_escaped(text) == text);
}

}  // namespace markdown_test
