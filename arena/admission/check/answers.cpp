#include "arena/admission/check/answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/typed_text.h"

namespace arena {

Finding compare_answers(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  const auto [one, other] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  if (one == first.end() && other == second.end()) return Finding::passed(hearts::counted(first.size(), "answer"));
  const auto words = [](const std::string& answer) { return answer.substr(std::min(answer.find(' '), answer.size())); };
  return Finding::failed(fmt::format("question {}: one process chose{}, the other{}", one - first.begin() + 1,
                                     one == first.end() ? " nothing" : words(*one),
                                     other == second.end() ? " nothing" : words(*other)));
}

Finding may_vary(Finding failure) {
  return Finding::remark(
      std::move(failure.detail),
      "Its answers depend on more than the lines that it reads. That is allowed: a search that uses its time depends "
      "on the clock. But a league may demand equal answers (\"deterministic\": true), and 'arena check "
      "--deterministic' does. To give them, seed random numbers with 'botseed' from the 'game' line, and limit a "
      "search by the number of positions instead of by time. Then any game can be replayed.");
}

}  // namespace arena
