#pragma once

#include <string>

namespace arena::cli {

/// Audits a run (see verify_run) and the ratings that lie with it, says what was found, and returns the exit code.
int audit_run(const std::string& run);

}  // namespace arena::cli
