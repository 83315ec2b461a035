// What one seat knows of the hand that is played, and the deals that it cannot tell from the true one.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "engine/hand.h"
#include "engine/random.h"

namespace monte {

using namespace hearts;

/// What is public, the seat's own cards, and which cards the others cannot hold.
class Knowledge {
 public:
  /// A hand starts. The rules must outlive this.
  Knowledge(const GameRules& game, Seat me, const Hand::Setup& setup) : game_(&game), me_(me) {
    position_.setup = setup;
    start_sub_hand(0);
  }

  // What is heard, in the order of the game. Cards are of the pack, seats are at the table.
  void start_sub_hand(int sub_hand) {
    if (sub_hand == 0 || game_->rules().break_scope == BreakScope::sub_hand) position_.broken = false;
    position_.sub_hand = sub_hand;
    position_.phase = game_->pass_offset(position_.setup.number) == 0 ? Phase::play : Phase::pass;
    position_.trick = {};
    position_.trick_number = 1;
    position_.held = {};
    sure_ = never_ = played_ = {};
    count_.fill(game_->hand_size());
    opener_ = kNobody;
  }

  void deal(CardSet cards) { position_.held[me_] = cards; }
  /// The exchange: these went away, those came.
  void exchange(CardSet passed, CardSet received) {
    CardSet& mine = position_.held[me_];
    mine = (mine - passed) | received;
    sure_[seat_at(me_, game_->pass_offset(position_.setup.number), game_->seats())] = passed;
    position_.phase = Phase::play;
  }

  void start_trick(int number, Seat leader) {
    position_.phase = Phase::play;
    position_.trick = {};
    position_.trick.leader = leader;
    position_.trick_number = number;
    if (number != 1) return;
    opener_ = leader;
    const int lane = game_->opening_lane(position_.setup.deal.point_lane);
    if (lane < 0 || leader != me_) return;
    const CardSet suit = (cards() & CardSet::lane(lane)) - CardSet::joker_places();
    if (!suit.empty()) rule_out_openings_before(suit.first());
  }

  void play(Seat seat, Card card) {
    Trick& trick = position_.trick;
    if (seat != me_) {
      PlaySituation situation{.point_lane = position_.setup.deal.point_lane,
                              .first_trick = position_.trick_number == 1,
                              .broken = position_.broken,
                              .led_lane = trick.started() ? trick.led().lane() : -1,
                              .opening_card = {}};
      if (game_->opening_lane(situation.point_lane) >= 0) situation.opening_card = card;
      // A card is legal in a hand if it is legal beside each other card of it alone. So every card beside which this one
      // would not have been legal is not there.
      for (Card other : unseen()) {
        if (!legal_cards(*game_, CardSet{card, other}, situation).contains(card)) never_[seat].insert(other);
      }
    }
    const bool opens = position_.trick_number == 1 && !trick.started();
    if (opens && game_->rules().opening_lead == OpeningLead::opening_card &&
        card.lane() == game_->opening_lane(position_.setup.deal.point_lane))
      rule_out_openings_before(card);
    position_.held[seat].erase(card);
    sure_[seat].erase(card);
    played_[seat].insert(card);
    fallen_.insert(card);
    --count_[seat];
    if (trick.count < game_->seats()) trick.add(card);
  }

  void break_suit() { position_.broken = true; }
  void take_trick(Seat winner) {
    position_.won[winner] |= position_.trick.card_set();
    start_trick(position_.trick_number + 1, winner);
  }

  void take_kitty(Seat taker) { position_.kitty_taker = taker; }
  void see_leftover(CardSet cards) { leftover_ = cards; }

  /// It is my turn, and every seat has as many cards as it must have then. It is so unless a line was lost.
  bool adds_up() const {
    const Trick& trick = position_.trick;
    const int seats = game_->seats();
    if (position_.phase == Phase::play && (trick.count >= seats || trick.seat_of(trick.count, seats) != me_))
      return false;
    for (Seat seat = 0; seat < seats; ++seat) {
      const int turns_since_leader = (seat - trick.leader + seats) % seats;
      if (count(seat) + (turns_since_leader < trick.count ? 1 : 0) != cards().size()) return false;
    }
    return true;
  }

