#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// Hearts Deluxe, 4 players, with the options of its settings (document 003).
extern const Variant kDeluxe;

}  // namespace hearts
