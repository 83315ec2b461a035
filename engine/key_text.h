#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/rules.h"
#include "engine/typed_text.h"

/// How the values of keys are spelled: the parsers and writers that the table in rule_keys.cpp is made of. A parser
/// throws RulesError with what would be allowed, and then leaves the rules unchanged.
namespace hearts::key_text {

[[noreturn]] inline void refuse_value(std::string_view value, std::string_view wanted) {
  throw RulesError("'" + short_text(value) + "' is not " + std::string(wanted));
}

/// The parts between the commas. "none" and an empty text have no parts.
inline std::vector<std::string_view> split_list(std::string_view text) {
  return text == "none" || text.empty() ? std::vector<std::string_view>{} : split(text, ",");
}

inline int parse_int(std::string_view text, int low, int high) {
  const std::optional<int> value = whole_number(text, low, high);
  if (!value) refuse_value(text, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return *value;
}

/// Parses one character. `what` is the kind of character, for the error.
inline char parse_letter(std::string_view text, std::string_view what) {
  if (text.size() != 1) refuse_value(text, what);
  return text.front();
}

/// Parses any two characters as rank and suit.
inline CardName parse_card_name(std::string_view text) {
  if (text.size() != 2) refuse_value(text, "a card (rank, then suit, as in QS)");
  return {text[0], text[1]};
}

/// The spellings of an enumeration's values in their order, out of the domain of its key.
inline std::vector<std::string_view> names_in(std::string_view domain) {
  constexpr std::string_view list = "list of ";
  return domain.starts_with(list) ? split(domain.substr(list.size()), ", ") : split(domain, " | ");
}

template <class Enum>
void read_names(Enum& value, std::string_view text, std::string_view domain) {
  const std::vector<std::string_view> names = names_in(domain);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) refuse_value(text, "one of " + joined(names, " | "));
  value = static_cast<Enum>(found - names.begin());
}

template <class Enum>
void read_names(std::vector<Enum>& values, std::string_view text, std::string_view domain) {
  std::vector<Enum> named;
  for (std::string_view part : split_list(text)) {
    Enum value{};
    read_names(value, part, domain);
    if (contains(named, value)) throw RulesError("'" + std::string(part) + "' is named twice");
    named.push_back(value);
  }
  std::sort(named.begin(), named.end());
  values = named;
}

template <class Enum>
std::string names_of(Enum value, std::string_view domain) {
  return std::string(names_in(domain)[static_cast<std::size_t>(value)]);
}

inline std::string text_of(bool value) { return value ? "true" : "false"; }
inline std::string text_of(int value) { return std::to_string(value); }
inline std::string text_of(char letter) { return {letter}; }
inline std::string text_of(CardName card) { return card.text(); }
inline std::string text_of(const CardEffect& effect) { return effect.text(); }

template <class Value>
std::string text_of(const std::optional<Value>& value) {
  return value ? text_of(*value) : "none";
}

template <class Key, class Value>
std::string text_of(const std::pair<Key, Value>& pair) {
  return text_of(pair.first) + "=" + text_of(pair.second);
}

/// The items with commas between them; "none" if there are no items.
template <class Range, class Spell>
std::string list_text(const Range& range, Spell spell) {
  return range.empty() ? "none" : joined(range, ",", spell);
}

template <class Range>
  requires requires(const Range& range) { range.begin(); }
std::string text_of(const Range& range) {
  return list_text(range, [](const auto& item) { return text_of(item); });
}

template <class Enum>
std::string names_of(const std::vector<Enum>& values, std::string_view domain) {
  return list_text(values, [&](Enum value) { return names_of(value, domain); });
}

template <auto Member>
using MemberType = std::remove_cvref_t<decltype(std::declval<Rules>().*Member)>;

template <auto Member>
std::string get(const Rules& rules) {
  return text_of(rules.*Member);
}

template <auto Member>
void set_letters(Rules& rules, std::string_view text) {
  std::string letters;
  for (std::string_view part : split_list(text)) letters += parse_letter(part, "a list of single letters");
  rules.*Member = letters;
}

template <auto Member>
void set_cards(Rules& rules, std::string_view text) {
  (rules.*Member).clear();
  for (std::string_view part : split_list(text)) (rules.*Member).push_back(parse_card_name(part));
}

inline void set_pass_cycle(Rules& rules, std::string_view text) {
  static constexpr auto kWords = std::to_array<std::pair<std::string_view, int>>(
      {{"hold", 0}, {"left", 1}, {"right", -1}, {"two_left", 2}, {"two_right", -2}});
  std::vector<int> cycle;
  for (std::string_view part : split_list(text)) {
    const auto* word = std::ranges::find(kWords, part, &std::pair<std::string_view, int>::first);
    if (word != kWords.end()) {
      cycle.push_back(word->second);
    } else if (part == "across" && rules.seats % 2 == 0) {
      cycle.push_back(rules.seats / 2);
    } else {
      cycle.push_back(parse_int(part, -5, 5));
    }
  }
  rules.pass_cycle = cycle;
}

inline void set_point_suit(Rules& rules, std::string_view text) {
  rules.point_suit = text == "none" ? std::optional<char>() : parse_letter(text, "a suit or none");
}

inline std::string get_opening_suit(const Rules& rules) {
  if (!rules.opening_suit) return "n/a";
  return *rules.opening_suit == kMappedSuit ? "mapped_from_point_suit" : text_of(*rules.opening_suit);
}
inline void set_opening_suit(Rules& rules, std::string_view text) {
  if (text == "n/a") {
    rules.opening_suit.reset();
  } else if (text == "mapped_from_point_suit") {
    rules.opening_suit = kMappedSuit;
  } else {
    const char suit = parse_letter(text, "a suit, mapped_from_point_suit or n/a");
    if (suit == kMappedSuit) refuse_value(text, "a suit");
    rules.opening_suit = suit;
  }
}

inline void set_suit_map(Rules& rules, std::string_view text) {
  std::map<char, char> map;
  for (std::string_view part : split_list(text)) {
    if (part.size() != 3 || part[1] != '=') refuse_value(part, "a pair of suits (P=R)");
    if (!map.emplace(part[0], part[2]).second)
      throw RulesError("suit " + short_text(part.substr(0, 1)) + " is mapped twice");
  }
  rules.opening_suit_map = map;
}

inline std::string get_card_points(const Rules& rules) { return text_of(rules.cards_by_points()); }
inline void set_card_points(Rules& rules, std::string_view text) {
  std::map<CardName, int> points;
  for (std::string_view part : split_list(text)) {
    if (part.size() < 4 || part[2] != '=') refuse_value(part, "a card and its points (QS=13)");
    const CardName card = parse_card_name(part.substr(0, 2));
    if (!points.emplace(card, parse_int(part.substr(3), -99, 99)).second) {
      throw RulesError("card " + short_text(card.text()) + " is named twice");
    }
  }
  rules.points_of_cards = points;
}

/// Parses the effects and sorts them: their order means nothing.
inline void set_effects(Rules& rules, std::string_view text) {
  std::vector<CardEffect> effects;
  for (std::string_view part : split_list(text)) {
    const std::vector<std::string_view> parts = split(part, ":");
    if (parts.size() != 3 || parts[1].empty()) refuse_value(part, "an effect (QC:x0:QS, or TD:5:H)");
    CardEffect effect{parse_card_name(parts[0]), parts[1].front() == 'x', 0, std::string(parts[2])};
    effect.amount =
        effect.multiplies ? parse_int(parts[1].substr(1), 0, kEffectFactorMax) : parse_int(parts[1], -99, 99);
    if (contains(effects, effect)) throw RulesError("effect " + short_text(part) + " is named twice");
    effects.push_back(std::move(effect));
  }
  std::sort(effects.begin(), effects.end());
  rules.effects = std::move(effects);
}

inline void set_exact_totals(Rules& rules, std::string_view text) {
  std::map<int, int> totals;
  for (std::string_view part : split_list(text)) {
    const std::size_t middle = part.find('=');
    if (middle == std::string_view::npos) refuse_value(part, "a total and what it becomes (100=50)");
    const int from = parse_int(part.substr(0, middle), -999, 9999);
    if (!totals.emplace(from, parse_int(part.substr(middle + 1), -999, 9999)).second)
      throw RulesError("total " + std::to_string(from) + " is named twice");
  }
  rules.score_exact = std::move(totals);
}

/// Sets the size of a hand. The size that the pack allows at most is the same as "all", so that it follows from the
/// pack and the players if they change.
inline void set_hand_size(Rules& rules, std::string_view text) {
  std::optional<int> size;
  if (text != "all") size = parse_int(text, 1, 35);
  rules.dealt_hand_size.reset();
  if (size != rules.hand_size()) rules.dealt_hand_size = size;
}

}  // namespace hearts::key_text
