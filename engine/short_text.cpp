#include "engine/short_text.h"

namespace hearts {
namespace {

constexpr std::size_t kBytesMax = 100;
constexpr std::string_view kDots = "...";

}  // namespace

std::string short_text(std::string_view text) {
  if (text.size() <= kBytesMax) return std::string(text);
  return std::string(text.substr(0, kBytesMax - kDots.size())) + std::string(kDots);
}

}  // namespace hearts
