#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// Shown in tables for people if a value is not known.
inline constexpr std::string_view kNotKnown = "-";

/// The number in fixed notation, never as "-0.00". An exact half is rounded away from zero. With fewer than four
/// decimals, the figure of figure_json() is what is rounded, so that the page and scripts come to the same text.
std::string fixed(double value, int decimals, bool with_sign = false);

/// Half the width of an interval: "12.5", "0" if nothing varies, kNotKnown.
std::string width_text(std::optional<double> width, int decimals);

/// A probability with three decimals that never reads as certain: ">0.999".
std::string likelihood_text(double p);

/// A p-value: "p = 0.012", "p = 0.00004", "p < 0.000001".
std::string p_text(double p);

/// The number with four decimals, because compilers may differ in the last bits. Empty if it is not known.
std::string figure_csv(std::optional<double> number);

/// The same number as JSON; null if it is not known.
boost::json::value figure_json(std::optional<double> number);

/// A p-value as JSON, with two significant digits.
boost::json::value p_json(double p);

}  // namespace arena
