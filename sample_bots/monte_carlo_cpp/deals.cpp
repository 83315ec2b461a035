#include "sample_bots/monte_carlo_cpp/deals.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "engine/trick.h"

namespace monte {

Deals::Deals(const Knowledge& known) : known_(known) {
  const GameRules& game = known.game();
  const bool more_to_come = known.position().sub_hand + 1 < game.rules().hands_per_seat;
  unsigned anywhere = 0;  // places where nothing is known of
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (seat != known.me()) room_[at(seat)] = known.count(seat) - known.sure(seat).size();
    if (more_to_come) room_[kSeatsMax + at(seat)] = game.hand_size();
  }
  if (!known.leftover()) room_[kLeftover] = game.rules().leftover_count();
  for (std::size_t place = kSeatsMax; place < kPlaces; ++place) {
    if (room_[place] > 0) anywhere |= 1U << place;
  }

  for (Card card : known.unseen()) {
    unsigned places = anywhere;
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      if (room_[at(seat)] > 0 && !known.never(seat).contains(card)) places |= 1U << seat;
    }
    unseen_[unseen_count_++] = {card, places};
  }
  std::stable_sort(unseen_.begin(), unseen_.begin() + unseen_count_, [](const Unseen& one, const Unseen& other) {
    return std::popcount(one.places) < std::popcount(other.places);
  });
  adds_up_ = known.adds_up() && std::accumulate(room_.begin(), room_.end(), 0) == static_cast<int>(unseen_count_) &&
             std::all_of(room_.begin(), room_.end(), [](int room) { return room >= 0; });
}

bool Deals::draw(Random& random, Hand::Position& position) const {
  if (!adds_up_) return false;
  const GameRules& game = known_.game();
  Layout layout;
  for (int tries = 0; tries < kTries; ++tries) {
    if (!lay(random, layout)) return false;
    position = known_.position();
    if (known_.leftover()) position.setup.deal.leftover = *known_.leftover();
    for (Seat seat = 0; seat < game.seats(); ++seat) position.held[seat] |= known_.sure(seat);
    for (std::size_t i = 0; i < unseen_count_; ++i) {
      const auto place = static_cast<std::size_t>(layout.place[i]);
      CardSet& cards = place == kLeftover  ? position.setup.deal.leftover
                       : place < kSeatsMax ? position.held[place]
                                           : position.setup.deal.hands[1][place - kSeatsMax];
      cards.insert(unseen_[i].card);
    }
    if (opens_as_seen(position)) return true;
  }
  return false;
}

/// Card by card, those with the least choice first, each to a place with a chance by its room.
bool Deals::lay(Random& random, Layout& layout) const {
  layout.room = room_;
  layout.place.fill(kNowhere);
  for (std::size_t i = 0; i < unseen_count_; ++i) {
    int total = 0;
    for (unsigned rest = unseen_[i].places; rest != 0; rest &= rest - 1)
      total += layout.room[static_cast<std::size_t>(std::countr_zero(rest))];
    if (total == 0) {
      if (!make_room(layout, i)) return false;
      continue;
    }
    int pick = static_cast<int>(random.below(static_cast<std::uint32_t>(total)));
    for (unsigned rest = unseen_[i].places; rest != 0; rest &= rest - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(rest));
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
bool Deals::make_room(Layout& layout, std::size_t card) const {
  std::array<int, kPlaces> moved{};  // by place that is to take a card: which card
  std::array<std::size_t, kPlaces> queue{};
  std::size_t queued = 0;
  unsigned reached = unseen_[card].places;
  for (unsigned rest = reached; rest != 0; rest &= rest - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(rest));
    moved[place] = static_cast<int>(card);
    queue[queued++] = place;
  }
  for (std::size_t next = 0; next < queued; ++next) {
    auto place = queue[next];
    if (layout.room[place] > 0) {
      --layout.room[place];
      for (;;) {
        const auto taken = static_cast<std::size_t>(moved[place]);
        const int from = layout.place[taken];
        layout.place[taken] = static_cast<int>(place);
        if (from == kNowhere) return true;
        place = static_cast<std::size_t>(from);
      }
    }
    for (std::size_t i = 0; i < unseen_count_; ++i) {
      if (layout.place[i] != static_cast<int>(place)) continue;
      for (unsigned rest = unseen_[i].places & ~reached; rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::size_t>(std::countr_zero(rest));
        reached |= 1U << other;
        moved[other] = static_cast<int>(i);
        queue[queued++] = other;
      }
    }
  }
  return false;
}

/// The seat that opened would have opened, had the cards been dealt so.
bool Deals::opens_as_seen(const Hand::Position& position) const {
  if (known_.opener() == kNobody) return true;
  const GameRules& game = known_.game();
  PerSeat<CardSet> hands = position.held;
  for (Seat seat = 0; seat < game.seats(); ++seat) hands[seat] |= known_.played(seat);
  const Deal& deal = position.setup.deal;
  return find_opening(game, hands, deal.point_lane, position.setup.dealer).leader == known_.opener();
}

}  // namespace monte
