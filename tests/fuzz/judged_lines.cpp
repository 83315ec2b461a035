#include "tests/fuzz/judged_lines.h"

#include <algorithm>

#include "arena/adjudicate/adjudicator.h"

namespace fuzz {

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

}  // namespace fuzz
