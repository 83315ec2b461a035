#include "arena/admission/submit/ledger.h"

#include "arena/admission/submit/intake.h"
#include "arena/base/text/input_error.h"
#include "tests/catch.h"

namespace league_entry_test {

using arena::with_entrant;

TEST_CASE("an entrant is added behind the others, and all else stays as it is laid out") {
  CHECK(with_entrant("l", R"({"x": "] , \" entrants", "entrants": ["a", "b"], "y": 1})", "c", {}) ==
        R"({"x": "] , \" entrants", "entrants": ["a", "b", "c"], "y": 1})");
  CHECK(with_entrant("l", "{\n\t\"entrants\": [\n\t\t{\"bot\": \"a\"}\n\t]\n}\n", "c", {}) ==
        "{\n\t\"entrants\": [\n\t\t{\"bot\": \"a\"},\n\t\t\"c\"\n\t]\n}\n");
  CHECK(with_entrant("l", R"({"entrants":["a"]})", "c", {}) == R"({"entrants":["a", "c"]})");
  CHECK(with_entrant("l", R"({"entrants":["a","b"]})", "c", {}) == R"({"entrants":["a","b","c"]})");
  CHECK(with_entrant("l", R"({"entrants": [ ], "y": {"entrants": [1]}})", "c", {}) ==
        R"({"entrants": ["c"], "y": {"entrants": [1]}})");
  CHECK(with_entrant("l", R"({"y": {"entrants": [1]}, "\u0065ntrants": [{"bot": "a", "name": "]"}]})", "c", {}) ==
        R"({"y": {"entrants": [1]}, "\u0065ntrants": [{"bot": "a", "name": "]"}, "c"]})");
}

TEST_CASE("an entrant takes the place of another, and what else is said of it stays") {
  CHECK(with_entrant("l", R"({"entrants": ["a", "b"]})", "c", "a") == R"({"entrants": ["c", "b"]})");
  CHECK(with_entrant("l", R"({"entrants": [{"name": "a", "bot": "b"}, "a"]})", "c", "b") ==
        R"({"entrants": [{"name": "a", "bot": "c"}, "a"]})");
  CHECK(with_entrant("l", R"({"entrants": ["a"]})", "c", "gone") == R"({"entrants": ["a", "c"]})");
}

TEST_CASE("a league without a list of entrants takes none") {
  CHECK_THROWS_AS(with_entrant("l", R"({"league": 1})", "c", {}), arena::InputError);
  CHECK_THROWS_AS(with_entrant("l", R"({"entrants": "a"})", "c", {}), arena::InputError);
}

TEST_CASE("a token opens for itself alone, and is not kept") {
  const std::string token = arena::new_token();
  CHECK(token != arena::new_token());
  const std::string kept = arena::kept_token(token);
  CHECK(kept != token);
  CHECK(arena::is_token(token, kept));
  CHECK_FALSE(arena::is_token(kept, kept));
  CHECK_FALSE(arena::is_token("", kept));
  CHECK_FALSE(arena::is_token(token, ""));
}

TEST_CASE("paths that an archive may have") {
  for (const char* path : {"bot.json", "./bot.json", "a/b", "a/", "a//b", "..a", "a..b/...", "Zo\xC3\xAB"})
    CHECK_FALSE(arena::path_flaw(path));
  for (const char* path : {"", "/a", "..", "a/..", "../a", "a/../b", "a\nb", "\xFF", "\xED\xA0\x80", "a\u0085",
                           "a\u009B", "\u202Etxt.exe", "a\u200F", "a\u2028b"}) {
    INFO(path);
    CHECK(arena::path_flaw(path));
  }
}

}  // namespace league_entry_test
