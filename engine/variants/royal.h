#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// Royal Hearts with the ordinary queens, 2 to 5 players (document 000).
extern const Variant kRoyalClassic;

/// Royal Hearts with the special queens, all four or those named (document 000).
extern const Variant kRoyal;

}  // namespace hearts
