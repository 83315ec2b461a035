#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"
#include "arena/results/ratings/variant_comparison.h"

namespace arena {

/// The schema of a comparison as JSON, its "v". FORMAT.md beside this file documents it.
inline constexpr int kComparisonVersion = 1;

/// A comparison of variants for the terminal, UTF-8: the field, one matrix of bots and variants, split where it would be
/// wider than the page, and what stands out, in sentences. `color`: cells are blue where the bot's excess is above 0
/// for certain (p of 0.05, uncorrected), yellow where it is below, which the colour-blind tell apart. With or without
/// colours, "*" marks a specialist.
std::string comparison_text(const VariantComparison& comparison, const std::vector<RatedRun>& runs, bool color,
                            const Page& page = {});

/// The same in GitHub's Markdown, in one matrix.
std::string comparison_markdown(const VariantComparison& comparison, const std::vector<RatedRun>& runs);

/// Comma-separated values (RFC 4180, lines ended by "\n") with a line of heads, the keys of the JSON cells: one row for
/// each bot in each variant; what is not known is empty.
std::string comparison_csv(const VariantComparison& comparison);

/// All there is in a comparison, in a fixed order, in four decimals.
boost::json::object comparison_json(const VariantComparison& comparison, const std::vector<RatedRun>& runs);

}  // namespace arena
