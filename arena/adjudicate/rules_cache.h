#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/game_rules.h"

namespace arena {

/// The rules of variants by the names used for them, made once. Bounded: when it is full it starts anew.
class RulesCache {
 public:
  static constexpr std::size_t kVariantsMax = 256;

  /// Valid until the next call. Throws RulesError for a name that means no rules.
  const hearts::GameRules& rules_of(std::string_view variant);

  std::size_t size() const { return rules_.size(); }

 private:
  std::map<std::string, std::unique_ptr<hearts::GameRules>, std::less<>> rules_;
};

}  // namespace arena