  const GameRules& game() const { return *game_; }
  Seat me() const { return me_; }
  /// All that is public, and my own cards in `held`. Other hands, the undealt cards and the hands to come are empty.
  const Hand::Position& position() const { return position_; }
  CardSet cards() const { return position_.held[me_]; }

  /// How many cards the seat holds.
  int count(Seat seat) const { return count_[seat]; }
  /// Cards of mine that I passed to the seat and have not seen again.
  CardSet sure(Seat seat) const { return sure_[seat]; }
  /// Cards the seat cannot hold, or it could not have played as it did.
  CardSet never(Seat seat) const { return never_[seat]; }
  /// Cards the seat has played in this sub-hand.
  CardSet played(Seat seat) const { return played_[seat]; }
  /// Who led the first trick of this sub-hand; kNobody before.
  Seat opener() const { return opener_; }
  /// The undealt cards, where I have seen them.
  const std::optional<CardSet>& leftover() const { return leftover_; }
  /// Cards that are in some place I cannot see.
  CardSet unseen() const {
    CardSet rest = game_->deck().cards() - fallen_ - cards() - leftover_.value_or(CardSet{});
    for (CardSet held : sure_) rest -= held;
    return rest;
  }

 private:
  /// Nobody but the opener holds a card that would have opened before this one.
  void rule_out_openings_before(Card card) {
    for (Card other : game_->suit_cards(card.lane()) - CardSet::joker_places()) {
      if (other >= card) break;
      for (CardSet& never : never_) never.insert(other);
    }
  }

  const GameRules* game_;
  Seat me_;
  Hand::Position position_;
  PerSeat<int> count_{};
  PerSeat<CardSet> sure_{};
  PerSeat<CardSet> never_{};
  PerSeat<CardSet> played_{};
  CardSet fallen_;  // in this deal
  Seat opener_ = kNobody;
  std::optional<CardSet> leftover_;
};

/// Deals in which every card that the seat has not seen is put where it may be.
class Deals {
 public:
  /// The knowledge must outlive this, and stay as it is.
  explicit Deals(const Knowledge& known) : known_(known) {
    const GameRules& game = known.game();
    const bool more_to_come = known.position().sub_hand + 1 < game.rules().hands_per_seat;
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      if (seat != known.me()) room_[at(seat)] = known.count(seat) - known.sure(seat).size();
      if (more_to_come) room_[kSeatsMax + at(seat)] = game.hand_size();
    }
    if (!known.leftover()) room_[kLeftover] = game.rules().leftover_count();

    for (Card card : known.unseen()) {
      Unseen& unseen = unseen_.emplace_back(Unseen{card, {}});
      for (std::size_t place = 0; place < kPlaces; ++place) {
        const bool never = place < kSeatsMax && known.never(static_cast<Seat>(place)).contains(card);
        if (room_[place] > 0 && !never) unseen.places.push_back(place);
      }
    }
    std::stable_sort(unseen_.begin(), unseen_.end(),
                     [](const Unseen& one, const Unseen& other) { return one.places.size() < other.places.size(); });
    adds_up_ = known.adds_up() && std::accumulate(room_.begin(), room_.end(), 0) == static_cast<int>(unseen_.size()) &&
               std::all_of(room_.begin(), room_.end(), [](int room) { return room >= 0; });
  }

