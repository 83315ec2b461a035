#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/card_set.h"
#include "engine/deck.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace hearts {

/// The rules of one variant, prepared for play: every question that is asked during a hand is answered by a mask or a
/// small table.
///
/// It never changes, so any number of threads may read it. Hands and matches point to it, so it must outlive them.
class GameRules {
 public:
  /// Checks the rules with check_rules() and throws its RulesError.
  explicit GameRules(const Rules& rules);

  const Rules& rules() const { return rules_; }
  const Deck& deck() const { return deck_; }

  /// The cards of the pack in the deck's order. The array has deck().cards().size() of them; the rest means nothing.
  const std::array<Card, kCodesMax>& pack() const { return pack_; }

  int seats() const { return seats_; }
  int hand_size() const { return hand_size_; }
  /// How far the cards of this hand are passed: +1 left, -1 right, 0 for no pass. Hands are numbered from 1.
  int pass_offset(int hand_number) const;
  int pass_count() const { return rules_.pass_count; }

  /// The id of the rule that a refusal cites: the first source of the key that the refusal follows from. Empty if no
  /// rule states it.
  std::string_view cited(Breach breach) const { return cited_[static_cast<std::size_t>(breach)]; }

  /// The lane of the point suit, if the rules fix it; otherwise 0.
  int fixed_point_lane() const { return fixed_point_lane_; }
  /// The lane of the opening card, given the lane of the point suit; -1 if the lead rotates.
  int opening_lane(int point_lane) const { return opening_lane_[at(point_lane)]; }

  /// The cards that may not be played to trick 1.
  CardSet first_trick_ban(int point_lane) const { return first_trick_ban_[at(point_lane)]; }
  /// The cards that may not be led until they are broken.
  CardSet unbroken_ban(int point_lane) const { return unbroken_ban_[at(point_lane)]; }

  /// The cards that follow a lead of that lane: its suit, or the whole pack if the rules do not require to follow.
  CardSet following(int led_lane) const { return following_[at(led_lane)]; }

  /// The cards that break when they are played to a trick in which `led_lane` was led, or when they are led themselves
  /// (kLeading). Rules: R000-03, -27, -28; R001-12; R002-22, -38; R003-15.
  static constexpr int kLeading = -1;
  CardSet breaking(int point_lane, int led_lane) const { return breaking_[at(point_lane)][at(led_lane + 1)]; }
  /// QS, if the pack is the standard one and has it; otherwise empty.
  CardSet queen_of_spades() const { return queen_of_spades_; }

  /// How the cards of one trick compare, given the suit led: the card with the highest power wins. Powers are 0 to 63.
  /// A card that cannot win has a power below 16, every other card has 16 or more.
  struct Powers {
    int of(Card card) const { return by_code[at(card.code())]; }
    std::array<std::uint8_t, kCodesMax> by_code{};
  };
  /// The powers for a lead of that lane. `reversed`: a Joker in the trick has turned the order of the suits round.
  const Powers& powers(int led_lane, bool reversed) const { return powers_[reversed ? 1 : 0][at(led_lane)]; }
  bool jokers_reverse() const { return rules_.joker_reverses == JokerReverses::any_joker_in_trick; }

  /// The points of a card for the player who takes it, from `points.per_suit_card` and `points.cards`. Effects are not
  /// included.
  int card_points(Card card, int point_lane) const {
    return card_points_[at(card.code())] + (card.lane() == point_lane ? rules_.points_per_suit_card : 0);
  }
  /// The extra points of a named card alone.
  int named_points(Card card) const { return card_points_[at(card.code())]; }
  /// An effect of a card on the values of the cards that the same player takes (CardEffect), as masks. It changes the
  /// points in `points.cards` of `cards`, and with `on_suit` the points of each card of the point suit.
  struct Effect {
    Card card;
    int factor = 1;
    int added = 0;
    CardSet cards;
    bool on_suit = false;
  };
  std::span<const Effect> effects() const { return effects_; }
  /// The cards that have an effect.
  CardSet effect_cards() const { return effect_cards_; }
  /// Whether a trick costs points, whatever its cards.
  bool has_trick_points() const { return rules_.has_trick_points(); }
  /// The cards of moon.cards.
  CardSet moon_cards() const { return moon_cards_; }
  CardSet positive_cards() const { return positive_cards_; }
  CardSet negative_cards() const { return negative_cards_; }
  /// All cards of one suit in the pack.
  CardSet suit_cards(int lane) const { return deck_.cards() & CardSet::lane(lane); }

 private:
  CardSet class_cards(const std::vector<CardClass>& classes, int point_lane) const;
  CardSet queen_of(char suit) const;
  void fill_breaking();
  void fill_powers();
  void fill_effects();

  Rules rules_;
  Deck deck_;
  int seats_;
  int hand_size_;
  int fixed_point_lane_ = 0;
  std::array<int, kLanesMax> opening_lane_{};
  std::array<CardSet, kLanesMax> first_trick_ban_{};  // by point suit, and so is the next one
  std::array<CardSet, kLanesMax> unbroken_ban_{};
  std::array<CardSet, kLanesMax> following_{};                            // by lane led
  std::array<std::array<CardSet, kLanesMax + 1>, kLanesMax> breaking_{};  // by point suit, then lane led + 1
  CardSet queen_of_spades_;
  CardSet moon_cards_;
  CardSet effect_cards_;
  CardSet positive_cards_;
  CardSet negative_cards_;
  std::array<std::array<Powers, kLanesMax>, 2> powers_{};
  std::array<std::int8_t, kCodesMax> card_points_{};
  std::array<Card, kCodesMax> pack_{};
  std::vector<Effect> effects_;
  std::array<std::string_view, kBreaches> cited_{};
};

}  // namespace hearts
