#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"
#include "arena/results/ratings/variant_comparison.h"

namespace arena {

/// The version of the JSON format of comparisons, its "v". FORMAT.md beside this file documents it.
inline constexpr int kComparisonVersion = 1;

/// A comparison of variants for the terminal, in UTF-8: the field, a matrix of bots and variants, which is split if it
/// is wider than the page, and sentences about what stands out.
///
/// With `color`, a cell is blue if the bot's excess is certainly above 0 (p of 0.05, uncorrected) and yellow if it is
/// certainly below. Colour-blind people can tell these colours apart. "*" marks a specialist, with or without colours.
std::string comparison_text(const VariantComparison& comparison, const std::vector<RatedRun>& runs, bool color,
                            const Page& page = {});

/// The comparison in GitHub's Markdown, in one matrix.
std::string comparison_markdown(const VariantComparison& comparison, const std::vector<RatedRun>& runs);

/// The comparison as comma-separated values (RFC 4180, lines ended by "\n"). The first line has the keys of the JSON
/// cells. Each bot in each variant has a row; a value that is not known is empty.
std::string comparison_csv(const VariantComparison& comparison);

/// Everything in a comparison as JSON, in a fixed order, with four decimals.
boost::json::object comparison_json(const VariantComparison& comparison, const std::vector<RatedRun>& runs);

}  // namespace arena
