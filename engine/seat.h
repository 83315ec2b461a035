#pragma once

#include <array>
#include <concepts>
#include <cstddef>

namespace hearts {

/// A place at the table, 0 to seats - 1, numbered clockwise. The seat +1 is the left neighbour.
using Seat = int;

inline constexpr int kSeatsMin = 2;
inline constexpr int kSeatsMax = 6;

/// Converts a seat, or another number that is never negative, to the index of an element in a container.
constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// One value for each seat. Only the first `seats` entries mean anything. It can be indexed by a Seat or by any other
/// integer. The elements are in a std::array and not behind a pointer, because the compiler makes shorter code for
/// that.
template <class T>
struct PerSeat : std::array<T, kSeatsMax> {
  using Array = std::array<T, kSeatsMax>;
  constexpr T& operator[](std::integral auto seat) { return Array::operator[](static_cast<std::size_t>(seat)); }
  constexpr const T& operator[](std::integral auto seat) const {
    return Array::operator[](static_cast<std::size_t>(seat));
  }
};

/// The seat that is `offset` places clockwise of `seat`, for -seats <= offset <= seats. It needs no division, because
/// it is called for every card.
constexpr Seat seat_at(Seat seat, int offset, int seats) {
  const Seat moved = seat + offset;
  return moved < 0 ? moved + seats : moved >= seats ? moved - seats : moved;
}

}  // namespace hearts
