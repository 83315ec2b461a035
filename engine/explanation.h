#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"

namespace hearts {

/// One sentence that explains the rules, with its sources: the ids of engine/RULES.md, each once. If a key was set by
/// hand, kSetByHand is among them.
struct ExplainedRule {
  std::string text;
  std::vector<std::string_view> rules;
};

/// The sentences on one subject, such as passing, under a title.
struct ExplainedSection {
  std::string_view title;
  std::vector<ExplainedRule> lines;
};

/// The name of a suit for the middle of a sentence: "spades", or "Scissors" if the pack has five suits.
std::string suit_word(const Rules& rules, char suit);

/// Explains the rules in plain words, from the keys alone. The sections are: pack and deal, passing, opening, play,
/// values, moon, score and end, irregularities.
///
/// The rules must have passed check_rules(). All views refer to static text.
std::vector<ExplainedSection> explain(const Rules& rules);

}  // namespace hearts
