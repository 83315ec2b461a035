#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// Black Lady, 3 to 6 players, with its optional rules (document 002).
extern const Variant kBlackLady;

/// Omnibus: Black Lady with JD worth -10 (document 002).
extern const Variant kOmnibus;

}  // namespace hearts
