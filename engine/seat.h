#pragma once

#include <array>
#include <concepts>
#include <cstddef>

namespace hearts {

/// A place at the table, 0..seats-1, numbered clockwise. +1 is the left neighbour.
using Seat = int;

inline constexpr int kSeatsMin = 2;
inline constexpr int kSeatsMax = 6;

/// The index of a container's element for a seat or another number that is never negative.
constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// One value a seat; only the first `seats` entries mean anything. Indexed by a Seat or any other integer: as elements
/// of an array, which the compiler makes shorter code of than of what data() points to.
template <class T>
struct PerSeat : std::array<T, kSeatsMax> {
  using Array = std::array<T, kSeatsMax>;
  constexpr T& operator[](std::integral auto seat) { return Array::operator[](static_cast<std::size_t>(seat)); }
  constexpr const T& operator[](std::integral auto seat) const {
    return Array::operator[](static_cast<std::size_t>(seat));
  }
};

/// The seat `offset` places clockwise of `seat`, for -seats <= offset <= seats. Without a division: it is asked at
/// every card.
constexpr Seat seat_at(Seat seat, int offset, int seats) {
  const Seat moved = seat + offset;
  return moved < 0 ? moved + seats : moved >= seats ? moved - seats : moved;
}

}  // namespace hearts
