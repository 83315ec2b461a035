#include "engine/rules.h"

#include <algorithm>
#include <array>

#include "engine/card_set.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace hearts {

namespace {

struct BreachKind {
  std::string_view words;
  std::string_view key = {};
};

constexpr std::array<BreachKind, kBreaches> kBreachKinds = {{
    // in the order of the enumeration
    {"that is not an answer to this question"},
    {"it is not your turn"},
    {"that card is not in your hand"},
    {"that is not the number of cards to pass", "pass.count"},
    {"the first trick must be opened as the rules say", "opening.lead"},
    {"a card of the suit led must be played", "follow.required"},
    {"that card may not be played to the first trick", "first_trick.forbid"},
    {"that card may not be led before it is broken", "lead.hold_until_broken"},
    {"that option is not offered", "moon.award"},
    {"that law is not in force at this table"},
    {"nothing is wrong with the deal"},
    {"the first trick is complete, so the deal stands"},
    {"only another player may have your card taken back"},
    {"you have already played to this trick"},
    {"that seat has no card out of turn in this trick"},
    {"your card was taken back: wait for your turn in this trick"},
    {"you have no card in this trick that should have followed suit"},
    {"the table finds revokes without a claim"},
    {"that trick is not complete"},
    {"that seat did not fail to follow suit in that trick"},
    {"that was already found"},
    {"a wrong number of cards can be claimed only after the first trick"},
    {"that seat was dealt the right number of cards"},
}};

}  // namespace

std::string_view describe(Breach breach) { return kBreachKinds[static_cast<std::size_t>(breach)].words; }

std::string_view key_of(Breach breach) { return kBreachKinds[static_cast<std::size_t>(breach)].key; }

void Rules::cite(std::string_view keys, std::string_view rules) {
  for (std::string_view key : split(keys, " ")) sources[key] = rules;
}

void Rules::cite(std::initializer_list<RuleSource> list) {
  for (const auto& [keys, rules] : list) cite(keys, rules);
}

std::string_view Rules::source(std::string_view key) const {
  const auto found = sources.find(key);
  return found == sources.end() ? std::string_view() : found->second;
}

std::vector<std::pair<CardName, int>> Rules::cards_by_points() const {
  std::vector<std::pair<CardName, int>> cards(points_of_cards.begin(), points_of_cards.end());
  std::stable_sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return cards;
}

std::string CardEffect::text() const {
  return card.text() + (multiplies ? ":x" : ":") + std::to_string(amount) + ":" + target;
}

std::vector<CardEffect> Rules::all_effects() const {
  std::vector<CardEffect> all = effects;
  const auto queen = points_of_cards.find({'Q', 'S'});
  if (queen_of_clubs_cancels && (queen == points_of_cards.end() || queen->second > 0))
    all.push_back({{'Q', 'C'}, true, 0, "QS"});
  if (queen_of_hearts_doubles) all.push_back({{'Q', 'H'}, true, 2, "point_suit"});
  return all;
}

Rules with_hands(Rules rules, int hands) {
  rules.match_hands = hands;
  rules.cite("match.hands", kSetByHand);
  return rules;
}

int Rules::deck_size() const {
  const std::size_t in_suit = ranks.size() + (jokers == Jokers::one_per_suit ? 1 : 0);
  return static_cast<int>(suits.size() * in_suit) - static_cast<int>(removed.size());
}

int Rules::hand_size() const { return dealt_hand_size.value_or(deck_size() / (seats * hands_per_seat)); }

int Rules::tricks() const { return hand_size() * hands_per_seat; }

int Rules::leftover_count() const { return deck_size() - hand_size() * seats * hands_per_seat; }

}  // namespace hearts
