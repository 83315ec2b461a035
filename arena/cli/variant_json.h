#pragma once

#include <string>

#include "engine/rules.h"

namespace arena {

/// {"id", "variant", "summary", "players": {"min", "max"}, "options": [...], "keys": {...}, "sources": {...}}: every
/// key of the rules with its value as number, text, flag, null, list or object, and the rules each stands on. `rules`
/// come from the registry. FORMAT.md documents it.
std::string variant_json(const hearts::Rules& rules);

}  // namespace arena
