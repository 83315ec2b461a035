// Lines for `arena adjudicate`: each gets one answer, and no answer has a character that is not seen.

#include <algorithm>
#include <memory>
#include <string>

#include "arena/base/text/printable.h"
#include "arena/results/adjudicate/adjudicator.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/refusal.h"

namespace {

constexpr std::size_t kAnswerBytesMax = 256 << 10;

/// The answers of `arena adjudicate --legal` to this input.
std::string judged_lines(std::string_view input) {
  arena::Adjudicator adjudicator(true);
  arena::LineCutter lines;
  std::string answers;
  while (true) {
    const std::span<char> space = lines.space();
    const std::size_t count = std::min(space.size(), input.size());
    std::copy_n(input.data(), count, space.data());
    lines.commit(count);
    input.remove_prefix(count);
    if (count == 0) lines.finish();
    while (const auto line = lines.next()) adjudicator.answer(*line, answers);
    if (count == 0) return answers;
  }
}

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

/// Planted: a byte behind the answers is read where a seat plays what it does not hold.
void read_to_the_end(const std::string& answers) {
  const bool planted = fuzz::planted(answers.find("the seat does not hold that card") != std::string::npos);
  const auto copy = std::make_unique<char[]>(answers.size() + 1);
  const volatile char* bytes = copy.get();
  static_cast<void>(bytes[answers.size() + (planted ? 1 : 0)]);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const std::string answers = judged_lines(input);
  read_to_the_end(answers);
  fuzz::require(std::count(answers.begin(), answers.end(), '\n') == lines_to_answer(input), "one answer a line");
  for (std::string_view rest = answers; !rest.empty();) {
    const std::string_view answer = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(answer.size() + 1);
    fuzz::require(answer.size() <= kAnswerBytesMax, "answers are bounded");
    if (answer.starts_with("{\"error\"")) fuzz::require_error_text(answer);
    const bool is_object = (answer.starts_with("{\"leader\":") && answer.ends_with('}')) ||
                           (answer.starts_with("{\"error\":{\"line\":") && answer.ends_with("}}"));
    fuzz::require(is_object, "an answer is a judgement or an error");
    fuzz::require(arena::legible(answer) == answer, "answers are printable");
  }
  return 0;
}
