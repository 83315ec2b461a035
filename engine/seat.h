#pragma once

#include <array>

namespace hearts {

/// A place at the table, 0..seats-1, numbered clockwise. +1 is the left neighbour.
using Seat = int;

inline constexpr int kSeatsMin = 2;
inline constexpr int kSeatsMax = 6;

/// One value a seat; only the first `seats` entries mean anything.
template <class T>
using PerSeat = std::array<T, kSeatsMax>;

/// The seat `offset` places clockwise of `seat`, for -seats <= offset <= seats. Without a division: it is asked at
/// every card.
constexpr Seat seat_at(Seat seat, int offset, int seats) {
  const Seat moved = seat + offset;
  return moved < 0 ? moved + seats : moved >= seats ? moved - seats : moved;
}

}  // namespace hearts