  /// One deal by chance, as a position. False where none was found: then what was heard does not fit together.
  [[nodiscard]] bool draw(Random& random, Hand::Position& position) const {
    if (!adds_up_) return false;
    const GameRules& game = known_.game();
    Layout layout;
    for (int tries = 0; tries < kTries; ++tries) {
      if (!lay(random, layout)) return false;
      position = known_.position();
      if (known_.leftover()) position.setup.deal.leftover = *known_.leftover();
      for (Seat seat = 0; seat < game.seats(); ++seat) position.held[seat] |= known_.sure(seat);
      for (std::size_t i = 0; i < unseen_.size(); ++i) {
        const std::size_t place = at(layout.place[i]);
        CardSet& cards = place == kLeftover  ? position.setup.deal.leftover
                         : place < kSeatsMax ? position.held[place]
                                             : position.setup.deal.hands[1][place - kSeatsMax];
        cards.insert(unseen_[i].card);
      }
      if (opens_as_seen(position)) return true;
    }
    return false;
  }

 private:
  /// Hands now, then hands to come, then the undealt cards.
  static constexpr std::size_t kPlaces = 2 * kSeatsMax + 1;
  static constexpr std::size_t kLeftover = kPlaces - 1;
  /// Deals thrown away because another seat would have opened.
  static constexpr int kTries = 200;
  static constexpr int kNowhere = -1;

  struct Unseen {
    Card card;
    std::vector<std::size_t> places;  // where it may be
  };
  /// Where each unseen card is, and how many more each place takes.
  struct Layout {
    std::array<int, kCodesMax> place;
    std::array<int, kPlaces> room;
  };

  /// Card by card, those with the least choice first, each to a place with a chance by its room.
  bool lay(Random& random, Layout& layout) const {
    layout.room = room_;
    layout.place.fill(kNowhere);
    for (std::size_t i = 0; i < unseen_.size(); ++i) {
      int total = 0;
      for (std::size_t place : unseen_[i].places) total += layout.room[place];
      if (total == 0) {
        if (!make_room(layout, i)) return false;
        continue;
      }
      int pick = static_cast<int>(random.below(static_cast<std::uint32_t>(total)));
      for (std::size_t place : unseen_[i].places) {
        pick -= layout.room[place];
        if (pick >= 0) continue;
        layout.place[i] = static_cast<int>(place);
        --layout.room[place];
        break;
      }
    }
    return true;
  }

  /// All places for this card are full: cards move on, from place to place, to one that is not. The shortest such way
  /// is looked for, breadth first.
  bool make_room(Layout& layout, std::size_t card) const {
    std::array<int, kPlaces> moved;  // by place that is to take a card: which card
    moved.fill(kNowhere);
    std::vector<std::size_t> reached;
    const auto reach = [&](std::size_t moving) {
      for (std::size_t place : unseen_[moving].places) {
        if (moved[place] != kNowhere) continue;
        moved[place] = static_cast<int>(moving);
        reached.push_back(place);
      }
    };
    reach(card);
    for (std::size_t next = 0; next < reached.size(); ++next) {
      std::size_t place = reached[next];
      if (layout.room[place] > 0) {
        --layout.room[place];
        for (;;) {
          int& at_now = layout.place[at(moved[place])];
          const int from = std::exchange(at_now, static_cast<int>(place));
          if (from == kNowhere) return true;
          place = at(from);
        }
      }
      for (std::size_t i = 0; i < unseen_.size(); ++i) {
        if (layout.place[i] == static_cast<int>(place)) reach(i);
      }
    }
    return false;
  }

  /// The seat that opened would have opened, had the cards been dealt so.
  bool opens_as_seen(const Hand::Position& position) const {
    if (known_.opener() == kNobody) return true;
    const GameRules& game = known_.game();
    PerSeat<CardSet> hands = position.held;
    for (Seat seat = 0; seat < game.seats(); ++seat) hands[seat] |= known_.played(seat);
    const Deal& deal = position.setup.deal;
    return find_opening(game, hands, deal.point_lane, position.setup.dealer).leader == known_.opener();
  }

  const Knowledge& known_;
  std::vector<Unseen> unseen_;  // those that may be in the fewest places first
  std::array<int, kPlaces> room_{};
  bool adds_up_ = false;
};

}  // namespace monte
