#pragma once

#include <string>
#include <vector>

namespace processes {

/// Every variant at every size, and with every option that a league can play: each set of rules once.
std::vector<std::string> league_variants();

}  // namespace processes
