#include "engine/laws/laws_trick.h"

#include <utility>

namespace hearts {

Seat LawsTrick::turn(int seats) const {
  Seat seat = leader();
  while (has_played(seat)) seat = seat_at(seat, 1, seats);
  return seat;
}

std::optional<int> LawsTrick::place_of(Seat seat) const {
  for (int place = 0; place < count; ++place) {
    if (at(place).seat == seat) return place;
  }
  return std::nullopt;
}

LaidCard LawsTrick::take_back() { return std::exchange(laid[--count], LaidCard{}); }

CardSet LawsTrick::card_set() const {
  CardSet set;
  for (int place = 0; place < count; ++place) set.insert(at(place).card);
  return set;
}

Trick LawsTrick::in_seat_order(int seats) const {
  Trick trick;
  trick.leader = leader();
  for (int offset = 0; offset < seats; ++offset) trick.add(at(*place_of(seat_at(leader(), offset, seats))).card);
  return trick;
}

}  // namespace hearts
