#pragma once

#include <string>

#include "arena/base/text/text_layout.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/duel.h"

namespace arena::cli {

/// "LLR 0.52 of -2.94 to 2.94, +12 ± 20 Elo".
std::string duel_progress(const DuelState& state, const SequentialTest& test);

/// What a duel has found: a sentence, its figures, and those of each variant where there are several.
std::string duel_text(const DuelState& state, const SequentialTest& test, const Manifest& manifest, const Page& page);

/// The exit code of a duel that is over: 0 stronger, 1 not, 3 undecided.
int duel_code(DuelVerdict verdict);

}  // namespace arena::cli
