#pragma once

#include "engine/variants/variant.h"

namespace hearts {

/// The tournament rules with their laws on irregularities, 4 players (document 001).
extern const Variant kTournamentLaws;

}  // namespace hearts
