#pragma once

#include <span>
#include <string_view>

#include "engine/rules.h"
#include "engine/variants/variant.h"

namespace hearts {

/// All rule systems, in the order of their documents.
std::span<const Variant* const> variants();

/// The variant that `id[@players][+...]` begins with. Throws RulesError naming those there are.
const Variant& find_variant(std::string_view spec);

/// The rules of `id[@players][+option[=value]...][+key=value...]`, with the canonical id: players always, options
/// sorted, then keys sorted; an option that changes nothing is left out. Options are applied first, whatever the order
/// typed. Throws RulesError naming what is wrong and what would be allowed.
Rules resolve_variant(std::string_view spec);

}  // namespace hearts
