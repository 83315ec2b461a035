#pragma once

#include <filesystem>

#include "arena/league/audit/verify.h"
#include "tests/catch.h"

namespace arena::test {

/// What an audit finds of a run of one stage, with the problems of the whole run.
inline Verification verified_stage(const std::filesystem::path& path) {
  RunVerification run = verify_run(path);
  REQUIRE(run.stages.size() == 1);
  run.stages[0].problems = run.problems;
  run.stages[0].problems_found = run.problems_found;
  return run.stages[0];
}

}  // namespace arena::test
