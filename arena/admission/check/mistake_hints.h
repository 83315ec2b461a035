#pragma once

#include <string_view>

#include "arena/admission/check/mistake.h"

namespace arena {

/// What to do about it: sentences for the bot's author.
std::string_view hint_of(Mistake mistake);

}  // namespace arena
