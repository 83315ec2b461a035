#pragma once

#include "engine/rules.h"

namespace hearts {

/// Returns the rules. Throws RulesError, one sentence that names the keys and what would be allowed, unless the keys fit
/// together. Whoever plays by checked rules may rely on it: a pack of distinct cards, hands of equal size with one card at
/// least, suits and cards that exist, values that say the same thing in both places.
const Rules& check_rules(const Rules& rules);

}  // namespace hearts
