#pragma once

#include <string>

#include "arena/league/run/run_costs.h"

namespace arena::cli {

/// Says in three lines how long a run took at how many tables, what it got for that, and where time and memory went.
std::string costs_text(const RunCosts& costs, int workers);

}  // namespace arena::cli
