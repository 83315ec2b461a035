#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"

namespace hearts {

/// A sentence on the rules, and the ids of engine/RULES.md it stands on, each once; kSetByHand among them where a key
/// was set by hand.
struct ExplainedRule {
  std::string text;
  std::vector<std::string_view> rules;
};

/// The sentences on one subject, such as passing, under its title.
struct ExplainedSection {
  std::string_view title;
  std::vector<ExplainedRule> lines;
};

/// What a suit of the pack is called in the middle of a sentence: "spades", "Scissors" of the five suits.
std::string suit_word(const Rules& rules, char suit);

/// The rules in plain words, made of the keys alone: pack and deal, passing, opening, play, values, moon, score and
/// end, irregularities. The rules must be checked (check_rules()). Views are of static text.
std::vector<ExplainedSection> explain(const Rules& rules);

}  // namespace hearts
