#include "arena/base/text/words.h"
#include "tests/catch.h"

namespace shell_words_test {

using arena::shell_quoted;

TEST_CASE("a word for a shell is quoted where it must be, and no terminal obeys it") {
  CHECK(shell_quoted("results/autumn-1") == "results/autumn-1");
  CHECK(shell_quoted("") == "''");
  CHECK(shell_quoted("a b") == "'a b'");
  CHECK(shell_quoted("it's") == "'it'\\''s'");
  CHECK(shell_quoted("Zo\u00EB") == "'Zo\u00EB'");
  CHECK(shell_quoted("run\u202E") == "$'run\\xe2\\x80\\xae'");
  CHECK(shell_quoted("a\nb\xFF") == "$'a\\x0ab\\xff'");
  CHECK(shell_quoted("a\x1b]0;b\x07 'c\\") == "$'a\\x1b]0;b\\x07 \\'c\\\\'");
}

}  // namespace shell_words_test
