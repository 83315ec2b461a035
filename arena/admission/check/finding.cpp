#include "arena/admission/check/finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/admission/check/cause.h"
#include "arena/admission/check/find_cause.h"
#include "arena/admission/check/mistake_hints.h"
#include "engine/typed_text.h"

namespace arena {
Finding Finding::fault(const Subject& subject, const FaultEvent& event, const Overheard& overheard,
                       const std::string& where, int game) {
  Finding finding = failed(where + story_of(event, overheard));
  finding.cause = hint_of(mistake_of(event, overheard, game));
  finding.hint = finding.cause;
  finding.stderr_lines = last_lines(event.stderr_tail);
  if (const std::optional<Cause> cause = find_cause(subject.bot, subject.sandbox.isolation, event)) {
    finding.detail += "; " + cause->what;
    finding.hint = cause->remedy;
    finding.limit = cause->limit;
    finding.cause = {};
  }
  if (!overheard.kept.empty()) finding.detail += "; what it was sent is in " + overheard.kept.string();
  return finding;
}

Finding Finding::at(const std::string& variant, int game, std::string_view step) && {
  constexpr std::string_view kBots = "BOT OTHER";
  constexpr std::string_view kStrict = " --strict";
  constexpr std::string_view kRun = "run BOT OTHER --strict";
  const std::size_t place = hint.find(kBots, hint.find(kRun));
  if (place == std::string::npos) return std::move(*this);
  if (game > 2 || step == "laws") {
    hint.replace(hint.find(kRun), kRun.size(), fmt::format("check BOT --step {} --keep-bytes DIR", step));
    hint.insert(hint.find('\'', hint.find("DIR")) + 1, ", with the other options as here,");
    return std::move(*this);
  }
  const std::size_t options = place + kBots.size();
  // A strict run forgives what is there when the second game begins.
  if (game == 2) hint.replace(options, kStrict.size(), " --blocks 2 --concurrency 1 --keep-bytes");
  if (variant != "black-lady@4") hint.insert(hint.find('\'', options), " --variant " + variant);
  return std::move(*this);
}

Finding Finding::held_back(Mistake mistake) {
  if (mistake == Mistake::no_newline)
    return {StepOutcome::failed, "it wrote 'ready' and no newline after it", std::string(hint_of(mistake))};
  const std::string_view when = mistake == Mistake::waits_for_next ? "with another line"
                                : mistake == Mistake::buffers      ? "with many more lines"
                                                                   : "when the input was closed";
  return {StepOutcome::failed, fmt::format("'ready' came only {}", when), std::string(hint_of(mistake))};
}

Finding compare(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  const auto [one, other] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  if (one == first.end() && other == second.end()) return Finding::passed(hearts::counted(first.size(), "answer"));
  const auto words = [](const std::string& answer) { return answer.substr(std::min(answer.find(' '), answer.size())); };
  return Finding::failed(fmt::format("question {}: once it chose{}, once{}", one - first.begin() + 1,
                                     one == first.end() ? " nothing" : words(*one),
                                     other == second.end() ? " nothing" : words(*other)));
}

}  // namespace arena
