#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// Black Lady, 3 to 6 players, with its optional rules (document 002).
extern const Variant kBlackLady;

}  // namespace hearts
