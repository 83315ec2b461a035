#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// Royal Hearts with the standard queens, 2 to 5 players (document 000).
extern const Variant kRoyalClassic;

}  // namespace hearts
