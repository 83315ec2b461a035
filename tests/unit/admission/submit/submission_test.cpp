#include "arena/admission/submit/submission.h"
#include "tests/catch.h"

namespace submission_test {

using namespace arena;

TEST_CASE("a receipt counts one step as one") {
  Submission submission;
  submission.refused = {SubmitStep::check, "it fails a step", "Correct it."};
  submission.examination.emplace();
  StepResult passed;
  passed.outcome = StepOutcome::passed;
  submission.examination->steps = {passed, {}, {}};
  CHECK_THAT(receipt_text(submission, {}, false),
             Catch::Matchers::ContainsSubstring(" 1 step passed, 0 failed, 2 skipped\n"));
}

}  // namespace submission_test
