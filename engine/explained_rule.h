#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearts {

/// A sentence on the rules, and the ids of engine/RULES.md it stands on, each once; kSetByHand among them where a key
/// was set by hand.
struct ExplainedRule {
  std::string text;
  std::vector<std::string_view> rules;
};

struct ExplainedSection {
  std::string_view title;
  std::vector<ExplainedRule> lines;
};

}  // namespace hearts
