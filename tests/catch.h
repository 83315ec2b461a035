#pragma once

// Catch2 for every test, written in the style of version 3. With version 2 this adds what the tests use of 3:
// Catch::Approx, Catch::Matchers::ContainsSubstring and SKIP.

#if __has_include(<catch2/catch_test_macros.hpp>)

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_tostring.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>

#else

#include <catch2/catch.hpp>

#include <string>

namespace Catch {
using Detail::Approx;
}  // namespace Catch

namespace Catch::Matchers {
inline StdString::ContainsMatcher ContainsSubstring(const std::string& text,
                                                    CaseSensitive::Choice choice = CaseSensitive::Yes) {
  return Contains(text, choice);
}
}  // namespace Catch::Matchers

namespace hearts_catch {
// Says why on stdout, and ends the test case. A program in which every test case was skipped ends with 4, as in
// version 3.
[[noreturn]] void skip_test_case(const char* file, int line, const std::string& why);
}  // namespace hearts_catch

#define SKIP(why)                                                             \
  do {                                                                        \
    Catch::ReusableStringStream hearts_skip_text;                             \
    hearts_skip_text << why;                                                  \
    hearts_catch::skip_test_case(__FILE__, __LINE__, hearts_skip_text.str()); \
  } while (false)

#endif
