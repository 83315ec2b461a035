#include "arena/results/ratings/figure_text.h"

#include <fmt/format.h>

#include <boost/json/value.hpp>
#include <cmath>
#include <string>

namespace arena {
namespace {

constexpr int kFigureDecimals = 4;

double rounded(double value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::round(value * unit) / unit + 0.0;  // never -0
}

}  // namespace

std::string fixed(double value, int decimals, bool with_sign) {
  const double figure = rounded(decimals < kFigureDecimals ? rounded(value, kFigureDecimals) : value, decimals);
  return with_sign && figure != 0 ? fmt::format("{:+.{}f}", figure, decimals)
                                  : fmt::format("{:.{}f}", figure, decimals);
}

std::string width_text(std::optional<double> width, int decimals) {
  if (!width) return std::string(kNotKnown);
  return *width == 0 ? "0" : fixed(*width, decimals);
}

std::string likelihood_text(double p) {
  if (p > 0.999) return ">0.999";
  if (p < 0.001) return "<0.001";
  return fixed(p, 3);
}

std::string p_text(double p) {
  if (p < 1e-6) return "p < 0.000001";
  int decimals = 3;
  while (p < std::pow(10.0, -decimals)) ++decimals;
  return "p = " + fixed(p, decimals);
}

std::string figure_csv(std::optional<double> number) {
  if (!number) return "";
  std::string text = fmt::format("{:.4f}", *number);
  if (text == "-0.0000") text.erase(0, 1);
  return text;
}

boost::json::value figure_json(std::optional<double> number) {
  if (!number) return nullptr;
  return rounded(*number, kFigureDecimals);
}

boost::json::value p_json(double p) { return std::stod(fmt::format("{:.1e}", p)); }

}  // namespace arena
