#pragma once

#include "engine/rules.h"

namespace hearts {

/// Checks that the keys fit together, and returns the rules. Otherwise throws RulesError: one sentence that names the
/// keys and what would be allowed.
///
/// Code that plays by checked rules may rely on this: all cards of the pack are different; all hands have the same
/// size, at least one card; every suit and card that is named exists; keys that state the same thing agree.
const Rules& check_rules(const Rules& rules);

}  // namespace hearts
