#pragma once

#include <optional>

#include "engine/card_set.h"
#include "engine/seat.h"
#include "engine/trick.h"

namespace hearts {

/// A card that lies on the table.
struct LaidCard {
  Seat seat = 0;
  Card card{};
  bool out_of_turn = false;
  bool revoke = false;  ///< did not follow suit though its owner could

  bool operator==(const LaidCard&) const = default;
};

/// One trick to which seats may play out of turn: its cards in the order in which they were laid.
struct LawsTrick {
  Seat rightful_leader = 0;
  int count = 0;
  PerSeat<LaidCard> laid{};

  bool started() const { return count > 0; }
  Card led() const { return laid[0].card; }
  /// Who led, even out of turn; else who should.
  Seat leader() const { return started() ? laid[0].seat : rightful_leader; }
  /// The first seat clockwise from the leader that has no card here: whose turn it is. The trick must not be complete.
  Seat turn(int seats) const;
  /// Where in `laid` the card of the seat is, or nothing.
  std::optional<int> place_of(Seat seat) const;
  bool has_played(Seat seat) const { return place_of(seat).has_value(); }
  const LaidCard& at(int place) const { return laid[place]; }
  void lay(const LaidCard& card) { laid[count++] = card; }
  /// Takes the last card off the table.
  LaidCard take_back();
  CardSet card_set() const;
  /// A complete trick as it would be without irregularities of order: who takes it is not changed by them.
  Trick in_seat_order(int seats) const;

  bool operator==(const LawsTrick&) const = default;
};

}  // namespace hearts
