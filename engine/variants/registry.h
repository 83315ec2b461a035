#pragma once

#include <span>
#include <string_view>

#include "engine/rules.h"
#include "engine/variants/variant.h"

namespace hearts {

/// All rule systems, in the order of their documents.
std::span<const Variant* const> variants();

/// The rules of `id[@players][+option...][+key=value...]`, with the canonical id: players always, options
/// sorted, then keys sorted. Options come first whatever the order typed. Throws RulesError naming what is
/// wrong and what would be allowed.
Rules resolve_variant(std::string_view spec);

}  // namespace hearts
