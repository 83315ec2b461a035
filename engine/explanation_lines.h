#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules.h"
#include "engine/typed_text.h"

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

/// The words for a value of an enumeration. `words` has them in the order of the values.
template <class Enum>
std::string in_words(Enum value, std::initializer_list<std::string_view> words) {
  return std::string(words.begin()[static_cast<std::size_t>(value)]);
}

/// Whether the pack is the one of five suits. Only the ordinary pack has hearts.
inline bool has_five_suits(const Rules& rules) { return rules.suits.find('H') == std::string::npos; }

/// The sections of an explanation while they are written, and the words for suits and cards in them. The rules must
/// outlive it.
class ExplanationLines {
 public:
  explicit ExplanationLines(const Rules& explained) : rules(explained) {}

  std::vector<ExplainedSection> sections;

 protected:
  using Keys = std::vector<std::string_view>;

  void begin(std::string_view title) { sections.push_back({title, {}}); }

  /// Adds a sentence that explains these keys, with the sources of all of them. The first letter becomes a capital.
  void add(std::string text, const Keys& keys) {
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    std::vector<std::string_view> cited;
    for (std::string_view key : keys) {
      if (rules.source(key).empty()) continue;
      for (std::string_view rule : split(rules.source(key), " ")) {
        if (!contains(cited, rule)) cited.push_back(rule);
      }
    }
    sections.back().lines.push_back({std::move(text), std::move(cited)});
  }

  std::string suit_word(char suit) const { return hearts::suit_word(rules, suit); }

  /// The word for one card of the suit: "heart", "Lizard card".
  std::string suit_card_word(char suit) const {
    const std::string word = suit_word(suit);
    return has_five_suits(rules) ? word + " card" : word.substr(0, word.size() - 1);
  }

  std::string point_card_word() const {
    return rules.point_suit ? suit_card_word(*rules.point_suit) : "point-suit card";
  }
  std::string point_suit_word() const { return rules.point_suit ? suit_word(*rules.point_suit) : "the point suit"; }

  /// The words for classes of cards: "hearts and QS".
  std::string classes_words(const std::vector<CardClass>& classes) const {
    std::vector<std::string> words;
    for (CardClass each : classes) words.push_back(each == CardClass::point_suit ? point_suit_word() : "QS");
    return listed(words);
  }

  /// The lowest card of the suit in the pack, not counting the Joker. Nothing if all of them are removed.
  std::optional<CardName> lowest_card(char suit) const {
    for (char rank : rules.ranks) {
      const CardName card{rank, suit};
      if (!contains(rules.removed, card)) return card;
    }
    return std::nullopt;
  }

  /// The named cards with points: those that cost points (`positive`), or those that take points off.
  std::vector<std::string> cards_with(bool positive) const {
    std::vector<std::string> cards;
    for (const auto& [card, points] : rules.points_of_cards) {
      if ((points > 0) == positive) cards.push_back(card.text());
    }
    return cards;
  }

  const Rules& rules;
};

}  // namespace hearts
