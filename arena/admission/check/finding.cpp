#include "arena/admission/check/finding.h"

#include <fmt/format.h>

#include "arena/admission/check/find_cause.h"

namespace arena {

Finding finding_of(const Subject& subject, const Failure& failure, std::string_view where) {
  Finding finding = Finding::failed(fmt::format("{}{}", where, story_of(failure)));
  finding.stderr_lines = last_lines(failure.event.stderr_tail);
  if (const std::optional<Cause> cause = find_cause(subject.bot, subject.sandbox.isolation, failure.event)) {
    finding.detail += "; " + cause->what;
    finding.hint = cause->remedy;
    finding.limit = cause->limit;
  } else {
    finding.advise(failure);
  }
  if (!failure.heard.kept.empty()) finding.detail += "; what it was sent is in " + failure.heard.kept.string();
  return finding;
}

}  // namespace arena
