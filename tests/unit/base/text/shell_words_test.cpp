#include "arena/base/text/words.h"
#include "tests/catch.h"

namespace shell_words_test {

using arena::in_shell;

TEST_CASE("a word for a shell is quoted where it must be, and no terminal obeys it") {
  CHECK(in_shell("results/autumn-1") == "results/autumn-1");
  CHECK(in_shell("") == "''");
  CHECK(in_shell("a b") == "'a b'");
  CHECK(in_shell("it's") == "'it'\\''s'");
  CHECK(in_shell("a\x1b]0;b\x07 'c\\") == "$'a\\x1b]0;b\\x07 \\'c\\\\'");
}

}  // namespace shell_words_test
