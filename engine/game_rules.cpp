#include "engine/game_rules.h"
#include "engine/rules_check.h"

namespace hearts {

GameRules::GameRules(const Rules& rules)
    : rules_(check_rules(rules)), deck_(rules_), seats_(rules_.seats), hand_size_(rules_.hand_size()) {
  if (rules_.point_suit) fixed_point_lane_ = deck_.lane_of(*rules_.point_suit).value();

  opening_lane_.fill(-1);
  if (rules_.opening_suit) {
    for (int lane = 0; lane < deck_.lanes(); ++lane) {
      const char suit = *rules_.opening_suit == kMappedSuit ? rules_.opening_suit_map.at(deck_.suit_letter(lane))
                                                            : *rules_.opening_suit;
      opening_lane_[at(lane)] = deck_.lane_of(suit).value();
    }
  }

  if (deck_.lane_of('H')) {  // the standard pack, in which S means spades
    queen_of_spades_ = queen_of('S');
  }

  for (std::size_t breach = 0; breach < kBreaches; ++breach) {
    const std::string_view source = rules_.source(key_of(static_cast<Breach>(breach)));
    if (source != kSetByHand) cited_[breach] = source.substr(0, source.find(' '));
  }

  for (int lane = 0; lane < deck_.lanes(); ++lane) {
    first_trick_ban_[at(lane)] = class_cards(rules_.first_trick_forbid, lane);
    unbroken_ban_[at(lane)] = class_cards(rules_.hold_until_broken, lane);
    following_[at(lane)] = rules_.follow_required ? CardSet::lane(lane) : deck_.cards();
  }
  fill_breaking();
  fill_powers();

  for (const auto& [name, points] : rules_.points_of_cards) {
    const Card card = deck_.find(name.text()).value();
    card_points_[at(card.code())] = static_cast<std::int8_t>(points);
    (points > 0 ? positive_cards_ : negative_cards_).insert(card);
  }

  fill_effects();
  for (const CardName& name : rules_.moon_cards) moon_cards_.insert(deck_.find(name.text()).value());

  std::size_t place = 0;
  for (Card card : deck_.cards()) pack_[place++] = card;
}

void GameRules::fill_breaking() {
  const auto breaks = [&](BreakEvent event) { return contains(rules_.break_on, event); };
  for (int point = 0; point < deck_.lanes(); ++point) {
    for (int led = kLeading; led < deck_.lanes(); ++led) {
      CardSet& cards = breaking_[at(point)][at(led + 1)];
      const BreakEvent event = led == kLeading ? BreakEvent::heart_led_by_necessity : BreakEvent::heart_discarded;
      if (led != point && breaks(event)) cards |= suit_cards(point);
      if (breaks(BreakEvent::queen_of_spades_played)) cards |= queen_of_spades_;
    }
  }
}

void GameRules::fill_powers() {
  for (int led = 0; led < deck_.lanes(); ++led) {
    for (int lane = 0; lane < deck_.lanes(); ++lane) {
      for (int reversed = 0; reversed < 2; ++reversed) {
        int strength = lane == led ? 1 : 0;  // 0: cannot win; 1: the suit led; 2 and 3: stronger suits
        if (rules_.trick_order == TrickOrder::suit_ring) {
          // R004-24, -25, -27: the next suit of the ring beats the suit led, and the one after that beats both.
          const auto place = [&](int of) { return static_cast<int>(rules_.suit_ring.find(deck_.suit_letter(of))); };
          int distance = (place(lane) - place(led) + kLanesMax) % kLanesMax;
          if (reversed == 1) distance = (kLanesMax - distance) % kLanesMax;
          strength = distance <= 2 ? distance + 1 : 0;
        }
        for (int position = 0; position < 16; ++position) {
          powers_[at(reversed)][at(led)].by_code[at(lane * 16 + position)] =
              static_cast<std::uint8_t>(strength * 16 + position);
        }
      }
    }
  }
}

void GameRules::fill_effects() {
  for (const CardEffect& given : rules_.all_effects()) {
    Effect effect{.card = deck_.find(given.card.text()).value(), .cards = {}};
    (given.multiplies ? effect.factor : effect.added) = given.amount;
    const bool all = given.target == kAllTarget;
    effect.on_suit = all || given.target == kPointSuitTarget;
    if (all) {
      effect.cards = deck_.cards();
    } else if (given.target.size() == 1) {
      effect.cards = suit_cards(deck_.lane_of(given.target[0]).value());
    } else if (!effect.on_suit) {
      effect.cards.insert(deck_.find(given.target).value());
    }
    effect_cards_.insert(effect.card);
    effects_.push_back(effect);
  }
}

CardSet GameRules::class_cards(const std::vector<CardClass>& classes, int point_lane) const {
  CardSet cards;
  if (contains(classes, CardClass::point_suit)) cards |= suit_cards(point_lane);
  if (contains(classes, CardClass::queen_of_spades)) cards |= queen_of_spades_;
  return cards;
}

CardSet GameRules::queen_of(char suit) const {
  const std::optional<Card> queen = deck_.find(std::string{'Q', suit});
  return queen ? CardSet{*queen} : CardSet{};
}

int GameRules::pass_offset(int hand_number) const {
  if (rules_.pass_count == 0) return 0;
  const std::size_t entry = static_cast<std::size_t>(hand_number - 1) % rules_.pass_cycle.size();
  return rules_.pass_cycle[entry];
}

}  // namespace hearts
