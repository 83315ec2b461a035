#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/card_set.h"
#include "engine/deck.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace hearts {

/// Rules made ready to play: every question of the hot path is a mask or a small table.
/// Immutable; hands and matches point to it, so it must outlive them.
class GameRules {
 public:
  /// Checks the rules; throws RulesError.
  explicit GameRules(const Rules& rules);

  const Rules& rules() const { return rules_; }
  const Deck& deck() const { return deck_; }

  /// The cards of the pack in the deck's order; the first deck().cards().size() of the array.
  const std::array<Card, kCodesMax>& pack() const { return pack_; }

  int seats() const { return seats_; }
  int hand_size() const { return hand_size_; }
  int pass_offset(int hand_number) const;
  int pass_count() const { return rules_.pass_count; }

  /// The rule a refusal cites: the first that its key stands on. Empty where no rule says it.
  std::string_view cited(Breach breach) const { return cited_[static_cast<std::size_t>(breach)]; }

  /// Lane of the point suit where it is fixed.
  int fixed_point_lane() const { return fixed_point_lane_; }
  /// Lane of the opening card's suit for a point suit, or -1 with a rotating lead.
  int opening_lane(int point_lane) const { return opening_lane_[at(point_lane)]; }

  /// Cards that may not be played to trick 1.
  CardSet first_trick_ban(int point_lane) const { return first_trick_ban_[at(point_lane)]; }
  /// Cards that may not be led until broken.
  CardSet unbroken_ban(int point_lane) const { return unbroken_ban_[at(point_lane)]; }

  /// Cards that follow a lead of that lane: its suit, or any card where following is not required.
  CardSet following(int led_lane) const { return following_[at(led_lane)]; }

  /// Cards that break as they fall to a trick: where that lane was led, or, with kLeading, as they are led
  /// (R000-03, -27, -28; R001-12; R002-22, -38; R003-15).
  static constexpr int kLeading = -1;
  CardSet breaking(int point_lane, int led_lane) const { return breaking_[at(point_lane)][at(led_lane + 1)]; }
  /// QS where the pack is the standard one and has it, else empty.
  CardSet queen_of_spades() const { return queen_of_spades_; }
  CardSet queen_of_clubs() const { return queen_of_clubs_; }
  CardSet queen_of_hearts() const { return queen_of_hearts_; }

  /// How the cards of a trick compare, by the suit led; the highest power wins. Powers are 0 to 63. A card that cannot
  /// win has less than 16, any other more.
  struct Powers {
    int of(Card card) const { return by_code[at(card.code())]; }
    std::array<std::uint8_t, kCodesMax> by_code{};
  };
  const Powers& powers(int led_lane, bool reversed) const { return powers_[reversed ? 1 : 0][at(led_lane)]; }
  bool jokers_reverse() const { return rules_.joker_reverses == JokerReverses::any_joker_in_trick; }

  /// Points of a card for its taker by `points.*`, effects left aside.
  int card_points(Card card, int point_lane) const {
    return card_points_[at(card.code())] + (card.lane() == point_lane ? rules_.points_per_suit_card : 0);
  }
  /// The extra value of a named card alone.
  int named_points(Card card) const { return card_points_[at(card.code())]; }
  CardSet positive_cards() const { return positive_cards_; }
  CardSet negative_cards() const { return negative_cards_; }
  /// Cards of one suit in the pack.
  CardSet suit_cards(int lane) const { return deck_.cards() & CardSet::lane(lane); }

 private:
  CardSet class_cards(const std::vector<CardClass>& classes, int point_lane) const;
  CardSet queen_of(char suit) const;
  void fill_breaking();
  void fill_powers();

  Rules rules_;
  Deck deck_;
  int seats_;
  int hand_size_;
  int fixed_point_lane_ = 0;
  std::array<int, kLanesMax> opening_lane_{};
  std::array<CardSet, kLanesMax> first_trick_ban_{};  // by point suit
  std::array<CardSet, kLanesMax> unbroken_ban_{};
  std::array<CardSet, kLanesMax> following_{};                            // by lane led
  std::array<std::array<CardSet, kLanesMax + 1>, kLanesMax> breaking_{};  // by point suit, then lane led + 1
  CardSet queen_of_spades_;
  CardSet queen_of_clubs_;
  CardSet queen_of_hearts_;
  CardSet positive_cards_;
  CardSet negative_cards_;
  std::array<std::array<Powers, kLanesMax>, 2> powers_{};
  std::array<std::int8_t, kCodesMax> card_points_{};
  std::array<Card, kCodesMax> pack_{};
  std::array<std::string_view, kBreaches> cited_{};
};

}  // namespace hearts
