#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// Stands for what is not known, in tables for people.
inline constexpr std::string_view kNotKnown = "-";

/// In fixed notation, without "-0.00".
std::string fixed(double value, int decimals, bool with_sign = false);

/// Half the width of an interval: "12.5", "0" where nothing varies, kNotKnown.
std::string width_text(std::optional<double> width, int decimals);

/// A probability in three decimals that never reads as certain: ">0.999".
std::string likelihood_text(double p);

/// "p = 0.012", "p < 0.001".
std::string p_text(double p);

/// In four decimals, since compilers may differ in the last bits; empty where not known.
std::string figure_csv(std::optional<double> number);

/// The same as JSON; null where not known.
boost::json::value figure_json(std::optional<double> number);

}  // namespace arena
