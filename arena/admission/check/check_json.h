#pragma once

#include <string>

#include "arena/admission/check/examination.h"

namespace arena {

/// Writes what `arena check` has found for programs, all at once. FORMAT.md documents it.
std::string check_json(const Subject& subject, const std::string& seed, const Examination& examination);

}  // namespace arena
