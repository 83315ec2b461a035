#pragma once

#include "arena/game/table/fault.h"
#include "arena/game/table/law_figures.h"

namespace arena {

inline std::string_view name_of(Fault fault) { return fault_name(fault); }

/// How often each fault happened. Beside it stands what the laws counted, LawFigures.
using FaultCounts = NamedCounts<Fault>;

}  // namespace arena
