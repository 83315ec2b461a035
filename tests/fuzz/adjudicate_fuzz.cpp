// Lines for `arena adjudicate`: each gets one answer, and no answer is more than printable ASCII.

#include <algorithm>
#include <string>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/judged_lines.h"

namespace {

constexpr std::size_t kAnswerBytesMax = 64 << 10;
constexpr std::size_t kErrorBytesMax = 2000;

/// Lines that are not blank.
std::ptrdiff_t lines_to_answer(std::string_view input) {
  std::ptrdiff_t count = 0;
  while (!input.empty()) {
    const std::string_view line = input.substr(0, input.find('\n'));
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) ++count;
    input.remove_prefix(std::min(line.size() + 1, input.size()));
  }
  return count;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const std::string answers = fuzz::judged_lines(input);
  fuzz::require(std::count(answers.begin(), answers.end(), '\n') == lines_to_answer(input), "one answer a line");
  for (std::string_view rest = answers; !rest.empty();) {
    const std::string_view answer = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(answer.size() + 1);
    fuzz::require(answer.size() <= kAnswerBytesMax, "answers are bounded");
    if (answer.starts_with("{\"error\"")) fuzz::require(answer.size() <= kErrorBytesMax, "errors are short");
    const bool is_object = (answer.starts_with("{\"leader\":") && answer.ends_with('}')) ||
                           (answer.starts_with("{\"error\":{\"line\":") && answer.ends_with("}}"));
    fuzz::require(is_object, "an answer is a judgement or an error");
    fuzz::require(std::all_of(answer.begin(), answer.end(), [](char c) { return c >= ' ' && c <= '~'; }),
                  "answers are printable");
  }
  return 0;
}
