#pragma once

#include <span>
#include <string_view>

#include "engine/rules.h"

namespace hearts {

/// A named change of a variant's rules.
struct VariantOption {
  std::string_view name;
  std::string_view summary;
  void (*apply)(Rules&);
};

/// One rule system: data and nothing else.
struct Variant {
  std::string_view id;
  std::string_view summary;
  int seats_min;
  int seats_max;
  int seats_default;
  /// The rules for that many players, without id.
  Rules (*rules)(int seats);
  std::span<const VariantOption> options;
};

}  // namespace hearts
