#include "arena/adjudicate/rules_cache.h"

#include "engine/variants/registry.h"

namespace arena {

const hearts::GameRules& RulesCache::rules_of(std::string_view variant) {
  const auto known = rules_.find(variant);
  if (known != rules_.end()) return *known->second;
  auto rules = std::make_unique<hearts::GameRules>(hearts::resolve_variant(variant));
  if (rules_.size() == kVariantsMax) rules_.clear();
  return *rules_.emplace(variant, std::move(rules)).first->second;
}

}  // namespace arena
